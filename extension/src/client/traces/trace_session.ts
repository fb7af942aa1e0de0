// One open trace: shared by all views of the same file, with a status they all follow. The recording of a program that runs grows while
// it is open. Knows nothing of the editor.
import { FailureError, toFailure } from '../../../../shared/protocol/failure';
import { parameterChecks, type QuestionArgs } from '../../../../shared/protocol/question_args';
import type {
  Answer,
  Args,
  ProgressValue,
  TraceAnswers,
  TraceHandle,
  TraceQuestion,
} from '../../../../shared/protocol/questions';
import type { HeldDescriptions, TraceStatus } from '../../../../shared/protocol/view';
import { type DescriptionSource, noDescriptionFiles } from '../descriptions/description_files';
import { TraceDescriptions } from '../descriptions/trace_descriptions';
import { Cancel } from '../engine/cancel';
import type { Cancellation, Engine } from '../engine/engine';
import { SharedQuestion } from '../engine/shared_question';

export interface OpenSettings {
  followWeak: boolean;
  threads: number;
  /** Where to keep what was computed; empty for nowhere. */
  cache: string;
  mostCacheBytes: number;
}

/** A killed program changes no file: who follows one has to ask. Each time only what is new is looked at. */
const lookMs = 1000;

/** To keep what is known takes the processor from those who wait for an answer: it is done when nobody has asked for so long. */
const quietMs = 3000;

export class TraceSession {
  private current: TraceStatus = { kind: 'opening', phase: '', done: 0 };
  private handle: TraceHandle | undefined;
  private opening: Cancel | undefined;
  private listeners = new Set<(status: TraceStatus) => void>();
  private readonly descriptionListeners = new Set<(held: HeldDescriptions) => void>();
  private readonly held: TraceDescriptions;
  private closed = false;
  private looking = false;
  private nextLook: ReturnType<typeof setTimeout> | undefined;
  private nextStore: ReturnType<typeof setTimeout> | undefined;
  /** How many questions wait for their answers. */
  private asking = 0;
  /** Goes up when the trace has grown: what was asked before is about less. */
  private generation = 0;
  /** What several views ask at the same time, by what makes it the same question. */
  private readonly shared = new Map<string, SharedQuestion<unknown>>();

  constructor(
    private readonly engine: Engine,
    readonly paths: string[],
    private readonly settings: () => OpenSettings,
    descriptions: DescriptionSource = { read: async () => noDescriptionFiles },
    private readonly showsValues: () => boolean = () => true,
  ) {
    this.held = new TraceDescriptions(engine, descriptions, (held) => {
      for (const listener of this.descriptionListeners) listener(held);
    });
  }

