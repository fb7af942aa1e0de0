// Which view each tab of an open trace has, and the ways that lead from what it shows to other tabs.
import type { Counted, InfoAnswer } from '../../shared/protocol/answers';
import type { Suspect } from '../../shared/protocol/growth';
import type {
  HeapTabState,
  HeldDescriptions,
  Inspected,
  KnownGrowth,
  ObjectSet,
  PointWindow,
  ViewSettings,
  ViewState,
} from '../../shared/protocol/view';
import { GrowthView } from './growth/growth_view';
import { openSourceOf } from './growth/source_link';
import type { PointSizes } from './heap/closure_sizes';
import { HeapView } from './heap/heap_view';
import type { Host, Surroundings } from './host';
import { InspectView } from './inspect/inspect_view';
import { OverviewView } from './overview/overview_view';
import { OwnershipView } from './ownership/ownership_view';
import { ThreadsView } from './threads/threads_view';
import type { TimelineSource } from './timeline/timeline_source';
import { TimelineView } from './timeline/timeline_view';
import { TrendsView } from './trends/trends_view';

export interface View {
  element: HTMLElement;
  start(): void;
  stop(): void;
  /** Another point, null for the suggested one, and its sizes. */
  showPoint(at: number | null, sizes: PointSizes): void;
  /** The program that is being recorded has come further. */
  renew?(info: InfoAnswer): void;
  /** The same as another point, but what is shown stays until that is there. */
  followPoint?(at: number, sizes: PointSizes): void;
  /** Other descriptions of data structures, and the sizes that are asked for under them. */
  showDescriptions?(descriptions: HeldDescriptions, sizes: PointSizes): void;
  /** What anybody found out about growth. */
  showKnownGrowth?(known: KnownGrowth | null): void;
  /** Groupings have other names, or there are others. */
  showSettings?(settings: ViewSettings): void;
  selectStructure?(id: string): void;
}

/** From what a view shows to somewhere else. */
export interface Ways {
  change(change: Partial<ViewState>): void;
  choosePoint(index: number): void;
  openTab(tab: ViewState['tab']): void;
  /** What holds objects; as they are at another point, where one is named. */
  inspect(of: Inspected, at?: number): void;
  /** These objects in the Heap tab, divided so. */
  group(set: ObjectSet, division: string): void;
  openHeap(change?: Partial<HeapTabState>): void;
  /** From the Heap tab: its threads, or its rows. */
  showInHeap(change: Partial<ViewState>): void;
  showRows(rows: ViewState['rows']): void;
  showGrowth(window: PointWindow | null): void;
  showType(type: string, counted: Counted): void;
  /** What a suspect in no structure is made of. */
  showUnheld(suspect: Suspect, at: number): void;
}

/** A trace as it is when a tab is opened. */
export interface ShownTrace {
  info: InfoAnswer;
  fileName: string;
  host: Host;
  descriptions: HeldDescriptions;
  surroundings: Surroundings;
  state: ViewState;
  /** Index of the point that is shown. */
  at: number;
  /** What views ask for: null for the suggested point. */
  askedPoint: number | null;
  /** Index of the point that is shown while none is chosen. */
  suggested: number;
  sizes: PointSizes;
  timeline: TimelineSource | undefined;
  /** Said already above all tabs. */
  shownWarnings: string[];
  /** Its program was being recorded when it was opened. */
  isGrowing: boolean;
  /** Whether what is new is shown as it comes. */
  isFollowing(): boolean;
  ways: Ways;
}

export function viewOf(tab: ViewState['tab'], trace: ShownTrace): View {
  switch (tab) {
    case 'overview':
      return overview(trace);
    case 'growth':
      return growth(trace);
    case 'trends':
      return trends(trace);
    case 'ownership':
      return ownership(trace);
    case 'heap':
      return trace.state.heapShows === 'threads' ? threads(trace) : heap(trace);
    case 'inspect':
      return inspection(trace);
  }
}

