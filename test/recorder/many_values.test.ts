// Conditions on what fields hold, against the program itself, which asks each of its objects the same; and every field of all of them against
// the simplest reader of the file. A million objects of one JVM in `./run test deep`, otherwise a tenth.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from './support/heaptrail';
import { type RunningProgram, start } from './support/java_program';
import { isTriedInFull, type Jvm, orSkipped, present, untriedJvms } from './support/jvms';
import { root } from './support/places';

describe.each(untriedJvms)('Very many values in a dump of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    const members = isTriedInFull(jvm) ? 275_000 : 27_500;
    let running: RunningProgram;
    let dump = '';
    beforeAll(async () => {
      running = await start(present(jvm as Jvm | undefined), 'ManyValues', [`-Dmembers=${members}`]);
      dump = running.heapDump(`many-values-${jvm?.feature}`);
    });
    afterAll(async () => {
      await running.stop();
      rmSync(dump, { force: true });
    });

    it('fulfil conditions where the program says that they do', () => {
      const asked = running.printed
        .split('\n')
        .map((line) => line.split('\t'))
        .filter(([word]) => word === 'asked');
      expect(asked).toHaveLength(20);
      for (const [, condition = '', count] of asked) {
        const where = `type=ManyValues$* and (${condition.replace('\\u00fc', 'ü')})`;
        expect([condition, `${inspect(dump, '--where', where).group.objects}`]).toEqual([condition, count]);
        expect(Number(count)).toBeGreaterThan(0);
      }
    });

    it('are, object by object, those that the simplest reader of the file sees', () => {
      for (const [type, count] of running.holds) {
        expect(inspect(dump, '--where', `type=${type}`).group.objects).toBe(count);
      }
      const tool = path.join(root, 'build/release/time_values');
      const walk = JSON.parse(execFileSync(tool, [dump], { encoding: 'utf8' }));
      expect(walk.objects).toBeGreaterThan(3.8 * members);
      expect(walk.wrong).toBe(0);
    });
  });
});