  get status(): TraceStatus {
    const { current } = this;
    if (current.kind !== 'open' || !isRecorded(current)) return current;
    return { ...current, seconds: secondsSince(current.info.trace.start) };
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
      const { handle, info } = await this.firstAnswer(cancel);
      this.handle = handle;
      if (!this.closed) await this.held.begin(handle);
      this.opening = undefined;
      if (this.closed) await this.release();
      // The engine may have ended meanwhile, and the views know it.
      else if (this.handle === handle) this.set({ kind: 'open', info });
      this.storeWhenQuiet();
      this.follow();
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

  /** Takes in what has been written since it was opened, or opens it if it is not open. Never rejects. */
  async renew(): Promise<void> {
    if (this.current.kind === 'open') await this.look();
    else await this.open();
  }

  /** Asks about this trace. What takes long and several views ask alike is asked once for all who wait for it. */
  async ask<Q extends TraceQuestion>(
    question: Q,
    args: QuestionArgs[Q],
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<TraceAnswers[Q]> {
    this.asking++;
    try {
      return await this.answer(question, args, onProgress, cancellation);
    } finally {
      this.asking--;
    }
  }

  /** The same as a table for a file. */
  async csv<Q extends TraceQuestion>(question: Q, args: QuestionArgs[Q]): Promise<string> {
    return this.engine.csv<Q>(question, this.asked(question, args));
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
    if (this.nextStore !== undefined) await this.store();
    await this.release();
  }

  private async answer<Q extends TraceQuestion>(
    question: Q,
    args: QuestionArgs[Q],
    onProgress: (value: ProgressValue) => void,
    cancellation?: Cancellation,
  ): Promise<TraceAnswers[Q]> {
    const asked = this.asked(question, args);
    const key = this.sharedKey(question, args);
    if (key === undefined) return this.engine.ask<Q>(question, asked, onProgress, cancellation);
    const known = this.shared.get(key);
    if (known && !known.over) return (known as SharedQuestion<TraceAnswers[Q]>).join(onProgress, cancellation);
    const shared: SharedQuestion<TraceAnswers[Q]> = new SharedQuestion(async (tell, cancel) => {
      try {
        const answer = await this.engine.ask<Q>(question, asked, tell, cancel);
        // What took long is worth keeping.
        if (question === 'sizes' || question === 'growth') this.storeWhenQuiet();
        return answer;
      } finally {
        if (this.shared.get(key) === shared) this.shared.delete(key);
      }
    });
    this.shared.set(key, shared);
    return shared.join(onProgress, cancellation);
  }

  /** Waits for the first point of a program that has just begun to be recorded. */
  private async firstAnswer(cancel: Cancel): Promise<Answer<'open'>> {
    for (;;) {
      try {
        return await this.engine.ask(
          'open',
          { paths: this.paths, ...this.settings() },
          ({ phase, done }) => {
            if (this.opening === cancel) this.set({ kind: 'opening', phase, done });
          },
          cancel,
        );
      } catch (thrown) {
        if (toFailure(thrown).kind !== 'not-yet' || cancel.isCancellationRequested) throw thrown;
        this.set({ kind: 'opening', phase: 'Waiting for the first point of the program', done: 0 });
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        if (cancel.isCancellationRequested) throw new FailureError({ kind: 'cancelled', message: 'Cancelled.' });
      }
    }
  }

  /** What the engine is asked: no question that could show values does, where the user does not want to see them. */
  private asked<Q extends TraceQuestion>(question: Q, args: QuestionArgs[Q]): Args<Q> {
    const hidden = 'values' in parameterChecks[question] && !this.showsValues() ? { values: 'off' } : {};
    return { ...args, ...hidden, trace: this.opened } as Args<Q>;
  }

  private follow(): void {
    clearTimeout(this.nextLook);
    if (this.closed || this.current.kind !== 'open' || !isRecorded(this.current)) return;
    this.nextLook = setTimeout(() => void this.look(), lookMs);
  }

  private async look(): Promise<void> {
    const { handle } = this;
    if (handle === undefined || this.opening || this.looking) return;
    this.looking = true;
    try {
      const { info } = await this.engine.ask('grow', { trace: handle });
      if (info !== null && this.handle === handle) {
        this.generation++;
        this.set({ kind: 'open', info, renewed: true });
        this.storeWhenQuiet();
      }
    } catch {
      // What is known of a file that has gone stays.
    }
    this.looking = false;
    this.follow();
  }

  private get opened(): TraceHandle {
    if (this.handle === undefined) throw new FailureError({ kind: 'usage', message: 'The trace is not open.' });
    return this.handle;
  }

  private storeWhenQuiet(): void {
    clearTimeout(this.nextStore);
    this.nextStore = setTimeout(() => {
      if (this.asking > 0) return this.storeWhenQuiet();
      this.nextStore = undefined;
      void this.store();
    }, quietMs);
  }

  /** Keeps in the cache what is known by now. That it cannot be kept costs time next time, and nothing now. */
  private async store(): Promise<void> {
    // Of a file that changes, the cache could use nothing again.
    const isGrowing = this.current.kind === 'open' && isRecorded(this.current);
    if (this.handle === undefined || isGrowing || this.settings().cache === '') return;
    await this.engine.ask('store', { trace: this.handle }).catch(() => undefined);
  }

  private async release(): Promise<void> {
    const trace = this.handle;
    this.handle = undefined;
    this.shared.clear();
    clearTimeout(this.nextLook);
    clearTimeout(this.nextStore);
    this.nextStore = undefined;
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
    const versions = [this.generation, isOfStructures ? this.descriptions.version : 0];
    return JSON.stringify([question, ...versions, Object.entries(args).sort()]);
  }

  private set(status: TraceStatus): void {
    this.current = status;
    for (const listener of this.listeners) listener(this.status);
  }
}

type OpenStatus = Extract<TraceStatus, { kind: 'open' }>;

const isRecorded = ({ info }: OpenStatus) => info.trace.recording?.state === 'running';

/** By the clock of the machine on which the program runs. */
const secondsSince = (start: string | null) =>
  start === null ? 0 : Math.max(0, Date.now() - Date.parse(start)) / 1000;
