// A program that is recorded late is sampled as if it had been recorded from its start.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { program } from '../support/heaptrail';
import { compiled, startJava } from '../support/java_program';
import { orSkipped, present, untriedJvms } from '../support/jvms';
import { freshRecording, linesOf } from '../support/recordings';

describe.each(untriedJvms)('Threads in $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('are sampled as densely as from their start, however long they ran before', { timeout: 120_000 }, async () => {
      const java = present(jvm);
      const running = await startJava(java, ['-Xmx200m', '-cp', compiled(java), 'BusyThreads', '5']);
      const recording = freshRecording(`worked-${java.feature}`);
      const attached = spawnSync(program, ['attach', '--quiet', '--every', '100ms', '-o', recording, `${running.pid}`]);
      expect(attached.status).toBe(0);
      await pause(1000);
      expect(spawnSync(program, ['detach', `${running.pid}`]).status).toBe(0);
      await running.end();
      const intervals = linesOf(recording).flatMap(({ site, frames, interval }) =>
        site !== undefined && frames === undefined && typeof interval === 'number' ? [interval] : [],
      );
      expect(intervals.length).toBeGreaterThan(0);
      // They begin with 16 KiB. What is allocated here allows for less often, not for more.
      expect(Math.min(...intervals)).toBeGreaterThanOrEqual(16 << 10);
      rmSync(recording);
    });
  });
});
