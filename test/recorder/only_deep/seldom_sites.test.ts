// With a budget, samples of what is allocated seldom are dense beside much that is allocated often, and estimates are without bias.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { orSkipped, present, testedJvms } from '../support/jvms';
import { linesOf, startRecorded } from '../support/recordings';
import { weightOf } from '../support/sampled_objects';

describe.each(testedJvms)('Allocation sites in $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('are known of what is allocated seldom, beside much that is allocated often', { timeout: 120_000 }, async () => {
      // With one percent there is room for some dozen samples on a slow machine, too few to say how dense they are.
      const running = await startRecorded(present(jvm), 'SeldomBesideOften', 'sites-seldom', {
        recorder: 'every=off,budget=3%,exit=no',
      });
      running.point();
      await running.stop();
      const lines = linesOf(running.recording);
      const ofClass = (name: string) => {
        const type = lines.find((line) => line.o === undefined && line.name === name);
        const sampled = lines.filter((line) => line.o !== undefined && line.type === type?.type && line.site);
        const weights = sampled.map((line) => weightOf(line.size ?? type?.size, line.interval));
        // An object is counted with probability 1 / weight, so its part of the variance is weight - 1, and it stands for others.
        const estimate = weights.reduce((sum, weight) => sum + weight, 0);
        const deviation = Math.sqrt(weights.reduce((sum, weight) => sum + weight * (weight - 1), 0));
        const intervals = sampled.map(({ interval }) => interval as number).sort((a, b) => a - b);
        return { samples: sampled.length, estimate, deviation, median: intervals[intervals.length >> 1] ?? 0 };
      };
      const [seldom, often] = ['Seldom', 'Often'].map((name) => ofClass(`SeldomBesideOften$${name}`));
      expect(seldom?.samples).toBeGreaterThan(20);
      expect(often?.samples).toBeGreaterThan(5);
      expect(seldom?.median).toBeLessThan((often?.median ?? 0) / 2);
      for (const [name, found] of Object.entries({ Seldom: seldom, Often: often })) {
        const held = running.holds.get(`SeldomBesideOften$${name}`) ?? 0;
        expect(Math.abs((found?.estimate ?? 0) - held), name).toBeLessThan(4.5 * (found?.deviation ?? 0));
      }
      rmSync(running.recording);
    });
  });
});
