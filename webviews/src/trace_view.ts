// An open trace: its tabs, the chooser of the point they show, and what the tabs share. Views come and go with their tab (tab_views.ts);
// sizes of the chosen point and the timeline stay. While a program is being recorded they follow it, until somebody looks at something.
import type { Counted, InfoAnswer, StructureFilter } from '../../shared/protocol/answers';
import type { Suspect } from '../../shared/protocol/growth';
import {
  defaultViewState,
  type HeapTabState,
  type HeldDescriptions,
  type Inspected,
  type KnownGrowth,
  type ObjectSet,
  type PointWindow,
  type ViewSettings,
  type ViewState,
} from '../../shared/protocol/view';
import { element } from './dom';
import { pointContext } from './editor_context';
import { ClosureSizes, type PointSizes } from './heap/closure_sizes';
import { beginningAt } from './heap/shown_set';
import type { Host, Surroundings } from './host';
import { goTo } from './inspect/trail';
import { pointArgs } from './point_args';
import { isReading, ScrollWatch } from './reading';
import { RecordingBar } from './recording_bar';
import { TabBar } from './tab_bar';
import { type ShownTrace, type View, viewOf, type Ways } from './tab_views';
import { PointChooser } from './timeline/point_chooser';
import { TimelineSource } from './timeline/timeline_source';
import { withinPoints } from './trends/chart_choice';
import { warningsBanner } from './warnings';

export interface TraceParts {
  info: InfoAnswer;
  /** How long its program has been recorded, while it is. */
  seconds: number | undefined;
  fileName: string;
  host: Host;
  descriptions: HeldDescriptions;
  surroundings: Surroundings;
}

export class TraceView {
  readonly element: HTMLElement;
  private state: ViewState;
  /** Index of the point that is shown while none is chosen. */
  private suggested: number;
  private readonly panel = element('div', { class: 'panel', role: 'tabpanel', id: 'panel' });
  private readonly tabs: TabBar;
  private readonly timeline: TimelineSource | undefined;
  private readonly chooser: PointChooser | undefined;
  private readonly warnings = element('div', {});
  private sizes: PointSizes;
  private view: View | undefined;
  /** Of a program that was being recorded when the trace was opened. */
  private readonly bar: RecordingBar | undefined;
  /** Whether what is new is shown as it comes. Otherwise everything stays as it is, and `newest` waits. */
  private isFollowing: boolean;
  private newest: InfoAnswer;
  private readonly scrolling = new ScrollWatch(() => this.keep());
  private readonly ways: Ways = {
    change: (change) => this.change(change),
    choosePoint: (index) => this.choosePoint(index),
    openTab: (tab) => this.openTab(tab),
    inspect: (of, at) => this.inspect(of, at),
    group: (set, division) => this.group(set, division),
    openHeap: (change) => this.openHeap(change),
    showInHeap: (change) => this.showInHeap(change),
    showRows: (rows) => this.showRows(rows),
    showGrowth: (window) => this.showGrowth(window),
    showType: (type, counted) => this.showType(type, counted),
    showUnheld: (suspect, at) => this.showUnheld(suspect, at),
  };

  constructor(
    private readonly parts: TraceParts,
    state: ViewState,
    private readonly onChange: (state: ViewState) => void,
  ) {
    const { info, host, surroundings } = parts;
    const { points, gcs, recording, files } = info.trace;
    const arePointsFiles = points > 1 && files.length === points;
    this.newest = info;
    this.suggested = suggestedOf(info);
    const isGrowing = recording?.state === 'running';
    this.isFollowing = isGrowing && state.at === null && state.window === null;
    this.state = within(state, points, isGrowing ? null : this.suggested);
    if (surroundings.alone) this.state.tab = surroundings.alone.tab;
    if (recording && isGrowing) {
      this.bar = new RecordingBar({
        follow: () => this.follow(),
        pause: () => this.keep(),
        takePoint: () => host.act({ kind: 'take-point', process: recording.process }),
      });
    }
    this.sizes = this.newSizes();
    if (points > 1 || gcs > 0 || isGrowing) {
      this.timeline = new TimelineSource((onProgress) => host.ask('timeline', {}, onProgress));
    }
    if (this.timeline && (points > 1 || isGrowing)) {
      this.chooser = new PointChooser(this.pointList, this.at, this.timeline, (index) => this.choosePoint(index));
    }
    this.tabs = new TabBar(this.state.tab, (tab) => {
      this.change({ tab });
      this.showTab();
    });
    const top = element(
      'header',
      { class: 'top' },
      surroundings.alone ? null : this.tabs.element,
      this.chooser?.element ?? null,
    );
    // Alone it is no tab among others; growth chooses its points itself.
    const hasTop = !surroundings.alone || (surroundings.alone.tab === 'inspect' && this.chooser);
    if (surroundings.alone) this.panel.removeAttribute('role');
    this.element = element(
      'div',
      { class: arePointsFiles ? 'trace of-files' : 'trace', 'data-vscode-context': pointContext(this.state.at) },
      hasTop ? top : null,
      this.bar?.element ?? null,
      this.warnings,
      element('main', {}, this.panel),
    );
    this.showWarnings();
    this.bar?.show(info, parts.seconds);
    this.bar?.showFollowing(this.isFollowing);
  }

