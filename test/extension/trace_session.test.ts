import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noDescriptionFiles } from '../../extension/src/client/descriptions/description_files';
import { Cancel } from '../../extension/src/client/engine/cancel';
import { CrashBudget } from '../../extension/src/client/engine/crash_budget';
import type { Cancellation, Engine } from '../../extension/src/client/engine/engine';
import { TraceRegistry } from '../../extension/src/client/traces/trace_registry';
import { TraceSession } from '../../extension/src/client/traces/trace_session';
import { FailureError } from '../../shared/protocol/failure';
import type { Answer, Question } from '../../shared/protocol/questions';
import type { TraceStatus } from '../../shared/protocol/view';

interface Asked {
  question: Question;
  args: object;
  cancellation: Cancellation | undefined;
  progress: ((p: { phase: string; done: number }) => void) | undefined;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
}

class FakeEngine implements Engine {
  asked: Asked[] = [];
  ask<Q extends Question>(
    question: Q,
    args: object,
    progress?: Asked['progress'],
    cancellation?: Cancellation,
  ): Promise<Answer<Q>> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        question,
        args,
        cancellation,
        progress,
        resolve: resolve as (answer: unknown) => void,
        reject,
      });
      if (question === 'close') resolve({} as Answer<Q>);
    });
  }
  csv = async () => '';
  get last(): Asked {
    const asked = this.asked.at(-1);
    if (!asked) throw new Error('nothing was asked');
    return asked;
  }
  questions = () => this.asked.map(({ question }) => question);
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

const settings = { followWeak: false, threads: 0, cache: '/cache', mostCacheBytes: 1000 };

function setUp() {
  const engine = new FakeEngine();
  const session = new TraceSession(engine, ['/a.hprof'], () => ({ ...settings }));
  const seen: TraceStatus[] = [];
  session.onStatus((status) => seen.push(status));
  return { engine, session, seen };
}

/** What is asked of the engine's answer here: whether its program is being recorded, and how many points there are. */
const dump = { trace: {} };
const recorded = (points: number, state: 'running' | 'complete' | 'cut' = 'running') => ({
  trace: { points, start: new Date(Date.now() - 5000).toISOString(), recording: { state, process: 1, program: null } },
});

