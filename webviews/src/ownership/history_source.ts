// The history of some nodes, asked for bit by bit: each answer comes within a quarter of a second with the points done so far, until all are.
// Other nodes, or more points, begin anew; the engine keeps what it computed of a point.
import type { OwnershipHistoryAnswer, OwnershipModel } from '../../../shared/protocol/ownership';
import type { Host, Running } from '../host';

export type HistoryState =
  | { kind: 'none' }
  | { kind: 'loading'; answer: OwnershipHistoryAnswer | undefined }
  | { kind: 'loaded'; answer: OwnershipHistoryAnswer }
  | { kind: 'failed'; message: string };

const patience = 250;
export const mostHistoryKeys = 64;

export class HistorySource {
  private running: Running<OwnershipHistoryAnswer> | undefined;
  private last: OwnershipHistoryAnswer | undefined;
  private asked = '';

  constructor(
    private readonly host: Pick<Host, 'ask'>,
    private readonly become: (state: HistoryState) => void,
  ) {}

  /** Of these nodes. @param force even if that is what was asked for before: there are more points */
  show(keys: readonly string[], model: OwnershipModel, force = false): void {
    const asked = JSON.stringify([keys, model]);
    if (asked === this.asked && !force) return;
    this.asked = asked;
    this.cancel();
    this.ask(keys.slice(0, mostHistoryKeys), model);
  }

  stop(): void {
    this.asked = '';
    this.cancel();
  }

  private cancel(): void {
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }

  private ask(keys: string[], model: OwnershipModel): void {
    this.become({ kind: 'loading', answer: this.last });
    const running = this.host.ask('ownershipHistory', { model, keys, within: patience });
    this.running = running;
    running.promise.then(
      (answer) => {
        if (this.running !== running) return;
        this.running = undefined;
        this.last = answer;
        if (!answer.complete) {
          this.ask(keys, model);
          return;
        }
        this.become({ kind: 'loaded', answer });
      },
      (failure: { message?: string }) => {
        if (this.running !== running) return;
        this.running = undefined;
        this.become({ kind: 'failed', message: failure.message ?? '' });
      },
    );
  }
}
