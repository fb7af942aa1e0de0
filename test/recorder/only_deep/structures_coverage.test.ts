// The descriptions that ship, on the heap of a large real program: nearly no node of a collection belongs to no structure.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { heapByType } from '../support/heaptrail';
import { start } from '../support/java_program';
import { orSkipped, present, untriedJvms } from '../support/jvms';
import { programs } from '../support/places';
import { structures } from '../support/structures';

/** Locks, counters and queues of references are parts of collections, and of much else. */
const isOfCollectionsOnly = (type: string) =>
  /^java\.util\./.test(type) && !/\.concurrent\.(locks|atomic)\./.test(type);

describe.each(untriedJvms)('In the heap of the compiler of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('less than one in a hundred parts of collections belongs to no structure', async () => {
      const sources = readdirSync(programs).filter((file) => file.endsWith('.java'));
      const files = sources.map((file) => path.join(programs, file));
      const running = await start(present(jvm), 'KeptCompiler', [], files);
      try {
        const dump = running.heapDump(`compiler-${jvm?.feature}`);
        const { rows, unclaimed } = structures(dump, '--coverage');
        expect(heapByType(dump).total.objects).toBeGreaterThan(500_000);
        expect(rows.length).toBeGreaterThan(20_000);
        const types = (unclaimed?.types ?? []).filter(({ type }) => isOfCollectionsOnly(type));
        const sum = (of: readonly number[]) => of.reduce((all, count) => all + count, 0);
        const parts = sum(types.map(({ objects }) => objects));
        const left = types.filter((type) => type.unclaimed > 0);
        expect(parts).toBeGreaterThan(100_000);
        const share = sum(left.map((type) => type.unclaimed)) / parts;
        expect({ share, left }).toEqual({ share: expect.toSatisfy((value: number) => value < 0.01), left });
        rmSync(dump);
      } finally {
        await running.stop();
      }
    });
  });
});