describe('a trace', () => {
  it('tells its views how far opening is, and then what it is', async () => {
    const { engine, session, seen } = setUp();
    void session.open();
    await settle();
    engine.last.progress?.({ phase: 'Reading', done: 0.25 });
    engine.last.resolve({ handle: 7, info: dump });
    await settle();
    expect(seen.map((status) => status.kind)).toEqual(['opening', 'opening', 'open']);
    expect(seen[1]).toMatchObject({ phase: 'Reading', done: 0.25 });
    void session.ask('heap', { limit: 5 });
    expect(engine.last.args).toEqual({ limit: 5, trace: 7 });
    void session.ask('info', { at: '2' });
    expect(engine.last).toMatchObject({ question: 'info', args: { at: '2', trace: 7 } });
  });

  it('shows the words of a failure', async () => {
    const { engine, session } = setUp();
    void session.open();
    await settle();
    engine.last.reject(new FailureError({ kind: 'input', message: 'broken', where: { file: '/a.hprof', offset: 9 } }));
    await settle();
    expect(session.status).toEqual({
      kind: 'failed',
      failure: { kind: 'input', message: 'broken', where: { file: '/a.hprof', offset: 9 } },
    });
  });

  it('can be cancelled and opened again', async () => {
    const { engine, session } = setUp();
    void session.open();
    await settle();
    session.cancelOpening();
    expect(engine.last.cancellation?.isCancellationRequested).toBe(true);
    engine.last.reject({ kind: 'cancelled', message: 'Cancelled.' });
    await settle();
    expect(session.status.kind).toBe('cancelled');
    void session.open();
    await settle();
    expect(engine.questions()).toEqual(['open', 'open']);
  });

  it('says that the engine stopped, and opens anew when asked', async () => {
    const { engine, session } = setUp();
    void session.open();
    await settle();
    engine.last.resolve({ handle: 1, info: dump });
    await settle();
    session.engineStopped({ kind: 'engine', message: 'gone' });
    expect(session.status.kind).toBe('engine-stopped');
    await expect(session.ask('heap', {})).rejects.toThrow('not open');
    void session.open();
    await settle();
    // The old handle died with the engine: there is nothing to close.
    expect(engine.questions()).toEqual(['open', 'open']);
  });

  it('that is closed while it opens is closed in the engine as soon as it is there', async () => {
    const { engine, session } = setUp();
    void session.open();
    await settle();
    const opening = engine.last;
    await session.close();
    opening.resolve({ handle: 4, info: dump });
    await settle();
    expect(engine.last).toMatchObject({ question: 'close', args: { trace: 4 } });
  });

  describe('keeps in the cache what is known', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const quiet = () => vi.advanceTimersByTimeAsync(3000);
    async function opened() {
      const { engine, session } = setUp();
      void session.open();
      await vi.advanceTimersByTimeAsync(0);
      expect(engine.last.args).toMatchObject({ cache: '/cache', mostCacheBytes: 1000 });
      engine.last.resolve({ handle: 7, info: dump });
      await vi.advanceTimersByTimeAsync(0);
      return { engine, session };
    }

    it('when nothing is asked for a while after it was opened', async () => {
      const { engine } = await opened();
      expect(engine.questions()).toEqual(['open']);
      await quiet();
      expect(engine.questions()).toEqual(['open', 'store']);
      engine.last.reject(new FailureError({ kind: 'input', message: 'the disk is full' }));
      await quiet();
      expect(engine.questions()).toEqual(['open', 'store']);
    });

    it('not while somebody waits for an answer', async () => {
      const { engine, session } = await opened();
      const grown = session.ask('growth', { limit: 0 });
      const { resolve } = engine.last;
      await quiet();
      await quiet();
      expect(engine.questions()).toEqual(['open', 'growth']);
      resolve({});
      await grown;
      await quiet();
      expect(engine.questions()).toEqual(['open', 'growth', 'store']);
    });

    it('again when sizes of all rows are computed, but not for those of a few', async () => {
      const { engine, session } = await opened();
      await quiet();
      const some = session.ask('sizes', { metric: 'deep', keys: ['A'] });
      engine.last.resolve({});
      await some;
      await quiet();
      expect(engine.questions()).toEqual(['open', 'store', 'sizes']);
      const all = session.ask('sizes', { metric: 'deep' });
      engine.last.resolve({});
      await all;
      await quiet();
      expect(engine.questions()).toEqual(['open', 'store', 'sizes', 'sizes', 'store']);
    });

    it('before it is closed, where it had no time yet', async () => {
      const { engine, session } = await opened();
      void session.close();
      expect(engine.last.question).toBe('store');
      engine.last.resolve({ bytes: 1 });
      await vi.advanceTimersByTimeAsync(0);
      expect(engine.last.question).toBe('close');
      await quiet();
      expect(engine.questions()).toEqual(['open', 'store', 'close']);
    });
  });
});

