// The engine's answers as TypeScript: schema 1 of docs/json.md. Counts and bytes are integers.

export interface Size {
  objects: number;
  bytes: number;
}

export interface Point extends Size {
  index: number;
  /** Seconds since the trace's start. */
  t: number;
}

export interface Warning {
  message: string;
  offset?: number;
}

export interface InfoAnswer {
  trace: {
    path: string;
    format: string;
    formatVersion: string;
    identity: boolean;
    sites: 'none' | 'sampled' | 'exact';
    points: number;
    /** ISO 8601, UTC. */
    start: string | null;
    fileBytes: number;
    compressed: boolean;
    idBytes: number;
  };
  runtime: {
    name: string | null;
    version: string | null;
    compressedReferences: boolean;
    objectAlignment: number;
    headerBytes: number;
  };
  heap: {
    live: Size;
    unreachable: Size;
    references: number;
    /** Objects that references lead to, but the trace does not have. */
    missingObjects: number;
    types: number;
    threads: number;
    followWeak: boolean;
    roots: { kind: string; label: string; count: number }[];
  };
  warnings: Warning[];
}

export interface TimelineAnswer {
  points: Point[];
  gcs: { t: number; end: number; kind: 'minor' | 'major'; collector: string; cause: string }[];
}

export type Counted = 'live' | 'unreachable' | 'all';
export type HeapOrder = 'bytes' | 'objects' | 'name';

export interface HeapRow extends Size {
  key: string;
}

export interface HeapAnswer {
  point: Point;
  count: Counted;
  /** Of all rows that the search leaves, on this page or not. */
  total: Size & { rows: number };
  rows: HeapRow[];
}

export interface HeapArgs {
  at?: string;
  sort?: HeapOrder;
  ascending?: boolean;
  search?: string;
  count?: Counted;
  offset?: number;
  limit?: number;
}
