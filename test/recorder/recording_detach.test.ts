// Ending the recording of a JVM that runs on: the file is complete, and the JVM can be recorded again.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { info, program } from './support/heaptrail';
import { compiled, startJava } from './support/java_program';
import { orSkipped, present, untriedJvms } from './support/jvms';
import { freshRecording, linesOf, startRecorded, timeline } from './support/recordings';

const detach = (pid: number) => {
  const { status, stdout, stderr } = spawnSync(program, ['detach', `${pid}`], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

for (const { wanted, jvm } of untriedJvms) {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('runs on when its recording is ended, which is complete with a last point', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'MovingObjects', 'detached', { recorder: 'every=off' });
      running.point();
      expect(info(running.recording)).toMatchObject({ warnings: [], trace: { recording: { state: 'running' } } });
      expect(detach(running.pid)).toEqual({
        status: 0,
        stdout: `Process ${running.pid} is not recorded any more, and runs on.\n`,
        stderr: '',
      });
      const { trace, warnings } = info(running.recording);
      expect(warnings).toEqual([]);
      expect(trace).toMatchObject({ points: 2, endsAtExit: false });
      expect(trace.recording).toEqual({ state: 'complete', process: running.pid, program: 'MovingObjects' });
      const again = detach(running.pid);
      expect(again.status).not.toBe(0);
      expect(again.stderr).toContain('it is not being recorded');
      expect(await running.end()).toEqual({ status: 0, printed: '' });
      // Its end comes into no recording any more.
      expect(timeline(running.recording).points.length).toBe(2);
      rmSync(running.recording);
    });

    it('can be recorded again and again while all its threads allocate', { timeout: 240_000 }, async () => {
      const java = present(jvm);
      const running = await startJava(java, ['-Xmx200m', '-cp', compiled(java), 'BusyThreads']);
      const attach = (...options: string[]) =>
        spawnSync(program, ['attach', ...options, `${running.pid}`], { encoding: 'utf8' });
      for (const [round, sites] of ['exact', 'auto', 'exact'].entries()) {
        const recording = freshRecording(`again-${java.feature}-${round}`);
        expect(attach('--quiet', '--every', '200ms', '--sites', sites, '-o', recording).stderr).toBe('');
        expect(attach().stderr).toContain('it is being recorded already');
        await pause(700);
        expect(detach(running.pid)).toMatchObject({ status: 0, stderr: '' });
        const { trace, warnings } = info(recording);
        expect(warnings).toEqual([]);
        expect(trace).toMatchObject({ sites, recording: { state: 'complete' } });
        expect(trace.points).toBeGreaterThan(1);
        // Samples of this recording, not of the one before.
        const frames = linesOf(recording).flatMap((line) => line.frames ?? []);
        expect(frames.map(({ class: name, method }) => `${name}.${method}`)).toContain('BusyThreads.allocate');
        rmSync(recording);
      }
      await running.end();
    });
  });
}
