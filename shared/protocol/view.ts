// What a view and the extension say to each other. A view says `ready` once, then sends requests; the extension answers each,
// and tells whenever the trace's status changes. Messages to a hidden view are lost, so a view asks again when it is shown:
// nothing but `ready` may be needed to bring it up to date. The extension checks what views send: view_border.ts.
import type { Counted, Frame, HeapArgs, HeapOrder, InfoAnswer, StructureFilter, Warning } from './answers';
import type { Failure } from './failure';
import type { Field, GrowthArgs, GrowthOrder } from './growth';
import type { OwnershipModel, OwnershipRoot } from './ownership';
import type { QuestionArgs } from './question_args';
import type { TraceAnswers } from './questions';
import type { TrendArgs, TrendMetric, TrendOrder } from './trend';

export type TraceStatus =
  | { kind: 'opening'; phase: string; done: number }
  | {
      kind: 'open';
      info: InfoAnswer;
      /** It was open, and has more now: what its program wrote since. All points that it had have the same numbers. */
      renewed?: true;
      /** How long its program has been recorded, while it is. */
      seconds?: number;
    }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'cancelled' }
  | { kind: 'engine-stopped'; failure: Failure };

/** What holds a heap alone is looked for without being asked for up to so many live objects. */
const mostObjectsUnasked = 10_000_000;

/** What holds a large heap alone takes long to find out: then people ask. */
export const isLargeAlone = ({ trace, heap }: InfoAnswer): boolean =>
  trace.points < 2 && heap.live.objects > mostObjectsUnasked;

/** Objects that can be asked about together: those below the keys `path` of the grouping `by`, as the question `heap` takes them. */
export interface ObjectSet {
  by: string;
  /** Empty for all objects that `where` and `filter` leave. */
  path: string[];
  where: string;
  filter: StructureFilter | null;
}

/** What the Inspect tab is about: what holds objects together, or one of them by its id; or what is in that one. */
export type Inspected = { set: ObjectSet } | { holdersOf: string } | { object: string };

/** What was inspected one after the other, as a browser's history. */
export interface InspectTrail {
  entries: Inspected[];
  /** Index of the one that is shown; -1 where there is none. */
  at: number;
}

/** Two points, by their indexes: `from` is before `to`. */
export interface PointWindow {
  from: number;
  to: number;
}

/** The user’s own descriptions of data structures that hold for a trace. */
export interface HeldDescriptions {
  /** Another number whenever they changed: what was asked before is too old. */
  version: number;
  /** Which files were left out, and why. */
  warnings: Warning[];
}

/** What the Growth tab shows of what grew in the window. */
export interface GrowthChoice {
  sort: GrowthOrder;
  /** In percent; null for the one that is set for all traces. */
  threshold: number | null;
  search: string;
  /** Id of the structure whose details are shown; null for the strongest suspect’s. */
  selected: string | null;
  /** Own leaves, or also those of contained structures; null for what fits how the structure grew. */
  leaves: 'own' | 'deep' | null;
  /** Structures with their sizes, or the places where the heap grew. */
  shown: 'structures' | 'tree';
  /** Whether structures are listed of which nothing grew. */
  unchanged: boolean;
}

/** A set of objects that somebody went into, and what divides it. */
export interface HeapStep {
  /** The row that it is: the grouping that ends with it, empty for all objects, and its keys. */
  of: { by: string; path: string[] };
  /** What divides its objects. */
  by: string;
  /** How its table was left, where somebody went on from it. */
  left?: Pick<ViewState, 'firstRow' | 'selected' | 'expanded'>;
}

/** Which objects the Heap tab shows, and how they are grouped. */
export interface GroupingChoice {
  /** Only objects for which this holds; may be empty. */
  where: string;
  /** Whether structures that others own are shown, too, where structures are shown. */
  owned: boolean;
  /** Index of the point to compare with. */
  from: number | null;
  /** The sets that somebody went into, one from the other. The first one is all objects. */
  trail: HeapStep[];
  /** Which of them is shown: whoever goes back can go forward again. */
  place: number;
}

