// The border of the extension: whether what a view sends is what views may send (view.ts). A page is not trusted more than a file.
import type {
  Counted,
  Frame,
  HeapArgs,
  HeapOrder,
  InfoArgs,
  SizeMetric,
  SizesArgs,
  StructureFilter,
  StructureOrder,
  StructuresArgs,
} from './answers';
import type { Field, GrowthArgs, GrowthCategory, GrowthOfArgs, GrowthOrder } from './growth';
import type { GrowthTreeArgs } from './growth_tree';
import {
  type ChartImage,
  type FromView,
  type GrowthChoice,
  mostExpanded,
  mostGrowthRows,
  mostImageCharacters,
  mostKeys,
  mostThreshold,
  type PointWindow,
  type ViewMethod,
  type ViewState,
} from './view';

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
const isThreshold = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= mostThreshold;
const isGrowthPage = (value: unknown) => isCount(value) && value <= mostGrowthRows;

/** Which packages are the user's own, a setting says, and no view. */
export function isGrowthTreeArgs(value: unknown): value is GrowthTreeArgs {
  return (
    isRecord(value) &&
    optional(value.from, isShortText) &&
    optional(value.to, isShortText) &&
    optional(value.threshold, isThreshold) &&
    value.own === undefined
  );
}

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
    optional(value.grown, (v) => typeof v === 'boolean') &&
    value.own === undefined &&
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
    optional(value.limit, isGrowthPage) &&
    value.own === undefined
  );
}

export function isField(value: unknown): value is Field {
  return isRecord(value) && isShortText(value.class) && isShortText(value.name) && typeof value.static === 'boolean';
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
    orNull(value.leaves, isLeaves) &&
    optional(value.shown, oneOf('structures', 'tree')) &&
    optional(value.unchanged, (v) => typeof v === 'boolean')
  );
}

/** A state kept by an earlier version may lack what is optional here: whoever loads one completes it (completeState). */
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
  growthTree: isGrowthTreeArgs,
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
    case 'open-field':
      return isField(value.field) && typeof value.beside === 'boolean';
    case 'open-beside':
      return true;
    case 'describe-type':
      return isShortText(value.type) && optional(value.at, isShortText);
    case 'save-inferred':
      return isShortText(value.type) && isShortText(value.from) && isShortText(value.to);
    default:
      return false;
  }
}
