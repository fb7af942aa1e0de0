// What data structures grew between two points, as the engine answers it: `growth` and `growthOf` of docs/json.md. Where it grew, told by
// place, is in growth_tree.ts.
import type { Frame, Point, Size, Warning } from './answers';
import type { GrowthArgs } from './question_args';

export type { GrowthArgs, GrowthOfArgs } from './question_args';

/** By which size structures are put in order: always by what was added to it in the window, most first. */
export type GrowthOrder = Required<GrowthArgs>['sort'];

/** Alive at both ends, or created in between and alive at the end. */
export type GrowthOrigin = 'survivor' | 'born';

/** Which structures are listed. */
export type GrowthCategory = Required<GrowthArgs>['category'];

export type GrowthPattern =
  | 'single-ownership-container-growth'
  | 'shared-ownership-container-growth'
  | 'single-ownership-data-growth'
  | 'shared-ownership-data-growth'
  | 'non-growth';

/** Whether an object at one end is known to be the one at the other, or only lies at the end of the same path. */
export type GrowthMatch = 'identity' | 'path';

/** A size at both ends. */
export interface Grown {
  from: Size;
  to: Size;
}

export interface GrownMetric extends Grown {
  /** Heap growth portion in percent; null where the heap did not grow. It may be above 100: ownership can move. */
  hgp: number | null;
}

/** Leaves: what they are themselves, and where it is known, with all that they lead to, each object once. */
export interface GrownLeaves extends Grown {
  deep?: Grown;
}

/** A field, as its declaration is looked for. */
export interface Field {
  class: string;
  /** Empty where the class itself is meant. */
  name: string;
  static: boolean;
}

/** Leaves of one type from one site. */
export interface LeafRow extends GrownLeaves {
  type: string;
  site: Frame[];
  /** Where sites are sampled: so many objects of this row were seen. */
  samples?: { from: number; to: number };
  /** How many objects there are is worked out from the samples. */
  estimated?: boolean;
}

/** Leaves of one type from all sites. What several sites lead to counts once: deep sizes are no sums. */
export interface LeafTypeRow extends GrownLeaves {
  type: string;
}

export interface GrowthRow {
  /** Of its head at the end of the window, as text: 64 bits. */
  id: string;
  /** Of its head at the beginning, where that is another: dumps matched by path. */
  fromId?: string;
  type: string;
  /** The field that holds it, `SessionStore.byToken`; empty where none is known. */
  name: string;
  /** What the name leads to. */
  field: Field | null;
  /** The program's own field further up, where the name is that of a library's. */
  within?: { name: string; field: Field };
  /** No description covers it: what belongs to it was inferred. */
  inferred: boolean;
  description: string;
  site: Frame[];
  category: GrowthOrigin;
  match: GrowthMatch;
  pattern: GrowthPattern;
  metrics: { retained: GrownMetric; deep: GrownMetric; structure: GrownMetric; deepStructure: GrownMetric };
  leafCount: { from: number; to: number };
  /** Those that grew most, where they were asked for; with deep sizes where its pattern is data growth. */
  leaves?: LeafRow[];
}

/** The way from the nearest root to an object. */
export interface HoldingPath {
  root: RootText;
  steps: { via?: string; object: { id: string; type: string; bytes: number } }[];
}

/** A root as `inspect` tells it. */
export interface RootText {
  kind: string;
  label: string;
  class?: string;
  field?: string;
  thread?: string;
  method?: string;
  file?: string;
  line?: number;
}

/** A part of a sentence: mere words, or what can be followed to its source. */
export interface SentencePart {
  text: string;
  field?: Field;
  /** The full name of a class. */
  type?: string;
  frame?: Frame;
}

/** What a suspect took in, of one type. */
export interface TakenType {
  type: string;
  /** Objects at both ends. These are counted, whether sites are sampled or not. */
  from: number;
  to: number;
  /** Of those of the beginning, how many are not in it any more; where the trace tells objects apart. */
  removed?: number;
}

