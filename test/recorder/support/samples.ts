// The programs in samples/: recorded or dumped while they run, and where in their sources something is allocated.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { program } from './heaptrail';
import { compiledSources } from './java_program';
import type { Jvm } from './jvms';
import { build, root } from './places';
import { freshRecording } from './recordings';

export interface Sample {
  /** Its folder in samples/. */
  readonly folder: string;
  readonly mainClass: string;
}

export const travelCache: Sample = { folder: 'travel-cache', mainClass: 'travel.TravelService' };
export const statistics: Sample = { folder: 'statistics', mainClass: 'shop.Shop' };

const folderOf = (sample: Sample) => path.join(root, 'samples', sample.folder);
/** Made by samples/travel-cache/record.sh, and shipped. */
export const sampleRecording = path.join(folderOf(travelCache), 'travel-cache.heaptrail');
export const descriptions = path.join(folderOf(statistics), 'statistics.ds');

function command(jvm: Jvm, sample: Sample, seconds: number, perSecond: number): string[] {
  const sources = path.join(folderOf(sample), 'src', sample.mainClass.replace(/\.\w+$/, ''));
  const files = readdirSync(sources).map((file) => path.join(sources, file));
  const classes = compiledSources(jvm, sample.folder, files);
  return [jvm.tool('java'), '-Xmx256m', '-cp', classes, sample.mainClass, `${seconds}`, `${perSecond}`];
}

/** Records it from start to end; gives the recording and what the program said last. */
export function recordSample(
  jvm: Jvm,
  sample: Sample,
  { seconds = 5, perSecond = 3_000, options = ['--every', '1s', '--sites', 'exact'] as readonly string[] } = {},
): { recording: string; last: string } {
  const recording = freshRecording(`${sample.folder}-${jvm.feature}`);
  const words = ['record', '--quiet', ...options, '-o', recording, '--', ...command(jvm, sample, seconds, perSecond)];
  const printed = execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return { recording, last: printed.trim().split('\n').at(-1) ?? '' };
}

/** Two heap dumps of one run, some seconds after each other. */
export async function dumpSample(jvm: Jvm, sample: Sample, perSecond = 3_000): Promise<[string, string]> {
  const [java = '', ...words] = command(jvm, sample, 20, perSecond);
  const running = spawn(java, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface(running.stdout)[Symbol.asyncIterator]();
    const dumps: string[] = [];
    for (const seconds of [1, 3]) {
      for (let line = 0; line < seconds; line++) await lines.next();
      const file = path.join(build, `${sample.folder}-${jvm.feature}-${process.pid}-${dumps.length}.hprof`);
      execFileSync(jvm.tool('jcmd'), [`${running.pid}`, 'GC.heap_dump', '-overwrite', file], { stdio: 'pipe' });
      dumps.push(file);
    }
    return dumps as [string, string];
  } finally {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
}

/** The line of a class's source that has a text, which no other line has. */
export function lineOf(sample: Sample, type: string, text: string): number {
  const source = readFileSync(path.join(folderOf(sample), 'src', `${type.replaceAll('.', '/')}.java`), 'utf8');
  const lines = source.split('\n').flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  if (lines.length !== 1) throw new Error(`${type} has "${text}" in ${lines.length} lines`);
  return lines[0] ?? 0;
}
