// Where everything of the timeline goes: a function of data, width and height, drawn elsewhere. From top to bottom: used bytes
// with the live line and the points on its axis, a lane with the collections, a strip with their pauses, the time.
import { scaleLinear } from 'd3-scale';
import type { Point, TimelineAnswer } from '../../../shared/protocol/answers';
import { byteTicks, countTicks, niceStep, timeTicks } from '../axis_ticks';
import { type GcColumn, type GcKind, gcColumns, gcKinds, pauseOf } from './gc_columns';
import type { Measure } from './point_words';
import { keepExtremes, type PoolSample, type PoolSeries } from './pool_samples';

export interface Tick {
  at: number;
  label: string;
}

export interface PointMark {
  point: Point;
  x: number;
  /** On the live line. */
  y: number;
}

/** Strokes of one kind of collection, as the path of all of them. */
export interface KindPath {
  kind: GcKind;
  path: string;
}

export interface PauseStrip {
  top: number;
  bottom: number;
  bars: KindPath[];
  ticks: Tick[];
}

export interface TimelineLayout {
  width: number;
  height: number;
  plot: { left: number; right: number; top: number; bottom: number };
  /** Stacked from the bottom up; `edge` is the upper line alone. */
  areas: { pool: string; path: string; edge: string }[];
  /** There are more samples than columns of pixels: edges would cover their areas. */
  dense: boolean;
  live: string;
  /** All points, in their order. */
  points: PointMark[];
  /** Those that there is room to mark. */
  marks: PointMark[];
  columns: GcColumn[];
  gcTicks: KindPath[];
  gcLane: { top: number; bottom: number } | null;
  pauses: PauseStrip | null;
  /** Where a time is, and which time is at a place. */
  placeOf(seconds: number): number;
  secondsAt(x: number): number;
  timeTicks: Tick[];
  valueTicks: Tick[];
}

const margin = { left: 76, right: 18, top: 18 };
const belowPlot = 12; // for the lower half of the point marks
const timeAxis = 20;
const lane = 14;
const strip = 32;
const gap = 8;
/** Neighbouring marks do not touch. */
const markGap = 11;
const tickHeights: Record<GcKind, number> = { minor: 5, concurrent: 9, major: lane };

export function layoutTimeline(
  { points, gcs }: Pick<TimelineAnswer, 'points' | 'gcs'>,
  series: PoolSeries,
  measure: Measure,
  width: number,
  height: number,
): TimelineLayout {
  const plot = {
    left: margin.left,
    right: Math.max(margin.left + 40, width - margin.right),
    top: margin.top,
    bottom: Math.max(margin.top + 40, height - timeAxis - belowPlot - (gcs.length > 0 ? lane + gap + strip : 0)),
  };
  const [start, end] = timeSpan(points, series.samples, gcs);
  const time = scaleLinear([start, end > start ? end : start + 1], [plot.left, plot.right]);
  const samples = measure === 'bytes' ? series.samples : [];
  const most = mostOf([...points.map((point) => point[measure]), ...samples.map((sample) => sample.total)]);
  const value = scaleLinear([0, most === 0 ? 1 : most * 1.04], [plot.bottom, plot.top]);
  const columnOf = (item: { t: number }) => Math.round(time(item.t));
  const line = keepExtremes(points, columnOf, (point) => point[measure]);
  const drawn = keepExtremes(samples, columnOf, (sample) => sample.total);
  const placed = points.map((point) => ({ point, x: time(point.t), y: value(point[measure]) }));
  const columns = gcColumns(gcs, time);
  const laneTop = plot.bottom + belowPlot;
  const ticks = Math.max(2, Math.floor((plot.bottom - plot.top) / 28));
  const values = (measure === 'bytes' ? byteTicks : countTicks)(most, ticks);
  return {
    width,
    height,
    plot,
    areas: stack(measure === 'bytes' ? series.pools : [], drawn, time, value),
    dense: drawn.length > plot.right - plot.left,
    live: pathThrough(line.map((point) => [time(point.t), value(point[measure])])),
    points: placed,
    marks: withRoom(placed),
    placeOf: (seconds) => time(seconds),
    secondsAt: (x) => time.invert(x),
    columns,
    gcTicks: gcTicksOf(columns, laneTop),
    gcLane: gcs.length > 0 ? { top: laneTop, bottom: laneTop + lane } : null,
    pauses: gcs.length > 0 ? pauseStrip(columns, laneTop + lane + gap) : null,
    timeTicks: timeTicks(start, end, Math.max(2, Math.floor((plot.right - plot.left) / 100))).map((tick) => ({
      at: time(tick.value),
      label: tick.label,
    })),
    valueTicks: values.map((tick) => ({ at: value(tick.value), label: tick.label })),
  };
}

