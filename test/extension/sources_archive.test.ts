// Sources in archives: found, read, and guarded against archives that are broken or meant to harm.
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { mostEntryBytes, readEntry, SourceArchive } from '../../extension/src/client/sources/source_archive';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heaptrail-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function archiveOf(name: string, entries: Record<string, string | Buffer>, options = {}): Promise<string> {
  const zip = new ZipFile();
  for (const [entry, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), entry, options);
  zip.end({ forceZip64Format: 'forceZip64Format' in options });
  const path = join(folder, name);
  await finished(zip.outputStream.pipe(createWriteStream(path)));
  return path;
}

const hashMap = 'package java.util;\npublic class HashMap {}\n';
const jdk = {
  'java.base/java/util/HashMap.java': hashMap,
  'java.base/java/util/concurrent/HashMap.java': 'package java.util.concurrent;',
  'other.module/java/util/HashMap.java': 'package java.util;',
  'java.base/META-INF/HashMap.class': 'no source',
};

describe('an archive of sources', () => {
  it.each([
    ['plain.zip', {}],
    ['stored.zip', { compress: false }],
    ['zip64.zip', { forceZip64Format: true }],
  ])('is searched by folder and file, and read entry by entry: %s', async (name, options) => {
    const path = await archiveOf(name, jdk, options);
    const recordOfZip64 = Buffer.from('PK\x06\x06', 'latin1');
    expect(readFileSync(path).includes(recordOfZip64)).toBe('forceZip64Format' in options);
    const archive = await SourceArchive.open(path);
    expect(archive.find('java/util', 'HashMap.java')).toEqual([
      'java.base/java/util/HashMap.java',
      'other.module/java/util/HashMap.java',
    ]);
    expect(archive.find('util', 'Map.java')).toEqual([]);
    expect(archive.find('java/util', 'HashMap.class')).toEqual([]);
    expect(await readEntry(path, 'java.base/java/util/HashMap.java')).toBe(hashMap);
    await expect(readEntry(path, 'java.base/java/util/TreeMap.java')).rejects.toThrow(
      'It has no “java.base/java/util/TreeMap.java”.',
    );
  });
  it('has sources of the unnamed package only at its top, or below a module', async () => {
    const archive = await SourceArchive.open(
      await archiveOf('unnamed.zip', { 'A.java': '', 'Abc/A.java': '', 'BA.java': '' }),
    );
    expect(archive.find('', 'A.java')).toEqual(['A.java', 'Abc/A.java']);
  });
  it('that is broken is a failure, not an end', async () => {
    const whole = readFileSync(await archiveOf('whole.zip', jdk));
    const broken = join(folder, 'broken.zip');
    for (const bytes of [Buffer.from('no archive'), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
      writeFileSync(broken, bytes);
      await expect(SourceArchive.open(broken)).rejects.toThrow();
    }
    await expect(SourceArchive.open(join(folder, 'none.zip'))).rejects.toThrow('ENOENT');
    await expect(SourceArchive.open(folder)).rejects.toThrow();
  });
  it('whose entry was damaged says so when that is read', async () => {
    const whole = readFileSync(await archiveOf('damaged.zip', { 'A.java': 'class A {}'.repeat(100) }));
    whole.fill(0xff, 36, 46);
    const damaged = join(folder, 'damaged.zip');
    writeFileSync(damaged, whole);
    expect((await SourceArchive.open(damaged)).find('', 'A.java')).toEqual(['A.java']);
    await expect(readEntry(damaged, 'A.java')).rejects.toThrow();
  });
  it('is not unpacked where an entry is too large', async () => {
    const path = await archiveOf('huge.zip', { 'A.java': Buffer.alloc(mostEntryBytes + 1) });
    expect(readFileSync(path).length).toBeLessThan(mostEntryBytes / 100);
    await expect(readEntry(path, 'A.java')).rejects.toThrow('“A.java” cannot be shown: it is larger than 16 MiB');
  });
  it('is unpacked no further than an entry says, where that lies', async () => {
    const path = await archiveOf('lying.zip', { 'A.java': Buffer.alloc(mostEntryBytes + 1) });
    const bytes = readFileSync(path);
    // The uncompressed size stands 24 bytes behind the signature of the central directory's entry.
    bytes.writeUInt32LE(1000, bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
    writeFileSync(path, bytes);
    await expect(readEntry(path, 'A.java')).rejects.toThrow('too many bytes');
  });
  it('with paths that lead out of it is refused', async () => {
    const path = await archiveOf('out.zip', { 'aa/A.java': '' });
    writeFileSync(path, readFileSync(path, 'latin1').replaceAll('aa/A.java', '../A.java'), 'latin1');
    await expect(SourceArchive.open(path)).rejects.toThrow('invalid relative path');
  });
});
