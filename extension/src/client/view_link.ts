// Between one view and the session it shows: answers the view's messages, tells it the status. Knows nothing of the editor.
import { toFailure } from '../protocol/failure';
import type { ProgressValue } from '../protocol/questions';
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
  private readonly subscriptions: { dispose(): void }[];
  private welcomed = false;
  /** Which page of the view speaks: the editor ends a hidden view's page and begins another, which counts from 0 again. */
  private page = 0;
  private requests = new Map<number, Cancel>();
  private readonly left = new Set<Cancel>();

  constructor(private readonly parts: ViewLinkParts) {
    // What happens before the view is welcomed, the welcome tells: a view that does not know its file's name cannot show a status.
    const tell = (message: ToView) => {
      if (this.welcomed) parts.post(message);
    };
    this.subscriptions = [
      parts.session.onStatus((status) => tell({ kind: 'status', status })),
      parts.session.onDescriptions((descriptions) => tell({ kind: 'descriptions', descriptions })),
    ];
  }

  async receive(message: unknown): Promise<void> {
    if (!isFromView(message)) {
      this.parts.complain('A view sent a message that is not understood.');
      return;
    }
    switch (message.kind) {
      case 'ready':
        this.welcomed = true;
        this.beginPage();
        this.parts.post({
          kind: 'welcome',
          fileName: this.parts.fileName,
          state: { ...defaultViewState, ...this.parts.loadState() },
          status: this.parts.session.status,
          descriptions: this.parts.session.descriptions,
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
        this.requests.get(message.id)?.cancel();
        // Nobody else could ever give this up.
        for (const cancel of this.left) cancel.cancel();
        return;
      case 'request':
        await this.respond(message);
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.beginPage();
    for (const cancel of this.left) cancel.cancel();
  }

  /** What the page before had asked for goes on, because the next one asks for the same; its answers reach nobody. */
  private beginPage(): void {
    this.page++;
    for (const cancel of this.requests.values()) this.left.add(cancel);
    this.requests = new Map();
  }

  private async respond({ id, method, params }: Extract<FromView, { kind: 'request' }>): Promise<void> {
    const page = this.page;
    const post = (message: ToView) => {
      if (page === this.page) this.parts.post(message);
    };
    try {
      const result = await this.answer(id, method, params, post);
      post({ kind: 'response', id, result });
    } catch (thrown) {
      post({ kind: 'rejection', id, failure: toFailure(thrown) });
    }
  }

  private async answer(
    id: number,
    method: ViewMethod,
    params: ViewRequests[ViewMethod]['params'],
    post: (message: ToView) => void,
  ) {
    const { session } = this.parts;
    if (method === 'timeline') return this.running(id, post, (tell, cancel) => session.timeline(tell, cancel));
    if (method === 'info') return session.info(params as ViewRequests['info']['params']);
    if (method === 'heap') return session.heap(params as ViewRequests['heap']['params']);
    if (method === 'sizes') {
      const args = params as ViewRequests['sizes']['params'];
      return this.running(id, post, (tell, cancel) => session.sizes(args, tell, cancel));
    }
    if (method === 'structures') {
      const args = params as ViewRequests['structures']['params'];
      return this.running(id, post, (tell, cancel) => session.structures(args, tell, cancel));
    }
    await this.parts.save(params as ViewRequests['export']['params']);
    return null;
  }

  /** What may take long: the view learns how far it is, and can give it up. */
  private async running<Answer>(
    id: number,
    post: (message: ToView) => void,
    ask: (onProgress: (value: ProgressValue) => void, cancel: Cancel) => Promise<Answer>,
  ): Promise<Answer> {
    const cancel = new Cancel();
    const { requests } = this;
    requests.set(id, cancel);
    try {
      return await ask(({ phase, done }) => post({ kind: 'progress', id, phase, done }), cancel);
    } finally {
      requests.delete(id);
      this.left.delete(cancel);
    }
  }
}
