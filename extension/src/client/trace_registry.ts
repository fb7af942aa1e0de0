// Which traces are open: one session per file, however many views show it. A session outlives its last view by a few
// seconds, because moving a tab closes the view and opens another one.
import type { TraceSession } from './trace_session';

const lingerMs = 5000;

interface Entry {
  session: TraceSession;
  views: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

export class TraceRegistry {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly create: (path: string) => TraceSession) {}

  /** The session of a file, opened if it is not yet. Each `acquire` needs its `release`. */
  acquire(path: string): TraceSession {
    let entry = this.entries.get(path);
    if (!entry) {
      entry = { session: this.create(path), views: 0, closing: undefined };
      this.entries.set(path, entry);
      void entry.session.open();
    }
    clearTimeout(entry.closing);
    entry.closing = undefined;
    entry.views++;
    return entry.session;
  }

  release(path: string): void {
    const entry = this.entries.get(path);
    if (!entry || --entry.views > 0) return;
    entry.closing = setTimeout(() => {
      this.entries.delete(path);
      void entry.session.close();
    }, lingerMs);
  }

  get sessions(): TraceSession[] {
    return [...this.entries.values()].map((entry) => entry.session);
  }

  dispose(): void {
    for (const entry of this.entries.values()) {
      clearTimeout(entry.closing);
      void entry.session.close();
    }
    this.entries.clear();
  }
}
