// The border of the extension: whether what a view sends is what views may send (view.ts). A page is not trusted more than a file.
import type { Counted, Frame, HeapOrder } from './answers';
import type { Field, GrowthOrder } from './growth';
import type { OwnershipRoot } from './ownership';
import {
  type Check,
  hasParameters,
  isCount,
  isFlag,
  isRecord,
  isText,
  listOf,
  oneOf,
  optional,
} from './parameter_checks';
import { parameterChecks, type QuestionArgs } from './question_args';
import {
  type ChartImage,
  defaultViewState,
  type FromView,
  type GainColumn,
  type GroupingChoice,
  type GrowthChoice,
  type HeapColumn,
  type HeapStep,
  type Inspected,
  type InspectTrail,
  mostExpanded,
  mostGrowthRows,
  mostHeapRows,
  mostHeldByFrame,
  mostImageCharacters,
  mostInspected,
  mostKeys,
  mostMarkers,
  mostObjectRows,
  mostPinned,
  mostSteps,
  mostThreads,
  mostTrail,
  mostTrendCharts,
  mostTrendSeries,
  type ObjectSet,
  type OwnershipChoice,
  type OwnershipMarker,
  type OwnershipZoom,
  type PointWindow,
  type TrendChart,
  type TrendsChoice,
  type ViewExports,
  type ViewQuestion,
  type ViewState,
} from './view';

/** What people type, or names: never much. */
const isShortText: Check<string> = (value): value is string => isText(value) && value.length < 10_000;

/** Of lists, what they consist of. */
const isBounded = (value: unknown): boolean =>
  Array.isArray(value) ? value.length <= mostListed && value.every(isBounded) : !isText(value) || isShortText(value);
const mostListed = 1000;

/** What a view may ask less of than the engine answers: pages, so that no message is large, and nothing that a setting says. */
const viewLimits: { [Q in ViewQuestion]: (args: QuestionArgs[Q]) => boolean } = {
  timeline: () => true,
  info: () => true,
  trend: ({ limit = 0 }) => limit <= mostTrendSeries,
  // A tree is asked for level by level.
  heap: ({ limit = 0, depth = 1 }) => limit <= mostHeapRows && depth <= 1,
  sizes: () => true,
  // Lists of what is in a structure may be all objects of the heap.
  structures: ({ limit = 0, contained, members }) =>
    limit <= mostHeapRows && contained === false && members === undefined,
  // Leaves of every structure of a page are more than a message holds. Which packages are the user's own, a setting says.
  growth: ({ limit = 0, leaves, own }) => limit <= mostGrowthRows && leaves === undefined && own === undefined,
  growthOf: ({ limit = 0, own }) => limit <= mostGrowthRows && own === undefined,
  growthTree: ({ own }) => own === undefined,
  ownership: () => true,
  ownershipHistory: () => true,
  // Whether values are shown, a setting says.
  inspect: ({ top = 0, values }) => top <= mostInspected && values === undefined,
  // Fields to complete: of the types only that there are some.
  types: ({ limit = 0 }) => limit <= mostHeapRows,
  threads: ({ limit = 0, limitObjects = 0, values }) =>
    limit <= mostThreads && limitObjects <= mostHeldByFrame && values === undefined,
  object: ({ limit = 0, referrersLimit = 0, dominatedLimit = 0, values }) =>
    Math.max(limit, referrersLimit, dominatedLimit) <= mostObjectRows && values === undefined,
};

/** Whether a view may ask this. */
function mayAsk<Q extends ViewQuestion>(question: Q, args: unknown): args is QuestionArgs[Q] {
  return (
    hasParameters<QuestionArgs[Q]>(args, parameterChecks[question]) &&
    Object.values(args).every(isBounded) &&
    viewLimits[question](args)
  );
}

/** In what is kept, nothing that questions may leave out is missing. */
const given =
  <T>(check: Check<T | undefined>): Check<T> =>
  (value): value is T =>
    value !== undefined && check(value);
