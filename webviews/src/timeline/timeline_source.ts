// The trace's timeline, asked for once for all views of a page that show points, and again only after a failure, or when more has come.
import type { TimelineAnswer } from '../../../shared/protocol/answers';
import type { OnProgress, Running } from '../host';

export type TimelineState =
  | { kind: 'loading'; done: number }
  | { kind: 'failed'; message: string }
  | { kind: 'loaded'; timeline: TimelineAnswer };

export class TimelineSource {
  private state: TimelineState = { kind: 'loading', done: 0 };
  private running: Running<TimelineAnswer> | undefined;
  /** More came while the last answer was on its way. */
  private isOutdated = false;
  private readonly listeners = new Set<(state: TimelineState) => void>();

  constructor(private readonly ask: (onProgress: OnProgress) => Running<TimelineAnswer>) {
    void this.load();
  }

  /** Tells how it stands, and whenever that changes, until the function it returns is called. */
  follow(listener: (state: TimelineState) => void): () => void {
    this.listeners.add(listener);
    listener(this.state);
    return () => void this.listeners.delete(listener);
  }

  retry(): void {
    if (this.state.kind === 'failed') void this.load();
  }

  /** The trace has more. What is known stays until that is. */
  renew(): void {
    if (this.running) this.isOutdated = true;
    else void this.load();
  }

  /** The trace is gone. */
  end(): void {
    this.listeners.clear();
    this.running?.cancel();
  }

  private async load(): Promise<void> {
    const isFirst = this.state.kind !== 'loaded';
    if (isFirst) this.become({ kind: 'loading', done: 0 });
    try {
      this.running = this.ask((_, done) => isFirst && this.become({ kind: 'loading', done }));
      this.become({ kind: 'loaded', timeline: await this.running.promise });
    } catch (thrown) {
      const message = (thrown as { message?: string }).message ?? String(thrown);
      if (isFirst) this.become({ kind: 'failed', message });
    } finally {
      this.running = undefined;
    }
    if (!this.isOutdated) return;
    this.isOutdated = false;
    void this.load();
  }

  private become(state: TimelineState): void {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }
}
