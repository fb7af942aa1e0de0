// Heaptrail's counts and bytes per class against the JVM's own histogram of the same heap, for the ways in which JVMs
// lay out and collect heaps. The heap is that of KnownHeap: something of everything.
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { allowedDifferences, type BothSides, disagreements } from './support/agreement';
import { heapByType, info } from './support/heaptrail';
import { parseHistogram, tallies } from './support/histogram';
import { start } from './support/java_program';
import { allJvms, type Jvm, jdk17, newerJdk, orSkipped, present, testedJvms } from './support/jvms';

const millisecondsPerJvm = 60_000;

interface Setting {
  readonly name: string;
  readonly options: readonly string[];
  readonly from?: number;
  /** Tried with every change; the others in `./run test deep`. */
  readonly always?: true;
}

const settings: readonly Setting[] = [
  { name: 'G1', options: ['-XX:+UseG1GC'], always: true },
  { name: 'Parallel', options: ['-XX:+UseParallelGC'] },
  { name: 'Serial', options: ['-XX:+UseSerialGC'] },
  { name: 'ZGC', options: ['-XX:+UseZGC'] },
  { name: 'G1 without compressed references', options: ['-XX:+UseG1GC', '-XX:-UseCompressedOops'] },
  {
    name: 'Serial without compressed references and class pointers',
    options: ['-XX:+UseSerialGC', '-XX:-UseCompressedOops', '-XX:-UseCompressedClassPointers'],
    always: true,
  },
  {
    name: 'Parallel with compressed references but full class pointers',
    options: ['-XX:+UseParallelGC', '-XX:-UseCompressedClassPointers'],
  },
  {
    name: 'G1 with objects at multiples of 16',
    options: ['-XX:+UseG1GC', '-XX:ObjectAlignmentInBytes=16'],
    always: true,
  },
  { name: 'G1 with compact headers', options: ['-XX:+UseG1GC', '-XX:+UseCompactObjectHeaders'], from: 25 },
  {
    name: 'ZGC with compact headers',
    options: ['-XX:+UseZGC', '-XX:+UseCompactObjectHeaders'],
    from: 25,
  },
];

const settingsFor = (jvm: Jvm | undefined): readonly Setting[] =>
  settings.filter(({ from = 0, always }) => from <= (jvm?.feature ?? 0) && (allJvms || always));

const reasonsSeen = new Set<string>();

describe.each(testedJvms)('The live heap of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    for (const { name, options } of settingsFor(jvm)) {
      it(`has as many objects and bytes per class as the JVM counts: ${name}`, {
        timeout: millisecondsPerJvm,
      }, async () => {
        const running = await start(present(jvm), 'KnownHeap', options);
        try {
          running.settle();
          const dump = running.heapDump(`known-${jvm?.feature}-${name.replaceAll(' ', '-')}`);
          const sides: BothSides = {
            jvm: parseHistogram(running.jcmd('GC.class_histogram')),
            live: tallies(heapByType(dump).rows),
            unreachable: tallies(heapByType(dump, 'unreachable').rows),
            missingObjects: info(dump).heap.missingObjects,
          };
          for (const { reason, explains, types } of allowedDifferences) {
            const differs = types.some((type) => sides.jvm.get(type)?.bytes !== sides.live.get(type)?.bytes);
            if (differs && explains(sides)) reasonsSeen.add(reason);
          }
          expect(disagreements(sides)).toEqual([]);
          expect([...sides.unreachable.keys()].filter((type) => type !== 'int[]')).toEqual([]);
          expect(running.holds.size).toBeGreaterThan(30);
          for (const [type, objects] of running.holds) {
            expect({ type, objects: sides.live.get(type)?.objects }).toEqual({ type, objects });
          }
          rmSync(dump);
        } finally {
          await running.stop();
        }
      });
    }
  });
});

// One JVM alone does not give them all.
if (allJvms) {
  describe('The table of allowed differences', () => {
    afterAll(() => reasonsSeen.clear());

    const oneMissing = jdk17 === undefined || newerJdk === undefined;
    const why = oneMissing ? ' (SKIPPED: takes JDK 17 and a newer one to see them all)' : '';

    it.skipIf(oneMissing)(`has no reason that no JVM gives any more${why}`, () => {
      expect(allowedDifferences.map(({ reason }) => reason).filter((reason) => !reasonsSeen.has(reason))).toEqual([]);
    });
  });
}
