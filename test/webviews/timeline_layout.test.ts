import { describe, expect, it } from 'vitest';
import type { Gc, Point } from '../../shared/protocol/answers';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { layoutTimeBar } from '../../webviews/src/ownership/time_bar_layout';
import { columnAt, columnWidth, gcColumns } from '../../webviews/src/timeline/gc_columns';
import { keepExtremes, poolSeries, sampleAt } from '../../webviews/src/timeline/pool_samples';
import { layoutTimeline } from '../../webviews/src/timeline/timeline_layout';

const point = (index: number, t: number, bytes: number): Point => ({ index, t, bytes, objects: bytes / 10 });
const gc = (t: number, before: Gc['before'], after: Gc['after'], more: Partial<Gc> = {}): Gc => ({
  ...{ t, end: t + 0.01, kind: 'minor', collector: 'Young', cause: 'full', before, after },
  ...more,
});
const collected = (...gcs: Gc[]) => poolSeries({ points: [], gcs });
/** The y of each corner of a path, in order. */
const heights = (path: string) => [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
const corners = (path: string) => heights(path).length;

describe('how full pools were', () => {
  it('comes from before and after each collection, calm pools first', () => {
    const { pools, samples } = collected(gc(1, { eden: 90, old: 10 }, { eden: 0, old: 20 }));
    expect(pools).toEqual(['old', 'eden']);
    expect(samples).toEqual([
      { t: 1, used: [10, 90], total: 100 },
      { t: 1.01, used: [20, 0], total: 20 },
    ]);
  });
  it('is told for the same pools in the same order, however they move, and for unknown ones by how much they do', () => {
    const orderOf = (before: Gc['before'], after: Gc['after']) => collected(gc(1, before, after)).pools;
    expect(orderOf({ survivor: 1, eden: 5, old: 90 }, { survivor: 2, eden: 4, old: 0 })).toEqual([
      'old',
      'survivor',
      'eden',
    ]);
    expect(orderOf({ tuned: 1, calm: 3, eden: 5 }, { tuned: 9, calm: 3, eden: 5 })).toEqual(['eden', 'calm', 'tuned']);
  });
  it('stays what it was where a collection does not tell', () => {
    const { pools, samples } = collected(
      gc(1, { eden: 90, old: 10 }, { eden: 0, old: 11 }),
      gc(2, { eden: 80 }, { eden: 1 }),
    );
    const old = pools.indexOf('old');
    expect(samples.map(({ used }) => used[old])).toEqual([10, 11, 11, 11]);
  });
  it('is told by points where there was no collection, from the first to the last', () => {
    const points = [
      { ...point(0, 1, 20), used: { old: 10, eden: 50 } },
      { ...point(1, 9, 20), used: { old: 10, eden: 80 } },
      point(2, 12, 20),
    ];
    const gcs = [gc(4, { eden: 70 }, { eden: 30 })];
    const { pools, samples } = poolSeries({ points, gcs });
    expect(pools).toEqual(['old', 'eden']);
    expect(samples.map(({ t, total }) => [t, total])).toEqual([
      [1, 60],
      [4, 80],
      [4.01, 40],
      [9, 90],
    ]);
  });
  it('is told several times a second between collections', () => {
    const uses = {
      pools: ['eden', 'old'],
      t: [0.25, 0.5, 2],
      used: [
        [10, 1],
        [20, 1],
        [5, 12],
      ],
    };
    const { pools, samples } = poolSeries({ points: [], gcs: [gc(1, { eden: 30 }, { eden: 0, old: 12 })], uses });
    expect(pools).toEqual(['old', 'eden']);
    expect(samples.map(({ t, used }) => [t, ...used])).toEqual([
      [0.25, 1, 10],
      [0.5, 1, 20],
      [1, 1, 30],
      [1.01, 12, 0],
      [2, 12, 5],
    ]);
  });
  it('darkens the time bar where nothing but looks tell', () => {
    const uses = { pools: ['heap'], t: [0, 1, 2, 3, 4], used: [[0], [50], [100], [50], [0]] };
    const points = [point(0, 0, 5), point(1, 4, 5)];
    const { used } = layoutTimeBar({ points, gcs: [], uses }, 10);
    expect(used).toEqual([0, 0.5, 1, 0.5, 0]);
  });
  it('is nothing where no collection tells', () => {
    expect(collected(gc(1, {}, {}))).toEqual({ pools: [], samples: [] });
  });
  it('is told by what is nearest in time', () => {
    const { samples } = collected(gc(1, { a: 1 }, { a: 2 }), gc(5, { a: 3 }, { a: 4 }));
    expect([0, 1.2, 4, 99].map((seconds) => sampleAt(samples, seconds)?.total)).toEqual([1, 2, 3, 4]);
    expect(sampleAt([], 3)).toBeUndefined();
  });
  it('keeps of each column what its line goes through', () => {
    const values = [5, 9, 1, 7, /* next column */ 3, 3];
    const kept = keepExtremes(
      values.map((value, i) => ({ value, i })),
      ({ i }) => Math.floor(i / 4),
      ({ value }) => value,
    );
    expect(kept.map(({ value }) => value)).toEqual([5, 9, 1, 7, 3, 3]);
    const rising = Array.from({ length: 1000 }, (_, i) => i);
    const column = (i: number) => Math.floor(i / 500);
    expect(keepExtremes(rising, column, (i) => i)).toEqual([0, 499, 500, 999]);
  });
});

describe('collections in columns of pixels', () => {
  it('show every kind, and tell the longest pause', () => {
    const gcs = [gc(10, {}, {}), gc(10.4, {}, {}, { kind: 'major', end: 11 }), gc(30, {}, {}, { kind: 'concurrent' })];
    const columns = gcColumns(gcs, (t) => t);
    expect(columns.map(({ x, gcs: some }) => [x, some])).toEqual([
      [11, 2],
      [31, 1],
    ]);
    expect([...(columns[0]?.kinds ?? [])]).toEqual(['minor', 'major']);
    expect(columns[0]?.longest.kind).toBe('major');
    expect(columnAt(columns, 13)?.x).toBe(11);
    expect(columnAt(columns, 20)).toBeUndefined();
  });
});

describe('the timeline', () => {
  it('stacks pools on each other, with the live line and the points in the same time', () => {
    const gcs = [gc(50, { old: 40, eden: 60 }, { old: 40, eden: 0 })];
    const points = [point(0, 0, 20), point(1, 100, 40)];
    const layout = layoutTimeline({ points, gcs }, poolSeries({ points, gcs }), 'bytes', 800, 300);
    expect(layout.areas.map(({ pool }) => pool)).toEqual(['old', 'eden']);
    const [old = [], eden = []] = layout.areas.map(({ edge }) => heights(edge));
    expect(eden[0]).toBeLessThan(old[0] ?? 0);
    expect(eden[1]).toBe(old[1]);
    expect(layout.points.map(({ x }) => x)).toEqual([layout.plot.left, layout.plot.right]);
    expect(layout.secondsAt(layout.placeOf(42))).toBeCloseTo(42);
    expect(heights(layout.live)[1]).toBeCloseTo(old[0] ?? 0);
  });
  it('has a line alone where no pool is known, and no room for collections where there were none', () => {
    const points = [point(0, 0, 20), point(1, 100, 40)];
    const layout = layoutTimeline({ points, gcs: [] }, poolSeries({ points, gcs: [] }), 'bytes', 800, 220);
    expect(layout.areas).toEqual([]);
    expect(layout.gcLane).toBeNull();
    expect(layout.pauses).toBeNull();
    expect(corners(layout.live)).toBe(2);
  });
  it('shows objects without pools, which have bytes only', () => {
    const timeline = fakeTimeline({ points: 5, gcs: 20, seconds: 60 });
    const layout = layoutTimeline(timeline, poolSeries(timeline), 'objects', 800, 300);
    expect(layout.areas).toEqual([]);
    expect(layout.valueTicks.every(({ label }) => !label.includes('B'))).toBe(true);
    expect(layout.gcTicks.map(({ kind }) => kind)).toEqual(['minor', 'concurrent']);
  });
  it('can be laid out where all points have one time, or none has bytes', () => {
    const points = [point(0, 0, 0), point(1, 0, 0)];
    const { live, points: placed } = layoutTimeline(
      { points, gcs: [] },
      poolSeries({ points, gcs: [] }),
      'bytes',
      800,
      220,
    );
    expect(live).not.toContain('NaN');
    expect(placed.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });
  it('draws as much as there are pixels for, whatever the trace', () => {
    const timeline = fakeTimeline({ points: 1000, gcs: 10_000, seconds: 30_000 });
    const series = poolSeries(timeline);
    const layout = layoutTimeline(timeline, series, 'bytes', 700, 300);
    const pixels = layout.plot.right - layout.plot.left;
    expect(layout.points).toHaveLength(1000);
    expect(layout.dense).toBe(true);
    for (const { edge } of layout.areas) expect(corners(edge)).toBeLessThanOrEqual(4 * (pixels + 1));
    expect(corners(layout.live)).toBeLessThanOrEqual(4 * (pixels + 1));
    expect(layout.columns.length).toBeLessThanOrEqual(pixels / columnWidth + 1);
    expect(layout.columns.reduce((sum, column) => sum + column.gcs, 0)).toBe(10_000);
    // Marks do not touch.
    const places = layout.marks.map(({ x }) => x);
    expect(Math.min(...places.slice(1).map((x, i) => x - (places[i] ?? 0)))).toBeGreaterThan(10);
    // The highest peak is where it is in a chart that is as wide as it takes to show every collection.
    const wide = layoutTimeline(timeline, series, 'bytes', 100_000, 300);
    const peak = (edge: string | undefined) => Math.min(...heights(edge ?? ''));
    expect(peak(layout.areas.at(-1)?.edge)).toBe(peak(wide.areas.at(-1)?.edge));
  });
});
