// Names of recordings: where a new one goes, and which files of a folder belong to it. One name stands for the recordings of
// all JVMs a program starts: its `%p` becomes their process ids.
import { basename, dirname, isAbsolute, join } from 'node:path';
import { traceName } from '../traces/trace_names';
import { javaProgram } from './java_command';

export const recordingEnding = '.heaptrail';

export interface Recording {
  path: string;
  /** The process that wrote it, where its name tells. */
  pid?: number;
}

/** One whose process is known. */
export type RecordingOfProcess = Required<Recording>;

/** Of what was kept, or came with a command. */
export const isRecordingOfProcess = (value: unknown): value is RecordingOfProcess =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'pid' in value &&
  typeof value.pid === 'number';

export interface FoundRecording extends Recording {
  bytes: number;
  /** Its process is still there, so more may come. */
  running: boolean;
}

/** `NAME-20260102-030405-%p.heaptrail` */
export function recordingName(program: string, now: Date): string {
  const clean = program.replace(/[^\w.-]+/g, '_').slice(0, 60) || 'program';
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `${clean}-${day}-${time}-%p${recordingEnding}`;
}

/** What people call the program that a recording is of. @param program its main class or jar; empty when unknown */
export function recordingTitle({ path }: Recording, program: string): string {
  return (program && javaProgram(['java', program])?.name) || traceName([path]).name;
}

/** The folder a setting names. */
export function expandFolder(setting: string, workspaceFolder: string, home: string): string {
  const text = setting
    .replace(/\$\{workspaceFolder\}/g, () => workspaceFolder)
    .replace(/\$\{userHome\}|^~(?=\/|$)/g, () => home);
  return isAbsolute(text) ? text : join(workspaceFolder, text);
}

/** The process id in a file's name, and nothing if the file is none of this pattern's. */
function matchOf(pattern: string, path: string): Recording | undefined {
  if (dirname(path) !== dirname(pattern)) return undefined;
  const [before, ...after] = basename(pattern).split('%p');
  const name = basename(path);
  if (after.length === 0) return name === before ? { path } : undefined;
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [first = '', ...others] = after;
  const rest = [literal(first), ...others.map(literal)].join('\\1');
  const match = new RegExp(`^${literal(before ?? '')}(\\d+)${rest}$`).exec(name);
  return match ? { path, pid: Number(match[1]) } : undefined;
}

/** Which of these files are recordings of the pattern. */
export function recordingsAmong(pattern: string, paths: string[]): Recording[] {
  return paths.flatMap((path) => matchOf(pattern, path) ?? []);
}

/** More than so many are not opened unasked. */
export const mostUnasked = 3;

export type Choice =
  | { kind: 'none' }
  /** Nothing is finished: JVMs that outlive the program (a build daemon) still write. */
  | { kind: 'running'; recordings: FoundRecording[] }
  | { kind: 'open'; recordings: FoundRecording[] }
  | { kind: 'ask'; recordings: FoundRecording[] };

/** What to do with the recordings that appeared; the largest come first. */
export function chooseRecordings(found: FoundRecording[]): Choice {
  const filled = found.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
  const finished = filled.filter(({ running }) => !running);
  if (filled.length === 0) return { kind: 'none' };
  if (finished.length === 0) return { kind: 'running', recordings: filled };
  return { kind: finished.length > mostUnasked ? 'ask' : 'open', recordings: finished };
}
