// One open trace: shared by all views of the same file, with a status they all follow. Knows nothing of the editor.
import { FailureError, toFailure } from '../protocol/failure';
import type { QuestionArgs } from '../protocol/question_args';
import type { Args, ProgressValue, TraceAnswers, TraceHandle, TraceQuestion } from '../protocol/questions';
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
  /** What several views ask at the same time, by what makes it the same question. */
  private readonly shared = new Map<string, SharedQuestion<unknown>>();

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

  /** Asks about this trace. What takes long and several views ask alike is asked once for all who wait for it. */
  async ask<Q extends TraceQuestion>(
    question: Q,
    args: QuestionArgs[Q],
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<TraceAnswers[Q]> {
    const asked = { ...args, trace: this.opened } as Args<Q>;
    const key = this.sharedKey(question, args);
    if (key === undefined) return this.engine.ask<Q>(question, asked, onProgress, cancellation);
    const known = this.shared.get(key);
    if (known && !known.over) return (known as SharedQuestion<TraceAnswers[Q]>).join(onProgress, cancellation);
    const shared: SharedQuestion<TraceAnswers[Q]> = new SharedQuestion(async (tell, cancel) => {
      try {
        const answer = await this.engine.ask<Q>(question, asked, tell, cancel);
        // Sizes of all rows took long: worth keeping.
        if (question === 'sizes') void this.store();
        return answer;
      } finally {
        if (this.shared.get(key) === shared) this.shared.delete(key);
      }
    });
    this.shared.set(key, shared);
    return shared.join(onProgress, cancellation);
  }

  /** The same as a table for a file. */
  async csv<Q extends TraceQuestion>(question: Q, args: QuestionArgs[Q]): Promise<string> {
    return this.engine.csv<Q>(question, { ...args, trace: this.opened } as Args<Q>);
  }

  /** The engine process ended; what it held is gone. */
  engineStopped(failure: { kind: 'engine'; message: string }): void {
    const wasOpen = this.handle !== undefined;
    this.handle = undefined;
    this.shared.clear();
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
    this.shared.clear();
    // Closing what the engine no longer has is no failure.
    if (trace !== undefined) await this.engine.ask('close', { trace }).catch(() => undefined);
  }

  /**
   * What makes two questions the same; undefined for those that each asker has to itself. Of several heap dumps, each has to be read
   * for the timeline; what grew is asked by a tab, its twin beside the code and the side bar; sizes of all rows by each view.
   */
  private sharedKey<Q extends TraceQuestion>(question: Q, args: QuestionArgs[Q]): string | undefined {
    const { keys, filter, by, where }: Partial<QuestionArgs['sizes']> = args as QuestionArgs['sizes'];
    if (!['timeline', 'growth', 'sizes'].includes(question) || keys !== undefined) return undefined;
    // What was asked of structures under other descriptions is no answer any more.
    const isOfStructures = question === 'growth' || [filter, by, where].some((choice) => choice !== undefined);
    return JSON.stringify([question, isOfStructures ? this.descriptions.version : 0, Object.entries(args).sort()]);
  }

  private set(status: TraceStatus): void {
    this.current = status;
    for (const listener of this.listeners) listener(status);
  }
}