  /** Begins to draw; the element is in the page. */
  start(): void {
    if (this.bar) this.scrolling.start();
    this.showTab();
  }

  /** The program has come further, or has ended. */
  renew(info: InfoAnswer, seconds: number | undefined): void {
    this.newest = info;
    this.bar?.show(info, seconds);
    if (this.isFollowing) this.showNewest();
  }

  stop(): void {
    this.bar?.stop();
    this.scrolling.stop();
    this.view?.stop();
    this.endSizes();
    this.timeline?.end();
  }

  showDescriptions(descriptions: HeldDescriptions): void {
    this.parts.descriptions = descriptions;
    this.sizes.structures.end();
    this.sizes = { ...this.sizes, structures: this.sizesOf('top-level') };
    this.view?.showDescriptions?.(descriptions, this.sizes);
  }

  showKnownGrowth(known: KnownGrowth | null): void {
    this.parts.surroundings = { ...this.parts.surroundings, knownGrowth: known };
    if (!this.bar || this.isFollowing) this.view?.showKnownGrowth?.(known);
  }

  showSettings(settings: ViewSettings): void {
    const { showsValues } = this.parts.surroundings.settings;
    this.parts.surroundings = { ...this.parts.surroundings, settings };
    // What was asked before holds values that nobody is to see any more, or lacks them.
    if (settings.showsValues !== showsValues && tabsWithValues.has(this.state.tab)) this.showTab();
    else this.view?.showSettings?.(settings);
  }

  selectStructure(id: string, quietly: boolean): void {
    if (this.state.tab !== 'growth') {
      this.change({ growth: { ...this.state.growth, selected: id } });
      if (!quietly) this.openTab('growth');
    } else this.view?.selectStructure?.(id);
  }

  /** Index of the point that is shown. */
  private get at(): number {
    return this.state.at ?? this.suggested;
  }

  /** What views ask for: of a trace that grows the suggested point may be another one at any time, so that is named. */
  private get askedPoint(): number | null {
    return this.bar ? this.at : this.state.at;
  }

  private get pointList() {
    return { points: this.parts.info.trace.points, suggested: this.suggested };
  }

  /** Whether another point is shown from now on. */
  private takeNewest(): boolean {
    const before = this.at;
    this.parts.info = this.newest;
    this.suggested = suggestedOf(this.newest);
    this.showWarnings();
    this.timeline?.renew();
    this.chooser?.renew(this.pointList);
    this.chooser?.show(this.at);
    if (this.at === before) return false;
    this.endSizes();
    this.sizes = this.newSizes();
    return true;
  }

  private showNewest(): void {
    const { points } = this.parts.info.trace;
    const isOther = this.takeNewest();
    // There was nothing to see yet.
    if ((this.state.tab === 'growth' || this.state.tab === 'trends') && points < 2) {
      this.showTab();
      return;
    }
    this.view?.renew?.(this.newest);
    if (isOther) this.view?.followPoint?.(this.at, this.sizes);
  }

  /** Somebody reads what is shown: it stays. */
  private keep(): void {
    if (!this.isFollowing) return;
    this.isFollowing = false;
    this.bar?.showFollowing(false);
    this.change({ at: this.at });
  }

  /** As it was when the trace was opened, with all that has come since. */
  private follow(): void {
    this.isFollowing = true;
    this.bar?.showFollowing(true);
    this.change({
      at: null,
      window: null,
      selected: null,
      firstRow: 0,
      growth: { ...this.state.growth, selected: null },
      trends: { ...this.state.trends, zoom: null },
    });
    this.takeNewest();
    this.showTab();
  }

  private showWarnings(): void {
    const banner = warningsBanner(this.parts.info.warnings);
    this.warnings.replaceChildren(...(banner ? [banner] : []));
  }

  private endSizes(): void {
    this.sizes.objects.end();
    this.sizes.structures.end();
  }

  private newSizes(): PointSizes {
    return { objects: this.sizesOf(), structures: this.sizesOf('top-level') };
  }

  private sizesOf(filter?: StructureFilter): ClosureSizes {
    const which = { ...pointArgs(this.askedPoint), ...(filter ? { filter } : {}) };
    const { host } = this.parts;
    // These rows have no others above them.
    return new ClosureSizes(({ above: _, ...args }, onProgress) =>
      host.ask('sizes', { ...which, ...args }, onProgress),
    );
  }

