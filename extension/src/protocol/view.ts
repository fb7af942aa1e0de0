// What a view and the extension say to each other. A view says `ready` once, then sends requests; the extension answers each,
// and tells whenever the trace's status changes. Messages to a hidden view are lost, so a view asks again when it is shown:
// nothing but `ready` may be needed to bring it up to date.
import type {
  Counted,
  HeapAnswer,
  HeapArgs,
  HeapOrder,
  InfoAnswer,
  SizeMetric,
  SizesAnswer,
  SizesArgs,
} from './answers';
import type { Failure } from './failure';

export type TraceStatus =
  | { kind: 'opening'; phase: string; done: number }
  | { kind: 'open'; info: InfoAnswer }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'cancelled' }
  | { kind: 'engine-stopped'; failure: Failure };

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
}

export const defaultViewState: ViewState = {
  tab: 'overview',
  sort: 'bytes',
  ascending: false,
  search: '',
  count: 'live',
  firstRow: 0,
  selected: null,
};

export type ExportFormat = 'csv' | 'json';

/** Requests of a view: name → parameters and result. */
export interface ViewRequests {
  heap: { params: HeapArgs; result: HeapAnswer };
  /** May take long: tells its progress, and can be cancelled. */
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

export function isViewState(value: unknown): value is ViewState {
  return (
    isRecord(value) &&
    oneOf('overview', 'heap')(value.tab) &&
    isOrder(value.sort) &&
    typeof value.ascending === 'boolean' &&
    typeof value.search === 'string' &&
    isCounted(value.count) &&
    isCount(value.firstRow) &&
    (value.selected === null || typeof value.selected === 'string')
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
