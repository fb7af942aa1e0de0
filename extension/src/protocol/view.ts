// What a view and the extension say to each other. A view says `ready` once, then sends requests; the extension answers each,
// and tells whenever the trace's status changes. Messages to a hidden view are lost, so a view asks again when it is shown:
// nothing but `ready` may be needed to bring it up to date.
import type {
  Counted,
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

/** What a view looks like, small enough to be kept with the window. */
export interface ViewState {
  tab: 'overview' | 'heap';
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
};

export type ExportFormat = 'csv' | 'json';

/** Requests of a view: name → parameters and result. */
export interface ViewRequests {
  /** May take long where each point is a heap dump, as sizes always may: both tell their progress, and can be cancelled. */
  timeline: { params: Record<string, never>; result: TimelineAnswer };
  /** Of another point than the one that the trace was opened with. */
  info: { params: InfoArgs; result: InfoAnswer };
  heap: { params: HeapArgs; result: HeapAnswer };
  sizes: { params: SizesArgs; result: SizesAnswer };
  structures: { params: StructuresArgs; result: StructuresAnswer };
  export: { params: { args: HeapArgs; format: ExportFormat }; result: null };
}
export type ViewMethod = keyof ViewRequests;

export type FromView =
  | { kind: 'ready' }
  | { kind: 'request'; id: number; method: ViewMethod; params: ViewRequests[ViewMethod]['params'] }
  | { kind: 'cancel-request'; id: number }
  | { kind: 'state'; state: ViewState }
  | { kind: 'reopen' }
  | { kind: 'cancel' };

export type ToView =
  | { kind: 'welcome'; fileName: string; state: ViewState; status: TraceStatus; descriptions: HeldDescriptions }
  | { kind: 'status'; status: TraceStatus }
  | { kind: 'descriptions'; descriptions: HeldDescriptions }
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

const orNull = (value: unknown, holds: (value: unknown) => boolean) => value === null || holds(value);
const isWindow = (value: unknown): value is PointWindow =>
  isRecord(value) && isCount(value.from) && isCount(value.to) && value.from < value.to;

export const mostExpanded = 100;

/** A state kept by an earlier version may lack what is optional here: whoever loads one lays it over the default state. */
export function isViewState(value: unknown): value is ViewState {
  return (
    isRecord(value) &&
    oneOf('overview', 'heap')(value.tab) &&
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
    optional(value.measure, oneOf('bytes', 'objects'))
  );
}

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
      if (!isCount(value.id)) return false;
      if (value.method === 'timeline') return isRecord(value.params);
      if (value.method === 'info') return isInfoArgs(value.params);
      if (value.method === 'heap') return isHeapArgs(value.params);
      if (value.method === 'sizes') return isSizesArgs(value.params);
      if (value.method === 'structures') return isStructuresArgs(value.params);
      return (
        value.method === 'export' &&
        isRecord(value.params) &&
        isHeapArgs(value.params.args) &&
        oneOf('csv', 'json')(value.params.format)
      );
    default:
      return false;
  }
}
