// Runs the views in a plain browser with data made up here: ?scene=open|opening|failed|cancelled|stopped|warnings|computing|
// no-sizes|recording|growing|dumps|large|structures|undescribed|faulty-descriptions|growth|growth-dumps|growth-fell|growth-none|growth-slow|growth-failed|
// growth-tree|growth-tree-dumps|growth-tree-large|trends|trends-slow|trends-dumps|trends-large|ownership|ownership-large,
// &tab=growth|trends|ownership|heap|inspect, &look=KEY|KEY (into a block), &pin=KEY,KEY, &down, &safe, &inspect=TYPE or 0xID, &rows=structures, &at=…,
// &by=type,%20site&where=…&compare=3 (the Heap tab’s grouping, condition and point to compare with), &expanded=a,a|b (rows),
// &from=…&to=… (window), &alone (as beside code), &saved (groupings with names), &threads (in the Heap tab), &theme=dark|light|contrast|contrast-light, &types=100000, &search=…; &quick answers at once, &bare hides the switch for scene and theme.
import '../src/styles.css';
import './themes.css';
import type { TimelineAnswer } from '../../shared/protocol/answers';
import {
  defaultViewState,
  type OwnershipChoice,
  type TraceStatus,
  type TrendChart,
  usualSettings,
  type ViewState,
} from '../../shared/protocol/view';
import { App } from '../src/app';
import { element } from '../src/dom';
import { type FakeTrace, fakeHost, info } from './fake_host';
import { fakeFall, fakeTimeline, type TimelineSizes } from './fake_timeline';

const query = new URLSearchParams(location.search);
const themes: Record<string, string> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  // As in the editor, which gives this theme both classes.
  'contrast-light': 'vscode-high-contrast vscode-high-contrast-light',
};
document.body.className = themes[query.get('theme') ?? 'dark'] ?? 'vscode-dark';

