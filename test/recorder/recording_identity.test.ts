// An object keeps its number for life, however often collectors move it: shown with objects that can be recognised, since the
// length of its array is each one's number.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inDeep, orSkipped, present, testedJvms } from './support/jvms';
import { type Line, linesOf, startRecorded, timeline } from './support/recordings';

const rounds = 22;

/** For each point: which object has the array of which length. */
function numbered(lines: readonly Line[]): Map<number, number>[] {
  const types = new Map<number, string>();
  const points: Map<number, number>[] = [];
  let lengths = new Map<number, number>();
  let holders: [object: number, array: number][] = [];
  for (const line of lines) {
    if (typeof line.type === 'number' && line.o === undefined && line.name !== undefined)
      types.set(line.type, line.name);
    if (line.point !== undefined) {
      lengths = new Map();
      holders = [];
    }
    if (line.o !== undefined && line.root === undefined) {
      const type = types.get(line.type ?? -1);
      if (type === 'byte[]') lengths.set(line.o, line.length ?? 0);
      if (type === 'MovingObjects$Numbered') {
        const [reference] = line.refs ?? [];
        holders.push([line.o, Array.isArray(reference) ? reference[0] : (reference as number)]);
      }
    }
    if (line.end !== undefined && line.point === undefined && holders.length > 0) {
      points.push(new Map(holders.map(([object, array]) => [lengths.get(array) ?? -1, object])));
      holders = [];
    }
  }
  return points;
}

describe.each(testedJvms)('Objects in $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    for (const collector of ['G1', 'Serial', ...inDeep(['Parallel', 'Z'])]) {
      it(`keep their numbers while ${collector} moves them`, { timeout: 120_000 }, async () => {
        const java = [`-XX:+Use${collector}GC`, '-Xmx64m'];
        const running = await startRecorded(present(jvm), 'MovingObjects', `moving-${collector}`, { java });
        try {
          running.point();
          for (let round = 0; round < rounds; round++) {
            await running.step();
            running.point();
          }
        } finally {
          await running.stop();
        }
        const { gcs } = timeline(running.recording);
        expect(gcs.length).toBeGreaterThanOrEqual(20);
        const points = numbered(linesOf(running.recording));
        expect(points.length).toBe(rounds + 1);
        const known = new Map<number, number>();
        for (const [index, objects] of points.entries()) {
          expect([...objects.keys()].sort((a, b) => a - b)).toEqual(
            Array.from({ length: 200 }, (_, i) => 1 + i + index * 20),
          );
          for (const [number, object] of objects) {
            expect({ number, object }).toEqual({ number, object: known.get(number) ?? object });
            known.set(number, object);
          }
        }
        // Two objects never have one number, not even one after the other.
        expect(new Set(known.values()).size).toBe(known.size);
        rmSync(running.recording);
      });
    }
  });
});