/** How a chart of the Trends tab draws its series. */
export type TrendDisplay = 'lines' | 'stacked' | 'multiples';

/** What a chart of the Trends tab shows. */
export interface TrendChart {
  /** The row whose objects it is about: the grouping that ends with it, empty for all objects, and its keys. */
  of: { by: string; path: string[] };
  /** What divides them: a series for each key of its first level. */
  by: string;
  where: string;
  rows: 'objects' | 'structures';
  /** Whether structures that others own are among them. */
  owned: boolean;
  metric: TrendMetric;
  sort: TrendOrder;
  /** How many series at the most. */
  top: number;
  /** Whether all others are shown together. */
  other: boolean;
  /** `3` for every third point, `10s` for points that are so far apart; empty for as many as there is room for. */
  every: string;
  log: boolean;
  display: TrendDisplay;
}

export interface TrendsChoice {
  /** The first one, and those that somebody went on to from a series. */
  charts: TrendChart[];
  /** What all charts are about; null for all points. */
  zoom: PointWindow | null;
}

/** Which nodes of the ownership picture were looked at one after the other, as a browser's history. */
export interface OwnershipZoom {
  /** Each is the way to a node from the whole heap, by keys; the heap itself has none. */
  entries: string[][];
  /** Index of the one that is shown. */
  at: number;
}

/** A moment that the user gave a name. */
export interface OwnershipMarker {
  /** Seconds since the trace's start. */
  t: number;
  name: string;
}

/** What the Ownership tab shows, and how. */
export interface OwnershipChoice {
  model: OwnershipModel;
  /** In percent of the live heap; null for the engine's own. */
  threshold: number | null;
  /** Which roots are blocks of their own. */
  roots: OwnershipRoot[];
  /** Where what is owned lies, seen from its owner. */
  direction: 'right' | 'down';
  /** From green to red, or from dark to light, which everybody can tell apart. */
  colours: 'usual' | 'safe';
  search: string;
  zoom: OwnershipZoom;
  /** Keys of nodes whose history stays in sight. */
  pinned: string[];
  markers: OwnershipMarker[];
}

/** Columns of the heap's table that can be taken away; the name stays. */
export type HeapColumn = 'objects' | 'bytes' | 'deep' | 'retained';

export type GainColumn = 'of-waste' | 'shown' | 'hidden';

/** What a view looks like, small enough to be kept with the window. */
export interface ViewState {
  tab: 'overview' | 'growth' | 'trends' | 'ownership' | 'heap' | 'inspect';
  sort: HeapOrder;
  ascending: boolean;
  search: string;
  count: Counted;
  /** What the rows of the heap stand for: all objects of a type, or the data structures that begin with one. */
  rows: 'objects' | 'structures';
  /** Whether the Heap tab has these rows, or the threads and what they hold. */
  heapShows: 'rows' | 'threads';
  /** The first visible row. */
  firstRow: number;
  selected: string | null;
  /** Rows that show what is below them: their keys, a line for each. */
  expanded: string[];
  grouping: GroupingChoice;
  /** Columns of the heap's table that the user took away. */
  hiddenColumns: HeapColumn[];
  /** Whether the heap's table tells what there is to gain: of rows divided by waste, or as the user said. */
  gain: GainColumn;
  /** Index of the point whose heap is shown; null for the suggested one. */
  at: number | null;
  window: PointWindow | null;
  /** What the timeline shows. */
  measure: 'bytes' | 'objects';
  growth: GrowthChoice;
  trends: TrendsChoice;
  inspect: InspectTrail;
  ownership: OwnershipChoice;
}

/** What leads the Heap tab to objects. */
export type HeapTabState = Pick<
  ViewState,
  'at' | 'rows' | 'grouping' | 'heapShows' | 'search' | 'selected' | 'expanded' | 'firstRow'
