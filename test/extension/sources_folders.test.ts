// Sources outside of the workspace: in folders, in archives below them, with the JDK; and the order in which places are asked.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancel } from '../../extension/src/client/engine/cancel';
import { FolderSources } from '../../extension/src/client/sources/folder_sources';
import { jdkArchives } from '../../extension/src/client/sources/jdk_sources';
import { resolveFrame, type SourceFinder } from '../../extension/src/client/sources/resolve_frame';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heaptrail-sources-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

/** As the JDK's own tool makes it. */
function jar(path: string, files: Record<string, string>): string {
  const content = mkdtempSync(join(folder, 'content-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(content, name)), { recursive: true });
    writeFileSync(join(content, name), text);
  }
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  execFileSync('jar', ['--create', '--no-manifest', '--file', join(folder, path), '-C', content, '.']);
  return join(folder, path);
}

const sourcesIn = (...roots: string[]) =>
  new FolderSources(
    () => roots,
    (archive, entry) => `in:${archive}!${entry}`,
  );
const frame = { class: 'org.example.Cache$Entry', method: 'touch', file: 'Cache.java', line: 2 };
const text = 'package org.example;\nclass Cache {\n static class Entry {\n  void touch() {}\n }\n}\n';

describe('a frame', () => {
  it('is found in a folder, below the usual layouts and in modules', async () => {
    for (const layout of ['plain/org/example', 'maven/src/main/java/org/example', 'modules/core/src/org/example']) {
      const path = write(`${layout}/Cache.java`, text);
      const root = join(folder, layout.split('/')[0] ?? '');
      expect(await resolveFrame(frame, [sourcesIn(root)])).toEqual({
        kind: 'found',
        place: { uri: `file://${path}`, line: 1, exact: true },
      });
    }
  });
  it('is found in an archive, and in those below a folder', async () => {
    const other = jar('m2/com/other/other-1.0-sources.jar', { 'org/example/Cache.java': 'package wrong;' });
    const path = jar('m2/org/example/cache/1.0/cache-1.0-sources.jar', { 'org/example/Cache.java': text });
    jar('m2/org/example/cache/1.0/cache-1.0.jar', { 'org/example/Cache.java': text });
    for (const roots of [[path], [join(folder, 'm2')], [other, path]]) {
      const { line: _, ...withoutLine } = frame;
      expect(await resolveFrame(withoutLine, [sourcesIn(...roots)])).toEqual({
        kind: 'found',
        place: { uri: `in:${path}!org/example/Cache.java`, line: 3, exact: false },
      });
    }
  });
  it('is found in an archive that was made anew since', async () => {
    const path = jar('changing-sources.jar', { 'a/A.java': 'package a;' });
    const sources = sourcesIn(path);
    expect((await resolveFrame(frame, [sources])).kind).toBe('missing');
    jar('changing-sources.jar', { 'org/example/Cache.java': text });
    utimesSync(path, 1, 1);
    expect((await resolveFrame(frame, [sources])).kind).toBe('found');
  });
  it('whose line is behind the end of the file leads to its method', async () => {
    write('short/org/example/Cache.java', text);
    const place = { uri: `file://${join(folder, 'short/org/example/Cache.java')}`, line: 3, exact: false };
    const later = { ...frame, line: 400 };
    expect(await resolveFrame(later, [sourcesIn(join(folder, 'short'))])).toEqual({ kind: 'found', place });
  });
  it('that is nowhere is told with all places, and why one could not be read', async () => {
    const broken = write('broken-sources.jar', 'no archive');
    const resolved = await resolveFrame(frame, [sourcesIn(broken), sourcesIn('/nowhere')]);
    expect(resolved).toMatchObject({ kind: 'missing', names: { files: ['Cache.java'] } });
    expect(resolved).toMatchObject({
      lookedAt: [
        { place: broken, fault: expect.stringMatching(/end of central directory/i) },
        { place: '/nowhere', isAbsent: true },
      ],
    });
  });
  it('is looked for in order, and no further than where it is found or cancelled', async () => {
    const asked: string[] = [];
    const cancel = new Cancel();
    const finder = (name: string, found: boolean): SourceFinder => ({
      find: async () => {
        asked.push(name);
        if (name === 'cancelling') cancel.cancel();
        return found ? { uri: name, path: name, text: async () => text } : undefined;
      },
      places: async () => [{ place: name }],
    });
    const resolved = await resolveFrame(frame, [finder('one', false), finder('two', true), finder('three', true)]);
    expect(resolved).toMatchObject({ place: { uri: 'two' } });
    expect(asked).toEqual(['one', 'two']);
    expect(await resolveFrame(frame, [finder('cancelling', false), finder('four', true)], cancel)).toEqual({
      kind: 'cancelled',
    });
    expect(asked).toEqual(['one', 'two', 'cancelling']);
  });
});

describe('the sources of the JDK', () => {
  it('are those of JAVA_HOME and of the java on the path, where there are any', () => {
    const [nine, eight] = [write('jdk9/lib/src.zip', ''), write('jdk8/src.zip', '')];
    write('jdk8/jre/bin/java', '');
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(folder, 'jdk8/jre/bin/java'), join(folder, 'bin/java'));
    const environment = { JAVA_HOME: join(folder, 'jdk9'), PATH: `/nowhere:${join(folder, 'bin')}` };
    expect(jdkArchives(environment)).toEqual([nine, eight]);
    expect(jdkArchives({})).toEqual([]);
  });
  it('are told as missing where the link leads nowhere, as without Debian’s package of them', async () => {
    mkdirSync(join(folder, 'bare/lib'), { recursive: true });
    const place = join(folder, 'bare/lib/src.zip');
    symlinkSync('../../nowhere/src.zip', place);
    expect(jdkArchives({ JAVA_HOME: join(folder, 'bare') })).toEqual([place]);
    expect(await sourcesIn(place).places()).toEqual([{ place, isAbsent: true }]);
  });
});
