// What a view and the extension say to each other. A view says `ready` once, then sends requests; the extension answers each,
// and tells whenever the trace's status changes. Messages to a hidden view are lost, so a view asks again when it is shown:
// nothing but `ready` may be needed to bring it up to date.
import type {
  Counted,
  Frame,
  HeapAnswer,
  HeapArgs,
  HeapOrder,
  InfoAnswer,
  InfoArgs,
  SizeMetric,
  SizesAnswer,
  SizesArgs,
  StructureFilter,
  StructureOrder,
  StructuresAnswer,
  StructuresArgs,
  TimelineAnswer,
  Warning,
} from './answers';
import type { Failure } from './failure';
import type { GrowthAnswer, GrowthArgs, GrowthCategory, GrowthOfAnswer, GrowthOfArgs, GrowthOrder } from './growth';

export type TraceStatus =
  | { kind: 'opening'; phase: string; done: number }
  | { kind: 'open'; info: InfoAnswer }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'cancelled' }
  | { kind: 'engine-stopped'; failure: Failure };

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
}

/** What a view looks like, small enough to be kept with the window. */
export interface ViewState {
  tab: 'overview' | 'growth' | 'heap';
  sort: HeapOrder;
  ascending: boolean;
  search: string;
  count: Counted;
  /** What the rows of the heap stand for: all objects of a type, or the data structures that begin with one. */
  rows: 'objects' | 'structures';
  /** The first visible row. */
  firstRow: number;
  selected: string | null;
  /** Types whose largest structures are shown below them. */
  expanded: string[];
  /** Index of the point whose heap is shown; null for the suggested one. */
  at: number | null;
  window: PointWindow | null;
  /** What the timeline shows. */
  measure: 'bytes' | 'objects';
  growth: GrowthChoice;
}

export const defaultViewState: ViewState = {
  tab: 'overview',
  sort: 'bytes',
  ascending: false,
  search: '',
  count: 'live',
  rows: 'objects',
  firstRow: 0,
  selected: null,
  expanded: [],
  at: null,
  window: null,
  measure: 'bytes',
  growth: { sort: 'retained', threshold: null, search: '', selected: null, leaves: null },
};

/** What is known of a trace's growth without computing anything: the last answer that anybody was given. */
export interface KnownGrowth {
  window: PointWindow;
  /** Of the strongest suspect; null where there is none. */
  sentence: string | null;
}

/** A view that stands alone, in a panel beside code: nothing but this tab. */
export interface AloneView {
  tab: 'growth';
  /** The trace's address, for the page to keep: so that the panel can be filled again after the window was. */
  trace: string;
}

export type ExportFormat = 'csv' | 'json';

/** A chart as a file: SVG as its text, PNG in base 64. */
export interface ChartImage {
  format: 'svg' | 'png';
  data: string;
}

/** What is asked of the editor, not of the trace; that it cannot be done, the editor itself says. */
export type ViewAction =
  /** Shows where something was allocated. */
  | { kind: 'open-frame'; frame: Frame; beside: boolean }
  /** Shows what grew in a panel of its own. */
  | { kind: 'open-beside' }
  /** Begins a description of a type. */
  | { kind: 'describe-type'; type: string; at?: string };

/** Requests of a view: name → parameters and result. */
export interface ViewRequests {
  /** May take long where each point is a heap dump, as sizes always may: both tell their progress, and can be cancelled. */
  timeline: { params: Record<string, never>; result: TimelineAnswer };
  /** Of another point than the one that the trace was opened with. */
  info: { params: InfoArgs; result: InfoAnswer };
  heap: { params: HeapArgs; result: HeapAnswer };
  sizes: { params: SizesArgs; result: SizesAnswer };
  structures: { params: StructuresArgs; result: StructuresAnswer };
  /** May take long when it is asked for the first time in a window. */
  growth: { params: GrowthArgs; result: GrowthAnswer };
  growthOf: { params: GrowthOfArgs; result: GrowthOfAnswer };
  export: { params: { args: HeapArgs; format: ExportFormat }; result: null };
  /** All structures, as CSV. */
  exportGrowth: { params: GrowthArgs; result: null };
  saveImage: { params: ChartImage; result: null };
}
export type ViewMethod = keyof ViewRequests;

