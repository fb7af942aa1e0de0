// An open trace: its tabs, the chooser of the point they show, and what the tabs share. Views come and go with their tab; sizes
// of the chosen point and the timeline stay.
import type { Counted, InfoAnswer, StructureFilter } from '../../extension/src/protocol/answers';
import type { HeldDescriptions, ViewState } from '../../extension/src/protocol/view';
import { element } from './dom';
import { pointContext } from './editor_context';
import { ClosureSizes, type PointSizes } from './heap/closure_sizes';
import { HeapView } from './heap/heap_view';
import type { Host } from './host';
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
    private readonly info: InfoAnswer,
    private readonly fileName: string,
    private readonly host: Host,
    state: ViewState,
    private descriptions: HeldDescriptions,
    private readonly onChange: (state: ViewState) => void,
  ) {
    const { points, gcs } = info.trace;
    this.suggested = info.suggestedPoint?.index ?? points - 1;
    this.state = within(state, points, this.suggested);
    this.sizes = { objects: this.newSizes(), structures: this.newSizes('top-level') };
    if (points > 1 || gcs > 0) this.timeline = new TimelineSource((onProgress) => host.timeline(onProgress));
    if (this.timeline && points > 1) {
      const list = { points, suggested: this.suggested };
      this.chooser = new PointChooser(list, this.at, this.timeline, (index) => this.choosePoint(index));
    }
    this.tabs = new TabBar(this.state.tab, (tab) => {
      this.change({ tab });
      this.showTab();
    });
    this.element = element(
      'div',
      { class: 'trace', 'data-vscode-context': pointContext(this.state.at) },
      element('div', { class: 'top' }, this.tabs.element, this.chooser?.element ?? null),
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
    this.descriptions = descriptions;
    this.sizes.structures.end();
    this.sizes = { ...this.sizes, structures: this.newSizes('top-level') };
    this.view?.showDescriptions?.(descriptions, this.sizes);
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
    return new ClosureSizes((args, onProgress) => this.host.sizes({ ...which, ...args }, onProgress));
  }

  private showTab(): void {
    const { tab } = this.state;
    this.view?.stop();
    this.panel.setAttribute('aria-labelledby', `tab-${tab}`);
    this.panel.dataset.tab = tab;
    this.view = tab === 'overview' ? this.overview() : this.heap();
    this.panel.replaceChildren(this.view.element);
    this.view.start();
  }

  private overview(): View {
    const { info, fileName, host } = this;
    return new OverviewView({
      info,
      fileName,
      host,
      at: this.state.at,
      timeline: this.timeline && this.timelineView(this.timeline),
      chooseType: (type, counted) => this.showType(type, counted),
    });
  }

  private timelineView(source: TimelineSource): TimelineView {
    const { window, measure } = this.state;
    return new TimelineView(
      source,
      { at: this.at, window, measure },
      {
        choosePoint: (index) => this.choosePoint(index),
        chooseWindow: (chosen) => this.change({ window: chosen }),
        chooseMeasure: (chosen) => this.change({ measure: chosen }),
      },
    );
  }

  private heap(): View {
    const { host, sizes, state, descriptions, info } = this;
    const shownWarnings = info.warnings.map(({ message }) => message);
    return new HeapView({ host, descriptions, shownWarnings }, sizes, state, (change) => this.change(change));
  }

  private showType(type: string, count: Counted): void {
    this.change({ tab: 'heap', search: type, count, rows: 'objects', firstRow: 0, selected: type });
    this.tabs.select('heap');
    this.showTab();
    // The bar that had the focus is gone.
    this.panel.querySelector<HTMLElement>('[role="grid"]')?.focus();
  }

  private choosePoint(index: number): void {
    if (index === this.at || index < 0 || index >= this.info.trace.points) return;
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
