// A heap that was never there: the same rows in every run, as many as asked for.
import type {
  HeapAnswer,
  HeapArgs,
  HeapRow,
  InfoAnswer,
  Point,
  Size,
  SizeMetric,
  SizesAnswer,
  SizesArgs,
  StructureFilter,
  TimelineAnswer,
  Warning,
} from '../../shared/protocol/answers';
import type { Failure } from '../../shared/protocol/failure';
import type { QuestionArgs } from '../../shared/protocol/question_args';
import type { TraceAnswers } from '../../shared/protocol/questions';
import type { ChartImage, ViewQuestion } from '../../shared/protocol/view';
import type { Host, OnProgress, Running } from '../src/host';
import { fulfilling, levelOf } from './fake_groupings';
import { type FakeGrowth, FakeGrowthAnswers } from './fake_growth';
import { fakeInspect } from './fake_inspect';
import { objectPage } from './fake_object';
import { type FakeOwnership, FakeOwnershipAnswers } from './fake_ownership';
import { closureOfHeads, headsOf, structuresOf } from './fake_structures';
import { fakeThreads } from './fake_threads';
import { fakeTimeline } from './fake_timeline';
import { FakeTrendAnswers } from './fake_trends';

/** What could be gained of a row that is waste: of those with longer names less, so that another order can be seen. */
const gainOf = ({ key, bytes }: HeapRow): number => Math.ceil(bytes / key.length);

const known: [string, number, number][] = [
  ['byte[]', 7_402_156, 177_713_736],
  ['java.lang.String', 7_402_071, 177_649_704],
  ['java.util.concurrent.ConcurrentHashMap$Node', 4_120_998, 131_871_936],
  ['com.example.travel.journey.planning.JourneyService$QueryKey', 3_998_112, 95_954_688],
  ['com.example.travel.journey.planning.Location', 3_244_109, 77_858_616],
  ['java.lang.Object[]', 15_394, 39_898_512],
  ['java.util.HashMap$Node', 917_003, 29_344_096],
  ['java.util.concurrent.ConcurrentHashMap$Node[]', 7_657, 22_762_896],
  ['java.util.ArrayList', 907_409, 21_777_816],
  ['int[]', 88_412, 17_220_112],
  ['java.lang.Class', 31_204, 4_120_040],
  [
    'org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport$ConditionAndOutcomes',
    98_412,
    2_361_888,
  ],
  ['com.fasterxml.jackson.databind.deser.std.StdDeserializer$$Lambda/0x00007f3c8412a228', 44_102, 1_058_448],
  ['char[]', 1_207, 933_032],
  ['java.lang.ref.SoftReference', 8_412, 336_480],
];

function rowsOf(types: number): HeapRow[] {
  const rows = known.slice(0, types).map(([key, objects, bytes]) => ({ key, objects, bytes }));
  for (let i = rows.length; i < types; i++) {
    const objects = 1 + ((i * 7919) % 4000);
    rows.push({ key: `com.example.generated.part${i % 97}.Type${i}`, objects, bytes: objects * (16 + 8 * (i % 9)) });
  }
  return rows;
}

const onePoint = { points: 1, gcs: 0, seconds: 0 };

