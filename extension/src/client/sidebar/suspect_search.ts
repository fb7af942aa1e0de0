// Whether the suspects of the active trace are known, and finding them: by itself, once the trace is open and its views have asked what they
// need, or when the user says so. Knows nothing of the editor.
import { type Failure, toFailure } from '../../../../shared/protocol/failure';
import type { GrowthAnswer } from '../../../../shared/protocol/growth';
import { isLargeAlone } from '../../../../shared/protocol/view';
import { Cancel } from '../engine/cancel';
import type { GrowthStore } from '../growth/growth_store';
import type { ActiveTrace } from '../language/active_trace';
import type { TraceSession } from '../traces/trace_session';

export type SuspectState =
  | { kind: 'no-trace' }
  /** It is being opened, or could not be. */
  | { kind: 'not-open' }
  | { kind: 'unknown' }
  | { kind: 'computing'; phase: string; done: number }
  | { kind: 'cancelled' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'found'; answer: GrowthAnswer };

interface Computing {
  cancel: Cancel;
  phase: string;
  done: number;
}

export class SuspectSearch {
  private readonly computing = new Map<TraceSession, Computing>();
  /** How it ended where it found nothing: then only the user begins again. */
  private readonly ended = new WeakMap<TraceSession, Failure>();
  private readonly listeners = new Set<() => void>();
  private readonly subscriptions: { dispose(): void }[];
  private watching: { dispose(): void } | undefined;
  private beginning: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly active: Pick<ActiveTrace, 'current' | 'onDidChange'>,
    private readonly growth: Pick<GrowthStore, 'get' | 'ask' | 'onDidChange'>,
    private readonly isAutomatic: () => boolean,
    /** What the views of a trace ask when it is open goes first. */
    private readonly patienceMs = 1000,
  ) {
    this.subscriptions = [
      active.onDidChange(() => this.follow()),
      growth.onDidChange((session) => {
        if (session === active.current) this.changed();
      }),
    ];
    this.follow();
  }

  get state(): SuspectState {
    const session = this.active.current;
    if (!session) return { kind: 'no-trace' };
    if (session.status.kind !== 'open') return { kind: 'not-open' };
    const answer = this.growth.get(session);
    if (answer) return { kind: 'found', answer };
    const computing = this.computing.get(session);
    if (computing) return { kind: 'computing', phase: computing.phase, done: computing.done };
    const failure = this.ended.get(session);
    if (!failure) return { kind: 'unknown' };
    return failure.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', failure };
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** The user wants to know. Never rejects: the outcome is the state. */
  async find(): Promise<void> {
    const session = this.active.current;
    const { kind } = this.state;
    if (!session || !['unknown', 'cancelled', 'failed'].includes(kind)) return;
    const computing: Computing = { cancel: new Cancel(), phase: '', done: 0 };
    this.computing.set(session, computing);
    this.ended.delete(session);
    this.tell();
    try {
      await this.growth.ask(
        session,
        { limit: 0 },
        ({ phase, done }) => {
          Object.assign(computing, { phase, done });
          if (session === this.active.current) this.tell();
        },
        computing.cancel,
      );
    } catch (thrown) {
      this.ended.set(session, toFailure(thrown));
    }
    this.computing.delete(session);
    // The answer may have been too old when it came: then it is asked again.
    this.changed();
  }

  cancel(): void {
    const session = this.active.current;
    if (session) this.computing.get(session)?.cancel.cancel();
  }

  /** The setting that says whether suspects are found without being asked for has another value. */
  reconsider(): void {
    this.changed();
  }

  dispose(): void {
    clearTimeout(this.beginning);
    this.watching?.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
    for (const { cancel } of this.computing.values()) cancel.cancel();
    this.listeners.clear();
  }

  private follow(): void {
    this.watching?.dispose();
    const session = this.active.current;
    this.watching = session?.onStatus(({ kind }) => {
      // Opened again, it is another trace.
      if (kind === 'opening') this.ended.delete(session);
      this.changed();
    });
    this.changed();
  }

  private changed(): void {
    this.tell();
    clearTimeout(this.beginning);
    const status = this.active.current?.status;
    if (!this.isAutomatic() || this.state.kind !== 'unknown') return;
    if (status?.kind === 'open' && isLargeAlone(status.info)) return;
    this.beginning = setTimeout(() => {
      if (this.state.kind === 'unknown') void this.find();
    }, this.patienceMs);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