const failure = {
  kind: 'input' as const,
  message:
    'expected a heap with objects, found none: the file ends in the middle of a record; everything before it can be used',
  where: { file: '/srv/dumps/orders-service.hprof', offset: 1_048_576 },
};
const timelines = {
  recording: { points: 12, gcs: 140, seconds: 254, ends: true },
  dumps: { points: 4, gcs: 0, seconds: 5400 },
  large: { points: 1000, gcs: 10_000, seconds: 30_000 },
  trend: { points: 30, gcs: 140, seconds: 254 },
  many: { points: 300, gcs: 3000, seconds: 3000 },
};
/** Several dumps have names of files for their points. */
function timelineOf(sizes: TimelineSizes): TimelineAnswer {
  const timeline = fakeTimeline(sizes);
  if (sizes !== timelines.dumps) return timeline;
  const points = timeline.points.map((point, i) => ({ ...point, file: `orders-service-${i + 1}.hprof` }));
  return { ...timeline, points };
}
const openWith = (sizes: TimelineSizes): TraceStatus => ({ kind: 'open', info: info([], timelineOf(sizes)) });
/** Of a program that is still being recorded. */
function growingWith(sizes: TimelineSizes): TraceStatus {
  const known = info([], timelineOf(sizes));
  const recording = { process: 4711, program: 'com.example.travel.TravelService', state: 'running' } as const;
  return { kind: 'open', seconds: sizes.seconds, info: { ...known, trace: { ...known.trace, recording } } };
}
const scenes: Record<string, TraceStatus> = {
  open: { kind: 'open', info: info([]) },
  opening: { kind: 'opening', phase: 'Reading references', done: 0.62 },
  failed: { kind: 'failed', failure },
  cancelled: { kind: 'cancelled' },
  stopped: { kind: 'engine-stopped', failure: { kind: 'engine', message: 'The engine process ended unexpectedly.' } },
  warnings: {
    kind: 'open',
    info: info([
      { message: 'the file ends in the middle of a record; everything before it can be used', offset: 734_003_200 },
    ]),
  },
  // The Heap tab while the sizes of all types are computed, for two minutes, and when they cannot be.
  computing: { kind: 'open', info: info([]) },
  'no-sizes': { kind: 'open', info: info([]) },
  recording: openWith(timelines.recording),
  growing: growingWith(timelines.recording),
  dumps: openWith(timelines.dumps),
  large: openWith(timelines.large),
  // The Heap tab with data structures, without any, and with descriptions that do not fit.
  structures: { kind: 'open', info: info([]) },
  undescribed: { kind: 'open', info: info([]) },
  'faulty-descriptions': { kind: 'open', info: info([]) },
  // The Growth tab: with suspects, of two dumps, without descriptions, while it is computed, and when it cannot be.
  growth: openWith(timelines.recording),
  'growth-dumps': openWith(timelines.dumps),
  'growth-fell': openWith(timelines.recording),
  'growth-none': openWith(timelines.recording),
  'growth-slow': openWith(timelines.recording),
  'growth-failed': openWith(timelines.recording),
  // Its tree of places, of a recording, of two dumps, and with thousands of places.
  'growth-tree': openWith(timelines.recording),
  'growth-tree-dumps': openWith(timelines.dumps),
  'growth-tree-large': openWith(timelines.recording),
  // The Trends tab: with a drill-down, point by point, of four dumps, and of a thousand points.
  trends: openWith(timelines.trend),
  'trends-slow': openWith(timelines.trend),
  'trends-dumps': openWith(timelines.dumps),
  'trends-large': openWith(timelines.large),
  // The Ownership tab: of a service that leaks, and of thousands of blocks at hundreds of points.
  ownership: openWith(timelines.recording),
  'ownership-large': openWith(timelines.many),
};
const tooLittle = {
  kind: 'memory' as const,
  message: 'the dominators of this heap need 9.2 GiB, and 4.0 GiB are free',
};
const traces: Record<string, Omit<FakeTrace, 'types'>> = {
  computing: { slowness: 120_000 },
  'no-sizes': { slowness: 1000, broken: tooLittle },
  recording: { timeline: fakeTimeline(timelines.recording) },
  growing: { timeline: fakeTimeline(timelines.recording) },
  dumps: { timeline: timelineOf(timelines.dumps) },
  large: { timeline: fakeTimeline(timelines.large) },
  undescribed: { undescribed: true },
  growth: { timeline: fakeTimeline(timelines.recording) },
  'growth-dumps': { timeline: timelineOf(timelines.dumps), growth: { match: 'path' } },
  'growth-fell': { timeline: fakeFall(timelines.recording) },
  'growth-none': { timeline: fakeTimeline(timelines.recording), growth: { none: true } },
  // So slow that nothing moves while somebody looks.
  'growth-slow': { timeline: fakeTimeline(timelines.recording), slowness: 24 * 3_600_000 },
  'growth-tree': { timeline: fakeTimeline(timelines.recording) },
  'growth-tree-dumps': { timeline: timelineOf(timelines.dumps), growth: { match: 'path' } },
  'growth-tree-large': { timeline: fakeTimeline(timelines.recording), growth: { places: 2000 } },
  trends: { timeline: fakeTimeline(timelines.trend) },
  'trends-slow': { timeline: fakeTimeline(timelines.trend), pointSlowness: 300 },
  'trends-dumps': { timeline: timelineOf(timelines.dumps) },
  'trends-large': { timeline: fakeTimeline(timelines.large) },
  ownership: { timeline: fakeTimeline(timelines.recording) },
  'ownership-large': { timeline: fakeTimeline(timelines.many), ownership: { classes: 400 } },
  'growth-failed': { timeline: fakeTimeline(timelines.recording), broken: tooLittle },
  'faulty-descriptions': {
    wide: [
      {
        message:
          'the description of com.example.travel.Registry (src/main/ds/travel.ds:4:1) takes in too much: its structures together hold the heap many times over. They are measured only when they are shown; say more exactly what belongs to it',
      },
    ],
  },
};
const ofStructures = ['structures', 'undescribed', 'faulty-descriptions'];
const leftOut = {
  message:
    'the descriptions in src/main/ds/caches.ds are left out until they are correct (3:19: expected ; but found })',
};

/** One of them is faulty. */
const savedGroupings = [
  { name: 'Keys of caches', words: 'type, leaves(deep)[type, site]' },
  { name: 'By team', words: 'package(2), sight' },
];

const name = query.get('scene') ?? 'open';
const scene = scenes[name];
const quick = query.has('quick') ? { slowness: 0 } : {};
const host = fakeHost({ types: Number(query.get('types') ?? 840), ...quick, ...traces[name] });
const app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
const inHeap = ['computing', 'no-sizes', ...ofStructures];
const tabs: Record<string, ViewState['tab']> = {
  overview: 'overview',
  growth: 'growth',
  trends: 'trends',
  ownership: 'ownership',
  heap: 'heap',
  inspect: 'inspect',
};
const usualTab = inHeap.includes(name)
  ? 'heap'
  : name.startsWith('growth')
    ? 'growth'
    : name.startsWith('trends')
      ? 'trends'
      : name.startsWith('ownership')
        ? 'ownership'
        : 'overview';