export type FromView =
  | { kind: 'ready' }
  | { kind: 'request'; id: number; method: ViewMethod; params: ViewRequests[ViewMethod]['params'] }
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
      alone?: AloneView;
    }
  | { kind: 'status'; status: TraceStatus }
  | { kind: 'descriptions'; descriptions: HeldDescriptions }
  | { kind: 'known-growth'; known: KnownGrowth | null }
  /** Somebody wants to see this structure. */
  | { kind: 'select-structure'; id: string }
  | { kind: 'progress'; id: number; phase: string; done: number }
  | { kind: 'response'; id: number; result: ViewRequests[ViewMethod]['result'] }
  | { kind: 'rejection'; id: number; failure: Failure };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const oneOf =
  <T extends string>(...words: T[]) =>
  (value: unknown): value is T =>
    typeof value === 'string' && (words as string[]).includes(value);
const isOrder = oneOf<HeapOrder>('bytes', 'objects', 'name', 'deep', 'retained');
const isMetric = oneOf<SizeMetric>('deep', 'retained');
const isFilter = oneOf<StructureFilter>('structures', 'top-level');
const isStructureOrder = oneOf<StructureOrder>('retained', 'structure', 'deep-structure', 'leaves', 'type');
const isCounted = oneOf<Counted>('live', 'unreachable', 'all');
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** What people type, or names: never much. */
const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length < 10_000;
// A page of this size stays well below a megabyte of JSON.
const isPageSize = (value: unknown): value is number => isCount(value) && value <= 1000;
const optional = (value: unknown, holds: (value: unknown) => boolean) => value === undefined || holds(value);

export function isInfoArgs(value: unknown): value is InfoArgs {
  return isRecord(value) && optional(value.at, (v) => typeof v === 'string');
}

export function isHeapArgs(value: unknown): value is HeapArgs {
  return (
    isRecord(value) &&
    optional(value.at, (v) => typeof v === 'string') &&
    optional(value.sort, isOrder) &&
    optional(value.ascending, (v) => typeof v === 'boolean') &&
    optional(value.search, isShortText) &&
    optional(value.count, isCounted) &&
    optional(value.filter, isFilter) &&
    optional(value.offset, isCount) &&
    optional(value.limit, isPageSize)
  );
}

/** Lists of what is in a structure are not for views: that may be all objects of the heap. */
export function isStructuresArgs(value: unknown): value is StructuresArgs {
  return (
    isRecord(value) &&
    optional(value.at, (v) => typeof v === 'string') &&
    optional(value.filter, isFilter) &&
    optional(value.search, isShortText) &&
    optional(value.where, isShortText) &&
    optional(value.sort, isStructureOrder) &&
    optional(value.ascending, (v) => typeof v === 'boolean') &&
    optional(value.offset, isCount) &&
    optional(value.limit, isPageSize) &&
    value.contained === false &&
    value.members === undefined
  );
}

const isListOf = (value: unknown, most: number, holds: (value: unknown) => boolean) =>
  Array.isArray(value) && value.length <= most && value.every(holds);

export const mostKeys = 64;

export function isSizesArgs(value: unknown): value is SizesArgs {
  return (
    isRecord(value) &&
    optional(value.at, (v) => typeof v === 'string') &&
    isMetric(value.metric) &&
    optional(value.filter, isFilter) &&
    optional(value.keys, (v) => isListOf(v, mostKeys, (key) => typeof key === 'string'))
  );
}

const isGrowthOrder = oneOf<GrowthOrder>('retained', 'deep', 'structure', 'deep-structure');
const isCategory = oneOf<GrowthCategory>('survivor', 'born', 'all');
const isLeaves = oneOf('own', 'deep');
export const mostThreshold = 100;
const isThreshold = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= mostThreshold;
/** Rows of growth tell whole call chains: fewer of them fill a message. */
export const mostGrowthRows = 200;
const isGrowthPage = (value: unknown) => isCount(value) && value <= mostGrowthRows;

