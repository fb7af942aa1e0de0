// The shell: which state the trace is in, and what the reader has chosen. Views below it only draw.
import { defaultViewState, type TraceStatus, type ViewState } from '../../extension/src/protocol/view';
import type { Host } from './host';
import { StatusView } from './status_view';
import { TraceView } from './trace_view';

export class App {
  private state: ViewState = { ...defaultViewState };
  private fileName = '';
  private status: StatusView | undefined;
  private trace: TraceView | undefined;

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
    this.trace = new TraceView(info, this.fileName, this.host, this.state, (state) => {
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
