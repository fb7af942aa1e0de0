// How groups of objects grow over the points of a trace, as the engine answers it: schema 1 of docs/json.md. With `within` an
// answer may be of some of the points only; who asks again gets more.
import type { Point, StructureFilter, Warning } from './answers';
import type { TrendArgs } from './question_args';

export type { TrendArgs } from './question_args';

/** What a series counts: bytes or objects, of the objects themselves, of all that they lead to, or of what they retain. */
export type TrendMetric = Required<TrendArgs>['metric'];
export type TrendOrder = Required<TrendArgs>['sort'];

/** How a series grew over the points that are known. */
export interface TrendGrowth {
  absolute: number;
  /** As a share of what was at the start; null where nothing was. */
  relative: number | null;
  slopePerMinute: number;
  /** How well a straight line fits; null where there is nothing to fit. */
  rSquared: number | null;
  growsAtEveryPoint: boolean;
  /** Whether a test says that it keeps growing, and how sure it is; null where there are too few points. */
  sustained: boolean;
  confidence: number | null;
}

export interface TrendSeries {
  key: string;
  /** Whether there are rows below. */
  goesOn: boolean;
  /** Of each point; 0 where the key is not there. */
  values: number[];
  growth: TrendGrowth;
}

/** Of a point that is known. */
export interface TrendPoint {
  index: number;
  /** Seconds since the trace's start. */
  t: number;
  /** Of all rows together. */
  total: number;
}

export interface TrendAnswer {
  from: Point;
  to: Point;
  by: string;
  path: string[];
  /** The property whose keys the series have. */
  level: string | null;
  /** The grouping that ends with these rows. */
  rowsBy: string;
  where: string;
  filter: StructureFilter | null;
  metric: TrendMetric;
  sort: TrendOrder;
  /** Those that are known, in the order of time. */
  points: TrendPoint[];
  /** How many there will be. */
  wanted: number;
  complete: boolean;
  /** How many keys there are at any point. */
  totalSeries: number;
  /** Those with the most, in the order asked for. */
  series: TrendSeries[];
  /** All others together; a value is null where it is not known yet. */
  other: { keys: number; values: (number | null)[] } | null;
  /** Which series keeps growing, in plain words. */
  sentence: string;
  warnings: Warning[];
}
