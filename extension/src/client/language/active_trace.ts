// The trace that the rest of the editor is about: the one whose view was active last, or the one that the user keeps. The description
// language knows its types, the side bar and the marks in the source show what grew in it.
import type { TraceSession } from '../traces/trace_session';

interface Shown {
  session: TraceSession;
  /** What people call it. */
  name: string;
}

export class ActiveTrace {
  /** Whose views were active, the last one first. */
  private shown: Shown[] = [];
  private kept: Shown | undefined;
  private chosen: Shown | undefined;
  private watching: { dispose(): void } | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly isWanted: () => boolean,
    private readonly forget: () => void,
  ) {}

  /** Its view became active. */
  set(session: TraceSession, name: string): void {
    this.shown = [{ session, name }, ...this.shown.filter((other) => other.session !== session)];
    this.choose();
  }

  /** From now on it is this one, whichever view is active; until it is closed, or another one or none is kept. */
  keep(session: TraceSession | undefined): void {
    this.kept = this.shown.find((other) => other.session === session);
    this.choose();
    this.tell();
  }

  /** Its last view was closed. */
  closed(session: TraceSession): void {
    this.shown = this.shown.filter((other) => other.session !== session);
    if (this.kept?.session === session) this.kept = undefined;
    this.choose();
  }

  get current(): TraceSession | undefined {
    return this.chosen?.session;
  }

  /** What people call it. */
  get currentName(): string {
    return this.chosen?.name ?? '';
  }

  /** Whether it stays the current one when the view of another becomes active. */
  get isKept(): boolean {
    return this.kept !== undefined;
  }

  /** Tells when another trace is the current one, or none any more, or whether it is kept. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** Reading the types takes a heap: only for those who write descriptions. */
  teach(): void {
    if (this.chosen && this.isWanted()) void this.chosen.session.teachTypes(this.chosen.name);
  }

  private choose(): void {
    const before = this.chosen?.session;
    this.chosen = this.kept ?? this.shown[0];
    const session = this.chosen?.session;
    if (session === before) return;
    this.watching?.dispose();
    // A trace that is being opened is known when it is open.
    this.watching = session?.onStatus((status) => {
      // Each point of a program that runs would cost its heap.
      if (status.kind === 'open' && !status.renewed) this.teach();
    });
    if (session) this.teach();
    else this.forget();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
