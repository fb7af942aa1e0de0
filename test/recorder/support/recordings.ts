// Programs that are recorded while they run, and what Heaptrail reads from their recordings.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { heaptrail, program } from './heaptrail';
import { compiled, type RunningProgram, startJava } from './java_program';
import type { Jvm } from './jvms';
import { build, root } from './places';

export const agent = path.join(root, 'build/release/libheaptrail-recorder.so');

export interface Point {
  readonly t: number;
  readonly objects: number | null;
  readonly bytes: number | null;
  /** Of each pool, as the point began; where the JVM told. */
  readonly used?: Readonly<Record<string, number>>;
  /** Counts by class, without objects. */
  readonly light?: boolean;
}

export interface Collection {
  readonly t: number;
  readonly end: number;
  readonly kind: 'minor' | 'major' | 'concurrent';
  readonly collector: string;
  readonly cause: string;
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
}

export function timeline(...traces: string[]): { points: Point[]; gcs: Collection[] } {
  return JSON.parse(heaptrail('timeline', ...traces, '--json'));
}

export interface Recorded extends RunningProgram {
  readonly recording: string;
  /** Takes a point, which is in the file when this returns. */
  point(): void;
}

const folder = path.join(build, 'recordings');

/** Removes what an earlier run left. */
export function freshRecording(name: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name.replaceAll(/[^\w]+/g, '-')}-${process.pid}.heaptrail`);
  rmSync(file, { force: true });
  return file;
}

/** @param options of the recorder, besides the file; points are taken when the test asks for them only */
export function startRecorded(
  jvm: Jvm,
  javaProgram: string,
  name: string,
  {
    recorder = 'every=off,sites=off,exit=no',
    java = [] as readonly string[],
    arguments: more = [] as readonly string[],
  } = {},
): Promise<Recorded> {
  const words = ['-Xmx400m', ...java, '-cp', compiled(jvm), javaProgram, ...more];
  return startJavaRecorded(jvm, name, words, { recorder });
}

/** Any program that prints READY. @param words what follows `java`; @param lines what the program reads before it is ready */
export async function startJavaRecorded(
  jvm: Jvm,
  name: string,
  words: readonly string[],
  { recorder = 'every=off,sites=off,exit=no', lines = '' } = {},
): Promise<Recorded> {
  const recording = freshRecording(`${name}-${jvm.feature}`);
  const running = await startJava(jvm, [`-agentpath:${agent}=${recorder},file=${recording}`, ...words], lines);
  return {
    ...running,
    recording,
    point: () => void execFileSync(program, ['point', `${running.pid}`], { stdio: 'pipe' }),
  };
}

// One line of the JSON Lines that `heaptrail convert` writes; each has some of these.
export interface Line {
  readonly point?: number;
  readonly end?: number;
  readonly o?: number;
  readonly type?: number;
  readonly site?: number;
  readonly thread?: number;
  readonly name?: string;
  readonly size?: number;
  readonly length?: number;
  readonly age?: number;
  readonly space?: string;
  readonly class?: number | string;
  readonly refs?: readonly (number | null | readonly [number, string | number])[];
  readonly root?: string;
  readonly frames?: readonly { class: string; method: string; file?: string; line?: number }[];
  readonly [other: string]: unknown;
}

/** All of a trace as JSON Lines. */
export function linesOf(trace: string): Line[] {
  const file = `${trace}.heap.jsonl`;
  rmSync(file, { force: true });
  heaptrail('convert', trace, file);
  const lines = readFileSync(file, 'utf8').split('\n');
  rmSync(file);
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
