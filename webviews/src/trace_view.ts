// An open trace: its tabs, the chooser of the point they show, and what the tabs share. Views come and go with their tab; sizes
// of the chosen point and the timeline stay.
import type { Counted, InfoAnswer, StructureFilter } from '../../extension/src/protocol/answers';
import type { HeldDescriptions, KnownGrowth, ViewState } from '../../extension/src/protocol/view';
import { element } from './dom';
import { pointContext } from './editor_context';
import { GrowthView } from './growth/growth_view';
import { ClosureSizes, type PointSizes } from './heap/closure_sizes';
import { HeapView } from './heap/heap_view';
import type { Host, Surroundings } from './host';
import { OverviewView } from './overview/overview_view';
import { pointArgs } from './point_args';
import { TabBar } from './tab_bar';
import { PointChooser } from './timeline/point_chooser';
import { TimelineSource } from './timeline/timeline_source';
import { TimelineView } from './timeline/timeline_view';
import { warningsBanner } from './warnings';

interface View {
  element: HTMLElement;
  start(): void;
  stop(): void;
  /** Another point, null for the suggested one, and its sizes. */
  showPoint(at: number | null, sizes: PointSizes): void;
  /** Other descriptions of data structures, and the sizes that are asked for under them. */
  showDescriptions?(descriptions: HeldDescriptions, sizes: PointSizes): void;
  /** What anybody found out about growth. */
  showKnownGrowth?(known: KnownGrowth | null): void;
  selectStructure?(id: string): void;
}

export interface TraceParts {
  info: InfoAnswer;
  fileName: string;
  host: Host;
  descriptions: HeldDescriptions;
  surroundings: Surroundings;
}

export class TraceView {
  readonly element: HTMLElement;
  private state: ViewState;
  /** Index of the point that is shown while none is chosen. */
  private readonly suggested: number;
  private readonly panel = element('div', { class: 'panel', role: 'tabpanel', id: 'panel' });
  private readonly tabs: TabBar;
  private readonly timeline: TimelineSource | undefined;
  private readonly chooser: PointChooser | undefined;
  private sizes: PointSizes;
  private view: View | undefined;

  constructor(
    private readonly parts: TraceParts,
    state: ViewState,
    private readonly onChange: (state: ViewState) => void,
  ) {
    const { info, host, surroundings } = parts;
    const { points, gcs } = info.trace;
    this.suggested = info.suggestedPoint?.index ?? points - 1;
    this.state = within(state, points, this.suggested);
    if (surroundings.alone) this.state.tab = surroundings.alone.tab;
    this.sizes = { objects: this.newSizes(), structures: this.newSizes('top-level') };
    if (points > 1 || gcs > 0) this.timeline = new TimelineSource((onProgress) => host.ask('timeline', {}, onProgress));
    if (this.timeline && points > 1) {
      const list = { points, suggested: this.suggested };
      this.chooser = new PointChooser(list, this.at, this.timeline, (index) => this.choosePoint(index));
    }
    this.tabs = new TabBar(this.state.tab, (tab) => {
      this.change({ tab });
      this.showTab();
    });
    const top = element('div', { class: 'top' }, this.tabs.element, this.chooser?.element ?? null);
    this.element = element(
      'div',
      { class: 'trace', 'data-vscode-context': pointContext(this.state.at) },
      surroundings.alone ? null : top,
      warningsBanner(info.warnings),
      this.panel,
    );
  }

  /** Begins to draw; the element is in the page. */
  start(): void {
    this.showTab();
  }

  stop(): void {
    this.view?.stop();
    this.endSizes();
    this.timeline?.end();
  }

  showDescriptions(descriptions: HeldDescriptions): void {
    this.parts.descriptions = descriptions;
    this.sizes.structures.end();
    this.sizes = { ...this.sizes, structures: this.newSizes('top-level') };
    this.view?.showDescriptions?.(descriptions, this.sizes);
  }

  showKnownGrowth(known: KnownGrowth | null): void {
    this.parts.surroundings = { ...this.parts.surroundings, knownGrowth: known };
    this.view?.showKnownGrowth?.(known);
  }

  selectStructure(id: string): void {
    if (this.state.tab !== 'growth') {
      this.change({ growth: { ...this.state.growth, selected: id } });
      this.openTab('growth');
    } else this.view?.selectStructure?.(id);
  }