/** A line of the program that makes what a suspect took in. */
export interface SuspectLine extends Frame {
  /** Of what was taken in, 0…1. */
  share: number;
  /** How many objects were seen from this line. */
  samples: number;
  objects?: number;
  /** `share` and `objects` are worked out from the samples. */
  estimated?: boolean;
}

/** One of several that hold the same. */
export interface SuspectOwner {
  name: string;
  field: Field | null;
  type: string;
  /** Its id, as text: 64 bits. */
  object: string;
}

export interface Suspect {
  /** 1 for the strongest. */
  rank: number;
  /** The field that holds it, with `[]` for each collection or array between; empty where none is known. */
  name: string;
  /** What the name leads to. */
  field: Field | null;
  /** The program's own field further up, where the name is that of a library's. */
  within?: { name: string; field: Field };
  /** It is in a structure that no description covers: what belongs to it was inferred. */
  inferred: boolean;
  /** Most first; at most five. */
  taken: TakenType[];
  /** The program's own lines first, then others; of both the largest share first; at most five. */
  lines: SuspectLine[];
  /** Whether the lines made the leaves, or what these keep alive. */
  linesOf: 'leaves' | 'retained';
  /** Where several hold the same: all of them. */
  owners: SuspectOwner[];
  /** Id of the object that it begins with; of the largest where it is several. Null of what is in no structure: threads that run, for example. */
  head: string | null;
  /** Why what nothing holds is there all the same: threads until they end, objects until their finalizer ran, classes with their loader. */
  unheld?: 'runs' | 'waits-for-finalizer' | 'loaded';
  /** In plain words, complete. */
  sentence: string;
  sentenceParts: SentencePart[];
  /** What to do next. */
  advice: string;
  /** Null of what is in no structure. */
  pattern: GrowthPattern | null;
  /** Several structures that are small alone and large together: of one type and site, or holding the same leaves. */
  joint: boolean;
  /** All of them were born in the window. */
  born: boolean;
  /** How many structures; `structures` are the ids of the largest of them, at most a hundred. */
  count: number;
  structures: string[];
  type: string;
  site: Frame[];
  match: GrowthMatch;
  /** Of all of them together. */
  retained: GrownMetric;
  leaves: LeafRow[];
  /** To the largest of them. */
  path: HoldingPath | null;
}

export interface GrowthWindow {
  from: Point;
  to: Point;
  /**
   * How it came to be this one: the user named it, it is the suggested one (where the heap grew most, or two of its lows), or the trace’s
   * first and last points. `whole`: it begins with nothing, so that all the heap holds has grown; `from` is the same point without its objects.
   */
  chosen: 'asked' | 'suggested' | 'lows' | 'ends' | 'whole';
  /** Where most of that growth was gone again. */
  fell?: Point;
}

export interface GrowthAnswer {
  window: GrowthWindow;
  match: GrowthMatch;
  /** In percent. */
  threshold: number;
  counts: {
    survivors: number;
    died: number;
    born: number;
    /** At the end of the window, where structures are matched by path and none or several lie at the same path. */
    unmatched: number;
  };
  sort: GrowthOrder;
  category: GrowthCategory;
  /** Of the category, on this page or not; and how many were left out because nothing of them grew. */
  total: { rows: number; unchanged?: number };
  structures: GrowthRow[];
  suspects: Suspect[];
  /** Types whose objects grew most, most first; at most ten. */
  types: (Grown & { type: string })[];
  warnings: Warning[];
}

/** One structure, its sizes exact. */
export interface GrowthOfAnswer {
  window: GrowthWindow;
  threshold: number;
  structure: GrowthRow;
  sentence: string;
  sentenceParts: SentencePart[];
  advice: string;
  path: HoldingPath | null;
  leaves: {
    of: 'own' | 'deep';
    /** All of them. */
    total: GrownLeaves & { rows: number };
    /** The types that these rows have. */
    types: LeafTypeRow[];
    rows: LeafRow[];
  };
  /** Other structures that hold the same leaves, those with most of them first; of growth with shared ownership only. */
  owners: { id: string; type: string; name?: string; site: Frame[]; shared: number }[];
  warnings: Warning[];
}
