import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  chooseRecordings,
  expandFolder,
  type FoundRecording,
  recordingName,
  recordingsAmong,
  recordingTitle,
} from '../../extension/src/client/recording/recording_files';
import { hasOpen, isRunning, makeFolder, Recordings } from '../../extension/src/client/recording/recordings';

const folder = mkdtempSync(join(tmpdir(), 'heaptrail-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a new recording', () => {
  it('is named after program, time and process', () => {
    const now = new Date(2026, 0, 2, 3, 4, 5);
    expect(recordingName('Main', now)).toBe('Main-20260102-030405-%p.heaptrail');
    expect(recordingName('../my app 100%p', now)).toBe('.._my_app_100_p-20260102-030405-%p.heaptrail');
    expect(recordingName('', now)).toBe('program-20260102-030405-%p.heaptrail');
  });
  it('is called after its program: as the JVM tells it, or as the file does', () => {
    const path = '/r/mvn-20260102-030405-12.heaptrail';
    expect(recordingTitle({ path }, 'com.example.shop.Main')).toBe('Main');
    expect(recordingTitle({ path }, '/opt/shop-1.2.jar')).toBe('shop-1.2');
    expect(recordingTitle({ path }, '')).toBe('mvn');
  });
  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the settings
    ['${workspaceFolder}/.heaptrail', '/work/$&/.heaptrail'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the settings
    ['${userHome}/recordings', '/home/me/recordings'],
    ['~/recordings', '/home/me/recordings'],
    ['out/recordings', '/work/$&/out/recordings'],
    ['/tmp', '/tmp'],
  ])('goes to %s', (setting, expected) => {
    expect(expandFolder(setting, '/work/$&', '/home/me')).toBe(expected);
  });
  it('gets a folder that version control leaves alone, and a folder that is there is left as it is', async () => {
    await makeFolder(join(folder, 'new', 'inner'));
    expect(readFileSync(join(folder, 'new', 'inner', '.gitignore'), 'utf8')).toBe('*\n');
    rmSync(join(folder, 'new', 'inner', '.gitignore'));
    await makeFolder(join(folder, 'new', 'inner'));
    expect(() => readFileSync(join(folder, 'new', 'inner', '.gitignore'))).toThrow();
  });
});

describe('recordings that appeared', () => {
  it('are those whose names fit', () => {
    const among = (pattern: string, ...names: string[]) =>
      recordingsAmong(
        `/r/${pattern}`,
        names.map((name) => `/r/${name}`),
      );
    expect(
      among('a.b-%p.heaptrail', 'a.b-12.heaptrail', 'axb-12.heaptrail', 'a.b-x.heaptrail', 'a.b-.heaptrail'),
    ).toEqual([{ path: '/r/a.b-12.heaptrail', pid: 12 }]);
    expect(among('%p-%p', '7-7', '7-8')).toEqual([{ path: '/r/7-7', pid: 7 }]);
    expect(among('fixed', 'fixed', 'fixed2')).toEqual([{ path: '/r/fixed' }]);
    expect(recordingsAmong('/r/a-%p', ['/other/a-1'])).toEqual([]);
  });

  const found = (name: string, bytes: number, running = false): FoundRecording => ({ path: name, bytes, running });

  it('open by themselves as long as they are few, the largest first', () => {
    expect(chooseRecordings([found('a', 1), found('b', 3), found('c', 2)])).toEqual({
      kind: 'open',
      recordings: [found('b', 3), found('c', 2), found('a', 1)],
    });
    expect(chooseRecordings(['a', 'b', 'c', 'd'].map((name) => found(name, 1))).kind).toBe('ask');
  });
  it('do not open while their JVM outlives the program, and not when they are empty', () => {
    expect(chooseRecordings([found('daemon', 9, true), found('app', 1), found('empty', 0)])).toEqual({
      kind: 'open',
      recordings: [found('app', 1)],
    });
    expect(chooseRecordings([found('daemon', 9, true)]).kind).toBe('running');
    expect(chooseRecordings([found('empty', 0)]).kind).toBe('none');
    expect(chooseRecordings([]).kind).toBe('none');
  });
});

describe('recordings begun from here', () => {
  it('are found with their size, and with whether their process runs', async () => {
    const running = new Set([11]);
    const recordings = new Recordings((pid) => running.has(pid));
    const pattern = join(folder, 'app-%p.heaptrail');
    expect(await recordings.find(pattern)).toEqual([]);
    writeFileSync(join(folder, 'app-11.heaptrail'), 'abc');
    writeFileSync(join(folder, 'app-12.heaptrail'), '');
    writeFileSync(join(folder, 'other-11.heaptrail'), '');
    expect((await recordings.find(pattern)).map(({ pid, running, bytes }) => [pid, running, bytes]).sort()).toEqual([
      [11, true, 3],
      [12, false, 0],
    ]);
    expect(await recordings.find(join(folder, 'no-such-folder', 'x-%p.heaptrail'))).toEqual([]);
    expect(await recordings.ended(pattern, 0)).toHaveLength(2);
    setTimeout(() => running.clear(), 50);
    expect((await recordings.ended(pattern, 10_000)).some(({ running }) => running)).toBe(false);
  });
  it('know the process that writes a file', async () => {
    const path = join(folder, 'written-1.heaptrail');
    const file = openSync(path, 'w');
    expect(await hasOpen(process.pid, path)).toBe(true);
    expect(await hasOpen(2 ** 30, path)).toBe(false);
    closeSync(file);
    expect(await hasOpen(process.pid, path)).toBe(false);
  });
  it('know a process that runs from one that does not', () => {
    expect(isRunning(process.pid)).toBe(true);
    expect(isRunning(2 ** 30)).toBe(false);
  });
});
