// One at a time: charts that are computed at once would each read the trace, and hold its heaps, for themselves.
import type { Running } from '../host';
import { strings } from '../strings';

export class Turns {
  private isTaken = false;
  private readonly waiting: (() => void)[] = [];

  /** Fulfilled when it is one's turn, with what ends it. */
  async take(): Promise<() => void> {
    if (this.isTaken) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.isTaken = true;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.waiting.shift();
      // The turn goes from hand to hand: nobody comes between.
      if (next) next();
      else this.isTaken = false;
    };
  }
}

/** Asks when it is one's turn. One may give up before as well as while it is asked. */
export function inTurn<Answer>(turns: Turns, ask: () => Running<Answer>): Running<Answer> {
  let running: Running<Answer> | undefined;
  let isGivenUp = false;
  const wait = async () => {
    const endTurn = await turns.take();
    try {
      if (isGivenUp) throw { kind: 'cancelled', message: strings.trends.stopped };
      running = ask();
      return await running.promise;
    } finally {
      endTurn();
    }
  };
  const cancel = () => {
    isGivenUp = true;
    running?.cancel();
  };
  return { promise: wait(), cancel };
}
