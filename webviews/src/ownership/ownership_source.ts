// Answers by point: whoever goes through many points sees those at once that were seen before, and waits for one at a time of the others. What
// was answered of a point stays true as long as question and descriptions do; with shares that come from all points, no longer than these.
import type { OwnershipAnswer, OwnershipArgs } from '../../../shared/protocol/ownership';
import type { Host, OnProgress, Running } from '../host';
import { pointArgs } from '../point_args';

/** How it is asked, whatever the point is. */
export type Asking = Pick<OwnershipArgs, 'model' | 'threshold' | 'roots'>;

export interface SourceEvents {
  answer(answer: OwnershipAnswer): void;
  progress(phase: string, done: number): void;
  failed(failure: { kind?: string; message?: string }): void;
}

/** About as many as a picture can be scrubbed through. */
const mostKept = 400;

export class OwnershipSource {
  private readonly known = new Map<string, OwnershipAnswer>();
  private running: { key: string; of: Running<OwnershipAnswer> } | undefined;
  /** The point to show, asked for when what runs has ended. */
  private wanted: { at: number | null; asking: Asking } | undefined;
  private generation = 0;

  constructor(
    private readonly host: Pick<Host, 'ask'>,
    private readonly events: SourceEvents,
  ) {}

  /** Answers at once where it can. @param at null for the suggested point */
  show(at: number | null, asking: Asking): void {
    this.wanted = { at, asking };
    const key = keyOf(at, asking);
    const answer = this.known.get(key);
    if (answer) {
      this.wanted = undefined;
      this.events.answer(answer);
      return;
    }
    // What is on its way is of use to whoever comes back; of points passed by, one at a time is asked for.
    if (!this.running) this.next();
  }

  isKnown(at: number | null, asking: Asking): boolean {
    return this.known.has(keyOf(at, asking));
  }

  /** What is known may not hold any more. */
  forget(): void {
    this.generation++;
    this.known.clear();
    this.cancel();
  }

  cancel(): void {
    this.wanted = undefined;
    const { running } = this;
    this.running = undefined;
    running?.of.cancel();
  }

  private next(): void {
    const { wanted } = this;
    if (!wanted) return;
    const key = keyOf(wanted.at, wanted.asking);
    const { generation } = this;
    const isWanted = () => this.wanted !== undefined && keyOf(this.wanted.at, this.wanted.asking) === key;
    const onProgress: OnProgress = (phase, done) => {
      if (this.running?.key === key && isWanted()) this.events.progress(phase, done);
    };
    const of = this.host.ask('ownership', { ...pointArgs(wanted.at), ...wanted.asking }, onProgress);
    const running = { key, of };
    this.running = running;
    of.promise.then(
      (answer) => {
        if (generation === this.generation) this.keep(key, answer);
        if (this.running !== running) return;
        this.running = undefined;
        if (!isWanted()) {
          this.next();
          return;
        }
        this.wanted = undefined;
        this.events.answer(answer);
      },
      (failure: { kind?: string; message?: string }) => {
        if (this.running !== running) return;
        this.running = undefined;
        if (!isWanted()) {
          this.next();
          return;
        }
        this.wanted = undefined;
        this.events.failed(failure);
      },
    );
  }

  private keep(key: string, answer: OwnershipAnswer): void {
    this.known.set(key, answer);
    const [oldest] = this.known.keys();
    if (this.known.size > mostKept && oldest !== undefined) this.known.delete(oldest);
  }
}

const keyOf = (at: number | null, asking: Asking) => JSON.stringify([at, asking]);