  private showTab(): void {
    const { tab } = this.state;
    this.view?.stop();
    if (this.panel.role === 'tabpanel') this.panel.setAttribute('aria-labelledby', `tab-${tab}`);
    this.panel.dataset.tab = tab;
    // What grew has two points, and chooses them itself; trends have all of them.
    if (this.chooser) this.chooser.element.hidden = tab === 'growth' || tab === 'trends';
    this.view = viewOf(tab, this.shown);
    this.panel.replaceChildren(this.view.element);
    this.view.start();
  }

  private get shown(): ShownTrace {
    const { parts, state, at, askedPoint, suggested, sizes, timeline, ways } = this;
    return {
      ...parts,
      state,
      at,
      askedPoint,
      suggested,
      sizes,
      timeline,
      shownWarnings: parts.info.warnings.map(({ message }) => message),
      isGrowing: this.bar !== undefined,
      isFollowing: () => this.isFollowing,
      ways,
    };
  }

  private openTab(tab: ViewState['tab']): void {
    this.change({ tab });
    this.tabs.select(tab);
    this.showTab();
  }

  /** What was chosen keeps the keyboard. */
  private showInHeap(change: Partial<ViewState>): void {
    this.change(change);
    this.showTab();
    this.panel.querySelector<HTMLElement>('.segments input:checked')?.focus();
  }

  private showRows(rows: ViewState['rows']): void {
    this.showInHeap({ heapShows: 'rows' });
    // As if it were chosen there: other rows have another order, and begin with all of them.
    if (rows !== this.state.rows) this.panel.querySelector<HTMLElement>(`#rows-${rows}`)?.click();
  }

  /** Shows what holds objects, in their tab. */
  private inspect(of: Inspected, at = this.at): void {
    this.choosePoint(at);
    this.change({ inspect: goTo(this.state.inspect, of) });
    this.openTab('inspect');
    // What was pressed is gone.
    if (!this.panel.contains(document.activeElement)) this.panel.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }

  /** Shows these objects in the Heap tab, divided so. */
  private group(set: ObjectSet, division: string): void {
    const atTop = { search: '', selected: null, expanded: [], firstRow: 0 };
    this.openHeap({ ...beginningAt(set, division), ...atTop, heapShows: 'rows' });
  }

  /** A panel beside code has no such tab: the trace's editor shows it. */
  private openHeap(change: Partial<HeapTabState> = {}): void {
    if (this.parts.surroundings.alone) {
      const { at, rows, grouping, heapShows, search, selected, expanded, firstRow } = { ...this.state, ...change };
      const heap = { at, rows, grouping, heapShows, search, selected, expanded, firstRow };
      this.parts.host.act({ kind: 'show-heap', heap });
      return;
    }
    this.change(change);
    this.openTab('heap');
  }

  private showUnheld({ unheld, type }: Suspect, at: number): void {
    if (unheld === 'runs') {
      this.choosePoint(at);
      this.openHeap({ heapShows: 'threads' });
    } else {
      this.inspect({ set: ofType(type) }, at);
    }
  }

  private showGrowth(window: PointWindow | null): void {
    this.change({ window });
    this.openTab('growth');
  }

  /** Where nothing is live nothing holds them. */
  private showType(type: string, count: Counted): void {
    if (count === 'live') {
      this.inspect({ set: ofType(type) });
      return;
    }
    const { grouping } = defaultViewState;
    this.change({ search: type, count, rows: 'objects', heapShows: 'rows', firstRow: 0, selected: type, grouping });
    this.openTab('heap');
    // The bar that had the focus is gone.
    this.panel.querySelector<HTMLElement>('[role="grid"]')?.focus();
  }

  private choosePoint(index: number): void {
    if (index === this.at || index < 0 || index >= this.parts.info.trace.points) return;
    // The suggested point is the one that is shown when none is chosen: so it has one name only, unless it may be another one soon.
    this.change({ at: index === this.suggested && !this.bar ? null : index });
    this.chooser?.show(index);
    this.endSizes();
    this.sizes = this.newSizes();
    this.view?.showPoint(this.askedPoint, this.sizes);
  }

  private change(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change };
    if (this.isFollowing && isReading(change)) {
      this.keep();
      return;
    }
    this.element.dataset.vscodeContext = pointContext(this.state.at);
    this.onChange(this.state);
  }
}

/** Where objects are named by what they hold. */
const tabsWithValues: ReadonlySet<ViewState['tab']> = new Set(['growth', 'heap', 'inspect']);

const ofType = (type: string): ObjectSet => ({ by: 'type', path: [type], where: '', filter: null });

const suggestedOf = ({ suggestedPoint, trace }: InfoAnswer): number => suggestedPoint?.index ?? trace.points - 1;

/** The trace may have other points than when this state was kept. @param suggested null where that may be another one soon */
function within(state: ViewState, points: number, suggested: number | null): ViewState {
  const { at, window, grouping, trends } = state;
  return {
    ...state,
    grouping: { ...grouping, from: grouping.from !== null && grouping.from < points ? grouping.from : null },
    at: at !== null && at < points && at !== suggested ? at : null,
    window: window && window.to < points ? window : null,
    trends: withinPoints(trends, points),
  };
}
