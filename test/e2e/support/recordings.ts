// Recordings of the leaking program: the command line that makes one with several points, one made without the workbench, and where the
// workbench puts those that it makes.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { classes, program } from './data';
import { heaptrail, timelineAnswer } from './engine';

/** A point after every collection, however slow the machine is. */
export const everyCollection = { 'heaptrail.recording.every': '1gc' };
/** So small a young generation that there are several collections. */
const java = ['java', '-XX:+UseSerialGC', '-Xmx64m', '-Xmn2m', '-cp', classes, program, '40000'];

/** Waits for the end of its input when it has done its work. */
export const waitingCommand = java.join(' ');
/** Ends by itself. */
export const endingCommand = `${waitingCommand} < /dev/null`;

/** Records the program from start to end. */
export function record(folder: string, file: string): void {
  execFileSync(heaptrail, ['record', '--quiet', '--every', '1gc', '-o', file, '--', ...java], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

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

/** How many complete points a recording has, whose program may not have ended. */
export function pointsIn(recording: string): number {
  try {
    return timelineAnswer(recording).points.length;
  } catch {
    // Without a point there is nothing to read.
    return 0;
  }
}
