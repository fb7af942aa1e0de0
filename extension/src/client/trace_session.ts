// One open trace: shared by all views of the same file, with a status they all follow. Knows nothing of the editor.
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
} from '../protocol/answers';
import { FailureError, toFailure } from '../protocol/failure';
import type { GrowthAnswer, GrowthArgs, GrowthOfAnswer, GrowthOfArgs } from '../protocol/growth';
import type { GrowthTreeAnswer, GrowthTreeArgs } from '../protocol/growth_tree';
import type { ProgressValue, TraceHandle } from '../protocol/questions';
import type { HeldDescriptions, TraceStatus } from '../protocol/view';
import { Cancel } from './cancel';
import { type DescriptionSource, noDescriptionFiles } from './descriptions/description_files';
import { TraceDescriptions } from './descriptions/trace_descriptions';
import type { Cancellation, Engine } from './engine';
import { SharedQuestion } from './shared_question';

export interface OpenSettings {
  followWeak: boolean;
  threads: number;
  /** Where to keep what was computed; empty for nowhere. */
  cache: string;
  mostCacheBytes: number;
}

export class TraceSession {
  private current: TraceStatus = { kind: 'opening', phase: '', done: 0 };
  private handle: TraceHandle | undefined;
  private opening: Cancel | undefined;
  private listeners = new Set<(status: TraceStatus) => void>();
  private readonly descriptionListeners = new Set<(held: HeldDescriptions) => void>();
  private readonly held: TraceDescriptions;
  private closed = false;
  /** Sizes of all rows, by metric, point and what the rows are. */
  private readonly computing = new Map<string, SharedQuestion<SizesAnswer>>();
  private measuring: SharedQuestion<TimelineAnswer> | undefined;
  /** What grew, by question. */
  private readonly growing = new Map<string, SharedQuestion<GrowthAnswer>>();

  constructor(
    private readonly engine: Engine,
    readonly paths: string[],
    private readonly settings: () => OpenSettings,
    descriptions: DescriptionSource = { read: async () => noDescriptionFiles },
  ) {
    this.held = new TraceDescriptions(engine, descriptions, (held) => {
      for (const listener of this.descriptionListeners) listener(held);
    });
  }

  get status(): TraceStatus {
    return this.current;
  }

