// What grew, asked again while a program is being recorded: whoever was told once is told again when points have come, but not more
// often than somebody can read. Knows nothing of the editor.
import type { TraceSession } from '../traces/trace_session';
import { type GrowthStore, pointsOf } from './growth_store';

const restMs = 10_000;

interface Followed {
  watching: { dispose(): void };
  askedAt: number;
  next: ReturnType<typeof setTimeout> | undefined;
}

type Renewed = Pick<TraceSession, 'ask' | 'status' | 'onStatus' | 'descriptions' | 'onDescriptions'>;

export class GrowthRenewal {
  private readonly followed = new Map<Renewed, Followed>();
  private readonly listening: { dispose(): void };

  constructor(private readonly growth: Pick<GrowthStore, 'get' | 'knownPoints' | 'ask' | 'onDidChange'>) {
    // What nobody asked about is not asked again.
    this.listening = growth.onDidChange((session) => this.noteAnswer(session));
  }

  closed(session: Renewed): void {
    const followed = this.followed.get(session);
    clearTimeout(followed?.next);
    followed?.watching.dispose();
    this.followed.delete(session);
  }

  dispose(): void {
    this.listening.dispose();
    for (const session of [...this.followed.keys()]) this.closed(session);
  }

  private noteAnswer(session: Renewed): void {
    if (!this.growth.get(session)) return;
    const known = this.followed.get(session);
    const followed: Followed = known ?? {
      watching: session.onStatus(() => this.consider(session)),
      askedAt: 0,
      next: undefined,
    };
    followed.askedAt = Date.now();
    this.followed.set(session, followed);
    // More may have come while it was answered.
    this.consider(session);
  }

  private consider(session: Renewed): void {
    const followed = this.followed.get(session);
    if (!followed || !this.isOutdated(session)) return;
    const rest = isOver(session) ? 0 : followed.askedAt + restMs - Date.now();
    clearTimeout(followed.next);
    followed.next = setTimeout(
      () => {
        followed.next = undefined;
        if (this.isOutdated(session)) this.ask(session, followed);
      },
      Math.max(0, rest),
    );
  }

  /** A window that somebody chose says the same however many points come after it. */
  private isOutdated(session: Renewed): boolean {
    const answer = this.growth.get(session);
    return (
      answer !== undefined && answer.window.chosen !== 'asked' && pointsOf(session) > this.growth.knownPoints(session)
    );
  }

  private ask(session: Renewed, followed: Followed): void {
    followed.askedAt = Date.now();
    // Who cannot be told anew keeps what is known.
    this.growth.ask(session, { limit: 0 }).catch(() => undefined);
  }
}

/** Nothing follows that would have to be waited for. */
const isOver = ({ status }: Renewed) => status.kind === 'open' && status.info.trace.recording?.state !== 'running';
