// Runs the program under test.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './places';

export const program = path.join(root, 'build/release/heaptrail');

export interface Row {
  readonly key: string;
  readonly objects: number;
  readonly bytes: number;
}

export interface HeapAnswer {
  readonly point: { readonly objects: number; readonly bytes: number };
  readonly total: { readonly rows: number; readonly objects: number; readonly bytes: number };
  readonly rows: readonly Row[];
}

export interface InfoAnswer {
  readonly trace: {
    readonly ages: boolean;
    readonly points: number;
    readonly endsAtExit: boolean;
    readonly sites: string;
    readonly recording?: { readonly state: string; readonly process: number; readonly program: string | null };
  };
  readonly runtime: {
    readonly version: string | null;
    readonly compressedReferences: boolean;
    readonly objectAlignment: number;
    readonly headerBytes: number;
  };
  readonly heap: {
    readonly live: { readonly objects: number; readonly bytes: number };
    readonly unreachable: { readonly objects: number; readonly bytes: number };
    readonly references: number;
    readonly missingObjects: number;
    readonly threads: number;
  };
  readonly warnings: readonly { readonly message: string }[];
}

interface Size {
  readonly objects: number;
  readonly bytes: number;
}

export interface InspectedObject {
  readonly id: string;
  readonly type: string;
  readonly bytes: number;
  readonly age?: number;
  readonly space?: string;
}

export interface Holder {
  readonly kind: string;
  readonly class?: string;
  readonly field?: string;
  readonly direct: boolean;
  readonly object: InspectedObject;
}

export interface InspectAnswer {
  readonly group: Size & { readonly live: boolean; readonly deep: Size; readonly retained: Size };
  readonly roots?: readonly Holder[];
  readonly paths?: readonly {
    readonly root: Holder;
    readonly steps: readonly { readonly via?: string; readonly object: InspectedObject }[];
  }[];
  readonly closure?: { readonly rows: readonly Row[] };
  readonly objects?: readonly InspectedObject[];
}

export function heaptrail(...command: string[]): string {
  const run = spawnSync(program, [...command, '--quiet'], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`heaptrail ${command.join(' ')} ended with ${run.status}: ${run.stderr}`);
  return run.stdout;
}

export type Count = 'live' | 'unreachable' | 'all';

/** @param at the index of a point; the last one when left out */
export function heapByType(trace: string, count: Count = 'live', at: number | 'last' = 'last'): HeapAnswer {
  const all = ['--top', '1000000000', '--json'];
  return JSON.parse(heaptrail('heap', trace, '--by', 'type', '--count', count, '--at', `${at}`, ...all));
}

export function info(dump: string): InfoAnswer {
  return JSON.parse(heaptrail('info', dump, '--json'));
}

/** Asks for one object or a group (`--object ID` or `--where CONDITION`); all rows of every list. */
export function inspect(dump: string, ...options: string[]): InspectAnswer {
  return JSON.parse(heaptrail('inspect', dump, ...options, '--top', '0', '--json'));
}
