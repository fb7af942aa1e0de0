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
  TimelineAnswer,
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

/** What a view looks like, small enough to be kept with the window. */
export interface ViewState {
  tab: 'overview' | 'heap';
  sort: HeapOrder;
  ascending: boolean;
  search: string;
  count: Counted;
  /** The first visible row. */
  firstRow: number;
  selected: string | null;
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
  firstRow: 0,
  selected: null,
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
  | { kind: 'welcome'; fileName: string; state: ViewState; status: TraceStatus }
  | { kind: 'status'; status: TraceStatus }
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
const isCounted = oneOf<Counted>('live', 'unreachable', 'all');
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
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
    optional(value.search, (v) => typeof v === 'string' && v.length < 10_000) &&
    optional(value.count, isCounted) &&
    optional(value.offset, isCount) &&
    // A page of this size stays well below a megabyte of JSON.
    optional(value.limit, (v) => isCount(v) && v <= 1000)
  );
}

export const mostKeys = 64;

export function isSizesArgs(value: unknown): value is SizesArgs {
  return (
    isRecord(value) &&
    optional(value.at, (v) => typeof v === 'string') &&
    isMetric(value.metric) &&
    optional(value.keys, (v) => Array.isArray(v) && v.length <= mostKeys && v.every((key) => typeof key === 'string'))
  );
}

const orNull = (value: unknown, holds: (value: unknown) => boolean) => value === null || holds(value);
const isWindow = (value: unknown): value is PointWindow =>
  isRecord(value) && isCount(value.from) && isCount(value.to) && value.from < value.to;

/** A state kept by an earlier version may lack `at`, `window` and `measure`: whoever loads one lays it over the default state. */
export function isViewState(value: unknown): value is ViewState {
  return (
    isRecord(value) &&
    oneOf('overview', 'heap')(value.tab) &&
    isOrder(value.sort) &&
    typeof value.ascending === 'boolean' &&
    typeof value.search === 'string' &&
    isCounted(value.count) &&
    isCount(value.firstRow) &&
    orNull(value.selected, (v) => typeof v === 'string') &&
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
