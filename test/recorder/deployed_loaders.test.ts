// Class loaders of applications that were deployed again and again: what keeps them is the registry that outlives them, in recordings
// and in heap dumps. Their own classes are not.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heaptrail } from './support/heaptrail';
import { orSkipped, present, untriedJvms } from './support/jvms';
import { startRecorded } from './support/recordings';

interface Inspected {
  readonly group: { readonly objects: number };
  readonly paths: readonly {
    readonly root: { readonly class?: string; readonly field?: string };
    readonly steps: readonly { readonly type: string }[];
  }[];
}

const inspect = (trace: string): Inspected =>
  JSON.parse(heaptrail('inspect', trace, '--where', 'type=java.net.URLClassLoader', '--paths', '--json'));

describe.each(untriedJvms)('Class loaders that are kept, in $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('are held by what keeps them, in a recording and in heap dumps', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'DeployedLoaders', 'deployed-loaders');
      running.point();
      const dumps = [running.heapDump('deployed-1'), running.heapDump('deployed-2')];
      await running.stop();
      for (const trace of [running.recording, ...dumps]) {
        const answer = inspect(trace);
        expect(answer.group.objects, trace).toBe(running.holds.get('java.net.URLClassLoader'));
        expect(answer.paths.length).toBeGreaterThan(0);
        for (const path of answer.paths) expect(path.root, trace).toMatchObject({ field: 'REGISTRY' });
      }
      rmSync(running.recording);
      for (const dump of dumps) rmSync(dump);
    });
  });
});
