// What a view may ask of whoever shows it. No view knows VS Code: the page connects one of these to it, tests another.
import type {
  HeapAnswer,
  HeapArgs,
  InfoAnswer,
  InfoArgs,
  SizesAnswer,
  SizesArgs,
  StructuresAnswer,
  StructuresArgs,
  TimelineAnswer,
} from '../../extension/src/protocol/answers';
import type { GrowthAnswer, GrowthArgs, GrowthOfAnswer, GrowthOfArgs } from '../../extension/src/protocol/growth';
import type { GrowthTreeAnswer, GrowthTreeArgs } from '../../extension/src/protocol/growth_tree';
import type {
  AloneView,
  ChartImage,
  FromView,
  HeldDescriptions,
  KnownGrowth,
  ToView,
  TraceStatus,
  ViewAction,
  ViewMethod,
  ViewRequests,
  ViewState,
} from '../../extension/src/protocol/view';

/** A request that may take long. */
export interface Running<Result> {
  promise: Promise<Result>;
  cancel(): void;
}

export type OnProgress = (phase: string, done: number) => void;

export interface Host {
  timeline(onProgress: OnProgress): Running<TimelineAnswer>;
  info(args: InfoArgs): Promise<InfoAnswer>;
  heap(args: HeapArgs): Promise<HeapAnswer>;
  sizes(args: SizesArgs, onProgress: OnProgress): Running<SizesAnswer>;
  structures(args: StructuresArgs): Running<StructuresAnswer>;
  growth(args: GrowthArgs, onProgress: OnProgress): Running<GrowthAnswer>;
  growthOf(args: GrowthOfArgs, onProgress: OnProgress): Running<GrowthOfAnswer>;
  growthTree(args: GrowthTreeArgs, onProgress: OnProgress): Running<GrowthTreeAnswer>;
  export(params: ViewRequests['export']['params']): void;
  exportGrowth(args: GrowthArgs): void;
  saveImage(image: ChartImage): void;
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
  selectStructure(id: string): void;
}

/** Where a view stands, and what others know already. */
export interface Surroundings {
  knownGrowth: KnownGrowth | null;
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
      case 'select-structure':
        this.events.selectStructure(message.id);
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

  info(args: InfoArgs): Promise<InfoAnswer> {
    return this.request('info', args);
  }
  heap(args: HeapArgs): Promise<HeapAnswer> {
    return this.request('heap', args);
  }
  timeline(onProgress: OnProgress): Running<TimelineAnswer> {
    return this.run('timeline', {}, onProgress);
  }
  sizes(args: SizesArgs, onProgress: OnProgress): Running<SizesAnswer> {
    return this.run('sizes', args, onProgress);
  }
  structures(args: StructuresArgs): Running<StructuresAnswer> {
    return this.run('structures', args);
  }
  growth(args: GrowthArgs, onProgress: OnProgress): Running<GrowthAnswer> {
    return this.run('growth', args, onProgress);
  }
  growthOf(args: GrowthOfArgs, onProgress: OnProgress): Running<GrowthOfAnswer> {
    return this.run('growthOf', args, onProgress);
  }
  growthTree(args: GrowthTreeArgs, onProgress: OnProgress): Running<GrowthTreeAnswer> {
    return this.run('growthTree', args, onProgress);
  }
  export(params: ViewRequests['export']['params']): void {
    this.save('export', params);
  }
  exportGrowth(args: GrowthArgs): void {
    this.save('exportGrowth', args);
  }
  saveImage(image: ChartImage): void {
    this.save('saveImage', image);
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

  private save<M extends 'export' | 'exportGrowth' | 'saveImage'>(method: M, params: ViewRequests[M]['params']): void {
    // What goes wrong while saving, the editor itself has said.
    this.request(method, params).catch(() => undefined);
  }

  private run<M extends ViewMethod>(
    method: M,
    params: ViewRequests[M]['params'],
    onProgress?: OnProgress,
  ): Running<ViewRequests[M]['result']> {
    const id = this.nextId;
    return {
      promise: this.request(method, params, onProgress),
      cancel: () => this.post({ kind: 'cancel-request', id }),
    };
  }

  private request<M extends ViewMethod>(
    method: M,
    params: ViewRequests[M]['params'],
    onProgress?: OnProgress,
  ): Promise<ViewRequests[M]['result']> {
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
