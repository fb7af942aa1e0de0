// Programs that make virtual threads all the time: JVMs end with an error when a walk over the heap leads them to a thread whose
// constructor still runs, so none may.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { allJvms, newerJdk, orSkipped, present } from './support/jvms';
import { startRecorded, timeline } from './support/recordings';

// An interpreter is in the constructor most of the time, compiled code seldom, as in real programs: that is for `./run test deep`.
const allModes = [
  { points: 'full', java: ['-Xint'] },
  { points: 'light', java: ['-Xint'] },
  { points: 'full', java: ['-XX:+UseSerialGC'] },
] as const;
const modes = allJvms ? allModes : allModes.slice(0, 1);

describe.skipIf(newerJdk === undefined)(orSkipped(newerJdk, 'Virtual threads in the making'), () => {
  it.each(modes)('are recorded over at $points points with $java', { timeout: 60_000 }, async ({ points, java }) => {
    const running = await startRecorded(present(newerJdk), 'VirtualThreadMakers', `makers-${points}`, {
      java,
      recorder: `every=20ms,points=${points},sites=off,exit=no`,
    });
    let taken = 0;
    while (taken < 40) {
      await pause(200);
      taken = timeline(running.recording).points.length;
    }
    const { status, printed } = await running.end();
    expect(status).toBe(0);
    expect(printed).toMatch(/^made [1-9]\d{3,}$/m);
    rmSync(running.recording);
  });
});
