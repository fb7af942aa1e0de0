// Dumps as people take them: of a program that leaks, compressed by the JVM, of everything that is still in memory,
// written by several threads, and larger than four gigabytes.
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { disagreements } from './support/agreement';
import { heapByType, info } from './support/heaptrail';
import { parseHistogram, tallies } from './support/histogram';
import { type RunningProgram, start } from './support/java_program';
import { type Jvm, orSkipped, present, untriedJvms } from './support/jvms';
import { build } from './support/places';

async function whileRunning(jvm: Jvm, program: string, use: (running: RunningProgram) => void): Promise<void> {
  const running = await start(jvm, program);
  try {
    use(running);
  } finally {
    await running.stop();
  }
}

/** Takes a dump of what is live and compares all its classes. */
function liveDumpAgrees(running: RunningProgram, name: string, ...options: string[]): void {
  running.settle();
  const dump = running.heapDump(name, ...options);
  const sides = {
    jvm: parseHistogram(running.jcmd('GC.class_histogram')),
    live: tallies(heapByType(dump).rows),
    unreachable: tallies(heapByType(dump, 'unreachable').rows),
    missingObjects: info(dump).heap.missingObjects,
  };
  expect(disagreements(sides)).toEqual([]);
  for (const [type, objects] of running.holds) expect([type, sides.live.get(type)?.objects]).toEqual([type, objects]);
  rmSync(dump);
}

describe.each(untriedJvms)('A dump of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('of the leaking service holds one key per request', async () => {
      await whileRunning(present(jvm), 'LeakingService', (running) => {
        liveDumpAgrees(running, 'leaking');
        expect(running.holds.get('QueryKey')).toBe(25_000);
      });
    });

    it('of a program whose reflection data only the JVM holds has all of it among the live objects', async () => {
      await whileRunning(present(jvm), 'HeldByTheJvm', (running) => liveDumpAgrees(running, 'held-by-the-jvm'));
    });

    it('that the JVM compressed says the same as the JVM', async () => {
      await whileRunning(present(jvm), 'KnownHeap', (running) => {
        liveDumpAgrees(running, 'compressed', '-gz=1');
      });
    });

    it('of everything in memory has garbage besides, and still the same live objects of the program', async () => {
      await whileRunning(present(jvm), 'LeakingService', (running) => {
        const dump = running.heapDump('everything', '-all');
        const everything = tallies(heapByType(dump, 'all').rows);
        const live = tallies(heapByType(dump).rows);
        const jvmCounts = parseHistogram(running.jcmd('GC.class_histogram', '-all'));
        expect(heapByType(dump, 'unreachable').total.objects).toBeGreaterThan(1000);
        for (const [type, objects] of running.holds) {
          expect([type, live.get(type)?.objects]).toEqual([type, objects]);
          expect([type, everything.get(type)]).toEqual([type, jvmCounts.get(type)]);
        }
        rmSync(dump);
      });
    });

    // JDK 22 and later.
    if ((jvm?.feature ?? 0) >= 22)
      it('that several threads wrote says the same as the JVM', async () => {
        await whileRunning(present(jvm), 'KnownHeap', (running) => {
          liveDumpAgrees(running, 'parallel', '-parallel=2');
        });
      });
  });
});

describe('A file of more than four gigabytes', () => {
  const u4 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };

  /** Three arrays of 1.9 GB each, all zero: a file with holes, which takes no room on the disk. */
  function threeLargeArrays(file: string): void {
    const length = 1_900_000_000;
    const descriptor = openSync(file, 'w');
    let at = writeSync(descriptor, Buffer.concat([Buffer.from('JAVA PROFILE 1.0.2\0'), u4(8), u4(0), u4(0)]));
    for (let array = 1; array <= 3; array++) {
      const id = Buffer.concat([u4(array), u4(0)]); // four gigabytes from one to the next
      const root = Buffer.concat([Buffer.from([0xff]), id]);
      const dump = Buffer.concat([Buffer.from([0x23]), id, u4(0), u4(length), Buffer.from([8])]);
      const record = Buffer.concat([Buffer.from([0x1c]), u4(0), u4(root.length + dump.length + length), root, dump]);
      at += writeSync(descriptor, record, 0, record.length, at) + length;
    }
    writeSync(descriptor, Buffer.concat([Buffer.from([0x2c]), u4(0), u4(0)]), 0, 9, at);
    ftruncateSync(descriptor, at + 9);
    closeSync(descriptor);
  }

  it('is read to its end', () => {
    const file = path.join(build, `large-${process.pid}.hprof`);
    threeLargeArrays(file);
    const { rows } = heapByType(file);
    expect(rows).toEqual([{ key: 'byte[]', objects: 3, bytes: 3 * 1_900_000_016 }]);
    expect(info(file).warnings).toEqual([]);
    rmSync(file);
  });
});