>;

export const defaultViewState: ViewState = {
  tab: 'overview',
  sort: 'bytes',
  ascending: false,
  search: '',
  count: 'live',
  rows: 'objects',
  heapShows: 'rows',
  firstRow: 0,
  selected: null,
  expanded: [],
  hiddenColumns: [],
  gain: 'of-waste',
  grouping: {
    where: '',
    owned: false,
    from: null,
    trail: [{ of: { by: '', path: [] }, by: 'type' }],
    place: 0,
  },
  at: null,
  window: null,
  measure: 'bytes',
  growth: {
    sort: 'retained',
    threshold: null,
    search: '',
    selected: null,
    leaves: null,
    shown: 'structures',
    unchanged: false,
  },
  trends: {
    charts: [
      {
        of: { by: '', path: [] },
        by: 'type',
        where: '',
        rows: 'objects',
        owned: false,
        metric: 'bytes',
        sort: 'absolute',
        top: 5,
        other: true,
        every: '',
        log: false,
        display: 'lines',
      },
    ],
    zoom: null,
  },
  inspect: { entries: [], at: -1 },
  ownership: {
    model: 'objects',
    threshold: null,
    roots: ['static', 'thread', 'system'],
    direction: 'right',
    colours: 'usual',
    search: '',
    zoom: { entries: [[]], at: 0 },
    pinned: [],
    markers: [],
  },
};

/** A state kept by an earlier version lacks what is new here. */
export function completeState(kept: Partial<ViewState> | undefined): ViewState {
  const { growth, grouping, ownership } = defaultViewState;
  return {
    ...defaultViewState,
    ...kept,
    growth: { ...growth, ...kept?.growth },
    grouping: { ...grouping, ...kept?.grouping },
    ownership: { ...ownership, ...kept?.ownership },
  };
}

/** What is known of a trace's growth without computing anything: the last answer that anybody was given. */
export interface KnownGrowth {
  window: PointWindow;
  /** Whether somebody chose this window: otherwise it is the one that is suggested. */
  chosen?: true;
  /** Of the strongest suspect; null where there is none. */
  sentence: string | null;
}

/** A grouping or a condition that somebody keeps under a name of their own. */
export interface SavedWords {
  name: string;
  words: string;
}

/** What the user’s settings say about all views. */
export interface ViewSettings {
  groupings: SavedWords[];
  conditions: SavedWords[];
  /** Whether what objects hold is shown. */
  showsValues: boolean;
}

export const usualSettings: ViewSettings = { groupings: [], conditions: [], showsValues: true };

/** A view that stands alone, in a panel beside code: nothing but this tab. */
export interface AloneView {
  tab: 'growth' | 'inspect';
  /** The trace's address, for the page to keep: so that the panel can be filled again after the window was. */
  trace: string;
}

export type ExportFormat = 'csv' | 'json';

/** A chart as a file: SVG as its text, PNG in base 64. */
export interface ChartImage {
  chart: 'growth' | 'trends' | 'ownership';
  format: 'svg' | 'png';
  data: string;
}

/** What is asked of the editor, not of the trace; that it cannot be done, the editor itself says. */
export type ViewAction =
  /** Shows where something was allocated. */
  | { kind: 'open-frame'; frame: Frame; beside: boolean }
  /** Shows where a field is declared. */
  | { kind: 'open-field'; field: Field; beside: boolean }
  /** Shows what grew, or what is inspected, in a panel of its own. */
  | { kind: 'open-beside'; tab: AloneView['tab'] }
  /** Shows objects in the Heap tab, which is in the trace's editor: where a panel has no other tabs. */
  | { kind: 'show-heap'; heap: HeapTabState }
  /** Takes a point of the program that is being recorded into this trace. */
  | { kind: 'take-point'; process: number }
  /** Somebody chose a suspect or another structure, known as GrowthChoice.selected is: it is shown elsewhere, too. */
  | { kind: 'choose-structure'; id: string }
  /** Begins a description of a type. */
  | { kind: 'describe-type'; type: string; at?: string }
  /** Saves what was inferred in a window, among it a type's description, in a file that the user chooses: it holds from then on. */
  | { kind: 'save-inferred'; type: string; from: string; to: string }
  /** Keeps a grouping or a condition in the settings, under a name that the user chooses. */
  | { kind: 'save-words'; of: 'grouping' | 'condition'; words: string };