const tab = tabs[query.get('tab') ?? ''] ?? usualTab;
const ends = [query.get('from'), query.get('to')];
const window = ends[0] && ends[1] ? { from: Number(ends[0]), to: Number(ends[1]) } : null;
const rows = query.get('rows') === 'structures' || ofStructures.includes(name) ? 'structures' : 'objects';
const expanded = query.get('expanded')?.replaceAll('|', '\n').split(',') ?? [];
const kept = query.get('at');
const at = kept === null ? null : Number(kept);
const search = query.get('search') ?? '';
const by = query.get('by') ?? 'type';
const grouping = {
  ...defaultViewState.grouping,
  where: query.get('where') ?? '',
  from: query.has('compare') ? Number(query.get('compare')) : null,
  trail: [{ of: { by: '', path: [] }, by }],
};

// Trends: &by, &metric, &display, &top, &log, and &drill=KEY for a chart of what is in one of its series.
const [usualChart] = defaultViewState.trends.charts as [TrendChart];
const firstChart: TrendChart = {
  ...usualChart,
  by,
  metric: (query.get('metric') as TrendChart['metric']) ?? usualChart.metric,
  display: (query.get('display') as TrendChart['display']) ?? usualChart.display,
  top: Number(query.get('top') ?? usualChart.top),
  log: query.has('log'),
};
const drill = query.get('drill');
const charts = drill
  ? [firstChart, { ...firstChart, of: { by: 'type', path: [drill] }, by: 'site, thread' }]
  : [firstChart];

const asked = query.get('inspect') ?? 'com.example.travel.journey.planning.JourneyService$QueryKey';
const inspected = asked.startsWith('0x')
  ? { object: asked }
  : { set: { by: 'type', path: [asked], where: '', filter: null } };
const inspect = asked === '' ? defaultViewState.inspect : { entries: [inspected], at: 0 };
const descriptions = { version: 1, warnings: name === 'faulty-descriptions' ? [leftOut] : [] };
if (scene) {
  const shown = name.startsWith('growth-tree') ? 'tree' : 'structures';
  const growth = { ...defaultViewState.growth, shown } as const;
  const state: ViewState = {
    ...defaultViewState,
    tab,
    at,
    search,
    rows,
    heapShows: query.has('threads') ? 'threads' : 'rows',
    expanded,
    grouping,
    window,
    growth,
    inspect,
    trends: { charts, zoom: null },
    ownership: ownershipChoice(),
  };
  const knownGrowth = query.has('known')
    ? {
        window: { from: 4, to: 10 },
        sentence:
          '92,208 JourneyService.QueryKeys were added to JourneyService.cache and none removed: 80.4 % of the heap’s growth.',
      }
    : null;
  const alone = query.has('alone')
    ? { alone: { tab: tab === 'inspect' ? tab : 'growth', trace: 'file:///srv/orders-service.heaptrail' } as const }
    : {};
  const settings = { ...usualSettings, groupings: query.has('saved') ? savedGroupings : [] };
  app.welcome('orders-service.hprof', state, scene, descriptions, { knownGrowth, settings, ...alone });
}

function ownershipChoice(): OwnershipChoice {
  const listed = (name: string, by: string) => query.get(name)?.split(by) ?? [];
  const marker = query.get('marker');
  return {
    ...defaultViewState.ownership,
    zoom: { entries: [[], ...(query.has('look') ? [listed('look', '|')] : [])], at: query.has('look') ? 1 : 0 },
    pinned: listed('pin', ','),
    direction: query.has('down') ? 'down' : 'right',
    colours: query.has('safe') ? 'safe' : 'usual',
    search,
    markers: marker === null ? [] : [{ t: 100, name: marker }],
  };
}

function choice(name: string, words: string[]): HTMLElement {
  const select = element('select', { 'aria-label': name }, ...words.map((word) => new Option(word)));
  select.value = query.get(name) ?? words[0] ?? '';
  select.addEventListener('change', () => {
    query.set(name, select.value);
    location.search = query.toString();
  });
  return select;
}

if (!query.has('bare')) {
  const choices = [
    choice('scene', Object.keys(scenes)),
    choice('theme', Object.keys(themes)),
    choice('tab', ['overview', 'growth', 'trends', 'ownership', 'heap', 'inspect']),
    choice('types', ['840', '100000']),
  ];
  document.body.append(element('nav', { class: 'dev-switch', 'aria-label': 'What is shown' }, ...choices));
}
