// Recordings that go on, as the status bar counts them.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRecordings } from '../../extension/src/client/recording/kept_recordings';
import { type EndedRecording, LiveRecordings } from '../../extension/src/client/recording/live_recordings';
import type { FoundRecording } from '../../extension/src/client/recording/recording_files';
import type { RecordingLook } from '../../shared/protocol/questions';

const pattern = '/r/app-%p.heaptrail';

function setUp() {
  const files: FoundRecording[] = [];
  const looks: Record<string, RecordingLook | Error> = {};
  const asked: [string, number][] = [];
  const there = new Set<number>();
  const finds = vi.fn(async () => [...files]);
  const live = new LiveRecordings(
    { find: finds },
    async (path, from) => {
      asked.push([path, from]);
      const look = looks[path] ?? new Error('no look');
      if (look instanceof Error) throw look;
      return look;
    },
    (_, program) => program || 'app',
    (pid) => there.has(pid),
  );
  const ended: EndedRecording[] = [];
  live.onDidEnd((each) => ended.push(each));
  const begin = (pid: number, look: RecordingLook) => {
    const path = `/r/app-${pid}.heaptrail`;
    files.push({ path, pid, bytes: 1, running: true });
    looks[path] = look;
    there.add(pid);
    return path;
  };
  return { live, files, looks, asked, there, finds, ended, begin };
}

const look = (points: number, running = true, end = 100): RecordingLook => ({ end, points, running });
const seconds = (count: number) => vi.advanceTimersByTimeAsync(1000 * count);

beforeEach(() => {
  vi.useFakeTimers();
});

describe('a window that is loaded again', () => {
  it('tells of what goes on, and forgets what ended', async () => {
    const kept: unknown[] = [];
    const first = setUp();
    keepRecordings(first.live, { load: () => undefined, save: (now) => kept.push(now) });
    first.live.expect(pattern);
    const path = first.begin(7, { ...look(1), program: 'Main' });
    await seconds(2);
    expect(kept).toEqual([[{ path, pid: 7 }]]);

    const next = setUp();
    next.begin(7, { ...look(5), program: 'Main' });
    keepRecordings(next.live, { load: () => kept.at(-1), save: (now) => kept.push(now) });
    await seconds(0.5);
    expect(next.live.all).toMatchObject([{ path, pid: 7, name: 'Main', points: 5 }]);
    next.looks[path] = look(1, false);
    await seconds(2);
    expect(next.ended.map((each) => each.path)).toEqual([path]);
    expect(kept.at(-1)).toEqual([]);
  });
  it('says nothing of what ended meanwhile, nor believes what it did not keep', async () => {
    const { live, ended, begin } = setUp();
    const path = begin(7, look(5, false));
    keepRecordings(live, { load: () => [{ path, pid: 7 }, { path: 3 }, null], save: () => undefined });
    await seconds(2);
    expect([live.all, ended]).toEqual([[], []]);
  });
});

describe('recordings that go on', () => {
  it('are found, and counted from where the last look ended', async () => {
    const { live, looks, asked, begin } = setUp();
    live.expect(pattern);
    const path = begin(7, { ...look(1), startMillis: 5000, program: 'Main' });
    await seconds(0);
    expect(live.all).toEqual([{ path, pid: 7, name: 'Main', startMillis: 5000, points: 1 }]);
    looks[path] = look(2, true, 200);
    await seconds(1);
    expect(live.all[0]?.points).toBe(3);
    expect(asked.slice(0, 2)).toEqual([
      [path, 0],
      [path, 100],
    ]);
  });

  it('end with the program, or while it runs on', async () => {
    const { live, looks, there, ended, begin } = setUp();
    live.expect(pattern);
    const [one, other] = [begin(7, look(1)), begin(8, look(1))];
    await seconds(0);
    looks[one] = look(1, false);
    there.delete(7);
    looks[other] = look(1, false);
    await seconds(1);
    expect(ended.map(({ pid, points, isDetached }) => [pid, points, isDetached])).toEqual([
      [7, 2, false],
      [8, 2, true],
    ]);
    expect(live.all).toEqual([]);
    await seconds(3);
    expect(ended).toHaveLength(2);
  });

  it('are not those of another time, nor files that are gone', async () => {
    const { live, looks, ended, there, begin } = setUp();
    live.expect(pattern);
    begin(7, look(4, false));
    const gone = begin(8, look(1));
    await seconds(1);
    expect(live.all.map(({ pid }) => pid)).toEqual([8]);
    looks[gone] = Object.assign(new Error('gone'), { kind: 'input' });
    there.delete(8);
    await seconds(1);
    expect(live.all).toEqual([]);
    expect(ended).toEqual([]);
  });

  it('are waited for while their file is empty, and stay while the engine is away', async () => {
    const { live, looks, begin } = setUp();
    live.expect(pattern);
    const path = begin(7, look(0, false, 8));
    await seconds(1);
    expect(live.all).toEqual([]);
    looks[path] = look(1);
    await seconds(1);
    expect(live.all).toHaveLength(1);
    looks[path] = new Error('The engine ended.');
    await seconds(2);
    expect(live.all).toHaveLength(1);
  });

  it('are looked at once a second, and not at all when there are none', async () => {
    const { live, finds, looks, asked, begin } = setUp();
    const noMore = live.expect(pattern);
    const path = begin(7, look(1));
    await seconds(10);
    expect(finds.mock.calls.length).toBeLessThan(13);
    noMore();
    looks[path] = look(0, false);
    await seconds(2);
    const before = asked.length;
    await seconds(10);
    expect(asked).toHaveLength(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be asked for as they are now', async () => {
    const { live, begin } = setUp();
    live.expect(pattern);
    begin(7, look(1));
    expect((await live.fresh()).map(({ pid }) => pid)).toEqual([7]);
  });
});
