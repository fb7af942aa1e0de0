// How full each pool was over time, as collections and points tell it, and which of these values are enough to draw.
import { bisector } from 'd3-array';
import type { PoolUses, TimelineAnswer } from '../../../shared/protocol/answers';

export interface PoolSample {
  t: number;
  /** Bytes of each pool, in the order of `PoolSeries.pools`. */
  used: number[];
  total: number;
}

export interface PoolSeries {
  /** From the pool that changes least to the one that changes most: stacked that way, the lower areas keep calm. */
  pools: string[];
  /** In the order of time. */
  samples: PoolSample[];
}

/** What tells how full pools were. */
export type PoolTellers = Pick<TimelineAnswer, 'gcs' | 'points' | 'uses'>;

/** What a collection does not say of a pool, is as it was before. Where there are few collections, points and looks in between tell. */
export function poolSeries({ gcs, points, uses }: PoolTellers): PoolSeries {
  const collected = gcs.flatMap(({ t, end, before, after }) => [
    { t, used: before },
    { t: end, used: after },
  ]);
  const seen = uses ? uses.t.map((t, i) => ({ t, used: namedUse(uses, i) })) : [];
  const told = [...collected, ...seen, ...points.map(({ t, used = {} }) => ({ t, used }))]
    .filter(({ used }) => Object.keys(used).length > 0)
    .sort((a, b) => a.t - b.t);
  const pools = lowestFirst(told.map(({ used }) => used));
  let last = pools.map(() => 0);
  const samples = told.map(({ t, used }) => {
    last = pools.map((pool, i) => used[pool] ?? last[i] ?? 0);
    return { t, used: last, total: last.reduce((sum, bytes) => sum + bytes, 0) };
  });
  return { pools, samples };
}

const namedUse = ({ pools, used }: PoolUses, i: number): Record<string, number> =>
  Object.fromEntries(pools.map((pool, p) => [pool, used[i]?.[p] ?? 0]));

/** What was told nearest to a time. Samples are in the order of time. */
export function sampleAt(samples: readonly PoolSample[], seconds: number): PoolSample | undefined {
  return samples[bisectTime(samples, seconds)];
}

const bisectTime = bisector(({ t }: PoolSample) => t).center;

/** What HotSpot calls its pools: the same order, and so the same colours, in every trace. */
const usual = ['heap', 'old', 'survivor', 'young', 'eden'];

/** Those of HotSpot from the lasting to the fleeting, then others, the calmest first: what moves most lies on top. */
function lowestFirst(told: Record<string, number>[]): string[] {
  const restlessness = new Map<string, number>();
  const last = new Map<string, number>();
  for (const used of told) {
    for (const [pool, bytes] of Object.entries(used)) {
      restlessness.set(pool, (restlessness.get(pool) ?? 0) + Math.abs(bytes - (last.get(pool) ?? bytes)));
      last.set(pool, bytes);
    }
  }
  const known = usual.filter((pool) => restlessness.delete(pool));
  const others = [...restlessness].sort(([a, x], [b, y]) => x - y || a.localeCompare(b)).map(([pool]) => pool);
  return [...known, ...others];
}

/**
 * Of the items that fall into one column of pixels, the first, the last, the least and the largest: a line through these looks
 * like the line through all. Items come in the order of columns, and stay in it.
 */
export function keepExtremes<Item>(
  items: readonly Item[],
  columnOf: (item: Item) => number,
  amountOf: (item: Item) => number,
): Item[] {
  const kept: Item[] = [];
  for (let start = 0; start < items.length; ) {
    let [least, largest, end] = [start, start, start];
    const column = columnOf(items[start] as Item);
    for (; end < items.length && columnOf(items[end] as Item) === column; end++) {
      if (amountOf(items[end] as Item) < amountOf(items[least] as Item)) least = end;
      if (amountOf(items[end] as Item) > amountOf(items[largest] as Item)) largest = end;
    }
    for (const index of new Set([start, Math.min(least, largest), Math.max(least, largest), end - 1])) {
      kept.push(items[index] as Item);
    }
    start = end;
  }
  return kept;
}
