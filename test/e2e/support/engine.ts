// The engine from outside: the program's own answers to compare the view with, and the engine process of the workbench, to end it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './places';

export interface Row {
  key: string;
  objects: number;
  bytes: number;
}

export interface SizedRow extends Row {
  deep: { objects: number; bytes: number };
  retained: { objects: number; bytes: number };
}

interface HeapAnswer {
  point: { objects: number; bytes: number };
  total: { rows: number; objects: number; bytes: number };
  rows: Row[];
}

/** What the program says with deep and retained sizes, ordered by the latter. */
export function sizedRows(dump: string, top: number): SizedRow[] {
  const options = ['--metrics', 'deep,retained', '--sort', 'retained', '--top', String(top)];
  return heapAnswer(dump, ...options).rows as SizedRow[];
}

/** What `heaptrail heap DUMP …` says. */
export function heapAnswer(dump: string, ...options: string[]): HeapAnswer {
  const program = path.join(build, 'release/heaptrail');
  const words = ['heap', dump, '--by', 'type', '--json', '--quiet', ...options];
  return JSON.parse(execFileSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 28 })) as HeapAnswer;
}

/** The process ids of the engines that run from this extensions folder, found by their command lines. */
export function enginePids(extensionsFolder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.some((word) => word.startsWith(extensionsFolder) && word.endsWith('dist/engine.cjs'));
      } catch {
        // It ended meanwhile, or is not ours to look at.
        return false;
      }
    });
}
