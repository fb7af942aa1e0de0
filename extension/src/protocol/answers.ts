// The engine's answers as TypeScript: schema 1 of docs/json.md. Counts and bytes are integers.

export interface Size {
  objects: number;
  bytes: number;
}

export interface Point extends Size {
  index: number;
  /** Seconds since the trace's start. */
  t: number;
  /** Taken as the program ended. */
  atExit?: boolean;
}

/** The point that is shown when none was named, and why: it is the only one, the heap grew most up to it, it fell afterwards, or it is the last. */
export interface SuggestedPoint {
  index: number;
  why: 'only' | 'growth' | 'fall' | 'last';
}

export interface Warning {
  message: string;
  offset?: number;
}

export interface InfoAnswer {
  trace: {
    path: string;
    /** All files of the trace, in the order of their points. */
    files: string[];
    format: string;
    formatVersion: string;
    identity: boolean;
    sites: 'none' | 'sampled' | 'exact';
    points: number;
    gcs: number;
    /** The last point was taken as the program ended. */
    endsAtExit: boolean;
    /** ISO 8601, UTC. */
    start: string | null;
    fileBytes: number;
    compressed: boolean;
    idBytes: number;
  };
  /** None in a trace without points, as `point`. */
  suggestedPoint: SuggestedPoint | null;
  /** What follows is of this point. */
  point: Point | null;
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

/** A pause for garbage collection. Concurrent: one of a collection that otherwise works beside the program. */
export interface Gc {
  /** Seconds since the trace's start, as `end`. */
  t: number;
  end: number;
  kind: 'minor' | 'major' | 'concurrent';
  collector: string;
  cause: string;
  /** Used bytes by pool. Pools are named as the collector names them, and may be left out. */
  before: Record<string, number>;
  after: Record<string, number>;
}

export interface TimelineAnswer {
  /** In the order of time, and so of their indexes. */
  points: Point[];
  gcs: Gc[];
  /** Indexes of the two points between which the heap grew most. */
  suggestion: { from: number; to: number } | null;
  suggestedPoint: SuggestedPoint | null;
  warnings: Warning[];
}

export type Counted = 'live' | 'unreachable' | 'all';
/** Sizes that have to be computed: all that a row's objects lead to, and what would be freed if they all vanished. */
export type SizeMetric = 'deep' | 'retained';
export type HeapOrder = 'bytes' | 'objects' | 'name' | SizeMetric;

export interface HeapRow extends Size {
  key: string;
  /** Of live objects only, and only once they are known. */
  deep?: Size;
  retained?: Size;
}

export interface HeapAnswer {
  point: Point;
  count: Counted;
  /** Which sizes all rows have. */
  known: Record<SizeMetric, boolean>;
  /** Of all rows that the search leaves, on this page or not. */
  total: Size & { rows: number };
  rows: HeapRow[];
}

/** One metric of the rows asked for; where none were, it is known of all rows from now on. */
export interface SizesAnswer {
  point: Point;
  metric: SizeMetric;
  rows: (Size & { key: string })[];
}

/** `at` in all questions: a point as the command line names it; the suggested one when left out. */
export interface InfoArgs {
  at?: string;
}

export interface SizesArgs {
  at?: string;
  metric: SizeMetric;
  /** At most 64; all rows when left out. */
  keys?: string[];
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
