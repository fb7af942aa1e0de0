import { describe, expect, it, vi } from 'vitest';
import { GrowthStore } from '../../extension/src/client/growth/growth_store';
import { ActiveTrace } from '../../extension/src/client/language/active_trace';
import type { TraceSession } from '../../extension/src/client/traces/trace_session';
import type { GrowthAnswer, GrowthArgs } from '../../shared/protocol/growth';
import type { TraceQuestion } from '../../shared/protocol/questions';
import type { HeldDescriptions, TraceStatus } from '../../shared/protocol/view';

/** A trace that answers each question with another answer, when it is told to. */
function fakeSession() {
  const answers: ((answer: GrowthAnswer) => void)[] = [];
  const asked: GrowthArgs[] = [];
  const statusListeners = new Set<(status: TraceStatus) => void>();
  const descriptionListeners = new Set<(held: HeldDescriptions) => void>();
  const listen =
    <Value>(listeners: Set<(value: Value) => void>) =>
    (listener: (value: Value) => void) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    };
  const session = {
    status: { kind: 'cancelled' } as TraceStatus,
    descriptions: { version: 0, warnings: [] },
    onStatus: listen(statusListeners),
    onDescriptions: listen(descriptionListeners),
    ask: ((question: TraceQuestion, args: GrowthArgs) => {
      if (question !== 'growth') return Promise.resolve({ question, args });
      asked.push(args);
      return new Promise<GrowthAnswer>((resolve) => answers.push(resolve));
    }) as TraceSession['ask'],
  };
  return {
    session,
    asked,
    answer: (rank: number) => answers.shift()?.(answerOf(rank)),
    reopen: () => {
      for (const listener of statusListeners) listener({ kind: 'opening', phase: '', done: 0 });
    },
    describe: () => {
      for (const listener of descriptionListeners) listener({ version: 1, warnings: [] });
    },
    listening: () => statusListeners.size + descriptionListeners.size,
  };
}

const answerOf = (threshold: number) => ({ threshold }) as GrowthAnswer;

describe('what grew, for all who show it', () => {
  it('is the last answer about the whole, and everybody hears of it', async () => {
    const store = new GrowthStore();
    const { session, answer } = fakeSession();
    const changed = vi.fn();
    store.onDidChange(changed);
    expect(store.get(session)).toBeUndefined();
    for (const threshold of [5, 7]) {
      const asked = store.ask(session, { threshold });
      answer(threshold);
      expect(await asked).toEqual(answerOf(threshold));
      expect(store.get(session)).toEqual(answerOf(threshold));
    }
    expect(changed.mock.calls).toEqual([[session], [session]]);
  });

  it.each([{ offset: 200 }, { search: 'Cache' }, { category: 'born' as const }])(
    'is not what %j asked for',
    async (part) => {
      const store = new GrowthStore();
      const { session, answer } = fakeSession();
      const asked = store.ask(session, part);
      answer(5);
      await asked;
      expect(store.get(session)).toBeUndefined();
    },
  );

  it.each(['reopen', 'describe'] as const)('is forgotten upon %s, with what is on its way', async (event) => {
    const store = new GrowthStore();
    const fake = fakeSession();
    const first = store.ask(fake.session, {});
    fake.answer(5);
    await first;
    const late = store.ask(fake.session, {});
    const changed = vi.fn();
    store.onDidChange(changed);
    fake[event]();
    expect(store.get(fake.session)).toBeUndefined();
    expect(changed).toHaveBeenCalledTimes(1);
    fake.answer(6);
    await late;
    expect(store.get(fake.session)).toBeUndefined();
  });

  it('is asked for with the packages that are the user’s own, as one structure and the tree are', async () => {
    let own: string[] = [];
    const store = new GrowthStore(
      () => 5,
      () => own,
    );
    const { session, asked, answer } = fakeSession();
    void store.ask(session, {});
    expect(asked).toEqual([{ threshold: 5 }]);
    answer(5);
    own = ['com.example'];
    void store.ask(session, { sort: 'deep' });
    expect(asked[1]).toEqual({ sort: 'deep', threshold: 5, own });
    expect(await store.askMore(session, 'growthOf', { id: '0x1' })).toEqual({
      question: 'growthOf',
      args: { id: '0x1', threshold: 5, own },
    });
    expect(await store.askMore(session, 'growthTree', { from: '1', to: '2' })).toEqual({
      question: 'growthTree',
      args: { from: '1', to: '2', threshold: 5, own },
    });
    expect(store.complete({ sort: 'deep', threshold: 0 })).toEqual({ sort: 'deep', threshold: 0, own });
  });

  it('is asked for again when other packages are the user’s own', async () => {
    const store = new GrowthStore();
    const { session, answer } = fakeSession();
    const asked = store.ask(session, {});
    answer(5);
    await asked;
    const late = store.ask(session, {});
    store.reconsider();
    expect(store.get(session)).toBeUndefined();
    answer(6);
    await late;
    expect(store.get(session)).toBeUndefined();
  });

  it('is of one trace, and goes with it', async () => {
    const store = new GrowthStore();
    const [one, other] = [fakeSession(), fakeSession()];
    const asked = store.ask(one.session, {});
    one.answer(5);
    await asked;
    expect(store.get(other.session)).toBeUndefined();
    store.closed(one.session);
    expect(store.get(one.session)).toBeUndefined();
    expect(one.listening()).toBe(0);
  });
});

describe('the active trace', () => {
  it('tells when it is another one, and when it is closed', () => {
    const active = new ActiveTrace(
      () => false,
      () => undefined,
    );
    const changed = vi.fn(() => active.currentName);
    active.onDidChange(changed);
    const [one, other] = [fakeSession().session, fakeSession().session] as unknown as [TraceSession, TraceSession];
    active.set(one, 'one.heaptrail');
    active.set(one, 'one.heaptrail');
    active.set(other, 'other.heaptrail');
    active.closed(one);
    active.closed(other);
    expect(changed.mock.results.map(({ value }) => value)).toEqual(['one.heaptrail', 'other.heaptrail', '']);
  });
});