/** What is told of one point of a trace: of the suggested one, unless another is named. */
export function info(warnings: Warning[], timeline = fakeTimeline(onePoint), at?: string): InfoAnswer {
  const index = indexOf(timeline, at);
  const point = timeline.points[index] ?? { index, t: 0, objects: 0, bytes: 0 };
  const share = shareAt(timeline, index);
  const some = (size: number) => Math.round(size * share);
  const named = timeline.points.flatMap(({ file }) => (file === undefined ? [] : [`/srv/dumps/${file}`]));
  const live = { objects: some(28_048_974), bytes: some(813_690_016) };
  return {
    trace: {
      path: '/srv/dumps/orders-service.hprof',
      files: named.length > 0 ? named : ['/srv/dumps/orders-service.hprof'],
      format: 'hprof',
      formatVersion: 'JAVA PROFILE 1.0.2',
      identity: false,
      sites: 'none',
      ages: false,
      points: timeline.points.length,
      gcs: timeline.gcs.length,
      endsAtExit: timeline.points.at(-1)?.atExit ?? false,
      start: '2026-11-20T22:31:05.123Z',
      fileBytes: 1_640_019_013,
      compressed: false,
      idBytes: 8,
    },
    suggestedPoint: timeline.suggestedPoint,
    point: { ...point, ...live },
    runtime: {
      name: 'OpenJDK Runtime Environment',
      version: '17.0.15+6',
      compressedReferences: true,
      objectAlignment: 8,
      headerBytes: 12,
    },
    heap: {
      live,
      unreachable: { objects: some(1_204_179), bytes: some(41_011_624) },
      references: some(38_800_154),
      missingObjects: 410,
      types: 840,
      threads: 47,
      followWeak: false,
      roots: [
        { kind: 'system-class', label: 'System class', count: 1116 },
        { kind: 'unwritten', label: 'Held by the JVM (not written to the dump)', count: 914 },
        { kind: 'java-frame', label: 'Java local variable', count: some(247) },
        { kind: 'jni-global', label: 'JNI global reference', count: 66 },
        { kind: 'thread', label: 'Thread', count: 47 },
      ],
    },
    warnings,
  };
}

const indexOf = (timeline: TimelineAnswer, at: string | undefined): number =>
  at === undefined ? (timeline.suggestedPoint?.index ?? 0) : Number(at);

/** How much of its largest heap the trace has at a point. */
function shareAt({ points }: TimelineAnswer, index: number): number {
  const most = Math.max(...points.map(({ bytes }) => bytes));
  return most > 0 ? (points[index]?.bytes ?? 0) / most : 1;
}

/** At the point to compare with: less of most, none of some, more of few. */
function sizeBefore({ objects, bytes }: Size, index: number): Size {
  const share = index % 7 === 3 ? 1 : index % 7 === 5 ? 1.2 : index % 11 === 4 ? 0 : 0.55;
  return { objects: Math.round(objects * share), bytes: Math.round(bytes * share) };
}

/** Made up, but as it is: more than the objects themselves, less than the heap. */
function closureOf(row: HeapRow, metric: SizeMetric): { objects: number; bytes: number } {
  const factor = (metric === 'deep' ? 6 : 4) - (row.key.length % 4);
  return { objects: row.objects * factor, bytes: Math.min(790_000_000, row.bytes * factor) };
}

export interface FakeTrace {
  types: number;
  /** Milliseconds that the sizes of all types take. */
  slowness?: number;
  /** How they fail instead. */
  broken?: Failure;
  timeline?: TimelineAnswer;
  /** Without any that is described. */
  undescribed?: boolean;
  /** What the descriptions are warned of. */
  wide?: Warning[];
  /** What grew in it. */
  growth?: FakeGrowth;
  /** Milliseconds that a point of a trend takes. */
  pointSlowness?: number;
  /** Who owns it. */
  ownership?: FakeOwnership;
}