describe('sizes of a trace', () => {
  async function opened() {
    const { engine, session } = setUp();
    void session.open();
    await settle();
    engine.last.resolve({ handle: 7, info: dump });
    await settle();
    engine.asked = [];
    return { engine, session };
  }

  it('of some rows pass on progress and cancellation', async () => {
    const { engine, session } = await opened();
    const progress = vi.fn();
    const cancel = new Cancel();
    void session.ask('sizes', { metric: 'deep', keys: ['A'] }, progress, cancel);
    expect(engine.last).toMatchObject({ question: 'sizes', args: { trace: 7, metric: 'deep', keys: ['A'] } });
    engine.last.progress?.({ phase: 'Walking', done: 0.5 });
    expect(progress).toHaveBeenCalledWith({ phase: 'Walking', done: 0.5 });
    cancel.cancel();
    expect(engine.last.cancellation?.isCancellationRequested).toBe(true);
  });

  it('of all rows are computed once for all who wait for them', async () => {
    const { engine, session } = await opened();
    const early = session.ask('sizes', { metric: 'deep' });
    engine.last.progress?.({ phase: 'Walking', done: 0.5 });
    const progress = vi.fn();
    const late = session.ask('sizes', { metric: 'deep' }, progress);
    expect(progress).toHaveBeenCalledWith({ phase: 'Walking', done: 0.5 });
    expect(engine.questions()).toEqual(['sizes']);
    void session.ask('sizes', { metric: 'retained' });
    expect(engine.questions()).toEqual(['sizes', 'sizes']);
    const answer = { metric: 'deep', rows: [] };
    engine.asked[0]?.resolve(answer);
    expect(await early).toBe(answer);
    expect(await late).toBe(answer);
    void session.ask('sizes', { metric: 'deep' });
    expect(engine.questions().filter((question) => question === 'sizes')).toHaveLength(3);
  });

  it('of all rows are given up when the last one does, and can then be asked for again', async () => {
    const { engine, session } = await opened();
    const [first, second] = [new Cancel(), new Cancel()];
    const failures = [first, second].map((cancel) =>
      session.ask('sizes', { metric: 'deep' }, undefined, cancel).catch(({ kind }: { kind: string }) => kind),
    );
    first.cancel();
    expect(await failures[0]).toBe('cancelled');
    expect(engine.last.cancellation?.isCancellationRequested).toBe(false);
    second.cancel();
    expect(engine.last.cancellation?.isCancellationRequested).toBe(true);
    void session.ask('sizes', { metric: 'deep' });
    expect(engine.questions()).toEqual(['sizes', 'sizes']);
    engine.asked[0]?.reject({ kind: 'cancelled', message: 'Cancelled.' });
    expect(await failures[1]).toBe('cancelled');
  });

  it('are cancelled even by who gave up before he asked', async () => {
    const { engine, session } = await opened();
    const cancel = new Cancel();
    cancel.cancel();
    await expect(session.ask('sizes', { metric: 'deep' }, undefined, cancel)).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(engine.last.cancellation?.isCancellationRequested).toBe(true);
  });
});

describe('growth of a trace', () => {
  it('is asked for once by all who ask the same, and given up when the last one gives up', async () => {
    const { engine, session } = setUp();
    void session.open();
    await settle();
    engine.last.resolve({ handle: 7, info: dump });
    await settle();
    engine.asked = [];
    const [first, second] = [new Cancel(), new Cancel()];
    const progress = vi.fn();
    const asked = [
      session.ask('growth', { sort: 'deep', limit: 10 }, undefined, first),
      session.ask('growth', { limit: 10, sort: 'deep' }, progress, second),
    ].map((answer) => answer.catch(({ kind }: { kind: string }) => kind));
    void session.ask('growth', { sort: 'deep', limit: 20 });
    expect(engine.questions()).toEqual(['growth', 'growth']);
    const [question] = engine.asked;
    expect(question?.args).toEqual({ trace: 7, sort: 'deep', limit: 10 });
    question?.progress?.({ phase: 'Comparing', done: 0.5 });
    expect(progress).toHaveBeenCalledWith({ phase: 'Comparing', done: 0.5 });
    first.cancel();
    expect(question?.cancellation?.isCancellationRequested).toBe(false);
    second.cancel();
    expect(question?.cancellation?.isCancellationRequested).toBe(true);
    question?.reject({ kind: 'cancelled', message: 'Cancelled.' });
    expect(await Promise.all(asked)).toEqual(['cancelled', 'cancelled']);
    void session.ask('growth', { sort: 'deep', limit: 10 });
    expect(engine.questions()).toHaveLength(3);
  });
  it('of one structure is asked with the trace', async () => {
    const { engine, session } = setUp();
    await expect(session.ask('growthOf', { id: '0x1' })).rejects.toMatchObject({ kind: 'usage' });
    void session.open();
    await settle();
    engine.last.resolve({ handle: 7, info: dump });
    await settle();
    void session.ask('growthOf', { id: '0x1', leaves: 'deep' });
    expect(engine.last).toMatchObject({ question: 'growthOf', args: { trace: 7, id: '0x1', leaves: 'deep' } });
    void session.ask('growthTree', { from: '1', to: '2' });
    expect(engine.last).toMatchObject({ question: 'growthTree', args: { trace: 7, from: '1', to: '2' } });
  });
});

