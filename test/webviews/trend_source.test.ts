// How the answer to a trend grows: part by part, one chart at a time, late answers dropped, given up and gone on with.
import { beforeEach, describe, expect, it } from 'vitest';
import type { TrendAnswer, TrendArgs } from '../../shared/protocol/trend';
import { TrendSource, type TrendState } from '../../webviews/src/trends/trend_source';
import { Turns } from '../../webviews/src/trends/turns';

interface Asked {
  args: TrendArgs;
  answer(points: number, complete: boolean): Promise<void>;
  fail(failure: object): Promise<void>;
  progress(done: number): void;
  isCancelled: boolean;
}

let asked: Asked[];
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
const answerOf = (points: number, complete: boolean) =>
  ({ points: Array.from({ length: points }, (_, index) => ({ index, t: index, total: 1 })), complete }) as TrendAnswer;

function sourceOf(turns = new Turns()) {
  const states: TrendState[] = [];
  const told: number[] = [];
  const source = new TrendSource(
    (args, onProgress) => {
      let settlers = { resolve: (_: TrendAnswer) => {}, reject: (_: object) => {} };
      const promise = new Promise<TrendAnswer>((resolve, reject) => {
        settlers = { resolve, reject };
      });
      const one: Asked = {
        args,
        isCancelled: false,
        answer: (points, complete) => {
          settlers.resolve(answerOf(points, complete));
          return settle();
        },
        fail: (failure) => {
          settlers.reject(failure);
          return settle();
        },
        progress: (done) => onProgress('Counting', done),
      };
      asked.push(one);
      const cancel = () => {
        one.isCancelled = true;
      };
      return { promise, cancel };
    },
    turns,
    { changed: (state) => states.push(state), progress: (_, done) => told.push(done) },
  );
  const last = () => states.at(-1) ?? expect.unreachable('nothing was told');
  return { source, states, told, last };
}
const nth = (index: number): Asked => asked[index] ?? expect.unreachable(`question ${index} was not asked`);

beforeEach(() => {
  asked = [];
});

describe('a trend', () => {
  it('is shown as it becomes known, and asked for until it is complete', async () => {
    const { source, last } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    expect(nth(0).args).toEqual({ by: 'type', within: 400 });
    await nth(0).answer(3, false);
    expect([last().stage.kind, last().answer?.points.length]).toEqual(['asking', 3]);
    await nth(1).answer(9, true);
    expect([last().stage.kind, last().answer?.points.length]).toEqual(['complete', 9]);
    expect(asked.length).toBe(2);
  });

  it('is asked for in parts that grow, so that a trace is not replayed for every point', async () => {
    const { source } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    for (let part = 0; part < 8; part++) await nth(part).answer(part + 1, false);
    const within = asked.map(({ args }) => args.within ?? 0);
    expect(within.slice(0, 4)).toEqual([400, 600, 900, 1350]);
    expect(within.at(-1)).toBeGreaterThan(5000);
  });

  it('drops an answer to an earlier question, however late, and keeps what was shown', async () => {
    const { source, states, last } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    await nth(0).answer(9, true);
    source.ask({ by: 'site' });
    await settle();
    source.ask({ by: 'thread' });
    await settle();
    expect(nth(1).isCancelled).toBe(true);
    expect([last().answer?.points.length, last().isOutdated]).toEqual([9, true]);
    const before = states.length;
    nth(1).progress(0.5);
    await nth(1).answer(4, true);
    expect(states.slice(before).some(({ answer }) => answer?.points.length === 4)).toBe(false);
    expect(nth(2).args.by).toBe('thread');
    await nth(2).answer(5, true);
    expect([last().answer?.points.length, last().isOutdated]).toEqual([5, false]);
  });

  it('says nothing of the progress of a question that nobody asks any more', async () => {
    const { source, told } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    nth(0).progress(0.25);
    source.ask({ by: 'site' });
    nth(0).progress(0.75);
    expect(told).toEqual([0.25]);
  });

  it('is given up with what is known, and goes on from there', async () => {
    const { source, last } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    await nth(0).answer(3, false);
    source.cancel();
    expect(nth(1).isCancelled).toBe(true);
    await nth(1).fail({ kind: 'cancelled', message: 'Cancelled.' });
    expect([last().stage.kind, last().answer?.points.length]).toEqual(['stopped', 3]);
    expect(asked.length).toBe(2);
    source.goOn();
    await settle();
    await nth(2).answer(9, true);
    expect(last().stage.kind).toBe('complete');
  });

  it('tells a failure once, and does not ask on', async () => {
    const { source, last } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    await nth(0).fail({ kind: 'memory', message: 'too little memory' });
    expect(last().stage).toEqual({ kind: 'failed', message: 'too little memory' });
    await settle();
    expect(asked.length).toBe(1);
  });

  it('does not give up what has been answered already', async () => {
    const { source } = sourceOf();
    source.ask({ by: 'type' });
    await settle();
    await nth(0).answer(3, true);
    source.end();
    expect(nth(0).isCancelled).toBe(false);
  });
});

describe('several charts', () => {
  it('take turns: no two are computed at once, and none waits for the other to be complete', async () => {
    const turns = new Turns();
    const [first, second] = [sourceOf(turns), sourceOf(turns)];
    first.source.ask({ by: 'type' });
    second.source.ask({ by: 'site' });
    await settle();
    expect(asked.map(({ args }) => args.by)).toEqual(['type']);
    await nth(0).answer(1, false);
    await nth(1).answer(1, false);
    await nth(2).answer(2, false);
    expect(asked.map(({ args }) => args.by)).toEqual(['type', 'site', 'type', 'site']);
  });

  it('pass on the turn of one that is closed while it waits', async () => {
    const turns = new Turns();
    const [first, second, third] = [sourceOf(turns), sourceOf(turns), sourceOf(turns)];
    first.source.ask({ by: 'type' });
    second.source.ask({ by: 'site' });
    third.source.ask({ by: 'thread' });
    await settle();
    second.source.end();
    await nth(0).answer(1, true);
    expect(asked.map(({ args }) => args.by)).toEqual(['type', 'thread']);
  });
});
