// However a recorded program ends, the recording opens with all points that were complete by then.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { info, program } from './support/heaptrail';
import { compiled } from './support/java_program';
import { allJvms, jdk17, orSkipped, present } from './support/jvms';
import { build } from './support/places';
import { agent, freshRecording, startRecorded, timeline } from './support/recordings';

const kills = allJvms ? 50 : 12;
const fileHeader = 56;

/** Whether it says, as it should, that no point was complete when the program ended. */
function isRefusedForLackOfPoints(recording: string): boolean {
  const { status, stderr } = spawnSync(program, ['timeline', recording], { encoding: 'utf8' });
  return status === 3 && stderr.includes('expected a recording with a complete point, found none');
}

/** Objects of each point, as the recorder counted them and as they are found when the point is opened. */
function opened(recording: string): { warnings: string; points: { told: number | null; found: number }[] } {
  const run = (...command: string[]) => {
    const result = spawnSync(program, [...command, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(result.status, `${command.join(' ')}: ${result.stderr}`).toBe(0);
    return result;
  };
  const { stdout } = run('timeline', recording);
  const { points } = JSON.parse(stdout) as { points: { objects: number | null }[] };
  return {
    warnings: info(recording)
      .warnings.map(({ message }) => message)
      .join('\n'),
    points: points.map(({ objects }, index) => ({
      told: objects,
      found: JSON.parse(run('heap', recording, '--by', 'type', '--at', `${index}`).stdout).total.objects as number,
    })),
  };
}

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'A recording'), () => {
  it(`opens after a SIGKILL at any moment (${kills} times)`, { timeout: 600_000 }, async () => {
    const jvm = present(jdk17);
    const classes = compiled(jvm);
    let withPoints = 0;
    let cut = 0;
    for (let kill = 0; kill < kills; kill++) {
      const recording = freshRecording(`killed-${kill}`);
      const java = spawn(
        jvm.tool('java'),
        [
          '-Xmx64m',
          `-agentpath:${agent}=every=20ms,sites=sampled,file=${recording}`,
          '-cp',
          classes,
          'MovingObjects',
          'young',
        ],
        { stdio: ['pipe', 'ignore', 'pipe'] },
      );
      const ended = new Promise((resolve) => java.once('close', resolve));
      const work = setInterval(() => java.stdin.write('\n'), 5);
      // From where there is something to open: how long a JVM takes until then is the machine's business.
      const hasBegun = () => existsSync(recording) && statSync(recording).size >= fileHeader;
      while (!hasBegun() && java.exitCode === null) await pause(1);
      await pause((((kill * 7919) % kills) / kills) * 650);
      clearInterval(work);
      java.kill('SIGKILL');
      await ended;
      if (!isRefusedForLackOfPoints(recording)) {
        const { warnings, points } = opened(recording);
        expect(points.length).toBeGreaterThan(0);
        for (const { told, found } of points) expect(found).toBe(told);
        withPoints++;
        if (/in the middle of a point/.test(warnings)) cut++;
        expect(warnings).not.toBe('');
      }
      rmSync(recording);
    }
    expect(withPoints).toBeGreaterThan(kills / 2);
    // Of many kills some come in the middle of a point.
    if (allJvms) expect(cut).toBeGreaterThan(0);
  });

  it('is complete when the program ends by itself, with a point at its end', { timeout: 120_000 }, async () => {
    const running = await startRecorded(present(jdk17), 'MovingObjects', 'ended', { recorder: 'every=off' });
    running.point();
    const { status, printed } = await running.end();
    expect({ status, printed }).toEqual({ status: 0, printed: '' });
    const { warnings, points } = opened(running.recording);
    expect(warnings).toBe('');
    expect(points.length).toBe(2);
    rmSync(running.recording);
  });

  it('is complete when the program is asked to end', { timeout: 120_000 }, async () => {
    const running = await startRecorded(present(jdk17), 'MovingObjects', 'terminated', { recorder: 'every=off' });
    process.kill(running.pid, 'SIGTERM');
    while (existsSync(`/proc/${running.pid}/exe`)) await pause(20);
    const { warnings, points } = opened(running.recording);
    expect(warnings).toBe('');
    expect(points.length).toBe(1);
    rmSync(running.recording);
  });
});

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'A full disk'), () => {
  const disk = path.join(build, `full-disk-${process.pid}`);
  const mounted = () => {
    mkdirSync(disk, { recursive: true });
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700k', 'tmpfs', disk]).status === 0;
  };
  let isMounted = false;
  beforeAll(() => {
    isMounted = mounted();
  });
  afterAll(() => {
    if (isMounted) execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('ends the recording, says so once, and leaves the program alone', { timeout: 120_000 }, async ({ skip }) => {
    if (!isMounted) skip('SKIPPED: only root may mount a small file system');
    const jvm = present(jdk17);
    const options = `every=20ms,sites=sampled,file=${disk}/full.heaptrail`;
    const java = spawn(
      jvm.tool('java'),
      ['-Xmx64m', `-agentpath:${agent}=${options}`, '-cp', compiled(jvm), 'MovingObjects', 'young'],
      { stdio: ['pipe', 'ignore', 'pipe'] },
    );
    let said = '';
    java.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const ended = new Promise((resolve) => java.once('close', resolve));
    while (!said.includes('\n')) await pause(20);
    await pause(300);
    expect(java.exitCode).toBeNull();
    // Who looks on learns it while the program runs: nothing more will come, and what is there can be used.
    const { trace, warnings } = info(path.join(disk, 'full.heaptrail'));
    expect(trace.recording?.state).toBe('cut');
    expect(warnings.map(({ message }) => message).join()).toContain('the disk was full');
    java.stdin.end();
    expect(await ended).toBe(0);
    expect(said).toMatch(/^heaptrail: \S*full\.heaptrail: .*No space left on device.*the program runs on\.\n$/);
    expect(readdirSync(disk)).toEqual(['full.heaptrail']);
    const { points } = opened(path.join(disk, 'full.heaptrail'));
    expect(points.length).toBeGreaterThan(2);
    for (const { told, found } of points) expect(found).toBe(told);
    expect(timeline(path.join(disk, 'full.heaptrail')).points.length).toBe(points.length);
    rmSync(path.join(disk, 'full.heaptrail'));
  });

  it('is told by the command that records, with what can be used', { timeout: 120_000 }, async ({ skip }) => {
    if (!isMounted) skip('SKIPPED: only root may mount a small file system');
    const jvm = present(jdk17);
    const file = path.join(disk, 'told.heaptrail');
    const run = spawn(program, [
      ...['record', '--every', '20ms', '-o', file, '--'],
      ...[jvm.tool('java'), '-Xmx64m', '-cp', compiled(jvm), 'MovingObjects', 'young'],
    ]);
    let said = '';
    run.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const ended = new Promise((resolve) => run.once('close', resolve));
    while (!said.includes('the program runs on')) await pause(20);
    run.stdin.end();
    expect(await ended).toBe(0);
    expect(said).toMatch(
      /told\.heaptrail: the recording ends here: .*No space left on device.* It holds \d+ points; the program runs on\./,
    );
    const [, told = '0'] = /told\.heaptrail: ([\d,]+) points, .*Look at it: heaptrail growth/.exec(said) ?? [];
    expect(Number(told)).toBe(opened(file).points.length);
    expect(Number(told)).toBeGreaterThan(2);
  });
});
