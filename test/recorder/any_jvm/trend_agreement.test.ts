// `heaptrail trend` against `heaptrail heap --at`, two ways to ask for the same numbers: every value of every line at all points of two
// recordings, by all six metrics and in the five orders of size and growth; and what the other rows come to together, which is what they
// lead to or retain as one group and not a sum.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrendAnswer, TrendMetric, TrendOrder } from '../../../shared/protocol/trend';
import { heaptrail, program, type Row } from '../support/heaptrail';
import { compiled } from '../support/java_program';
import { jdk17, orSkipped, present } from '../support/jvms';
import { freshRecording, startRecorded } from '../support/recordings';

interface Size {
  readonly objects: number;
  readonly bytes: number;
}
interface SizedRow extends Row {
  readonly deep: Size;
  readonly retained: Size;
}
type Values = readonly number[];

const metrics: readonly TrendMetric[] = [
  'bytes',
  'objects',
  'deep-bytes',
  'deep-objects',
  'retained-bytes',
  'retained-objects',
];
const shallow: readonly TrendMetric[] = ['bytes', 'objects'];
const orders: readonly TrendOrder[] = ['start', 'end', 'average', 'absolute', 'relative'];

/** All of one metric, and another of each other: by what lines stand in an order does not depend on what they count. */
const ordersOf = (metric: TrendMetric): readonly TrendOrder[] => {
  const at = metrics.indexOf(metric);
  return at === 0 ? orders : [orders[at % orders.length] ?? 'end'];
};

const rowsAt = (trace: string, at: number, ...more: string[]): SizedRow[] =>
  JSON.parse(heaptrail('heap', trace, '--at', `${at}`, '--metrics', 'deep,retained', '--top', '0', '--json', ...more))
    .rows;

const trendOf = (trace: string, ...options: string[]): TrendAnswer =>
  JSON.parse(heaptrail('trend', trace, '--json', ...options));

function amountOf(row: SizedRow | undefined, metric: TrendMetric): number {
  if (row === undefined) return 0;
  const [of, unit] = metric.includes('-') ? metric.split('-') : ['shallow', metric];
  const size = of === 'deep' ? row.deep : of === 'retained' ? row.retained : row;
  return unit === 'bytes' ? size.bytes : size.objects;
}

const sum = (values: Values) => values.reduce((all, value) => all + value, 0);
const start = (values: Values) => values[0] ?? 0;
const end = (values: Values) => values.at(-1) ?? 0;
const grown = (values: Values) => end(values) - start(values);

/** By what lines stand in an order, the first before the second: of those that are new it is not said by the relative growth. */
const criteria: Readonly<Record<string, (values: Values) => readonly [number, number]>> = {
  start: (values) => [start(values), 0],
  end: (values) => [end(values), 0],
  average: (values) => [sum(values), 0],
  absolute: (values) => [grown(values), 0],
  relative: (values) => (start(values) > 0 ? [1, grown(values) / start(values)] : [0, grown(values)]),
};
const larger = (a: readonly [number, number], b: readonly [number, number]) => b[0] - a[0] || b[1] - a[1];

/** A recording of lists that grow among decoys, with a point for each collection. */
function recordLists(): string {
  const recording = freshRecording('trend-lists');
  const jvm = present(jdk17);
  const java = [jvm.tool('java'), '-cp', compiled(jvm), 'GrowingLists', '8'];
  execFileSync(program, ['record', '--quiet', '--every', '1gc', '-o', recording, '--', ...java]);
  return recording;
}

/** One whose points were asked for, of objects that move, die and are shared. */
async function recordMoving(): Promise<string> {
  const running = await startRecorded(present(jdk17), 'MovingObjects', 'trend-moving', { recorder: 'every=off' });
  for (let point = 0; point < 6; point++) {
    running.settle();
    running.point();
  }
  await running.end();
  return running.recording;
}

describe.skipIf(jdk17 === undefined).each([
  ['lists that grow', recordLists],
  ['objects that move', recordMoving],
])(orSkipped(jdk17, 'A trend of %s'), (_, record) => {
  let recording: string;
  let points: number[];
  let heaps: Map<string, SizedRow>[];
  let keys: string[];

  beforeAll(async () => {
    recording = await record();
    points = trendOf(recording).points.map(({ index }) => index);
    heaps = points.map((at) => new Map(rowsAt(recording, at).map((row) => [row.key, row])));
    keys = [...new Set(heaps.flatMap((rows) => [...rows.keys()]))];
    return () => rmSync(recording);
  });

  const valuesOf = (key: string, metric: TrendMetric) => heaps.map((rows) => amountOf(rows.get(key), metric));

  it('is of points enough, and of rows that come and grow', () => {
    expect(points.length).toBeGreaterThanOrEqual(5);
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.some((key) => grown(valuesOf(key, 'bytes')) > 0)).toBe(true);
  });

  it.each(metrics)('has the lines and values of the heap at each point, in order: %s', (metric) => {
    for (const order of ordersOf(metric)) {
      const { series, totalSeries } = trendOf(recording, '--metric', metric, '--order', order, '--top', '50');
      expect(totalSeries).toBe(keys.length);
      for (const { key, values } of series) expect(values, `${order}: ${key}`).toEqual(valuesOf(key, metric));
      const criterion = criteria[order] ?? expect.unreachable(order);
      const expected = keys.map((key) => criterion(valuesOf(key, metric))).toSorted(larger);
      expect(
        series.map(({ values }) => criterion(values)),
        order,
      ).toEqual(expected.slice(0, series.length));
    }
  });

  it.each(metrics)('tells what the others come to as one group: %s', (metric) => {
    const { series, other } = trendOf(recording, '--metric', metric, '--top', '3');
    const shown = new Set(series.map(({ key }) => key));
    const others = keys.filter((key) => !shown.has(key));
    expect(other?.keys).toBe(others.length);
    const sums = heaps.map((rows) => sum(others.map((key) => amountOf(rows.get(key), metric))));
    if (shallow.includes(metric)) {
      expect(other?.values).toEqual(sums);
      return;
    }
    const where = [...shown].map((key) => `type!='${key}'`).join(' and ');
    const groups = points.map((at) => rowsAt(recording, at, '--by', 'reachable', '--where', where)[0]);
    expect(other?.values).toEqual(groups.map((group) => amountOf(group, metric)));
    // They share what they lead to; and some of it only all of them together retain.
    expect(other?.values).not.toEqual(sums);
  });
});
