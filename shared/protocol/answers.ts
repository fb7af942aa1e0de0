// The engine's answers as TypeScript: schema 1 of docs/json.md. Counts and bytes are integers. What is asked for them is in
// question_args.ts, which is generated; words that questions and answers share are taken from there.
import type { DescribeArgs, HeapArgs, SizesArgs, StructuresArgs } from './question_args';

export type { DescribeArgs, HeapArgs, InfoArgs, SizesArgs, StructuresArgs } from './question_args';

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
  /** It has counts by class, and no objects. */
  light?: boolean;
  /** The name of its file, where each point has one of its own. */
  file?: string;
  /** Used bytes by pool as it began; in timelines, where the trace tells. */
  used?: Record<string, number>;
}

/**
 * The point that is shown when none was named, and why: it is the only one, the heap grew most up to it, it is a low of a heap that goes up
 * and down, the heap fell afterwards, or it is the last.
 */
export interface SuggestedPoint {
  index: number;
  why: 'only' | 'growth' | 'low' | 'fall' | 'last';
}

export interface Warning {
  message: string;
  offset?: number;
}

export interface RecordingInfo {
  /** The program is being recorded; the recorder has completed the file; or the program was killed, or the disk was full. */
  state: 'running' | 'complete' | 'cut';
  /** As the program's own system counts. */
  process: number;
  /** Its main class or jar. */
  program: string | null;
}

export interface InfoAnswer {
  trace: {
    path: string;
    /** All files of the trace, in the order of their points. */
    files: string[];
    format: string;
    formatVersion: string;
    identity: boolean;
    sites: 'none' | 'sampled' | 'auto' | 'exact';
    /** Whether objects tell how many collections they have survived, and in which space they lie. */
    ages: boolean;
    points: number;
    gcs: number;
    /** The last point was taken as the program ended. */
    endsAtExit: boolean;
    /** ISO 8601, UTC. */
    start: string | null;
    fileBytes: number;
    compressed: boolean;
    idBytes: number;
    /** Of recordings only. */
    recording?: RecordingInfo;
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

/** As columns: `used[i][p]` are the bytes of `pools[p]` at `t[i]`. */
export interface PoolUses {
  pools: string[];
  t: number[];
  used: number[][];
}

export interface TimelineAnswer {
  /** In the order of time, and so of their indexes. */
  points: Point[];
  gcs: Gc[];
  /** How full the pools were in between, several times a second; where the trace tells. */
  uses?: PoolUses;
  /** Indexes of the two points between which the heap grew most, or its lows where it goes up and down. */
  suggestion: { from: number; to: number; betweenLows?: boolean } | null;
  suggestedPoint: SuggestedPoint | null;
  warnings: Warning[];
}

export type Counted = Required<HeapArgs>['count'];
/** Sizes that have to be computed: all that a row's objects lead to, and what would be freed if they all vanished. */
export type SizeMetric = SizesArgs['metric'];
/** `shallow` is another word for `bytes`; to sort by growth takes a point to compare with. */
export type HeapOrder = Exclude<Required<HeapArgs>['sort'], 'shallow'>;

/** Only heads of data structures, each as one object: of all, or of those that no other structure owns. */
export type StructureFilter = Required<HeapArgs>['filter'];

export interface HeapRow extends Size {
  key: string;
  /** Of live objects only, and only once they are known. */
  deep?: Size;
  retained?: Size;
  /** What could be gained of the objects that are waste, in bytes, where it was asked for. */
  gain?: number;
  /** At the point to compare with, where there is one. */
  from?: Size & { deep?: Size; retained?: Size };
  /** Whether there are rows below; not told of plain types. */
  goesOn?: boolean;
  /** The first rows below, where a depth was asked for. */
  below?: { total: { rows: number }; rows: HeapRow[] };
}

/** The types that a pattern of the description language stands for. */
export interface TypesAnswer {
  point: Point;
  pattern: string;
  total: { rows: number; objects: number; bytes: number };
  rows: { key: string; objects: number; bytes: number; description?: string; head?: boolean }[];
  /** Where asked for: the names of the fields that they have. */
  fields?: string[];
  nearest?: string;
}

export interface HeapAnswer {
  point: Point;
  count: Counted;
  /** Where only heads of structures were asked for. */
  filter?: StructureFilter;
  /** The point to compare with, where there is one. */
  from?: Point;
  /** What is grouped, and how, unless that is all objects by type. */
  where?: string;
  by?: string;
  path?: string[];
  /** The property whose keys the rows have; null where nothing divides the objects any more. */
  level?: string | null;
  /** The grouping that ends with these rows; not told of plain types. */
  rowsBy?: string;
  /** Which sizes all rows have. */
  known: Record<SizeMetric, boolean>;
  /** Of all rows that the search leaves, on this page or not. */
  total: Size & { rows: number; from?: Size };
  rows: HeapRow[];
  /** With a filter or a grouping: what is to be known of the trace and of the descriptions. */
  warnings?: Warning[];
}

/** One metric of the rows asked for; where none were, it is known of all rows from now on. */
export interface SizesAnswer {
  point: Point;
  metric: SizeMetric;
  rows: (Size & { key: string })[];
}

/** A place in the source, as the trace tells it. */
export interface Frame {
  class: string;
  method: string;
  file?: string;
  line?: number;
  /** Of a site: this one says most to whoever wrote the program. Where none has it, that is the innermost one. */
  telling?: true;
}

export type StructureOrder = Required<StructuresArgs>['sort'];

/** One structure; `objects` and `bytes` are its head’s. */
export interface StructureRow extends Size {
  /** Of its head, as text: 64 bits. */
  id: string;
  type: string;
  /** The type that is described: a superclass where that was described with `+`. */
  description: string;
  /** Where the head was allocated, innermost frame first; empty where the trace does not tell. */
  site: Frame[];
  structure: Size;
  deepStructure: Size;
  leaves: number;
  /** Heads of the structures in it, where they were asked for. */
  contained?: string[];
  retained?: Size;
  deep?: Size;
  members?: { id: string; type: string; bytes: number; role: 'head' | 'inner' | 'leaf' | 'contained' }[];
}

export interface StructuresAnswer {
  point: Point;
  filter: StructureFilter;
  /** Those that the filters let through, on this page or not. */
  total: { rows: number };
  rows: StructureRow[];
  warnings: Warning[];
}

/** Which descriptions hold now; the warnings say which files were left out, and why. */
export interface DescribeAnswer {
  types: number;
  heads: number;
  warnings: Warning[];
}

/** A file of descriptions: later ones win over earlier ones, type by type. Its name is for messages. */
export type DescriptionText = Required<DescribeArgs>['files'][number];

/** A first description of a type, or descriptions of what grew: the text of a file, empty where there is nothing to write. */
export interface DescriptionsAnswer {
  text: string;
}