/** Where a browser shows an image. */
function addressOf({ format, data }: ChartImage): string {
  return format === 'svg'
    ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data)}`
    : `data:image/png;base64,${data}`;
}

type FakeAnswers = {
  [Q in ViewQuestion]: (
    args: QuestionArgs[Q],
    onProgress: OnProgress,
  ) => Running<TraceAnswers[Q]> | Promise<TraceAnswers[Q]>;
};

/** A host whose answers, one for each question, tests may watch or replace. */
export interface FakeHost extends Host {
  answers: FakeAnswers;
}

/** Every point of the timeline has the same types, and as much of each as of the whole heap. */
export function fakeHost({
  types,
  slowness = 4000,
  broken,
  timeline = fakeTimeline(onePoint),
  undescribed = false,
  wide = [],
  growth,
  pointSlowness = 0,
  ownership,
}: FakeTrace): FakeHost {
  const growing = new FakeGrowthAnswers(timeline, { none: undescribed, ...growth });
  const owning = new FakeOwnershipAnswers(timeline, ownership);
  const windows = new Set<string>();
  const all = rowsOf(types);
  const heads = undescribed ? [] : headsOf();
  const knownOf = { all: { deep: false, retained: false }, heads: { deep: false, retained: false } };
  const rowsAt = (at: string | undefined, filter?: StructureFilter): HeapRow[] => {
    const share = shareAt(timeline, indexOf(timeline, at));
    return (filter ? heads : all).map(({ key, objects, bytes }) => ({
      key,
      objects: Math.round(objects * share),
      bytes: Math.round(bytes * share),
    }));
  };
  const closureIn = (filter: StructureFilter | undefined) => (filter ? closureOfHeads : closureOf);
  const sizeOf = (rows: HeapRow[]) => ({
    objects: rows.reduce((sum, row) => sum + row.objects, 0),
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
  });
  const pointOf = (at: string | undefined): Point => {
    const index = indexOf(timeline, at);
    return { index, t: timeline.points[index]?.t ?? 0, ...sizeOf(rowsAt(at)) };
  };
  const heap = async (args: HeapArgs): Promise<HeapAnswer> => {
    const wanted = (args.search ?? '').toLowerCase();
    const live = (args.count ?? 'live') === 'live';
    const known = args.filter ? knownOf.heads : knownOf.all;
    const isPlain = args.by === undefined && !args.path && !args.where && args.from === undefined;
    const all = fulfilling(rowsAt(args.at, args.filter), args.where);
    const level = isPlain ? undefined : levelOf(all, args);
    const rows = (level?.rows ?? all)
      .filter((row) => row.key.toLowerCase().includes(wanted))
      .map((row, index) => ({
        ...row,
        ...(args.from === undefined ? {} : { from: sizeBefore(row, index) }),
        ...(args.metrics?.includes('gain') ? { gain: gainOf(row) } : {}),
        ...(live && isPlain && known.deep ? { deep: closureIn(args.filter)(row, 'deep') } : {}),
        ...(live && isPlain && known.retained ? { retained: closureIn(args.filter)(row, 'retained') } : {}),
      }));
    const sort = args.sort ?? 'bytes';
    const value = (row: HeapRow) =>
      sort === 'deep' || sort === 'retained'
        ? (row[sort]?.bytes ?? 0)
        : sort === 'name'
          ? 0
          : sort === 'gain'
            ? gainOf(row)
            : sort === 'growth'
              ? row.bytes - (row.from?.bytes ?? 0)
              : row[sort === 'objects' ? 'objects' : 'bytes'];
    const compare = (a: HeapRow, b: HeapRow) => (sort === 'name' ? a.key.localeCompare(b.key) : value(a) - value(b));
    rows.sort((a, b) => (args.ascending ? compare(a, b) : compare(b, a)));
    const from = args.offset ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 30));
    return {
      point: pointOf(args.at),
      count: args.count ?? 'live',
      ...(args.filter ? { filter: args.filter, warnings: wide } : {}),
      ...(level ? { by: level.by, path: args.path ?? [], level: level.level, rowsBy: level.rowsBy } : {}),
      ...(args.from === undefined ? {} : { from: pointOf(args.from) }),
      known: live && isPlain ? { ...known } : { deep: false, retained: false },
      total: {
        rows: rows.length,
        ...sizeOf(rows),
      },
      rows: rows.slice(from, from + (args.limit ?? 100)),
    };
  };
  const sizes = (
    { at, filter, metric, keys, by, path, where }: SizesArgs,
    onProgress: OnProgress,
  ): Running<SizesAnswer> => {
    let cancel = () => {};
    const promise = new Promise<SizesAnswer>((resolve, reject) => {
      const took = keys ? Math.min(1500, slowness / 10) : slowness;
      let passed = 0;
      const timer = setInterval(() => {
        passed += 50;
        onProgress('Computing', Math.min(1, passed / took));
        if (passed < took) return;
        clearInterval(timer);
        if (broken && !keys) {
          reject(broken);
          return;
        }
        if (!keys) (filter ? knownOf.heads : knownOf.all)[metric] = true;
        const level = levelOf(fulfilling(rowsAt(at, filter), where), { by: by ?? 'type', path: path ?? [] });
        const rows = level.rows.filter((row) => keys?.includes(row.key));
        resolve({
          point: pointOf(at),
          metric,
          rows: rows.map((row) => ({ key: row.key, ...closureIn(filter)(row, metric) })),
        });
      }, 50);
      cancel = () => {
        clearInterval(timer);
        reject({ kind: 'cancelled', message: 'Cancelled.' });
      };
    });
    return { promise, cancel: () => cancel() };
  };
  /** The first answer of a window takes its time. */
  const grown = <Answer>(window: string, compute: () => Answer, onProgress: OnProgress): Running<Answer> => {
    let cancel = () => {};
    const promise = new Promise<Answer>((resolve, reject) => {
      const took = windows.has(window) ? 30 : slowness / 4;
      let passed = 0;
      const timer = setInterval(() => {
        passed += 30;
        onProgress('Comparing both heaps', Math.min(1, passed / took));
        if (passed < took) return;
        clearInterval(timer);
        if (broken) {
          reject(broken);
          return;
        }
        windows.add(window);
        try {
          resolve(compute());
        } catch (failure) {
          reject(failure);
        }
      }, 30);
      cancel = () => {
        clearInterval(timer);
        reject({ kind: 'cancelled', message: 'Cancelled.' });
      };
    });
    return { promise, cancel: () => cancel() };
  };
  const trends = new FakeTrendAnswers({
    slowness: pointSlowness,
    timeline,
    level: ({ by, path, where, filter }) =>
      levelOf(fulfilling(filter ? heads : all, where?.startsWith('points-old') ? undefined : where), {
        by: by ?? 'type',
        path: path ?? [],
      }),
  });
  const answers: FakeAnswers = {
    growth: (args, onProgress) => grown(`${args.from} ${args.to}`, () => growing.growth(args), onProgress),
    growthOf: (args, onProgress) => grown(`${args.from} ${args.to}`, () => growing.growthOf(args), onProgress),
    growthTree: (args, onProgress) => grown(`tree ${args.from} ${args.to}`, () => growing.growthTree(args), onProgress),
    timeline: async () => timeline,
    trend: (args, onProgress) => trends.ask(args, onProgress),
    info: async ({ at }) => info([], timeline, at),
    ownership: async (args) => owning.ownership(args),
    ownershipHistory: async (args) => owning.history(args),
    heap,
    sizes,
    threads: async (args) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return fakeThreads(args, pointOf(args.at));
    },
    inspect: async (args) => {
      await new Promise((resolve) => setTimeout(resolve, Math.min(400, slowness / 10)));
      return fakeInspect(args, pointOf(args.at));
    },
    types: async ({ pattern = '*', fields }) => ({
      point: pointOf(undefined),
      pattern,
      total: { rows: 1, objects: 1, bytes: 24 },
      rows: [],
      ...(fields ? { fields: pattern.includes('QueryKey') ? ['from', 'type', 'userName'] : [] } : {}),
    }),
    object: async (args) => objectPage(args, pointOf(args.at)),
    structures: (args) => {
      const answer = structuresOf(heads, args);
      const delayed = new Promise<void>((resolve) => setTimeout(resolve, Math.min(400, slowness / 10)));
      return delayed.then(() => ({ point: pointOf(args.at), ...answer }));
    },
  };
  const fake: FakeHost = {
    answers,
    ask: (question, args, onProgress = () => undefined) => {
      const answered = fake.answers[question](args, onProgress);
      return 'promise' in answered ? answered : { promise: answered, cancel: () => {} };
    },
    save: (what, params) => {
      const image = what === 'saveImage' ? (params as ChartImage) : undefined;
      console.log('save', what, image ? addressOf(image) : params);
    },
    act: (action) => console.log('act', action),
    saveState: () => undefined,
    reopen: () => console.log('reopen'),
    cancel: () => console.log('cancel'),
  };
  return fake;
}
