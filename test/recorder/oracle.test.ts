// What the engine computes from the references of a real heap, against an independent and simple computation of the same
// (test/oracle): what is live, dominators, closures, and sizes of groups. A heap of more than a million objects in `./run test deep`,
// otherwise an eighth of it.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heapByType } from './support/heaptrail';
import { tallies } from './support/histogram';
import { start } from './support/java_program';
import { allJvms, oneJvm as jvm, orSkipped, present } from './support/jvms';
import { compared } from './support/oracle';

/** At full size half a minute on an idle machine. The simple computation goes through the heap once for each of hundreds of objects. */
const part = allJvms ? 1 : 8;
const longEnough = { timeout: 15 * 60_000 };

describe.skipIf(jvm === undefined)(`The engine and the oracle, on ${orSkipped(jvm, 'any JDK')},`, longEnough, () => {
  it.each([
    { what: 'a dump of what is live', seed: 1, options: [], dead: 0 },
    { what: 'a dump with garbage in it', seed: 2, options: ['-all'], dead: 50_000 },
  ])('agree on $what', async ({ seed, options, dead }) => {
    const running = await start(present(jvm), 'BusyHeap', [`-Dpart=${part}`]);
    try {
      const dump = running.heapDump(`busy-${seed}`, ...options);
      const live = tallies(heapByType(dump).rows);
      for (const [type, objects] of running.holds) expect([type, live.get(type)?.objects]).toEqual([type, objects]);
      const counts = compared(dump, '--seed', `${seed}`);
      expect(counts.liveObjects).toBeGreaterThan(1_000_000 / part);
      expect(counts.objects - counts.liveObjects).toBeGreaterThanOrEqual(dead);
      expect(counts.objectsInDominatorTree).toBeGreaterThanOrEqual(200);
      expect(counts.closuresOfGroups).toBeGreaterThanOrEqual(50);
      expect(counts.overlappingGroups).toBeGreaterThanOrEqual(70);
      expect(counts.typesOfPartition).toBeGreaterThanOrEqual(50);
      rmSync(dump);
    } finally {
      await running.stop();
    }
  });
});