const isOrder: Check<HeapOrder> = oneOf('bytes', 'objects', 'name', 'deep', 'retained', 'gain', 'growth');
const isCounted: Check<Counted> = given(parameterChecks.heap.count);
const isGrowthOrder: Check<GrowthOrder> = given(parameterChecks.growth.sort);
const isThreshold = given(parameterChecks.growth.threshold);
const isObjectId = given(parameterChecks.inspect.object);
const isTrendMetric = given(parameterChecks.trend.metric);
const isTrendOrder = given(parameterChecks.trend.sort);
const isFilter = given(parameterChecks.inspect.filter);
const isModel = given(parameterChecks.ownership.model);
const isOwnershipThreshold = given(parameterChecks.ownership.threshold);
const isRoots = listOf(oneOf<OwnershipRoot>('static', 'thread', 'system'), 3);
const isLeaves = given(parameterChecks.growthOf.leaves);

export function isField(value: unknown): value is Field {
  return isRecord(value) && isShortText(value.class) && isShortText(value.name) && typeof value.static === 'boolean';
}

export function isFrame(value: unknown): value is Frame {
  return (
    isRecord(value) &&
    isShortText(value.class) &&
    isShortText(value.method) &&
    optional(isShortText)(value.file) &&
    optional(isCount)(value.line)
  );
}

function isChartImage(value: unknown): value is ChartImage {
  return (
    isRecord(value) &&
    oneOf('growth', 'trends', 'ownership')(value.chart) &&
    oneOf('svg', 'png')(value.format) &&
    typeof value.data === 'string' &&
    value.data.length <= mostImageCharacters
  );
}

const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);
const isWindow: Check<PointWindow> = (value): value is PointWindow =>
  isRecord(value) && isCount(value.from) && isCount(value.to) && value.from < value.to;

function isGrowthChoice(value: unknown): value is GrowthChoice {
  return (
    isRecord(value) &&
    isGrowthOrder(value.sort) &&
    orNull(isThreshold)(value.threshold) &&
    isShortText(value.search) &&
    orNull(isShortText)(value.selected) &&
    orNull(isLeaves)(value.leaves) &&
    optional(oneOf('structures', 'tree'))(value.shown) &&
    optional(isFlag)(value.unchanged)
  );
}

const isLeft: Check<Required<HeapStep>['left']> = (value): value is Required<HeapStep>['left'] =>
  isRecord(value) &&
  isCount(value.firstRow) &&
  orNull(isShortText)(value.selected) &&
  listOf(isShortText, mostExpanded)(value.expanded);

const isRow: Check<HeapStep['of']> = (value): value is HeapStep['of'] =>
  isRecord(value) && isShortText(value.by) && listOf(isShortText, mostKeys)(value.path);

const isStep: Check<HeapStep> = (value): value is HeapStep =>
  isRecord(value) && isRow(value.of) && isShortText(value.by) && optional(isLeft)(value.left);

function isGroupingChoice(value: unknown): value is GroupingChoice {
  return (
    isRecord(value) &&
    isShortText(value.where) &&
    isFlag(value.owned) &&
    orNull(isCount)(value.from) &&
    listOf(isStep, mostSteps)(value.trail) &&
    isCount(value.place) &&
    value.place < value.trail.length
  );
}
const isSet: Check<ObjectSet> = (value): value is ObjectSet =>
  isRecord(value) &&
  isShortText(value.by) &&
  listOf(isShortText)(value.path) &&
  isShortText(value.where) &&
  orNull(isFilter)(value.filter);

const isInspected: Check<Inspected> = (value): value is Inspected =>
  isRecord(value) && (value.set === undefined ? isObjectId(value.holdersOf ?? value.object) : isSet(value.set));

const isTrail: Check<InspectTrail> = (value): value is InspectTrail =>
  isRecord(value) &&
  listOf(isInspected, mostTrail)(value.entries) &&
  (value.at === -1 || (isCount(value.at) && value.at < value.entries.length));

const isTrendChart: Check<TrendChart> = (value): value is TrendChart =>
  isRecord(value) &&
  isRow(value.of) &&
  isShortText(value.by) &&
  isShortText(value.where) &&
  oneOf('objects', 'structures')(value.rows) &&
  isFlag(value.owned) &&
  isTrendMetric(value.metric) &&
  isTrendOrder(value.sort) &&
  isCount(value.top) &&
  value.top > 0 &&
  value.top <= mostTrendSeries &&
  isFlag(value.other) &&
  isShortText(value.every) &&
  isFlag(value.log) &&
  oneOf('lines', 'stacked', 'multiples')(value.display);