function overview(trace: ShownTrace): View {
  const { info, fileName, host, surroundings, timeline, state, ways } = trace;
  return new OverviewView({
    info,
    fileName,
    host,
    at: trace.askedPoint,
    isGrowing: trace.isGrowing,
    timeline: timeline && timelineView(trace, timeline),
    knownGrowth: surroundings.knownGrowth,
    window: state.window,
    chooseType: ways.showType,
    showSet: (set) => ways.group(set, 'type'),
    showGrowth: ways.showGrowth,
  });
}

function timelineView({ info, state, at, isGrowing, ways }: ShownTrace, source: TimelineSource): TimelineView {
  const { window, measure } = state;
  return new TimelineView(
    source,
    { hasCollections: info.trace.gcs > 0 || isGrowing, at, window, measure },
    {
      choosePoint: ways.choosePoint,
      chooseWindow: (chosen) => ways.change({ window: chosen }),
      chooseMeasure: (chosen) => ways.change({ measure: chosen }),
      analyse: () => ways.openTab('growth'),
    },
  );
}

function growth(trace: ShownTrace): View {
  const { info, fileName, host, descriptions, shownWarnings, timeline, surroundings, ways } = trace;
  const parts = {
    info,
    fileName,
    host,
    descriptions,
    shownWarnings,
    timeline,
    alone: surroundings.alone !== undefined,
    ...(surroundings.alone
      ? {}
      : {
          inspect: (holdersOf: string, at: number) => ways.inspect({ holdersOf }, at),
          openObject: (object: string, at: number) => ways.inspect({ object }, at),
          showUnheld: ways.showUnheld,
        }),
  };
  return new GrowthView(parts, trace.state, ways.change);
}

function trends(trace: ShownTrace): View {
  const { info, fileName, host, shownWarnings, isGrowing, ways } = trace;
  const parts = {
    info,
    fileName,
    host,
    shownWarnings,
    isGrowing,
    isLive: () => !isGrowing || trace.isFollowing(),
    inspect: (set: ObjectSet, point: number) => ways.inspect({ set }, point),
    group: (set: ObjectSet, division: string, point: number) => {
      ways.choosePoint(point);
      ways.group(set, division);
    },
    showGrowth: ways.showGrowth,
  };
  return new TrendsView(parts, trace.state, ways.change);
}

function heap(trace: ShownTrace): View {
  const { host, info, descriptions, surroundings, suggested, shownWarnings, timeline, ways } = trace;
  const { settings } = surroundings;
  const inspect = (set: ObjectSet) => ways.inspect({ set });
  const showThreads = () => ways.showInHeap({ heapShows: 'threads' });
  const parts = { host, info, suggested, descriptions, settings, shownWarnings, timeline, showThreads, inspect };
  return new HeapView(parts, trace.sizes, { ...trace.state, at: trace.askedPoint }, ways.change);
}

function threads({ host, surroundings, shownWarnings, askedPoint, ways }: ShownTrace): View {
  const parts = {
    host,
    shownWarnings,
    openSource: openSourceOf(host, surroundings.alone !== undefined),
    openObject: (object: string) => ways.inspect({ object }),
    showRows: ways.showRows,
  };
  return new ThreadsView(parts, askedPoint);
}

function ownership(trace: ShownTrace): View {
  const { host, fileName, info, surroundings, timeline, shownWarnings, ways } = trace;
  const { points, sites } = info.trace;
  const parts = {
    host,
    fileName,
    points,
    timeline,
    shownWarnings,
    isLive: trace.isFollowing,
    openSource: openSourceOf(host, surroundings.alone !== undefined),
    choosePoint: ways.choosePoint,
    inspect: (set: ObjectSet) => ways.inspect({ set }),
    group: (set: ObjectSet) => ways.group(set, sites === 'none' ? 'type' : 'site'),
    growth: ways.showGrowth,
    onChange: (shown: ViewState['ownership']) => ways.change({ ownership: shown }),
  };
  return new OwnershipView(parts, trace.state.ownership, trace.askedPoint);
}

function inspection({ host, info, surroundings, state, askedPoint, ways }: ShownTrace): View {
  const parts = {
    host,
    files: info.trace.files,
    alone: surroundings.alone !== undefined,
    onChange: (inspect: ViewState['inspect']) => ways.change({ inspect }),
    openHeap: () => ways.openHeap(),
    group: ways.group,
  };
  return new InspectView(parts, state.inspect, askedPoint);
}