  /** Index of the point that is shown. */
  private get at(): number {
    return this.state.at ?? this.suggested;
  }

  private endSizes(): void {
    this.sizes.objects.end();
    this.sizes.structures.end();
  }

  private newSizes(filter?: StructureFilter): ClosureSizes {
    const which = { ...pointArgs(this.state.at), ...(filter ? { filter } : {}) };
    return new ClosureSizes((args, onProgress) => this.parts.host.ask('sizes', { ...which, ...args }, onProgress));
  }

  private showTab(): void {
    const { tab } = this.state;
    this.view?.stop();
    this.panel.setAttribute('aria-labelledby', `tab-${tab}`);
    this.panel.dataset.tab = tab;
    // What grew has two points, and chooses them itself.
    if (this.chooser) this.chooser.element.hidden = tab === 'growth';
    this.view = this.viewOf(tab);
    this.panel.replaceChildren(this.view.element);
    this.view.start();
  }

  private viewOf(tab: ViewState['tab']): View {
    if (tab === 'overview') return this.overview();
    return tab === 'growth' ? this.growth() : this.heap();
  }

  private openTab(tab: ViewState['tab']): void {
    this.change({ tab });
    this.tabs.select(tab);
    this.showTab();
  }

  private overview(): View {
    const { info, fileName, host, surroundings } = this.parts;
    return new OverviewView({
      info,
      fileName,
      host,
      at: this.state.at,
      timeline: this.timeline && this.timelineView(this.timeline),
      knownGrowth: surroundings.knownGrowth,
      window: this.state.window,
      chooseType: (type, counted) => this.showType(type, counted),
      showGrowth: (window) => {
        this.change({ window });
        this.openTab('growth');
      },
    });
  }

  private timelineView(source: TimelineSource): TimelineView {
    const { window, measure } = this.state;
    const hasCollections = this.parts.info.trace.gcs > 0;
    return new TimelineView(
      source,
      { hasCollections, at: this.at, window, measure },
      {
        choosePoint: (index) => this.choosePoint(index),
        chooseWindow: (chosen) => this.change({ window: chosen }),
        chooseMeasure: (chosen) => this.change({ measure: chosen }),
        analyse: () => this.openTab('growth'),
      },
    );
  }

  private growth(): View {
    const { info, fileName, host, descriptions, surroundings } = this.parts;
    const { shownWarnings, timeline } = this;
    const parts = {
      info,
      fileName,
      host,
      descriptions,
      shownWarnings,
      timeline,
      alone: surroundings.alone !== undefined,
    };
    return new GrowthView(parts, this.state, (change) => this.change(change));
  }

  private heap(): View {
    const { host, descriptions } = this.parts;
    const parts = { host, descriptions, shownWarnings: this.shownWarnings };
    return new HeapView(parts, this.sizes, this.state, (change) => this.change(change));
  }

  /** Of the trace, above all tabs. */
  private get shownWarnings(): string[] {
    return this.parts.info.warnings.map(({ message }) => message);
  }

  private showType(type: string, count: Counted): void {
    this.change({ search: type, count, rows: 'objects', firstRow: 0, selected: type });
    this.openTab('heap');
    // The bar that had the focus is gone.
    this.panel.querySelector<HTMLElement>('[role="grid"]')?.focus();
  }

  private choosePoint(index: number): void {
    if (index === this.at || index < 0 || index >= this.parts.info.trace.points) return;
    // The suggested point is the one that is shown when none is chosen: so it has one name only.
    this.change({ at: index === this.suggested ? null : index });
    this.chooser?.show(index);
    this.endSizes();
    this.sizes = { objects: this.newSizes(), structures: this.newSizes('top-level') };
    this.view?.showPoint(this.state.at, this.sizes);
  }

  private change(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change };
    this.element.dataset.vscodeContext = pointContext(this.state.at);
    this.onChange(this.state);
  }
}

/** The trace may have other points than when this state was kept. */
function within(state: ViewState, points: number, suggested: number): ViewState {
  const { at, window } = state;
  return {
    ...state,
    at: at !== null && at < points && at !== suggested ? at : null,
    window: window && window.to < points ? window : null,
  };
}