export function isGrowthArgs(value: unknown): value is GrowthArgs {
  return (
    isRecord(value) &&
    optional(value.from, isShortText) &&
    optional(value.to, isShortText) &&
    optional(value.sort, isGrowthOrder) &&
    optional(value.category, isCategory) &&
    optional(value.threshold, isThreshold) &&
    optional(value.search, isShortText) &&
    optional(value.offset, isCount) &&
    optional(value.limit, isGrowthPage) &&
    value.leaves === undefined
  );
}

export function isGrowthOfArgs(value: unknown): value is GrowthOfArgs {
  return (
    isRecord(value) &&
    optional(value.from, isShortText) &&
    optional(value.to, isShortText) &&
    isShortText(value.id) &&
    optional(value.threshold, isThreshold) &&
    optional(value.leaves, isLeaves) &&
    optional(value.offset, isCount) &&
    optional(value.limit, isGrowthPage)
  );
}

export function isFrame(value: unknown): value is Frame {
  return (
    isRecord(value) &&
    isShortText(value.class) &&
    isShortText(value.method) &&
    optional(value.file, isShortText) &&
    optional(value.line, isCount)
  );
}

/** As long as a message may be. */
export const mostImageCharacters = 1_000_000;

function isChartImage(value: unknown): value is ChartImage {
  return (
    isRecord(value) &&
    oneOf('svg', 'png')(value.format) &&
    typeof value.data === 'string' &&
    value.data.length <= mostImageCharacters
  );
}

const orNull = (value: unknown, holds: (value: unknown) => boolean) => value === null || holds(value);
const isWindow = (value: unknown): value is PointWindow =>
  isRecord(value) && isCount(value.from) && isCount(value.to) && value.from < value.to;

function isGrowthChoice(value: unknown): value is GrowthChoice {
  return (
    isRecord(value) &&
    isGrowthOrder(value.sort) &&
    orNull(value.threshold, isThreshold) &&
    isShortText(value.search) &&
    orNull(value.selected, isShortText) &&
    orNull(value.leaves, isLeaves)
  );
}

export const mostExpanded = 100;

/** A state kept by an earlier version may lack what is optional here: whoever loads one lays it over the default state. */
export function isViewState(value: unknown): value is ViewState {
  return (
    isRecord(value) &&
    oneOf('overview', 'growth', 'heap')(value.tab) &&
    isOrder(value.sort) &&
    typeof value.ascending === 'boolean' &&
    typeof value.search === 'string' &&
    isCounted(value.count) &&
    isCount(value.firstRow) &&
    optional(value.rows, oneOf('objects', 'structures')) &&
    orNull(value.selected, (v) => typeof v === 'string') &&
    optional(value.expanded, (v) => isListOf(v, mostExpanded, isShortText)) &&
    optional(value.at, (v) => orNull(v, isCount)) &&
    optional(value.window, (v) => orNull(v, isWindow)) &&
    optional(value.measure, oneOf('bytes', 'objects')) &&
    optional(value.growth, isGrowthChoice)
  );
}

const paramsOf: Record<ViewMethod, (value: unknown) => boolean> = {
  timeline: isRecord,
  info: isInfoArgs,
  heap: isHeapArgs,
  sizes: isSizesArgs,
  structures: isStructuresArgs,
  growth: isGrowthArgs,
  growthOf: isGrowthOfArgs,
  export: (value) => isRecord(value) && isHeapArgs(value.args) && oneOf('csv', 'json')(value.format),
  exportGrowth: isGrowthArgs,
  saveImage: isChartImage,
};

/** The border of the extension: what a view sends is checked before it is believed. */
export function isFromView(value: unknown): value is FromView {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case 'ready':
    case 'reopen':
    case 'cancel':
      return true;
    case 'state':
      return isViewState(value.state);
    case 'cancel-request':
      return isCount(value.id);
    case 'request':
      return (
        isCount(value.id) &&
        typeof value.method === 'string' &&
        Object.hasOwn(paramsOf, value.method) &&
        paramsOf[value.method as ViewMethod](value.params)
      );
    case 'open-frame':
      return isFrame(value.frame) && typeof value.beside === 'boolean';
    case 'open-beside':
      return true;
    case 'describe-type':
      return isShortText(value.type) && optional(value.at, isShortText);
    default:
      return false;
  }
}
