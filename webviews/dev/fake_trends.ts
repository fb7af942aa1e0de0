// Trends of a program that never ran: of each kind of row some grow, some come and go, and some stay. Points become known a few at a time, as
// an engine would tell them.
import type { Point, TimelineAnswer } from '../../shared/protocol/answers';
import type { TrendAnswer, TrendArgs, TrendGrowth } from '../../shared/protocol/trend';
import type { OnProgress, Running } from '../src/host';
import type { FakeLevel } from './fake_groupings';

/** How much there is at a share of the time, as a share of the most. */
const shapes: ((share: number) => number)[] = [
  (share) => 0.06 + 0.94 * share,
  (share) => 0.5 + 0.35 * Math.sin(9 * share),
  (share) => Math.min(1, 0.2 + 3 * share),
  (share) => 0.7 + 0.06 * Math.sin(31 * share),
  (share) => (share < 0.3 ? 0 : 0.2 + 0.8 * (share - 0.3)),
  (share) => 1 - 0.6 * share,
  (share) => 0.3 + 0.3 * Math.abs(((share * 5) % 1) - 0.5),
];
const mostPoints = 200;

export interface FakeTrends {
  /** Milliseconds that a point takes. */
  slowness: number;
  timeline: TimelineAnswer;
  level(args: TrendArgs): FakeLevel;
}

export class FakeTrendAnswers {
  /** How many points are known of each grouping. */
  private readonly known = new Map<string, number>();

  constructor(private readonly parts: FakeTrends) {}

  ask(args: TrendArgs, onProgress: OnProgress): Running<TrendAnswer> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let giveUp = () => {};
    const promise = new Promise<TrendAnswer>((resolve, reject) => {
      giveUp = () => reject({ kind: 'cancelled', message: 'Cancelled.' });
      const points = this.pointsOf(args);
      const { by, path, where, filter, metric } = args;
      const key = JSON.stringify([by, path, where, filter, metric?.replace(/bytes|objects/, ''), points.length]);
      const before = this.known.get(key) ?? 0;
      const { slowness } = this.parts;
      const within = args.within || Number.POSITIVE_INFINITY;
      const more = slowness === 0 ? points.length : Math.max(1, Math.floor(within / slowness));
      const known = Math.min(points.length, before + more);
      onProgress('Counting at each point', before / points.length);
      timer = setTimeout(
        () => {
          this.known.set(key, known);
          try {
            resolve(this.answer(args, points, known));
          } catch (failure) {
            reject(failure);
          }
        },
        Math.min(20 + (known - before) * slowness, within),
      );
    });
    return {
      promise,
      cancel: () => {
        clearTimeout(timer);
        giveUp();
      },
    };
  }

  private pointsOf({ from, to, every }: TrendArgs): Point[] {
    const all = this.parts.timeline.points;
    const window = all.slice(Number(from ?? 0), Number(to ?? all.length - 1) + 1);
    const step = every ? Number.parseInt(every, 10) : Math.ceil(window.length / mostPoints);
    return window.filter((_, i) => i % step === 0);
  }

  private answer(args: TrendArgs, points: readonly Point[], count: number): TrendAnswer {
    const { metric = 'bytes', sort = 'absolute', limit = 5 } = args;
    const all = this.parts.timeline.points;
    const [from, to] = [points[0], points.at(-1)];
    if (!from || !to) throw { kind: 'usage', message: 'a trend needs two points' };
    const level = this.parts.level(args);
    const known = points.slice(0, count);
    const size = metric.endsWith('objects') ? 'objects' : 'bytes';
    const factor = metric.startsWith('retained') ? 3 : metric.startsWith('deep') ? 5 : 1;
    const rows = level.rows.map(({ key, goesOn, ...row }, i) => {
      const shape = shapes[(i * 3 + key.length) % shapes.length] as (share: number) => number;
      const values = known.map(({ index }) =>
        Math.round(factor * row[size] * Math.max(0, shape(index / Math.max(1, all.length - 1)))),
      );
      return { key, goesOn: goesOn ?? false, values, growth: growthOf(known, values) };
    });
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const orders = {
      absolute: (row: (typeof rows)[0]) => row.growth.absolute,
      relative: (row: (typeof rows)[0]) => row.growth.relative ?? 0,
      sustained: (row: (typeof rows)[0]) => (row.growth.sustained ? 1e15 : 0) + row.growth.absolute,
      start: (row: (typeof rows)[0]) => row.values[0] ?? 0,
      end: (row: (typeof rows)[0]) => row.values.at(-1) ?? 0,
      average: (row: (typeof rows)[0]) => mean(row.values),
    };
    const order = orders[sort];
    rows.sort((a, b) => order(b) - order(a));
    const series = rows.slice(0, limit);
    const others = rows.slice(limit);
    const sum = (some: typeof rows, i: number) => some.reduce((total, { values }) => total + (values[i] ?? 0), 0);
    const leak = series.find(({ growth }) => growth.sustained);
    return {
      from,
      to,
      by: level.by,
      path: args.path ?? [],
      level: level.level,
      rowsBy: level.rowsBy,
      where: args.where ?? '',
      filter: args.filter ?? null,
      metric,
      sort,
      points: known.map(({ index, t }, i) => ({ index, t, total: sum(rows, i) })),
      wanted: points.length,
      complete: count === points.length,
      totalSeries: rows.length,
      series,
      other: args.other === false ? null : { keys: others.length, values: known.map((_, i) => sum(others, i)) },
      sentence: leak ? `${leak.key} keeps growing, at all ${known.length} points.` : 'Nothing here grows steadily.',
      warnings: [],
    };
  }
}

function growthOf(points: readonly Point[], values: readonly number[]): TrendGrowth {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const seconds = (points.at(-1)?.t ?? 0) - (points[0]?.t ?? 0);
  const growsAtEveryPoint = values.length > 1 && values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0));
  const isSustained = growsAtEveryPoint && values.length > 7;
  return {
    absolute: last - first,
    relative: first === 0 ? null : (last - first) / first,
    slopePerMinute: seconds > 0 ? (60 * (last - first)) / seconds : 0,
    rSquared: values.length > 2 ? (growsAtEveryPoint ? 0.99 : 0.31) : null,
    growsAtEveryPoint,
    sustained: isSustained,
    confidence: isSustained ? 0.998 : null,
  };
}