/** From the trace's start to the last that happened in it. */
function timeSpan(points: Point[], samples: PoolSample[], gcs: TimelineAnswer['gcs']): [number, number] {
  const first = Math.min(0, points[0]?.t ?? 0);
  return [first, mostOf([first, points.at(-1)?.t ?? 0, samples.at(-1)?.t ?? 0, gcs.at(-1)?.end ?? 0])];
}

/** Spread into arguments, this many numbers would be too many. */
const mostOf = (values: number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

type Place = [x: number, y: number];
const coordinate = (value: number): string => String(Math.round(10 * value) / 10);

function pathThrough(places: Place[]): string {
  return places.length === 0 ? '' : `M${places.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join('L')}`;
}

function stack(
  pools: string[],
  samples: PoolSample[],
  time: (seconds: number) => number,
  value: (bytes: number) => number,
): TimelineLayout['areas'] {
  const reached = samples.map(() => 0);
  let below: Place[] = samples.map(({ t }) => [time(t), value(0)]);
  return pools.map((pool, i) => {
    const edge = samples.map(({ t, used }, at): Place => {
      reached[at] = (reached[at] ?? 0) + (used[i] ?? 0);
      return [time(t), value(reached[at])];
    });
    const path = `${pathThrough(edge)}${pathThrough(below.reverse()).replace('M', 'L')}Z`;
    below = [...edge];
    return { pool, path, edge: pathThrough(edge) };
  });
}

/** Marks that would cover their neighbours are left out: keys and the window reach those points all the same. */
function withRoom(marks: PointMark[]): PointMark[] {
  let free = Number.NEGATIVE_INFINITY;
  return marks.filter(({ x }) => {
    if (x < free) return false;
    free = x + markGap;
    return true;
  });
}

function byKind(strokeOf: (kind: GcKind) => string): KindPath[] {
  return gcKinds.map((kind) => ({ kind, path: strokeOf(kind) })).filter(({ path }) => path !== '');
}

function gcTicksOf(columns: GcColumn[], top: number): KindPath[] {
  return byKind((kind) =>
    columns
      .filter(({ kinds }) => kinds.has(kind))
      .map(({ x }) => `M${coordinate(x)},${top + lane}v${-tickHeights[kind]}`)
      .join(''),
  );
}

function pauseStrip(columns: GcColumn[], top: number): PauseStrip {
  const bottom = top + strip;
  const longest = mostOf(columns.map((column) => pauseOf(column.longest)));
  const length = scaleLinear([0, longest === 0 ? 1 : longest], [0, strip]);
  const bars = byKind((kind) =>
    columns
      .filter((column) => column.longest.kind === kind)
      // Whatever paused the program is seen.
      .map(({ x, longest }) => `M${coordinate(x)},${bottom}v${coordinate(-Math.max(1, length(pauseOf(longest))))}`)
      .join(''),
  );
  return { top, bottom, bars, ticks: pauseTicks(longest).map((tick) => ({ ...tick, at: bottom - length(tick.at) })) };
}

/** One tick, at the largest round pause; `at` in seconds. */
function pauseTicks(longest: number): Tick[] {
  if (longest <= 0) return [];
  const above = niceStep(1000 * longest);
  const ms = [1, 0.5, 0.4, 0.2].map((part) => part * above).find((candidate) => candidate <= 1000 * longest * 1.0001);
  return ms === undefined ? [] : [{ at: ms / 1000, label: `${Number(ms.toPrecision(6))}\u2009ms` }];
}
