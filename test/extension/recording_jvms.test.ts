import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeJvm, listJvms, perfDataText, procWords } from '../../extension/src/client/recording/jvms';

const root = mkdtempSync(join(tmpdir(), 'heaptrail-jvms-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Performance data as HotSpot lays it out: a header of 32 bytes, then entries with their name and their value. */
function perfData(texts: Record<string, string>, little = true): Uint8Array {
  const entries = Object.entries(texts).map(([name, value]) => {
    const nameBytes = Buffer.from(`${name}\0`);
    const valueBytes = Buffer.from(`${value}\0`);
    const dataAt = 20 + nameBytes.length;
    const entry = Buffer.alloc(Math.ceil((dataAt + valueBytes.length) / 8) * 8);
    const ints = [entry.length, 20, valueBytes.length, 'B'.charCodeAt(0), dataAt];
    [0, 4, 8, 12, 16].forEach((at, i) => {
      if (at === 12) entry.writeUInt8(ints[i] ?? 0, at);
      else if (little) entry.writeUInt32LE(ints[i] ?? 0, at);
      else entry.writeUInt32BE(ints[i] ?? 0, at);
    });
    nameBytes.copy(entry, 20);
    valueBytes.copy(entry, dataAt);
    return entry;
  });
  const header = Buffer.alloc(32);
  header.writeUInt32BE(0xcafec0c0, 0);
  header.writeUInt8(little ? 1 : 0, 4);
  header.writeUInt8(2, 5);
  if (little) {
    header.writeUInt32LE(32, 24);
    header.writeUInt32LE(entries.length, 28);
  } else {
    header.writeUInt32BE(32, 24);
    header.writeUInt32BE(entries.length, 28);
  }
  return Buffer.concat([header, ...entries]);
}

const javaCommand = 'sun.rt.javaCommand';

describe('performance data', () => {
  it.each([true, false])('gives its texts (little-endian: %s)', (little) => {
    const bytes = perfData({ 'java.rt.vmArgs': '-Xmx1g', [javaCommand]: 'a.Main x y' }, little);
    expect(perfDataText(bytes, javaCommand)).toBe('a.Main x y');
    expect(perfDataText(bytes, 'java.rt.vmArgs')).toBe('-Xmx1g');
    expect(perfDataText(bytes, 'nothing')).toBeUndefined();
  });
  it('that is cut off, empty or something else gives nothing, and never fails', () => {
    const bytes = perfData({ 'java.rt.vmArgs': '-Xmx1g', [javaCommand]: 'a.Main' });
    for (let length = 0; length < bytes.length; length++) {
      expect(() => perfDataText(bytes.subarray(0, length), javaCommand)).not.toThrow();
    }
    for (let i = 0; i < bytes.length; i++) {
      const broken = Uint8Array.from(bytes);
      broken[i] = 0xff;
      expect(() => perfDataText(broken, javaCommand)).not.toThrow();
    }
    expect(perfDataText(new Uint8Array(100), javaCommand)).toBeUndefined();
  });
});

describe('a process', () => {
  it('is described by its command line', () => {
    const words = procWords('/usr/bin/java\0-Xmx1g\0-cp\0a b\0com.example.Main\0x\0\0');
    expect(words).toEqual(['/usr/bin/java', '-Xmx1g', '-cp', 'a b', 'com.example.Main', 'x', '']);
    expect(describeJvm(7, words, undefined)).toEqual({ pid: 7, name: 'Main', command: 'com.example.Main x ' });
  });
  it('with a launcher of its own is described by its performance data', () => {
    const data = perfData({ [javaCommand]: '/opt/ide/main.jar --x' });
    expect(describeJvm(8, ['/opt/ide/bin/ide'], data)).toEqual({
      pid: 8,
      name: 'main',
      command: '/opt/ide/main.jar --x',
    });
    expect(describeJvm(9, ['/opt/ide/bin/ide'], new Uint8Array())?.name).toBe('ide');
  });
  it('that is no JVM is none', () => {
    expect(describeJvm(9, ['/bin/bash', 'java'], undefined)).toBeUndefined();
  });
});

describe('the list of JVMs', () => {
  it('has this user’s that run, the youngest first', async () => {
    const proc = join(root, 'proc');
    const perf = join(root, 'hsperfdata_me');
    const process = (pid: number, ...words: string[]) => {
      mkdirSync(join(proc, String(pid)), { recursive: true });
      writeFileSync(join(proc, String(pid), 'cmdline'), words.map((word) => `${word}\0`).join(''));
      symlinkSync('/work/app', join(proc, String(pid), 'cwd'));
    };
    process(10, 'java', '-jar', 'old.jar');
    process(20, '/opt/ide/bin/ide');
    process(30, 'bash');
    process(40, '/jdk/bin/java', 'a.Young');
    process(50);
    mkdirSync(join(proc, 'self'));
    mkdirSync(perf);
    writeFileSync(join(perf, '20'), perfData({ [javaCommand]: 'ide.Main' }));
    // Left by a JVM that was killed.
    writeFileSync(join(perf, '99'), perfData({ [javaCommand]: 'a.Ghost' }));
    const { uid } = userInfo();
    expect(await listJvms({ proc, perfData: perf, uid })).toEqual([
      { pid: 40, name: 'Young', command: 'a.Young', folder: '/work/app' },
      { pid: 20, name: 'Main', command: 'ide.Main', folder: '/work/app' },
      { pid: 10, name: 'old', command: 'old.jar', folder: '/work/app' },
    ]);
    expect(await listJvms({ proc, perfData: perf, uid: uid + 1 })).toEqual([]);
    expect(await listJvms({ proc: join(root, 'none'), perfData: perf, uid })).toEqual([]);
  });
});
