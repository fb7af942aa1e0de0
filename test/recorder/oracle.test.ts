// What the engine computes from the references of a real heap, against an independent and simple computation of the same
// (test/oracle): what is live, dominators, closures, and sizes of groups. A heap of more than a million objects in `./run test deep`,
// otherwise an eighth of it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { heapByType } from './support/heaptrail';
import { tallies } from './support/histogram';
import { start } from './support/java_program';
import { allJvms, oneJvm as jvm, orSkipped, present } from './support/jvms';
import { root } from './support/places';

const oracle = path.join(root, 'build/release/retained_oracle');

interface Compared {
  readonly objects: number;
  readonly liveObjects: number;
  readonly objectsInDominatorTree: number;
  readonly closuresOfGroups: number;
  readonly overlappingGroups: number;
  readonly typesOfPartition: number;
  readonly groupsOfNeighbours: number;
}

/** Runs the oracle; what it says of a difference is how the test fails. */
function compared(dump: string, ...options: string[]): Compared {
  const run = spawnSync(oracle, [dump, ...options], { encoding: 'utf8' });
  if (run.error !== undefined) throw run.error;
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return JSON.parse(run.stdout);
}

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

  // The engine adds up sets of groups until they are too large, and then bits: this many groups make it change over.
  it('agree on a dump in 30,000 groups, when weak references are followed', async () => {
    const running = await start(present(jvm), 'LeakingService');
    try {
      const dump = running.heapDump('many-groups');
      const counts = compared(dump, '--follow-weak', '--neighbourhoods', '30000');
      expect(counts.liveObjects).toBeGreaterThan(200_000);
      expect(counts.groupsOfNeighbours).toBe(10);
      rmSync(dump);
    } finally {
      await running.stop();
    }
  });
});
