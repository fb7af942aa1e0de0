// What grew is asked again while a program is recorded: seldom, and only where points came.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GrowthRenewal } from '../../extension/src/client/growth/growth_renewal';
import { GrowthStore } from '../../extension/src/client/growth/growth_store';
import type { TraceSession } from '../../extension/src/client/traces/trace_session';
import type { GrowthAnswer, GrowthArgs } from '../../shared/protocol/growth';
import type { TraceStatus } from '../../shared/protocol/view';

function recordedSession() {
  const listeners = new Set<(status: TraceStatus) => void>();
  const asked: GrowthArgs[] = [];
  let status = { kind: 'open', info: { trace: { points: 2, recording: { state: 'running' } } } } as TraceStatus;
  let chosen: GrowthAnswer['window']['chosen'] = 'suggested';
  const session = {
    get status() {
      return status;
    },
    descriptions: { version: 0, warnings: [] },
    onStatus: (listener: (status: TraceStatus) => void) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    onDescriptions: () => ({ dispose: () => undefined }),
    ask: (async (_: string, args: GrowthArgs) => {
      asked.push(args);
      return { window: { chosen } };
    }) as unknown as TraceSession['ask'],
  };
  const grow = (points: number, state = 'running') => {
    status = { kind: 'open', renewed: true, info: { trace: { points, recording: { state } } } } as TraceStatus;
    for (const listener of listeners) listener(status);
  };
  const choose = () => {
    chosen = 'asked';
  };
  return { session, asked, grow, choose };
}

function setUp() {
  const store = new GrowthStore();
  const renewal = new GrowthRenewal(store);
  return { store, renewal, ...recordedSession() };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(1000 * count);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what grew while a program is recorded', () => {
  it('is asked again when points have come, ten seconds after it was asked last', async () => {
    const { store, session, asked, grow } = setUp();
    await store.ask(session, { limit: 0 });
    grow(3);
    await seconds(9);
    expect(asked).toHaveLength(1);
    grow(4);
    await seconds(1);
    expect(asked).toHaveLength(2);
    await seconds(60);
    expect(asked).toHaveLength(2);
    grow(5);
    await seconds(0);
    expect(asked).toHaveLength(3);
  });

  it('is not asked for where nobody ever asked, nor of a window that somebody chose', async () => {
    const { store, session, asked, grow, choose } = setUp();
    grow(3);
    await seconds(20);
    expect(asked).toEqual([]);
    choose();
    await store.ask(session, { from: '0', to: '1' });
    grow(4);
    await seconds(20);
    expect(asked).toHaveLength(1);
  });

  it('is asked at once when the program has ended', async () => {
    const { store, session, asked, grow } = setUp();
    await store.ask(session, { limit: 0 });
    grow(3, 'complete');
    await seconds(0);
    expect(asked).toHaveLength(2);
  });

  it('is not asked any more when the trace is closed', async () => {
    const { store, renewal, session, asked, grow } = setUp();
    await store.ask(session, { limit: 0 });
    grow(3);
    renewal.closed(session);
    await seconds(20);
    expect(asked).toHaveLength(1);
  });
});
