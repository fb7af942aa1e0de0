// The answer to a chart's question as it grows: asks for what can be told soon, shows it, and asks on until all points are known. What
// is known stays to be seen while another question is asked; answers to questions that nobody asks any more are dropped.
import type { TrendAnswer, TrendArgs } from '../../../shared/protocol/trend';
import type { OnProgress, Running } from '../host';
import type { Turns } from './turns';

/** In milliseconds: who waits so long for the first lines hardly notices. */
const firstPatience = 400;
/** How much longer each further part may take: a trace may have to be replayed up to where the last part ended, so parts of one size would cost ever more. */
const patienceGrowth = 1.5;

export type TrendStage =
  | { kind: 'asking' }
  | { kind: 'complete' }
  /** Somebody gave it up, with what was known by then. */
  | { kind: 'stopped' }
  | { kind: 'failed'; message: string };

export interface TrendState {
  stage: TrendStage;
  /** The last that is known; of the question before while `isOutdated`. */
  answer: TrendAnswer | undefined;
  isOutdated: boolean;
}

export interface TrendListener {
  /** Something else is known or shown. */
  changed(state: TrendState): void;
  progress(phase: string, done: number): void;
}

export class TrendSource {
  private args: TrendArgs | undefined;
  private running: Running<TrendAnswer> | undefined;
  /** Counts questions: whatever belongs to an earlier one is late. */
  private question = 0;
  private stage: TrendStage = { kind: 'asking' };
  private answer: TrendAnswer | undefined;
  private isOutdated = false;

  constructor(
    private readonly askEngine: (args: TrendArgs, onProgress: OnProgress) => Running<TrendAnswer>,
    private readonly turns: Turns,
    private readonly listener: TrendListener,
  ) {}

  /** Another question, or the same one about more points. */
  ask(args: TrendArgs): void {
    const isOther = JSON.stringify(args) !== JSON.stringify(this.args);
    this.args = args;
    this.isOutdated = this.answer !== undefined && (isOther || this.isOutdated);
    this.goOn();
  }

  /** Gives up, or goes on from where it was given up. */
  cancel(): void {
    this.end();
    this.become({ kind: 'stopped' });
  }

  goOn(): void {
    this.end();
    this.become({ kind: 'asking' });
    void this.askUntilComplete(this.question);
  }

  /** Nobody looks any more. */
  end(): void {
    this.question++;
    this.running?.cancel();
    this.running = undefined;
  }

  private async askUntilComplete(question: number): Promise<void> {
    const isLate = () => question !== this.question;
    for (let patience = firstPatience; !isLate(); patience *= patienceGrowth) {
      const endTurn = await this.turns.take();
      try {
        if (isLate() || !this.args) return;
        this.running = this.askEngine({ ...this.args, within: Math.round(patience) }, (phase, done) => {
          if (!isLate()) this.listener.progress(phase, done);
        });
        const answer = await this.running.promise;
        if (isLate()) return;
        this.answer = answer;
        this.isOutdated = false;
        this.become({ kind: answer.complete ? 'complete' : 'asking' });
        if (answer.complete) return;
      } catch (thrown) {
        if (isLate()) return;
        const { kind, message } = thrown as { kind?: string; message?: string };
        this.become(
          kind === 'cancelled' ? { kind: 'stopped' } : { kind: 'failed', message: message ?? String(thrown) },
        );
        return;
      } finally {
        endTurn();
        // What has been answered cannot be given up any more.
        if (!isLate()) this.running = undefined;
      }
    }
  }

  private become(stage: TrendStage): void {
    this.stage = stage;
    const { answer, isOutdated } = this;
    this.listener.changed({ stage: this.stage, answer, isOutdated });
  }
}
