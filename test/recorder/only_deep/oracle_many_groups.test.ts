// Closures of many groups, against the same independent computation as in oracle.test.ts.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { start } from '../support/java_program';
import { oneJvm as jvm, orSkipped, present } from '../support/jvms';
import { compared } from '../support/oracle';

describe.skipIf(jvm === undefined)(`The engine and the oracle, on ${orSkipped(jvm, 'any JDK')},`, () => {
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
