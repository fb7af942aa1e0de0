// What grew in each open trace, as it was answered last. Everybody asks through here, so that the Growth tab, the side bar and the
// marks in the source say the same. An answer is forgotten when it stops being one: other descriptions hold, or the trace was opened
// again or closed. Knows nothing of the editor.
import type { GrowthAnswer, GrowthArgs } from '../../../../shared/protocol/growth';
import type { QuestionArgs } from '../../../../shared/protocol/question_args';
import type { ProgressValue, TraceAnswers } from '../../../../shared/protocol/questions';
import type { Cancellation } from '../engine/engine';
import type { TraceSession } from '../traces/trace_session';

type GrowingSession = Pick<TraceSession, 'ask' | 'status' | 'onStatus' | 'descriptions' | 'onDescriptions'>;

interface Followed {
  answer: GrowthAnswer | undefined;
  /** How many the trace had when it was asked. */
  points: number;
  /** Goes up when answers that are on their way become too old. */
  generation: number;
  watching: { dispose(): void }[];
}

export class GrowthStore {
  private readonly sessions = new Map<GrowingSession, Followed>();
  private readonly listeners = new Set<(session: GrowingSession) => void>();

  /**
   * @param threshold in percent, for questions that name none
   * @param own what the packages of the user's program begin with
   */
  constructor(
    private readonly threshold: () => number = () => 5,
    private readonly own: () => string[] = () => [],
  ) {}

  /**
   * The last answer about all structures of this trace: `suspects`, `window`, `counts` and `types` are always those of the whole,
   * `structures` the first page of whoever asked. Undefined while nobody has asked: asking may take long, so only people do.
   */
  get(session: GrowingSession): GrowthAnswer | undefined {
    return this.sessions.get(session)?.answer;
  }

  /** Of how many points that answer knew. */
  knownPoints(session: GrowingSession): number {
    return this.sessions.get(session)?.points ?? 0;
  }

  /** Asks the engine, and keeps the answer unless it is about a part only: a later page, a search, what was born. */
  async ask(
    session: GrowingSession,
    args: GrowthArgs,
    onProgress: (value: ProgressValue) => void = () => undefined,
    cancellation?: Cancellation,
  ): Promise<GrowthAnswer> {
    const followed = this.follow(session);
    const { generation } = followed;
    const points = pointsOf(session);
    const answer = await session.ask('growth', this.complete(args), onProgress, cancellation);
    const whole = (args.offset ?? 0) === 0 && (args.search ?? '') === '' && args.category !== 'born';
    if (whole && generation === followed.generation) {
      followed.answer = answer;
      followed.points = points;
      this.tell(session);
    }
    return answer;
  }

  /** Asks about one structure, or about places: under the same threshold as about all. */
  askMore<Q extends 'growthOf' | 'growthTree'>(
    session: GrowingSession,
    question: Q,
    args: QuestionArgs[Q],
    onProgress?: (value: ProgressValue) => void,
    cancellation?: Cancellation,
  ): Promise<TraceAnswers[Q]> {
    return session.ask(question, this.complete(args), onProgress, cancellation);
  }

  /** The question with all that settings say, where the asker says nothing. */
  complete<Asked extends { threshold?: number; own?: string[] }>(args: Asked): Asked {
    return { ...args, threshold: args.threshold ?? this.threshold(), ...this.ownPackages };
  }

  /** Other packages are the user's own now: what was answered named lines under the ones before. */
  reconsider(): void {
    for (const [session, followed] of this.sessions) this.forgetAnswer(session, followed);
  }

  /** Tells which trace has another answer now, or none any more. */
  onDidChange(listener: (session: GrowingSession) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** The last view of a trace was closed. */
  closed(session: GrowingSession): void {
    const followed = this.sessions.get(session);
    if (!followed) return;
    for (const watch of followed.watching) watch.dispose();
    this.forgetAnswer(session, followed);
    this.sessions.delete(session);
  }

  /** What a trace was asked without them is the same question with none of them. */
  private get ownPackages(): { own?: string[] } {
    const own = this.own();
    return own.length === 0 ? {} : { own };
  }

  private follow(session: GrowingSession): Followed {
    const known = this.sessions.get(session);
    if (known) return known;
    const followed: Followed = { answer: undefined, points: 0, generation: 0, watching: [] };
    followed.watching = [
      session.onDescriptions(() => this.forgetAnswer(session, followed)),
      session.onStatus(({ kind }) => {
        if (kind !== 'open') this.forgetAnswer(session, followed);
      }),
    ];
    this.sessions.set(session, followed);
    return followed;
  }

  private forgetAnswer(session: GrowingSession, followed: Followed): void {
    followed.generation++;
    if (!followed.answer) return;
    followed.answer = undefined;
    this.tell(session);
  }

  private tell(session: GrowingSession): void {
    for (const listener of this.listeners) listener(session);
  }
}

export const pointsOf = ({ status }: Pick<TraceSession, 'status'>) =>
  status.kind === 'open' ? status.info.trace.points : 0;