/** What a view may ask about its trace. */
export type ViewQuestion =
  | 'timeline'
  | 'info'
  | 'trend'
  | 'heap'
  | 'sizes'
  | 'structures'
  | 'inspect'
  | 'object'
  | 'threads'
  | 'types'
  | 'growth'
  | 'growthOf'
  | 'growthTree'
  | 'ownership'
  | 'ownershipHistory';

/** What a view may have saved in a file. */
export interface ViewExports {
  export: { args: HeapArgs; format: ExportFormat };
  /** All structures, as CSV. */
  exportGrowth: GrowthArgs;
  /** All points of a chart of the Trends tab, as CSV. */
  exportTrend: TrendArgs;
  saveImage: ChartImage;
}

/** Requests of a view: parameters and results, by name. */
export type ViewParams = Pick<QuestionArgs, ViewQuestion> & ViewExports;
export type ViewResults = Pick<TraceAnswers, ViewQuestion> & Record<keyof ViewExports, null>;
export type ViewMethod = keyof ViewParams;

export type FromView =
  | { kind: 'ready' }
  | { kind: 'request'; id: number; method: ViewMethod; params: ViewParams[ViewMethod] }
  | { kind: 'cancel-request'; id: number }
  | { kind: 'state'; state: ViewState }
  | { kind: 'reopen' }
  | { kind: 'cancel' }
  | ViewAction;

export type ToView =
  | {
      kind: 'welcome';
      fileName: string;
      state: ViewState;
      status: TraceStatus;
      descriptions: HeldDescriptions;
      knownGrowth: KnownGrowth | null;
      settings: ViewSettings;
      alone?: AloneView;
    }
  | { kind: 'status'; status: TraceStatus }
  | { kind: 'descriptions'; descriptions: HeldDescriptions }
  | { kind: 'known-growth'; known: KnownGrowth | null }
  | { kind: 'settings'; settings: ViewSettings }
  /** Somebody wants to see this structure; quietly: it is chosen elsewhere, and a view that shows something else goes on doing so. */
  | { kind: 'select-structure'; id: string; quietly?: true }
  | { kind: 'progress'; id: number; phase: string; done: number }
  | { kind: 'response'; id: number; result: ViewResults[ViewMethod] }
  | { kind: 'rejection'; id: number; failure: Failure };

/** A page of this size stays well below a megabyte of JSON. */
export const mostHeapRows = 1000;
/** Rows of growth tell whole call chains: fewer of them fill a message. */
export const mostGrowthRows = 200;
/** Fields and elements tell objects with their texts. */
export const mostObjectRows = 200;
/** Each has a stack, with some objects for each frame. */
export const mostThreads = 50;
export const mostHeldByFrame = 10;
/** As long as a message may be. */
export const mostImageCharacters = 1_000_000;
export const mostExpanded = 100;
/** How many charts the Trends tab has, and how many series each of them. */
export const mostTrendCharts = 8;
export const mostTrendSeries = 50;
/** How many sets a trail has, and how many keys lead to one. */
export const mostSteps = 30;
export const mostKeys = 200;
/** Of each list of the Inspect tab. */
export const mostInspected = 200;
/** So many steps back are kept. */
export const mostTrail = 30;
/** Of nodes whose history is shown, and of moments with a name. */
export const mostPinned = 8;
export const mostMarkers = 30;
