// A trend over several heap dumps of one program, in the order in which they were taken, against each of them alone. Objects of dumps have no
// identity: rows are the same by what they are called.
import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrendAnswer } from '../../../shared/protocol/trend';
import { heaptrail } from '../support/heaptrail';
import { start } from '../support/java_program';
import { jdk17, orSkipped, present } from '../support/jvms';

interface SizedRow {
  readonly key: string;
  readonly bytes: number;
  readonly retained: { readonly bytes: number };
}

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'A trend of heap dumps'), () => {
  const dumps: string[] = [];

  beforeAll(async () => {
    const running = await start(present(jdk17), 'MovingObjects');
    for (const name of ['first', 'second', 'third']) {
      // Others take the place of some, and each is larger than those before.
      await running.step();
      running.settle();
      dumps.push(running.heapDump(`trend-${name}`));
    }
    await running.stop();
    return () => {
      for (const dump of dumps) rmSync(dump);
    };
  });

  const trendOf = (...options: string[]): TrendAnswer =>
    JSON.parse(heaptrail('trend', ...dumps, '--top', '50', '--json', ...options));
  const rowsOf = (dump: string, by: string): Map<string, SizedRow> => {
    const { rows } = JSON.parse(heaptrail('heap', dump, '--by', by, '--metrics', 'retained', '--top', '0', '--json'));
    return new Map(rows.map((row: SizedRow) => [row.key, row]));
  };

  it('has a point for each', () => {
    const { points, series } = trendOf('--order', 'absolute');
    expect(points.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(series[0]?.key).toBe('byte[]');
    expect(series[0]?.growth.growsAtEveryPoint).toBe(true);
  });

  it.each(['type', 'package', 'place'])('has at each point the sizes of that dump by %s', (by) => {
    const heaps = dumps.map((dump) => rowsOf(dump, by));
    const sizes = {
      bytes: (row?: SizedRow) => row?.bytes ?? 0,
      'retained-bytes': (row?: SizedRow) => row?.retained.bytes ?? 0,
    };
    for (const [metric, sizeOf] of Object.entries(sizes)) {
      const { series } = trendOf('--by', by, '--metric', metric);
      expect(series.length, metric).toBeGreaterThan(3);
      for (const { key, values } of series) {
        expect(values, `${metric}: ${key}`).toEqual(heaps.map((rows) => sizeOf(rows.get(key))));
      }
    }
  });
});
