// Recordings of the leaking program: the command line that makes one with several points, one made without the workbench, and where the
// workbench puts those that it makes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { classes, program } from './data';
import { heaptrail, timelineAnswer } from './engine';
import { untilReady } from './java_program';

/** A point after every collection, however slow the machine is. */
export const everyCollection = { 'heaptrail.recording.every': '1gc' };
/** So small a young generation that there are several collections. */
const java = (folder: string, ...words: string[]) => [
  'java',
  '-XX:+UseSerialGC',
  '-Xmx64m',
  '-Xmn2m',
  '-cp',
  folder,
  ...words,
];
const leaking = java(classes, program, '40000');

/** Waits for the end of its input when it has done its work. */
export const waitingCommand = leaking.join(' ');
/** Ends by itself, after so long that there are points enough to suggest a window. */
export const endingCommand = `${java(classes, program, '120000').join(' ')} < /dev/null`;

/**
 * Records the leaking program from start to end, with a point while it holds all that it leaks: it may be done before another one is taken
 * with much in it, and at its exit all of that is garbage.
 */
export async function record(folder: string, file: string, ...options: string[]): Promise<void> {
  rmSync(file, { force: true });
  const recording = spawn(heaptrail, recordWords(file, leaking, options), {
    cwd: folder,
    stdio: 'pipe',
  });
  const ended = once(recording, 'exit');
  let said = '';
  recording.stderr.on('data', (words) => (said += words));
  try {
    await untilReady(recording.stdout);
    const [program = ''] = readFileSync(`/proc/${recording.pid}/task/${recording.pid}/children`, 'utf8').split(' ');
    execFileSync(heaptrail, ['point', program, '--quiet']);
  } finally {
    recording.stdin.end();
    recording.stdout.resume();
  }
  const [status] = await ended;
  if (status !== 0) throw new Error(`the recorded program ended with ${status}: ${said}`);
}

/** Records another program with the settings that nobody changed, but for a point after every collection. */
export function recordProgram(classes: string, file: string, ...words: string[]): void {
  recordCommand(classes, file, java(classes, ...words), []);
}

/** Records another program with the site of every object. @param words the main class and its arguments */
export function recordSites(classes: string, file: string, ...words: string[]): void {
  recordCommand(classes, file, java(classes, ...words), ['--sites', 'exact']);
}

function recordCommand(folder: string, file: string, command: string[], options: string[]): void {
  // A worker that begins anew after a failed test finds that of the one before, and recordings are never written over.
  rmSync(file, { force: true });
  execFileSync(heaptrail, recordWords(file, command, options), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

const recordWords = (file: string, command: string[], options: string[]): string[] => [
  'record',
  '--quiet',
  '--every',
  '1gc',
  ...options,
  '-o',
  file,
  '--',
  ...command,
];

interface Begun {
  path: string;
  /** Of the recorded JVM. */
  pid: number;
}

/** The one recording that the workbench has begun in this folder. */
export function begunRecording(workspace: string): Begun {
  const folder = path.join(workspace, '.heaptrail');
  const names = readdirSync(folder).filter((name) => name.endsWith('.heaptrail'));
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`expected one recording in ${folder}, found ${names.length}`);
  return { path: path.join(folder, name), pid: Number(/-(\d+)\.heaptrail$/.exec(name)?.[1]) };
}

/** Whether a program has done its work and reads from its standard input: no more collections come, so no more points. */
export function waitsForInput(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  // The number of the system call `read` differs between processors; that of its file, the first argument, does not.
  return readdirSync(threads).some((thread) =>
    /^\d+ 0x0 /.test(readFileSync(path.join(threads, thread, 'syscall'), 'utf8')),
  );
}

/** How many complete points a recording has, whose program may not have ended. */
export function pointsIn(recording: string): number {
  try {
    return timelineAnswer(recording).points.length;
  } catch {
    // Without a point there is nothing to read.
    return 0;
  }
}
