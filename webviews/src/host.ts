// What a view may ask of whoever shows it. No view knows VS Code: the page connects one of these to it, tests another.
import type { QuestionArgs } from '../../shared/protocol/question_args';
import type { TraceAnswers } from '../../shared/protocol/questions';
import type {
  AloneView,
  FromView,
  HeldDescriptions,
  KnownGrowth,
  ToView,
  TraceStatus,
  ViewAction,
  ViewExports,
  ViewMethod,
  ViewParams,
  ViewQuestion,
  ViewSettings,
  ViewState,
} from '../../shared/protocol/view';

/** A request that may take long. */
export interface Running<Result> {
  promise: Promise<Result>;
  cancel(): void;
}

export type OnProgress = (phase: string, done: number) => void;

export interface Host {
  /** Asks about the trace. Whoever waits long shows the progress, and can give it up. */
  ask<Q extends ViewQuestion>(question: Q, args: QuestionArgs[Q], onProgress?: OnProgress): Running<TraceAnswers[Q]>;
  /** Has something saved in a file that the user chooses. */
  save<E extends keyof ViewExports>(what: E, params: ViewExports[E]): void;
  act(action: ViewAction): void;
  saveState(state: ViewState): void;
  reopen(): void;
  cancel(): void;
}

export interface HostEvents {
  welcome(
    fileName: string,
    state: ViewState,
    status: TraceStatus,
    descriptions: HeldDescriptions,
    surroundings: Surroundings,
  ): void;
  status(status: TraceStatus): void;
  descriptions(descriptions: HeldDescriptions): void;
  knownGrowth(known: KnownGrowth | null): void;
  settings(settings: ViewSettings): void;
  /** @param quietly where something else is shown, that stays */
  selectStructure(id: string, quietly: boolean): void;
}

/** Where a view stands, what others know already, and what the user’s settings say. */
export interface Surroundings {
  knownGrowth: KnownGrowth | null;
  settings: ViewSettings;
  /** Where it is in a panel of its own. */
  alone?: AloneView;
}

/** The host over messages: requests get numbers, answers find their requests by them. */
export class MessageHost implements Host {
  private nextId = 0;
  private readonly waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(reason: unknown): void; onProgress: OnProgress | undefined }
  >();

  constructor(
    private readonly post: (message: FromView) => void,
    private readonly events: HostEvents,
  ) {}

  receive(message: ToView): void {
    switch (message.kind) {
      case 'welcome':
        this.events.welcome(message.fileName, message.state, message.status, message.descriptions, message);
        return;
      case 'status':
        this.events.status(message.status);
        return;
      case 'descriptions':
        this.events.descriptions(message.descriptions);
        return;
      case 'known-growth':
        this.events.knownGrowth(message.known);
        return;
      case 'settings':
        this.events.settings(message.settings);
        return;
      case 'select-structure':
        this.events.selectStructure(message.id, message.quietly ?? false);
        return;
      case 'response':
        this.take(message.id)?.resolve(message.result);
        return;
      case 'progress':
        this.waiting.get(message.id)?.onProgress?.(message.phase, message.done);
        return;
      case 'rejection':
        this.take(message.id)?.reject(message.failure);
    }
  }

  ask<Q extends ViewQuestion>(question: Q, args: QuestionArgs[Q], onProgress?: OnProgress): Running<TraceAnswers[Q]> {
    const id = this.nextId;
    return {
      promise: this.request(question, args, onProgress),
      cancel: () => this.post({ kind: 'cancel-request', id }),
    };
  }
  save<E extends keyof ViewExports>(what: E, params: ViewExports[E]): void {
    // What goes wrong while saving, the editor itself has said.
    this.request(what, params).catch(() => undefined);
  }
  act(action: ViewAction): void {
    this.post(action);
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

  private request<Result>(
    method: ViewMethod,
    params: ViewParams[ViewMethod],
    onProgress?: OnProgress,
  ): Promise<Result> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress });
      this.post({ kind: 'request', id, method, params });
    });
  }

  private take(id: number) {
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    return request;
  }
}
