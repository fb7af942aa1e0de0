// What pools held before and after collections, in JVMs whose performance counters cannot be read: the management beans tell, and it
// must be what the JVM's own log says about the same collections.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { info } from './support/heaptrail';
import { allJvms, inDeep, type Jvm, orSkipped, present, testedJvms } from './support/jvms';
import { build } from './support/places';
import { type Collection, type Recorded, startRecorded, timeline } from './support/recordings';

const steps = 6;

interface Logged {
  readonly cause: string;
  readonly before: number; // megabytes, in all pools
  readonly after: number;
}

/** `Pause Young (Normal) (G1 Evacuation Pause) 44M->4M(24M)` */
const pauses = /Pause (.+) (\d+)M->(\d+)M/g;
/** `Garbage Collection (System.gc()) 62M(62%)->16M(16%)` */
const cycles = /Collection (.+) (\d+)M\(\d+%\)->(\d+)M/g;

function logged(log: string, line: RegExp): Logged[] {
  const text = readFileSync(log, 'utf8');
  return [...text.matchAll(line)].map(([, cause = '', before, after]) => ({
    cause,
    before: Number(before),
    after: Number(after),
  }));
}

/** Parallel of JDK 17 collects the young objects first when it is asked: two lines about one pause. */
function withoutHalves(all: readonly Logged[]): Logged[] {
  const whole: Logged[] = [];
  for (const collection of all) {
    const last = whole.at(-1);
    const isHalf = last !== undefined && asked(last) && asked(collection) && last.after === collection.before;
    whole.push(isHalf ? { ...collection, before: whole.pop()?.before ?? 0 } : collection);
  }
  return whole;
}

const asked = ({ cause }: Logged) => cause.includes('System.gc()');

const megabytes = (pools: Readonly<Record<string, number>>) =>
  Object.values(pools).reduce((sum, bytes) => sum + bytes, 0) / (1 << 20);
const isTold = ({ before }: Collection) => Object.keys(before).length > 0;
/** The log leaves fractions out; two megabytes are a page of ZGC. */
const agree = (told: Collection, { before, after }: Logged) =>
  Math.abs(megabytes(told.before) - before) <= 2 && Math.abs(megabytes(told.after) - after) <= 2;

/**
 * A cycle of ZGC runs beside the program: the beans look when it begins and ends, the log a moment later and a moment before. What the
 * program allocates in between is little, unless the machine is so busy that these moments are long.
 */
const agreeAround = (told: Collection, { before, after }: Logged) =>
  megabytes(told.before) <= before + 2 && megabytes(told.after) >= after - 2;

interface Observed {
  readonly gcs: readonly Collection[];
  readonly log: string;
  readonly saysWithout: boolean; // `info`, that the JVM did not tell
}

async function collections(jvm: Jvm, name: string, ...java: string[]): Promise<Observed> {
  const log = path.join(build, `${name}-${jvm.feature}-${process.pid}.log`);
  mkdirSync(build, { recursive: true });
  const running: Recorded = await startRecorded(jvm, 'MovingObjects', name, {
    java: ['-XX:-UsePerfData', '-Xmx64m', `-Xlog:gc:file=${log}`, ...java],
  });
  try {
    for (let step = 0; step < steps; step++) {
      // The beans are found while the program runs already.
      await pause(300);
      await running.step();
    }
    running.point();
  } finally {
    await running.stop();
  }
  const { gcs, points } = timeline(running.recording);
  // Beans are not asked at points: that would make objects.
  expect(points.filter(({ used }) => used !== undefined)).toEqual([]);
  const saysWithout = info(running.recording).warnings.some(({ message }) => message.includes('memory pools'));
  rmSync(running.recording);
  return { gcs, log, saysWithout };
}

describe.each(testedJvms)('Without performance counters, on $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it.each(['G1', 'Serial', ...inDeep(['Parallel'])])(
      '%s has the pools that its log has',
      { timeout: 120_000 },
      async (collector) => {
        const { gcs, log, saysWithout } = await collections(
          present(jvm),
          `pools-${collector}`,
          `-XX:+Use${collector}GC`,
        );
        const truth = withoutHalves(logged(log, pauses));
        expect(gcs.length).toBe(truth.length);
        gcs.forEach((collection, index) => {
          if (isTold(collection)) expect(collection).toSatisfy((told) => agree(told, truth[index] as Logged));
        });
        // Only one that follows another at once may be without.
        const known = gcs.filter((_, index) => asked(truth[index] as Logged)).slice(-steps / 2);
        expect(known.length).toBe(steps / 2);
        for (const { kind, before, after } of known) {
          expect(kind).toBe('major');
          expect(Object.keys(before).sort()).toEqual(['eden', 'old', 'survivor']);
          expect(after.eden).toBe(0);
        }
        expect(saysWithout).toBe(false);
        rmSync(log);
      },
    );

    if (allJvms) {
      it('ZGC has the pools of whole cycles', { timeout: 120_000 }, async () => {
        const { gcs, log } = await collections(present(jvm), 'pools-Z', '-XX:+UseZGC');
        const truth = logged(log, cycles);
        const told = gcs.filter(isTold);
        expect(told.length).toBeGreaterThanOrEqual(steps / 2);
        for (const collection of told) {
          expect(truth).toSatisfy((all: Logged[]) => all.some((cycle) => agreeAround(collection, cycle)));
        }
        expect(told.filter((one) => truth.some((cycle) => agree(one, cycle))).length).toBeGreaterThanOrEqual(1);
        for (const { kind } of gcs) expect(kind).toBe('concurrent');
        rmSync(log);
      });
    }

    it('a program without the beans is recorded all the same', { timeout: 120_000 }, async () => {
      const { gcs, log, saysWithout } = await collections(
        present(jvm),
        'pools-none',
        '--limit-modules=java.base',
        '-XX:+UseSerialGC',
      );
      expect(gcs.length).toBe(withoutHalves(logged(log, pauses)).length);
      expect(gcs.filter(isTold)).toEqual([]);
      expect(saysWithout).toBe(true);
      rmSync(log);
    });
  });
});
