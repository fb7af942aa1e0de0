// The shell: which state the trace is in, the tabs, and what the reader has chosen. Views below it only draw.
import { defaultViewState, type TraceStatus, type ViewState } from '../../extension/src/protocol/view';
import { element } from './dom';
import { ClosureSizes } from './heap/closure_sizes';
import { HeapView } from './heap/heap_view';
import type { Host } from './host';
import { OverviewView } from './overview/overview_view';
import { StatusView } from './status_view';
import { TabBar } from './tab_bar';
import { warningsBanner } from './warnings';

export class App {
  private state: ViewState = { ...defaultViewState };
  private fileName = '';
  private status: StatusView | undefined;
  private closeView: (() => void) | undefined;
  private sizes: ClosureSizes | undefined;

  constructor(
    private readonly container: HTMLElement,
    private readonly host: Host,
  ) {}

  welcome(fileName: string, state: ViewState, status: TraceStatus): void {
    this.fileName = fileName;
    this.state = state;
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

  private showTrace({ info }: Extract<TraceStatus, { kind: 'open' }>): void {
    this.close();
    const sizes = new ClosureSizes((args, onProgress) => this.host.sizes(args, onProgress));
    this.sizes = sizes;
    const panel = element('div', { class: 'panel', role: 'tabpanel', id: 'panel' });
    const tabs = new TabBar(this.state.tab, (tab) => {
      this.change({ tab });
      showTab();
    });
    const showTab = () => {
      this.closeView?.();
      panel.setAttribute('aria-labelledby', `tab-${this.state.tab}`);
      panel.dataset.tab = this.state.tab;
      const view =
        this.state.tab === 'overview'
          ? new OverviewView(info, this.fileName, this.host, (type, count) => {
              this.change({ tab: 'heap', search: type, count, firstRow: 0, selected: type });
              tabs.select('heap');
              showTab();
              // The bar that had the focus is gone.
              panel.querySelector<HTMLElement>('[role="grid"]')?.focus();
            })
          : new HeapView(this.host, sizes, this.state, (change) => this.change(change));
      panel.replaceChildren(view.element);
      view.start();
      this.closeView = () => view.stop();
    };
    this.container.replaceChildren(
      element('div', { class: 'trace' }, tabs.element, warningsBanner(info.warnings), panel),
    );
    showTab();
  }

  private change(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change };
    this.host.saveState(this.state);
  }

  private close(): void {
    this.closeView?.();
    this.closeView = undefined;
    this.sizes?.end();
    this.sizes = undefined;
  }
}
