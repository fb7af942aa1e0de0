// Runs the program on many files with little memory and little time each. One shell runs them all: starting a thousand
// processes from here would take longer than the program needs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { program } from './heaptrail';
import { build } from './places';

/** What a single run may take: far more than a small file needs, far less than a damaged length could ask for. */
export const limits = { virtualKilobytes: 1_500_000, seconds: 10 };

export interface Run {
  readonly file: string;
  /** Over 128: ended by a signal. 124: took longer than it may. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const script = `
ulimit -v ${limits.virtualKilobytes}
ulimit -c 0
for file in "$1"/*.hprof*; do
  timeout ${limits.seconds} "${program}" heap "$file" --by type --json > "$file.out" 2> "$file.err"
  echo $? > "$file.status"
done`;

/** Writes the files into a folder of that name, runs `heaptrail heap` on each, and removes the folder. */
export function runOnEach(name: string, files: ReadonlyMap<string, Uint8Array>): Run[] {
  const folder = path.join(build, `broken-${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of files) writeFileSync(path.join(folder, file), bytes);
  const shell = spawnSync('bash', ['-c', script, 'bash', folder], { encoding: 'utf8' });
  if (shell.status !== 0) throw new Error(`The shell ended with ${shell.status}: ${shell.stderr}`);
  const runs = readdirSync(folder)
    .filter((file) => file.endsWith('.status'))
    .map((status): Run => {
      const file = path.join(folder, status.slice(0, -'.status'.length));
      const read = (what: string) => readFileSync(`${file}.${what}`, 'utf8');
      return { file: path.basename(file), status: Number(read('status')), stdout: read('out'), stderr: read('err') };
    });
  rmSync(folder, { recursive: true });
  if (runs.length !== files.size) throw new Error(`${files.size} files, but ${runs.length} runs`);
  return runs;
}

/** What is wrong with how a run ended: nothing, when it gave an answer or said in one line why it cannot. */
export function complaints(run: Run): string[] {
  const lines = run.stderr.split('\n').filter((line) => line !== '');
  const found: string[] = [];
  if (run.status === 0) {
    if (!run.stdout.startsWith('{"heaptrail":')) found.push(`status 0 without an answer: ${run.stdout.slice(0, 80)}`);
    if (!lines.every((line) => line.startsWith('heaptrail: warning: '))) found.push(`not a warning: ${run.stderr}`);
  } else if (run.status === 3) {
    if (lines.length !== 1) found.push(`${lines.length} lines instead of one: ${run.stderr}`);
    if (!run.stderr.startsWith('heaptrail: ')) found.push(`not from us: ${run.stderr}`);
    if (!run.stderr.includes(run.file) && !/memory/.test(run.stderr)) found.push(`names no file: ${run.stderr}`);
    if (run.stdout !== '') found.push(`an error and an answer: ${run.stdout.slice(0, 80)}`);
  } else {
    found.push(`status ${run.status}: ${run.stderr.slice(0, 300)}`);
  }
  return found.map((complaint) => `${run.file}: ${complaint}`);
}
