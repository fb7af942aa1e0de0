// A short run has points to compare, unless somebody said when there should be some.
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { jdk17, orSkipped, present } from '../support/jvms';
import { startRecorded, timeline } from '../support/recordings';

async function secondsOfPoints(name: string, recorder: string): Promise<number[]> {
  const running = await startRecorded(present(jdk17), 'KnownSites', name, { recorder });
  await setTimeout(4500);
  await running.end();
  const { points } = timeline(running.recording);
  rmSync(running.recording);
  return points.map(({ t }) => t);
}

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'A run of a few seconds'), () => {
  it('has points after one and three seconds, and at its end', { timeout: 60_000 }, async () => {
    const points = await secondsOfPoints('early', 'exit=yes');
    expect(points.length).toBe(3);
    expect(points[0]).toBeGreaterThan(0.9);
    expect(points[0]).toBeLessThan(2);
    expect(points[1]).toBeGreaterThan(2.9);
    expect(points[1]).toBeLessThan(4);
  });

  it('tells at points how full the pools were, never less than what lives', { timeout: 60_000 }, async () => {
    const running = await startRecorded(present(jdk17), 'MovingObjects', 'pools-at-points');
    await running.step();
    running.point();
    await running.stop();
    const { points, gcs } = timeline(running.recording);
    rmSync(running.recording);
    const told = points.filter(({ used }) => used !== undefined);
    // The step collects: from then on the counters are exact.
    expect(gcs.length).toBeGreaterThan(0);
    expect(told.length).toBeGreaterThan(0);
    for (const { used = {}, bytes } of told) {
      expect(Object.keys(used).sort()).toEqual(['eden', 'old', 'survivor']);
      expect(Object.values(used).reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(bytes ?? 0);
    }
  });

  it('has only those that were asked for with a time given', { timeout: 60_000 }, async () => {
    expect((await secondsOfPoints('late', 'every=10s')).length).toBe(1);
  });
});
