// What a view may ask of whoever shows it. No view knows VS Code: the page connects one of these to it, tests another.
import type { HeapAnswer, HeapArgs } from '../../extension/src/protocol/answers';
import type {
  FromView,
  ToView,
  TraceStatus,
  ViewMethod,
  ViewRequests,
  ViewState,
} from '../../extension/src/protocol/view';

export interface Host {
  heap(args: HeapArgs): Promise<HeapAnswer>;
  export(params: ViewRequests['export']['params']): void;
  saveState(state: ViewState): void;
  reopen(): void;
  cancel(): void;
}

export interface HostEvents {
  welcome(fileName: string, state: ViewState, status: TraceStatus): void;
  status(status: TraceStatus): void;
}

/** The host over messages: requests get numbers, answers find their requests by them. */
export class MessageHost implements Host {
  private nextId = 0;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>();

  constructor(
    private readonly post: (message: FromView) => void,
    private readonly events: HostEvents,
  ) {}

  receive(message: ToView): void {
    switch (message.kind) {
      case 'welcome':
        this.events.welcome(message.fileName, message.state, message.status);
        return;
      case 'status':
        this.events.status(message.status);
        return;
      case 'response':
        this.take(message.id)?.resolve(message.result);
        return;
      case 'rejection':
        this.take(message.id)?.reject(message.failure);
    }
  }

  heap(args: HeapArgs): Promise<HeapAnswer> {
    return this.request('heap', args);
  }
  export(params: ViewRequests['export']['params']): void {
    // What goes wrong while saving, the editor itself has said.
    this.request('export', params).catch(() => undefined);
  }
  saveState(state: ViewState): void {
    this.post({ kind: 'state', state });
  }
  reopen(): void {
    this.post({ kind: 'reopen' });
  }
  cancel(): void {
    this.post({ kind: 'cancel' });
  }

  private request<M extends ViewMethod>(
    method: M,
    params: ViewRequests[M]['params'],
  ): Promise<ViewRequests[M]['result']> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.post({ kind: 'request', id, method, params });
    });
  }

  private take(id: number) {
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    return request;
  }
}