const isTrends: Check<TrendsChoice> = (value): value is TrendsChoice =>
  isRecord(value) &&
  listOf(isTrendChart, mostTrendCharts)(value.charts) &&
  value.charts.length > 0 &&
  orNull(isWindow)(value.zoom);

const isZoom: Check<OwnershipZoom> = (value): value is OwnershipZoom =>
  isRecord(value) &&
  listOf(listOf(isShortText, mostKeys), mostTrail)(value.entries) &&
  isCount(value.at) &&
  value.at < value.entries.length;

const isMarker: Check<OwnershipMarker> = (value): value is OwnershipMarker =>
  isRecord(value) && typeof value.t === 'number' && Number.isFinite(value.t) && isShortText(value.name);

function isOwnershipChoice(value: unknown): value is OwnershipChoice {
  return (
    isRecord(value) &&
    isModel(value.model) &&
    orNull(isOwnershipThreshold)(value.threshold) &&
    isRoots(value.roots) &&
    oneOf('right', 'down')(value.direction) &&
    oneOf('usual', 'safe')(value.colours) &&
    isShortText(value.search) &&
    isZoom(value.zoom) &&
    listOf(isShortText, mostPinned)(value.pinned) &&
    listOf(isMarker, mostMarkers)(value.markers)
  );
}

/** A state kept by an earlier version may lack what is optional here: whoever loads one completes it (completeState). */
export function isViewState(value: unknown): value is ViewState {
  return (
    isRecord(value) &&
    oneOf('overview', 'growth', 'trends', 'ownership', 'heap', 'inspect')(value.tab) &&
    isOrder(value.sort) &&
    typeof value.ascending === 'boolean' &&
    typeof value.search === 'string' &&
    isCounted(value.count) &&
    isCount(value.firstRow) &&
    optional(oneOf('objects', 'structures'))(value.rows) &&
    optional(oneOf('rows', 'threads'))(value.heapShows) &&
    orNull(isText)(value.selected) &&
    optional(listOf(isShortText, mostExpanded))(value.expanded) &&
    optional(isGroupingChoice)(value.grouping) &&
    optional(listOf(oneOf<HeapColumn>('objects', 'bytes', 'deep', 'retained'), 4))(value.hiddenColumns) &&
    optional(oneOf<GainColumn>('of-waste', 'shown', 'hidden'))(value.gain) &&
    optional(orNull(isCount))(value.at) &&
    optional(orNull(isWindow))(value.window) &&
    optional(oneOf('bytes', 'objects'))(value.measure) &&
    optional(isGrowthChoice)(value.growth) &&
    optional(isTrends)(value.trends) &&
    optional(isTrail)(value.inspect) &&
    optional(isOwnershipChoice)(value.ownership)
  );
}

const exportChecks: { [E in keyof ViewExports]: (value: unknown) => boolean } = {
  export: (value) => isRecord(value) && mayAsk('heap', value.args) && oneOf('csv', 'json')(value.format),
  exportGrowth: (value) => mayAsk('growth', value),
  exportTrend: (value) => mayAsk('trend', value),
  saveImage: isChartImage,
};

function isRequest(method: string, params: unknown): boolean {
  if (Object.hasOwn(viewLimits, method)) return mayAsk(method as ViewQuestion, params);
  return Object.hasOwn(exportChecks, method) && exportChecks[method as keyof ViewExports](params);
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
      return isCount(value.id) && typeof value.method === 'string' && isRequest(value.method, value.params);
    case 'open-frame':
      return isFrame(value.frame) && typeof value.beside === 'boolean';
    case 'open-field':
      return isField(value.field) && typeof value.beside === 'boolean';
    case 'open-beside':
      return oneOf('growth', 'inspect')(value.tab);
    case 'show-heap':
      return isRecord(value.heap) && isViewState({ ...defaultViewState, ...value.heap });
    case 'take-point':
      return isCount(value.process);
    case 'choose-structure':
      return isShortText(value.id);
    case 'describe-type':
      return isShortText(value.type) && optional(isShortText)(value.at);
    case 'save-inferred':
      return isShortText(value.type) && isShortText(value.from) && isShortText(value.to);
    case 'save-words':
      return oneOf('grouping', 'condition')(value.of) && isShortText(value.words);
    default:
      return false;
  }
}
