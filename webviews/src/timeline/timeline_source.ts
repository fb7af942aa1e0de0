// The trace's timeline, asked for once for all views of a page that show points, and again only after a failure.
import type { TimelineAnswer } from '../../../extension/src/protocol/answers';
import type { OnProgress, Running } from '../host';

export type TimelineState =
  | { kind: 'loading'; done: number }
  | { kind: 'failed'; message: string }
  | { kind: 'loaded'; timeline: TimelineAnswer };

export class TimelineSource {
  private state: TimelineState = { kind: 'loading', done: 0 };
  private running: Running<TimelineAnswer> | undefined;
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

  /** The trace is gone. */
  end(): void {
    this.listeners.clear();
    this.running?.cancel();
  }

  private async load(): Promise<void> {
    this.become({ kind: 'loading', done: 0 });
    try {
      this.running = this.ask((_, done) => this.become({ kind: 'loading', done }));
      this.become({ kind: 'loaded', timeline: await this.running.promise });
    } catch (thrown) {
      this.become({ kind: 'failed', message: (thrown as { message?: string }).message ?? String(thrown) });
    } finally {
      this.running = undefined;
    }
  }

  private become(state: TimelineState): void {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }
}