  onStatus(listener: (status: TraceStatus) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** The user's descriptions that hold. */
  get descriptions(): HeldDescriptions {
    return this.held.held;
  }

  onDescriptions(listener: (held: HeldDescriptions) => void): { dispose(): void } {
    this.descriptionListeners.add(listener);
    return { dispose: () => void this.descriptionListeners.delete(listener) };
  }

  /** The user's descriptions changed: they hold from now on, for whoever asks about structures again. */
  async describe(): Promise<void> {
    // A trace that is being opened takes them as they are when it is open.
    if (this.handle !== undefined) await this.held.tell(this.handle);
  }

  /** A first description of a type, to be corrected. */
  async proposal(type: string, at: string | undefined): Promise<string> {
    const point = at === undefined ? {} : { at };
    const { text } = await this.engine.ask('proposal', { trace: this.opened, type, ...point });
    return text;
  }

  /** Descriptions of what was inferred in a window, as the text of a file. */
  async inferred(from: string, to: string, own: string[]): Promise<string> {
    const packages = own.length === 0 ? {} : { own };
    const { text } = await this.engine.ask('inferred', { trace: this.opened, from, to, ...packages });
    return text;
  }

  /** Lets the description language know this trace's types. Never rejects: without them it only knows less. */
  async teachTypes(name: string): Promise<void> {
    if (this.handle === undefined) return;
    await this.engine.ask('knownTypes', { trace: this.handle, name }).catch(() => undefined);
  }

  /** Opens the trace, or opens it again. Never rejects: the outcome is the status. */
  async open(): Promise<void> {
    if (this.opening) return;
    const cancel = new Cancel();
    this.opening = cancel;
    await this.release();
    this.set({ kind: 'opening', phase: '', done: 0 });
    try {
      const { handle, info } = await this.engine.ask(
        'open',
        { paths: this.paths, ...this.settings() },
        ({ phase, done }) => {
          if (this.opening === cancel) this.set({ kind: 'opening', phase, done });
        },
        cancel,
      );
      this.handle = handle;
      if (!this.closed) await this.held.begin(handle);
      this.opening = undefined;
      if (this.closed) await this.release();
      // The engine may have ended meanwhile, and the views know it.
      else if (this.handle === handle) this.set({ kind: 'open', info });
      void this.store();
    } catch (thrown) {
      this.opening = undefined;
      const failure = toFailure(thrown);
      if (failure.kind === 'cancelled') this.set({ kind: 'cancelled' });
      else if (failure.kind === 'engine') this.set({ kind: 'engine-stopped', failure });
      else this.set({ kind: 'failed', failure });
    }
  }

  cancelOpening(): void {
    this.opening?.cancel();
  }

  /** Of several heap dumps, each has to be read for it: asked once for all who wait. */
  async timeline(
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<TimelineAnswer> {
    const trace = this.opened;
    if (!this.measuring || this.measuring.over) {
      this.measuring = new SharedQuestion((tell, cancel) => this.engine.ask('timeline', { trace }, tell, cancel));
    }
    return this.measuring.join(onProgress, cancellation);
  }

  async info(args: InfoArgs): Promise<InfoAnswer> {
    return this.engine.ask('info', { ...args, trace: this.opened });
  }

  async heap(args: HeapArgs): Promise<HeapAnswer> {
    return this.engine.ask('heap', { ...args, trace: this.opened });
  }

  async structures(
    args: StructuresArgs,
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<StructuresAnswer> {
    return this.engine.ask('structures', { ...args, trace: this.opened }, onProgress, cancellation);
  }

  /** Asked once for all who ask the same at the same time: a tab, its twin beside the code, the side bar. */
  async growth(
    args: GrowthArgs,
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<GrowthAnswer> {
    const trace = this.opened;
    const what = JSON.stringify([this.descriptions.version, Object.entries(args).sort()]);
    let shared = this.growing.get(what);
    if (!shared || shared.over) {
      const asked: SharedQuestion<GrowthAnswer> = new SharedQuestion((tell, cancel) =>
        this.engine.ask('growth', { ...args, trace }, tell, cancel).finally(() => {
          if (this.growing.get(what) === asked) this.growing.delete(what);
        }),
      );
      shared = asked;
      this.growing.set(what, shared);
    }
    return shared.join(onProgress, cancellation);
  }

  async growthOf(
    args: GrowthOfArgs,
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<GrowthOfAnswer> {
    return this.engine.ask('growthOf', { ...args, trace: this.opened }, onProgress, cancellation);
  }

  async growthTree(
    args: GrowthTreeArgs,
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<GrowthTreeAnswer> {
    return this.engine.ask('growthTree', { ...args, trace: this.opened }, onProgress, cancellation);
  }

  /** Some rows are computed for the one who asks; all rows once for all who ask, and so for a view that comes back. */
  async sizes(
    args: SizesArgs,
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<SizesAnswer> {
    const trace = this.opened;
    if (args.keys !== undefined) return this.engine.ask('sizes', { ...args, trace }, onProgress, cancellation);
    // What was asked of structures under other descriptions is no answer any more.
    const rows = args.filter === undefined ? '' : `${args.filter} ${this.descriptions.version}`;
    const what = [args.metric, args.at ?? '', rows].join(' ');
    let shared = this.computing.get(what);
    if (!shared || shared.over) {
      shared = new SharedQuestion(async (tell, cancel) => {
        const answer = await this.engine.ask('sizes', { ...args, trace }, tell, cancel);
        // It took long: worth keeping.
        void this.store();
        return answer;
      });
      this.computing.set(what, shared);
    }
    return shared.join(onProgress, cancellation);
  }

  /** The engine process ended; what it held is gone. */
  engineStopped(failure: { kind: 'engine'; message: string }): void {
    const wasOpen = this.handle !== undefined;
    this.handle = undefined;
    this.forgetQuestions();
    // A trace that was being opened learns it from its own request.
    if (wasOpen) this.set({ kind: 'engine-stopped', failure });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.listeners.clear();
    this.descriptionListeners.clear();
    this.opening?.cancel();
    await this.release();
  }

  private get opened(): TraceHandle {
    if (this.handle === undefined) throw new FailureError({ kind: 'usage', message: 'The trace is not open.' });
    return this.handle;
  }

  /** Keeps in the cache what is known by now. That it cannot be kept costs time next time, and nothing now. */
  private async store(): Promise<void> {
    if (this.handle === undefined || this.settings().cache === '') return;
    await this.engine.ask('store', { trace: this.handle }).catch(() => undefined);
  }

  private async release(): Promise<void> {
    const trace = this.handle;
    this.handle = undefined;
    this.forgetQuestions();
    // Closing what the engine no longer has is no failure.
    if (trace !== undefined) await this.engine.ask('close', { trace }).catch(() => undefined);
  }

  private forgetQuestions(): void {
    this.computing.clear();
    this.growing.clear();
    this.measuring = undefined;
  }

  private set(status: TraceStatus): void {
    this.current = status;
    for (const listener of this.listeners) listener(status);
  }
}
