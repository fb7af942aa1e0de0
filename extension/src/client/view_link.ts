// Between one view and the session it shows: answers the view's messages, tells it the status. Knows nothing of the editor.
import { toFailure } from '../protocol/failure';
import {
  defaultViewState,
  type FromView,
  isFromView,
  type ToView,
  type ViewMethod,
  type ViewRequests,
  type ViewState,
} from '../protocol/view';
import { Cancel } from './cancel';
import type { TraceSession } from './trace_session';

export interface ViewLinkParts {
  session: TraceSession;
  fileName: string;
  post(message: ToView): void;
  loadState(): ViewState | undefined;
  saveState(state: ViewState): void;
  save(params: ViewRequests['export']['params']): Promise<void>;
  /** The view sent something that no view sends. */
  complain(message: string): void;
}

export class ViewLink {
  private readonly subscription: { dispose(): void };
  private welcomed = false;
  private readonly running = new Map<number, Cancel>();

  constructor(private readonly parts: ViewLinkParts) {
    // What happens before the view is welcomed, the welcome tells: a view that does not know its file's name cannot show a status.
    this.subscription = parts.session.onStatus((status) => {
      if (this.welcomed) parts.post({ kind: 'status', status });
    });
  }

  async receive(message: unknown): Promise<void> {
    if (!isFromView(message)) {
      this.parts.complain('A view sent a message that is not understood.');
      return;
    }
    switch (message.kind) {
      case 'ready':
        this.welcomed = true;
        this.parts.post({
          kind: 'welcome',
          fileName: this.parts.fileName,
          state: this.parts.loadState() ?? defaultViewState,
          status: this.parts.session.status,
        });
        return;
      case 'state':
        this.parts.saveState(message.state);
        return;
      case 'reopen':
        await this.parts.session.open();
        return;
      case 'cancel':
        this.parts.session.cancelOpening();
        return;
      case 'cancel-request':
        this.running.get(message.id)?.cancel();
        return;
      case 'request':
        await this.respond(message);
    }
  }

  dispose(): void {
    this.subscription.dispose();
    for (const cancel of this.running.values()) cancel.cancel();
  }

  private async respond(message: Extract<FromView, { kind: 'request' }>): Promise<void> {
    try {
      const result = await this.answer(message.id, message.method, message.params);
      this.parts.post({ kind: 'response', id: message.id, result });
    } catch (thrown) {
      this.parts.post({ kind: 'rejection', id: message.id, failure: toFailure(thrown) });
    }
  }

  private async answer(id: number, method: ViewMethod, params: ViewRequests[ViewMethod]['params']) {
    if (method === 'heap') return this.parts.session.heap(params as ViewRequests['heap']['params']);
    if (method === 'sizes') return this.sizes(id, params as ViewRequests['sizes']['params']);
    await this.parts.save(params as ViewRequests['export']['params']);
    return null;
  }

  private async sizes(id: number, params: ViewRequests['sizes']['params']) {
    const cancel = new Cancel();
    this.running.set(id, cancel);
    try {
      return await this.parts.session.sizes(
        params,
        ({ phase, done }) => this.parts.post({ kind: 'progress', id, phase, done }),
        cancel,
      );
    } finally {
      this.running.delete(id);
    }
  }
}