describe('open traces', () => {
  it('are shared by all views of a file and outlive a tab that is moved', async () => {
    vi.useFakeTimers();
    const engine = new FakeEngine();
    const registry = new TraceRegistry((paths) => new TraceSession(engine, paths, () => settings));
    const first = registry.acquire(['/a.hprof']);
    expect(registry.acquire(['/a.hprof'])).toBe(first);
    registry.release(['/a.hprof']);
    registry.release(['/a.hprof']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(registry.acquire(['/a.hprof'])).toBe(first);
    registry.release(['/a.hprof']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(registry.sessions).toEqual([]);
    expect(registry.acquire(['/a.hprof'])).not.toBe(first);
    vi.useRealTimers();
  });
  it('are read again where a recording has grown, and only if they are open', async () => {
    const engine = new FakeEngine();
    const registry = new TraceRegistry((paths) => new TraceSession(engine, paths, () => settings));
    registry.refresh(['/a.heaptrail']);
    expect(engine.asked).toEqual([]);
    registry.acquire(['/a.heaptrail']);
    await settle();
    engine.last.resolve({ handle: 1, info: dump });
    await settle();
    registry.refresh(['/a.heaptrail']);
    await settle();
    // Only what is new, not all again.
    expect(engine.questions()).toEqual(['open', 'grow']);
  });
  it('have what came since when the last view comes back within seconds', async () => {
    const engine = new FakeEngine();
    const registry = new TraceRegistry((paths) => new TraceSession(engine, paths, () => settings));
    registry.acquire(['/a.heaptrail']);
    await settle();
    engine.last.resolve({ handle: 1, info: dump });
    await settle();
    registry.release(['/a.heaptrail']);
    const session = registry.acquire(['/a.heaptrail']);
    await settle();
    expect(engine.last.question).toBe('grow');
    engine.last.resolve({ info: recorded(3, 'complete') });
    await settle();
    expect(session.status).toMatchObject({ kind: 'open', renewed: true, info: { trace: { points: 3 } } });
  });
});

describe('the recording of a program that runs', () => {
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  async function openRecording() {
    vi.useFakeTimers();
    const made = setUp();
    void made.session.open();
    await wait(0);
    made.engine.last.resolve({ handle: 7, info: recorded(1) });
    await wait(0);
    return made;
  }
  afterEach(() => vi.useRealTimers());

  it('takes in what comes, within two seconds, and says how long it has been recorded', async () => {
    const { engine, session, seen } = await openRecording();
    expect(session.status).toMatchObject({ seconds: 5 });
    await wait(1000);
    expect(engine.last).toMatchObject({ question: 'grow', args: { trace: 7 } });
    engine.last.resolve({ info: null });
    await wait(1000);
    expect(engine.last.question).toBe('grow');
    engine.last.resolve({ info: recorded(2) });
    await wait(0);
    expect(seen.at(-1)).toMatchObject({ kind: 'open', renewed: true, info: { trace: { points: 2 } } });
    expect(seen.map(({ kind }) => kind)).toEqual(['opening', 'open', 'open']);
    // No faster than once a second.
    const before = engine.asked.length;
    await wait(900);
    expect(engine.asked).toHaveLength(before);
  });

  it('is not kept in the cache before its end, and not looked at after it', async () => {
    const { engine, session } = await openRecording();
    expect(engine.questions()).toEqual(['open']);
    await wait(1000);
    engine.last.resolve({ info: recorded(2, 'complete') });
    await wait(5000);
    expect(engine.questions()).toEqual(['open', 'grow', 'store']);
    expect(session.status).not.toHaveProperty('seconds');
  });

  it('is asked anew what was asked of fewer points', async () => {
    const { engine, session } = await openRecording();
    const asked = () => engine.questions().filter((question) => question === 'timeline').length;
    void session.ask('timeline', {});
    void session.ask('timeline', {});
    expect(asked()).toBe(1);
    await wait(1000);
    engine.last.resolve({ info: recorded(2) });
    await wait(0);
    void session.ask('timeline', {});
    expect(asked()).toBe(2);
  });

  it('stays as it is known where its file has gone, and is not looked at once it is closed', async () => {
    const { engine, session } = await openRecording();
    await wait(1000);
    engine.last.reject({ kind: 'input', message: 'gone' });
    await wait(0);
    expect(session.status.kind).toBe('open');
    await session.close();
    const before = engine.asked.length;
    await wait(5000);
    expect(engine.asked).toHaveLength(before);
  });

  it('is never asked for values by a view where the setting says that they are not shown', async () => {
    let showsValues = false;
    const engine = new FakeEngine();
    const csv: object[] = [];
    engine.csv = async (_question?: unknown, args?: object) => {
      csv.push(args ?? {});
      return '';
    };
    const session = new TraceSession(
      engine,
      ['/a.hprof'],
      () => settings,
      { read: async () => noDescriptionFiles },
      () => showsValues,
    );
    void session.open();
    await settle();
    engine.last.resolve({ handle: 7, info: dump });
    await settle();
    void session.ask('object', { object: '0x10' });
    expect(engine.last.args).toEqual({ object: '0x10', values: 'off', trace: 7 });
    void session.ask('object', { object: '0x10', values: 'on' });
    expect(engine.last.args).toEqual({ object: '0x10', values: 'off', trace: 7 });
    await session.csv('object', { object: '0x10' });
    expect(csv).toEqual([{ object: '0x10', values: 'off', trace: 7 }]);
    void session.ask('heap', { limit: 5 });
    expect(engine.last.args).toEqual({ limit: 5, trace: 7 });
    showsValues = true;
    void session.ask('object', { object: '0x10' });
    expect(engine.last.args).toEqual({ object: '0x10', trace: 7 });
  });

  it('is waited for until its first point is there, or the user gives up', async () => {
    vi.useFakeTimers();
    const { engine, session, seen } = setUp();
    const notYet = () => engine.last.reject({ kind: 'not-yet', message: 'no point' });
    void session.open();
    await wait(0);
    notYet();
    await wait(0);
    expect(seen.at(-1)).toMatchObject({ kind: 'opening', phase: expect.stringContaining('first point') });
    await wait(1000);
    expect(engine.questions()).toEqual(['open', 'open']);
    notYet();
    await wait(0);
    session.cancelOpening();
    await wait(1000);
    expect(session.status.kind).toBe('cancelled');
    expect(engine.questions()).toEqual(['open', 'open']);
  });
});

describe('restarts of the engine', () => {
  it('end after a few crashes in a row, and start again after a while or when asked', () => {
    const budget = new CrashBudget();
    for (let i = 0; i < 4; i++) {
      expect(budget.mayStart(i)).toBe(true);
      budget.note(i);
    }
    expect(budget.mayStart(5)).toBe(false);
    expect(budget.mayStart(10 * 60_000)).toBe(true);
    for (let i = 0; i < 4; i++) budget.note(i);
    budget.reset();
    expect(budget.mayStart(6)).toBe(true);
  });
});
