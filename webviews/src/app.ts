// The shell: which state the trace is in, and what the reader has chosen. Views below it only draw.
import {
  defaultViewState,
  type HeldDescriptions,
  type KnownGrowth,
  type TraceStatus,
  usualSettings,
  type ViewSettings,
  type ViewState,
} from '../../shared/protocol/view';
import { FocusTooltip } from './focus_tooltip';
import type { Host, Surroundings } from './host';
import { StatusView } from './status_view';
import { TraceView } from './trace_view';

export class App {
  private state: ViewState = { ...defaultViewState };
  private fileName = '';
  private descriptions: HeldDescriptions = { version: 0, warnings: [] };
  private surroundings: Surroundings = { knownGrowth: null, settings: usualSettings };
  private status: StatusView | undefined;
  private trace: TraceView | undefined;

  constructor(
    private readonly container: HTMLElement,
    private readonly host: Host,
  ) {
    new FocusTooltip(container);
  }

  welcome(
    fileName: string,
    state: ViewState,
    status: TraceStatus,
    descriptions: HeldDescriptions = this.descriptions,
    surroundings: Surroundings = this.surroundings,
  ): void {
    this.fileName = fileName;
    this.state = state;
    this.descriptions = descriptions;
    this.surroundings = surroundings;
    this.showStatus(status);
  }

  showStatus(status: TraceStatus): void {
    if (status.kind === 'open') {
      this.status = undefined;
      this.showTrace(status);
      return;
    }
    if (!this.status) {
      this.close();
      this.status = new StatusView(this.host, this.fileName);
      this.container.replaceChildren(this.status.element);
    }
    this.status.show(status);
  }

  /** Other descriptions of data structures hold now. */
  showDescriptions(descriptions: HeldDescriptions): void {
    this.descriptions = descriptions;
    this.trace?.showDescriptions(descriptions);
  }

  /** Somebody has analysed growth, or what was known of it is too old. */
  showKnownGrowth(knownGrowth: KnownGrowth | null): void {
    this.surroundings = { ...this.surroundings, knownGrowth };
    this.trace?.showKnownGrowth(knownGrowth);
  }

  /** The user changed settings. */
  showSettings(settings: ViewSettings): void {
    this.surroundings = { ...this.surroundings, settings };
    this.trace?.showSettings(settings);
  }

  selectStructure(id: string, quietly = false): void {
    // A trace that is being opened shows it when it is open.
    this.state = { ...this.state, growth: { ...this.state.growth, selected: id } };
    this.trace?.selectStructure(id, quietly);
  }

  private showTrace({ info, renewed, seconds }: Extract<TraceStatus, { kind: 'open' }>): void {
    if (this.trace && renewed) {
      this.trace.renew(info, seconds);
      return;
    }
    this.close();
    const { fileName, host, descriptions, surroundings } = this;
    this.trace = new TraceView({ info, seconds, fileName, host, descriptions, surroundings }, this.state, (state) => {
      this.state = state;
      this.host.saveState(state);
    });
    this.container.replaceChildren(this.trace.element);
    this.trace.start();
  }

  private close(): void {
    this.trace?.stop();
    this.trace = undefined;
  }
}
