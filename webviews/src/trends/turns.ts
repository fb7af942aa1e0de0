// One at a time: charts that are computed at once would each read the trace, and hold its heaps, for themselves.
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
