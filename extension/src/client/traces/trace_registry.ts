// Which traces are open: one session per list of files, however many views show it. A session outlives its last view by a few
// seconds, because moving a tab closes the view and opens another one.
import type { TraceSession } from './trace_session';

const lingerMs = 5000;
const keyOf = (paths: string[]) => paths.join('\0');

interface Entry {
  session: TraceSession;
  views: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

export class TraceRegistry {
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly create: (paths: string[]) => TraceSession,
    private readonly onClose: (session: TraceSession) => void = () => undefined,
  ) {}

  /** The session of one or more files, opened if it is not yet. Each `acquire` needs its `release`. */
  acquire(paths: string[]): TraceSession {
    const key = keyOf(paths);
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { session: this.create(paths), views: 0, closing: undefined };
      this.entries.set(key, entry);
      void entry.session.open();
      this.tell();
    }
    // It may have stood still since its last view was closed.
    if (entry.closing !== undefined) void entry.session.renew();
    clearTimeout(entry.closing);
    entry.closing = undefined;
    entry.views++;
    return entry.session;
  }

  release(paths: string[]): void {
    const key = keyOf(paths);
    const entry = this.entries.get(key);
    if (!entry || --entry.views > 0) return;
    entry.closing = setTimeout(() => {
      this.entries.delete(key);
      void entry.session.close();
      this.onClose(entry.session);
      this.tell();
    }, lingerMs);
  }

  /** The session of these files, if they are open. */
  find(paths: string[]): TraceSession | undefined {
    return this.entries.get(keyOf(paths))?.session;
  }

  /** Whether a view shows these files. */
  isShown(paths: string[]): boolean {
    return (this.entries.get(keyOf(paths))?.views ?? 0) > 0;
  }

  /** Tells when a trace was opened or closed. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** Has what is new read of files that are open: a recording has grown since. */
  refresh(paths: string[]): void {
    void this.entries.get(keyOf(paths))?.session.renew();
  }

  /** The user's descriptions changed. */
  describe(): void {
    for (const { session } of this.entries.values()) void session.describe();
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
    this.listeners.clear();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
