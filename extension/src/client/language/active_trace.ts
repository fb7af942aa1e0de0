// The trace whose types the description language knows: the one whose view was active last.
import type { TraceSession } from '../trace_session';

export class ActiveTrace {
  private session: TraceSession | undefined;
  private name = '';
  private watching: { dispose(): void } | undefined;

  constructor(
    private readonly isWanted: () => boolean,
    private readonly forget: () => void,
  ) {}

  /** Its view became active. */
  set(session: TraceSession, name: string): void {
    if (this.session === session) return;
    this.watching?.dispose();
    this.session = session;
    this.name = name;
    // A trace that is being opened is known when it is open.
    this.watching = session.onStatus(({ kind }) => {
      if (kind === 'open') this.teach();
    });
    this.teach();
  }

  /** Its last view was closed. */
  closed(session: TraceSession): void {
    if (this.session !== session) return;
    this.watching?.dispose();
    this.session = undefined;
    this.forget();
  }

  get current(): TraceSession | undefined {
    return this.session;
  }

  /** Reading the types takes a heap: only for those who write descriptions. */
  teach(): void {
    if (this.session && this.isWanted()) void this.session.teachTypes(this.name);
  }
}
