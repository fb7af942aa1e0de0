// How full the pools are between points, several times a second: while a program allocates without a collection, and not while it waits.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { heaptrail } from '../support/heaptrail';
import { jdk17, orSkipped, present } from '../support/jvms';
import { startRecorded } from '../support/recordings';

interface Uses {
  readonly pools: readonly string[];
  readonly t: readonly number[];
  readonly used: readonly (readonly number[])[];
}
const usesOf = (recording: string): Uses =>
  (JSON.parse(heaptrail('timeline', recording, '--json')) as { uses?: Uses }).uses ?? { pools: [], t: [], used: [] };

it.skipIf(jdk17 === undefined)(
  `The use of pools is recorded as it changes${orSkipped(jdk17, 'JDK 17')}`,
  {
    timeout: 120_000,
  },
  async () => {
    // Serial renews what eden holds every 50 ms; it is large enough for all that is allocated here.
    const running = await startRecorded(present(jdk17), 'OwnershipProblems', 'pool-uses', {
      arguments: ['leak'],
      java: ['-XX:+UseSerialGC', '-Xmn200m'],
    });
    try {
      running.point();
      // A thread allocates in pieces of eden: not each step takes a new one.
      const changes = 8;
      const first = usesOf(running.recording).t.length;
      while (usesOf(running.recording).t.length < first + changes) {
        await running.step();
        await pause(100);
      }
      const { pools, t, used } = usesOf(running.recording);
      expect([...pools].sort()).toEqual(['eden', 'old', 'survivor']);
      expect(t.length).toBeGreaterThanOrEqual(changes);
      expect([...t]).toEqual([...t].sort((a, b) => a - b));
      const eden = used.map((row) => row[pools.indexOf('eden')] ?? 0);
      expect(Math.max(...eden)).toBeGreaterThan(Math.min(...eden) + 2_000_000);
      // Nothing is written of a program that waits: the last look at it found what the one before did.
      expect(used.every((row, i) => i === 0 || row.some((bytes, pool) => bytes !== used[i - 1]?.[pool]))).toBe(true);
      const lines = heaptrail('timeline', running.recording, '--csv').split('\n');
      expect(lines.filter((line) => line.startsWith('use,')).length).toBeGreaterThanOrEqual(changes);
    } finally {
      await running.stop();
      rmSync(running.recording);
    }
  },
);
