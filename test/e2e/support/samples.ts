// The programs in samples/, recorded while they run, with their sources beside the recording as a user has them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { heaptrail } from './engine';
import { root } from './places';

export interface Sample {
  /** Its folder in samples/. */
  folder: string;
  mainClass: string;
}

export const travelCache: Sample = { folder: 'travel-cache', mainClass: 'travel.TravelService' };
export const statistics: Sample = { folder: 'statistics', mainClass: 'shop.Shop' };

export interface RecordOptions {
  /** Which the program takes: seconds, and requests per second. */
  words?: string[];
  /** Without it points are taken as by default. */
  every?: string;
  /** Whether what the program prints is shown. */
  aloud?: boolean;
}

/** Makes `folder/NAME.heaptrail` and `folder/src`, and gives the recording. */
export function recordSample(
  { folder: name, mainClass }: Sample,
  folder: string,
  { words = ['6', '3000'], every, aloud = false }: RecordOptions = {},
): string {
  const sample = path.join(root, 'samples', name);
  const classes = path.join(folder, 'classes');
  mkdirSync(classes, { recursive: true });
  for (const part of readdirSync(sample).filter((part) => part === 'src' || part.endsWith('.ds')))
    cpSync(path.join(sample, part), path.join(folder, part), { recursive: true });
  const packageFolder = path.join(folder, 'src', mainClass.split('.')[0] ?? '');
  const sources = readdirSync(packageFolder).map((file) => path.join(packageFolder, file));
  execFileSync('javac', ['-d', classes, ...sources]);
  const recording = path.join(folder, `${name}.heaptrail`);
  const java = ['java', '-XX:+UseSerialGC', '-Xmx256m', '-Xmn8m', '-cp', classes, mainClass, ...words];
  // Recordings are never written over, and a worker that begins anew after a failed test finds that of the one before.
  rmSync(recording, { force: true });
  // Messages of the JVM that it is recorded are of no interest.
  const points = every === undefined ? [] : ['--every', every];
  execFileSync(heaptrail, ['record', '--quiet', ...points, '-o', recording, '--', ...java], {
    stdio: ['ignore', aloud ? 'inherit' : 'ignore', 'pipe'],
  });
  return recording;
}

/** The line of a class's source that has a text, which no other line has. */
export function lineOf({ folder }: Sample, type: string, text: string): number {
  const source = path.join(root, 'samples', folder, 'src', `${type.replaceAll('.', '/')}.java`);
  const lines = readFileSync(source, 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  if (found.length !== 1) throw new Error(`${type} has "${text}" in ${found.length} lines`);
  return found[0] ?? 0;
}
