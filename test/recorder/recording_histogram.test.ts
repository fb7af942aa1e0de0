// A recording's counts and bytes per class against the JVM's own histogram of the same moment, for the collectors: the program
// blocks meanwhile. What JVMTI does not show an agent is listed below, one by one.
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { heapByType, info } from './support/heaptrail';
import { type Histogram, parseHistogram, type Tally, tallies } from './support/histogram';
import { allJvms, type Jvm, jdk17, newerJdk, orSkipped, present, testedJvms } from './support/jvms';
import { startRecorded, timeline } from './support/recordings';

// Those marked with `always` are tried with every change, the others in `./run test deep`.
const settings = [
  { name: 'G1', options: ['-XX:+UseG1GC'], always: true },
  { name: 'Parallel', options: ['-XX:+UseParallelGC'] },
  { name: 'Serial', options: ['-XX:+UseSerialGC'], always: true },
  { name: 'ZGC', options: ['-XX:+UseZGC'] },
  { name: 'G1 without compressed references', options: ['-XX:+UseG1GC', '-XX:-UseCompressedOops'] },
  {
    name: 'G1 with objects at multiples of 16',
    options: ['-XX:+UseG1GC', '-XX:ObjectAlignmentInBytes=16'],
    always: true,
  },
  { name: 'Serial with compact headers', options: ['-XX:+UseSerialGC', '-XX:+UseCompactObjectHeaders'], from: 25 },
];

const settingsFor = (jvm: Jvm | undefined) =>
  settings.filter(({ from = 0, always = false }) => from <= (jvm?.feature ?? 0) && (allJvms || always));

interface Unseen {
  readonly reason: string;
  readonly types: RegExp;
  /** How many there may be: what is explained must not hide a fault. */
  readonly atMost: { readonly objects: number; readonly bytes: number };
}

// Nothing of the test program's own is among them but its lambdas, of which the JVM keeps one each.
const unseen: readonly Unseen[] = [
  {
    reason: 'What call sites were linked to (lambdas, string concatenations, method handles) only the JVM holds.',
    types:
      /^(java\.lang\.invoke\..*|.*\$\$Lambda.*|java\.lang\.StringConcatHelper\$.*|java\.lang\.String\$\$StringConcat.*|java\.lang\.String|byte\[\]|java\.lang\.Object\[\]|java\.lang\.String\[\]|java\.lang\.Class\[\]|java\.lang\.ref\.SoftReference\[\])$/,
    atMost: { objects: 70, bytes: 4000 },
  },
  {
    reason:
      'The locks under which classes are initialised are empty int[] that only the JVM holds; collectors fill gaps with int[].',
    types: /^(int\[\]|jdk\.internal\.vm\.FillerElement\[\])$/,
    atMost: { objects: 1500, bytes: 100_000 },
  },
  {
    reason: 'Threads of the JVM itself (compilers, services) are hidden from agents.',
    types:
      /^(java\.lang\.Thread|java\.lang\.Thread\$FieldHolder|java\.lang\.Object|java\.security\.AccessControlContext)$/,
    atMost: { objects: 6, bytes: 3000 },
  },
];

const none: Tally = { objects: 0, bytes: 0 };
const reasonsSeen = new Set<string>();

/** Where the two differ and no reason explains it, as lines to read. */
function disagreements(jvm: Histogram, ours: Histogram): string[] {
  return [...new Set([...jvm.keys(), ...ours.keys()])].sort().flatMap((type) => {
    const [theirs, here] = [jvm.get(type) ?? none, ours.get(type) ?? none];
    const [objects, bytes] = [theirs.objects - here.objects, theirs.bytes - here.bytes];
    if (objects === 0 && bytes === 0) return [];
    const reason = unseen.find(({ types }) => types.test(type));
    if (reason && objects >= 0 && bytes >= 0 && objects <= reason.atMost.objects && bytes <= reason.atMost.bytes) {
      reasonsSeen.add(reason.reason);
      return [];
    }
    return [`${type}: ${here.objects} objects, ${here.bytes} bytes; the JVM says ${theirs.objects}, ${theirs.bytes}`];
  });
}

describe.each(testedJvms)('A point of a recording of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    for (const { name, options } of settingsFor(jvm)) {
      it(`has as many objects and bytes per class as the JVM counts: ${name}`, { timeout: 120_000 }, async () => {
        const running = await startRecorded(present(jvm), 'KnownHeap', `histogram-${name}`, { java: options });
        try {
          running.settle();
          running.point();
          const histogram = parseHistogram(running.jcmd('GC.class_histogram'));
          running.point();
          const first = tallies(heapByType(running.recording, 'live', 0).rows);
          const second = tallies(heapByType(running.recording, 'live', 1).rows);
          expect(disagreements(histogram, first)).toEqual([]);
          expect(disagreements(histogram, second)).toEqual([]);
          expect(running.holds.size).toBeGreaterThan(30);
          for (const [type, objects] of running.holds) {
            if (!type.includes('Lambda')) expect({ type, ...first.get(type) }).toMatchObject({ type, objects });
          }
          // The recorder counts what only weak references lead to as well.
          for (const [index, { objects, bytes }] of timeline(running.recording).points.entries()) {
            expect(heapByType(running.recording, 'all', index).total).toMatchObject({ objects, bytes });
          }
          expect(info(running.recording).heap.missingObjects).toBe(0);
          rmSync(running.recording);
        } finally {
          await running.stop();
        }
      });
    }
  });
});

// One JVM alone does not give them all.
if (allJvms) {
  describe('The table of what agents do not see', () => {
    afterAll(() => reasonsSeen.clear());
    const oneMissing = jdk17 === undefined || newerJdk === undefined;
    it.skipIf(oneMissing)('has no reason that no JVM gives any more', () => {
      expect(unseen.map(({ reason }) => reason).filter((reason) => !reasonsSeen.has(reason))).toEqual([]);
    });
  });
}
