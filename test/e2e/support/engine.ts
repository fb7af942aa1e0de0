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

interface ThreadsAnswer {
  threads: { name: string; retained: { bytes: number } }[];
}

interface StructuresAnswer {
  total: { rows: number };
  rows: {
    id: string;
    type: string;
    leaves: number;
    structure: { bytes: number };
    deepStructure: { bytes: number };
    retained: { bytes: number };
  }[];
}

export interface TrendAnswer {
  sentence: string;
  points: { index: number }[];
  series: { key: string; values: number[]; growth: { sustained: boolean } }[];
}

export interface Suspect {
  rank: number;
  sentence: string;
  type: string;
  structures: string[];
  site: { class: string; file?: string; line?: number }[];
  leaves: { type: string; from: { objects: number }; to: { objects: number } }[];
}

interface Grown {
  from: { objects: number; bytes: number };
  to: { objects: number; bytes: number };
}

interface GrowthAnswer {
  window: { from: { index: number }; to: { index: number } };
  counts: { survivors: number; unmatched: number };
  structures: { id: string; metrics: Record<string, { hgp?: number | null }> }[];
  suspects: Suspect[];
}

interface GrowthOfAnswer {
  structure: { metrics: { retained: Grown } };
  leaves: { rows: { type: string }[] };
}

interface InspectAnswer {
  group: { retained: { objects: number; bytes: number } };
  roots: { label: string; object: { type: string } }[];
}

interface ObjectAnswer {
  fields: { name: string; object?: { id: string; text?: string } }[];
}

interface TimelineAnswer {
  points: { index: number; objects: number; bytes: number }[];
  gcs: unknown[];
  suggestion: { from: number; to: number } | null;
  suggestedPoint: { index: number; why: string };
}

interface OwnershipAnswer {
  total: { bytes: number };
  nodes: {
    key: string;
    label: string;
    owned: number;
    type: string | null;
    children: { node: number; owned: number }[];
  }[];
}

interface InfoAnswer {
  heap: { live: { objects: number }; references: number };
  warnings: { message: string }[];
}

/** What the program says with deep and retained sizes, ordered by the latter. */
export function sizedRows(dump: string, top: number): SizedRow[] {
  const options = ['--metrics', 'deep,retained', '--sort', 'retained', '--top', String(top)];
  return heapAnswer(dump, ...options).rows as SizedRow[];
}

/** What `heaptrail heap TRACE …` says; of several dumps together when the options begin with the others. */
export function heapAnswer(trace: string, ...options: string[]): HeapAnswer {
  return answer<HeapAnswer>('heap', trace, ...options, '--by', 'type', '--quiet');
}

/** What `heaptrail heap TRACE --by GROUPING …` says of the first level. */
export function groupsAnswer(trace: string, ...options: string[]): HeapAnswer {
  return answer<HeapAnswer>('heap', trace, ...options, '--depth', '1', '--quiet');
}

/** What `heaptrail structures TRACE --ds FILE …` says of those that no other one owns. */
export function structuresAnswer(trace: string, descriptions: string, ...options: string[]): StructuresAnswer {
  return answer<StructuresAnswer>('structures', trace, '--ds', descriptions, '--top-level', ...options);
}

/** What `heaptrail growth TRACE…` says; options come last. */
export function growthAnswer(...words: string[]): GrowthAnswer {
  return answer<GrowthAnswer>('growth', ...words, '--top', '100');
}

/** What `heaptrail growth TRACE --object ID` says. */
export function growthOfAnswer(trace: string, id: string): GrowthOfAnswer {
  return answer<GrowthOfAnswer>('growth', trace, '--object', id, '--top', '200');
}

/** What `heaptrail trend TRACE …` says. */
export function trendAnswer(trace: string, ...options: string[]): TrendAnswer {
  return answer<TrendAnswer>('trend', trace, ...options);
}

/** What `heaptrail inspect TRACE --object ID …` says. */
export function inspectAnswer(trace: string, id: string, ...options: string[]): InspectAnswer {
  return answer<InspectAnswer>('inspect', trace, '--object', id, ...options);
}

/** What `heaptrail inspect TRACE --object ID --fields` says. */
export function objectAnswer(trace: string, id: string): ObjectAnswer {
  return answer<ObjectAnswer>('inspect', trace, '--object', id, '--fields');
}

/** What `heaptrail threads TRACE` says. */
export function threadsAnswer(trace: string): ThreadsAnswer {
  return answer<ThreadsAnswer>('threads', trace);
}

/** What `heaptrail ds infer TRACE` says. */
export function inferredDescriptions(trace: string): string {
  return execFileSync(heaptrail, ['ds', 'infer', '--quiet', trace], { encoding: 'utf8' });
}

/** What `heaptrail timeline TRACE…` says. */
export function timelineAnswer(...traces: string[]): TimelineAnswer {
  return answer<TimelineAnswer>('timeline', ...traces);
}

/** What `heaptrail ownership TRACE --at POINT` says. */
export function ownershipAnswer(trace: string, at: number): OwnershipAnswer {
  return answer<OwnershipAnswer>('ownership', trace, '--at', String(at));
}

/** What `heaptrail info TRACE --at POINT` says. */
export function infoAnswer(trace: string, at: number): InfoAnswer {
  return answer<InfoAnswer>('info', trace, '--at', String(at));
}

/** What the program warns of when it reads a trace. */
export function warningsOf(trace: string): string[] {
  return answer<InfoAnswer>('info', trace).warnings.map(({ message }) => message);
}

export const heaptrail = path.join(build, 'release/heaptrail');

function answer<Answer>(...words: string[]): Answer {
  // What it says beside its answer is in the error if there is none.
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' } as const;
  return JSON.parse(execFileSync(heaptrail, [...words, '--json'], options)) as Answer;
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
