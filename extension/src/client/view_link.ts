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
      case 'request':
        await this.respond(message);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async respond(message: Extract<FromView, { kind: 'request' }>): Promise<void> {
    try {
      const result = await this.answer(message.method, message.params);
      this.parts.post({ kind: 'response', id: message.id, result });
    } catch (thrown) {
      this.parts.post({ kind: 'rejection', id: message.id, failure: toFailure(thrown) });
    }
  }

  private async answer(method: ViewMethod, params: ViewRequests[ViewMethod]['params']) {
    if (method === 'heap') return this.parts.session.heap(params as ViewRequests['heap']['params']);
    await this.parts.save(params as ViewRequests['export']['params']);
    return null;
  }
}
