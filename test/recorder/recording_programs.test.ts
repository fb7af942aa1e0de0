// The ways in which a program comes to be recorded, what the recorder answers to what makes no sense, and programs that are hard
// to record: with other agents, with classes that come and go.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { heapByType, program } from './support/heaptrail';
import { compiled, start } from './support/java_program';
import { jdk17, orSkipped, present, untriedJvms } from './support/jvms';
import { build } from './support/places';
import { agent, freshRecording, startRecorded, timeline } from './support/recordings';

const run = (...command: string[]) => spawnSync(program, command, { encoding: 'utf8', input: '' });

function emptyFolder(name: string): string {
  const folder = path.join(build, `${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe.each(untriedJvms)('A program on $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('is recorded by `heaptrail record`, and behaves as without it', { timeout: 120_000 }, () => {
      const folder = emptyFolder('recorded');
      const java = [present(jvm).tool('java'), '-cp', compiled(present(jvm)), 'KnownHeap'];
      const plain = spawnSync(java[0] ?? '', java.slice(1), { encoding: 'utf8', input: '' });
      const recorded = run('record', '--every', '1s', '-o', `${folder}/app-%p.heaptrail`, '--', ...java);
      expect(recorded.status).toBe(0);
      expect(recorded.stdout).toBe(plain.stdout);
      const files = readdirSync(folder);
      expect(files).toEqual([expect.stringMatching(/^app-\d+\.heaptrail$/)]);
      expect(recorded.stderr).toContain(files[0]);
      const file = path.join(folder, files[0] ?? '');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(timeline(file).points.length).toBeGreaterThanOrEqual(1);
      rmSync(folder, { recursive: true });
    });

    it('is attached to while it runs, once, and gives points when asked', { timeout: 120_000 }, async () => {
      const running = await start(present(jvm), 'MovingObjects', ['-Xmx64m', '-XX:+EnableDynamicAgentLoading']);
      try {
        const file = freshRecording(`attached-${jvm?.feature}`);
        const before = run('point', `${running.pid}`);
        expect(before.status).not.toBe(0);
        expect(before.stderr).toMatch(/^heaptrail: .*(not|no) .*record/i);
        const attached = run('attach', `${running.pid}`, '--every', 'off', '-o', file);
        expect(attached).toMatchObject({ status: 0 });
        expect(attached.stdout + attached.stderr).toContain(file);
        expect(run('point', `${running.pid}`)).toMatchObject({ status: 0 });
        await running.step();
        expect(run('point', `${running.pid}`)).toMatchObject({ status: 0 });
        const again = run('attach', `${running.pid}`, '-o', `${file}.second`);
        expect(again.status).not.toBe(0);
        expect(again.stderr).toMatch(/already/);
        expect(existsSync(`${file}.second`)).toBe(false);
        // The first point is taken at once when attaching.
        expect(timeline(file).points.length).toBe(3);
        rmSync(file);
      } finally {
        await running.stop();
      }
    });

    it('lets `point` say on a terminal what it waits for', { timeout: 120_000 }, async ({ skip }) => {
      const running = await startRecorded(present(jvm), 'KnownHeap', 'waited-for');
      try {
        const point = `'${program}' point ${running.pid}`;
        const terminal = spawnSync('script', ['-qec', point, '/dev/null'], { encoding: 'utf8', input: '' });
        if (terminal.error !== undefined) skip('SKIPPED: there is no `script`, which makes terminals');
        expect(terminal.stdout).toContain(`Waiting for process ${running.pid} to take a point`);
        expect(run('point', `${running.pid}`).stderr).toBe('');
      } finally {
        await running.stop();
      }
      rmSync(running.recording);
    });

    it('may have a debugger, a Java agent and the recorder twice', { timeout: 120_000 }, async () => {
      const second = freshRecording(`second-${jvm?.feature}`);
      const running = await startRecorded(present(jvm), 'KnownHeap', 'agents', {
        java: [
          '-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0',
          '-XX:StartFlightRecording=settings=profile',
          `-agentpath:${agent}=every=off,file=${second}`,
        ],
      });
      try {
        running.point();
        const [file = '', ...others] = [running.recording, second].filter((recording) => existsSync(recording));
        expect(others, 'one of the two records').toEqual([]);
        const rows = heapByType(file).rows;
        for (const [type, objects] of running.holds) {
          if (!type.includes('Lambda'))
            expect({ type, objects: rows.find(({ key }) => key === type)?.objects }).toEqual({ type, objects });
        }
      } finally {
        await running.stop();
      }
      rmSync(second, { force: true });
      rmSync(running.recording, { force: true });
    });

    it('may unload classes all the time', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'UnloadedClasses', 'unloading', {
        recorder: 'every=30ms,sites=exact,exit=no',
      });
      try {
        for (let step = 0; step < 30; step++) await running.step();
        running.point();
      } finally {
        await running.stop();
      }
      const { points } = timeline(running.recording);
      expect(points.length).toBeGreaterThan(3);
      const held = heapByType(running.recording).rows.filter(({ key }) => key === 'UnloadedClasses$Throwaway');
      // 20 in loaders of their own.
      expect(held.reduce((sum, { objects }) => sum + objects, 0)).toBe(20);
      for (const index of points.keys()) heapByType(running.recording, 'live', index);
      rmSync(running.recording);
    });

    it('that spawns JVMs has a recording of each', { timeout: 120_000 }, () => {
      const folder = emptyFolder('many');
      const java = `${present(jvm).tool('java')} -cp ${compiled(present(jvm))} KnownHeap </dev/null`;
      const recorded = run('record', '-o', `${folder}/%p.heaptrail`, '--', 'sh', '-c', `${java}; ${java}; exit 7`);
      expect(recorded.status).toBe(7);
      expect(readdirSync(folder).length).toBe(2);
      rmSync(folder, { recursive: true });
    });

    it('has pools and causes of its collections in the recording', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'MovingObjects', 'collections', { java: ['-XX:+UseG1GC'] });
      for (let step = 0; step < 3; step++) await running.step();
      running.point();
      await running.stop();
      const asked = timeline(running.recording).gcs.filter(({ cause }) => cause === 'System.gc()');
      expect(asked.length).toBe(3);
      for (const { kind, t, end, collector, before, after } of asked) {
        expect({ kind, collector }).toEqual({ kind: 'major', collector: 'G1 full collection pauses' });
        expect(end).toBeGreaterThan(t);
        expect(Object.keys(before).sort()).toEqual(['eden', 'old', 'survivor']);
        expect(after.eden).toBe(0);
      }
      rmSync(running.recording);
    });
  });
});

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'The recorder'), () => {
  const java = (options: string) =>
    spawnSync(present(jdk17).tool('java'), [`-agentpath:${agent}=${options}`, '-version'], { encoding: 'utf8' });

  it.each([
    ['evry=2s', /there is no option "evry"/],
    ['every=often', /every: expected a time/],
    ['every=0s', /every: expected a time/],
    ['sites=all', /sites: expected off, auto, sampled or exact/],
    ['interval=0', /interval: expected bytes/],
    ['depth=0', /depth: expected a number/],
    ['exit=maybe', /exit: expected yes or no/],
    ['every', /expected NAME=VALUE/],
  ])('refuses %s before the program starts', (options, message) => {
    const { status, stderr, stdout } = java(`${options},file=/nowhere/a.heaptrail`);
    expect(status).not.toBe(0);
    expect(stderr + stdout).toMatch(message);
    expect(stderr + stdout).not.toContain('Runtime Environment');
  });

  it('lets the program run where no file can be made, and says so', () => {
    const { status, stderr } = java('file=/nowhere/a.heaptrail');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^heaptrail: nothing is recorded: \/nowhere\/a\.heaptrail: .*No such file/m);
    expect(stderr).toContain('Runtime Environment');
  });

  it('never writes over a file', () => {
    const file = freshRecording('there');
    expect(java(`file=${file}`).status).toBe(0);
    const bytes = statSync(file).size;
    const { status, stderr } = java(`file=${file}`);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^heaptrail: nothing is recorded: .*File exists/m);
    expect(statSync(file).size).toBe(bytes);
    rmSync(file);
  });

  it('passes signals on and ends as the program ends', { timeout: 60_000 }, async () => {
    const file = freshRecording('signalled');
    const classes = compiled(present(jdk17));
    const recorded = spawn(program, [
      ...['record', '--every', 'off', '-o', file, '--'],
      ...[present(jdk17).tool('java'), '-cp', classes, 'MovingObjects'],
    ]);
    await new Promise<void>((resolve) => recorded.stdout.on('data', () => resolve()));
    const ended = new Promise<number | null>((resolve) => recorded.once('close', (status) => resolve(status)));
    recorded.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(timeline(file).points.length).toBe(1);
    rmSync(file);
  });
});
