// What is in a recording while its program runs: whoever looks on sees collections without waiting for the next point.
import { rmSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { info } from '../support/heaptrail';
import { jdk17, orSkipped, present } from '../support/jvms';
import { startRecorded, timeline } from '../support/recordings';

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'The recording of a program that runs'), () => {
  it('has collections before the next point, and nothing to warn of', { timeout: 120_000 }, async () => {
    const running = await startRecorded(present(jdk17), 'MovingObjects', 'grows', { recorder: 'every=off' });
    running.point();
    const before = timeline(running.recording).gcs.length;
    running.settle();
    await vi.waitFor(() => expect(timeline(running.recording).gcs.length).toBeGreaterThanOrEqual(before + 3), {
      timeout: 20_000,
      interval: 500,
    });
    expect(timeline(running.recording).points.length).toBe(1);
    expect(info(running.recording)).toMatchObject({ warnings: [], trace: { recording: { state: 'running' } } });
    await running.end();
    rmSync(running.recording);
  });
});
