// Where the lines of a document are after it was edited. Marks belong to what a line said when they were made: it moves, or it is gone.

export interface LineChange {
  start: { line: number; character: number };
  end: { line: number; character: number };
  text: string;
  /** Nothing but space stands before the change in its first line. */
  startsLine: boolean;
}

export class TrackedLines {
  /** By the line at the beginning; -1 for those that are gone. */
  private current: Int32Array;
  private saved: Int32Array;
  private savedCount: number;

  constructor(private count: number) {
    this.current = Int32Array.from({ length: count }, (_, line) => line);
    this.saved = this.current.slice();
    this.savedCount = count;
  }

  now(line: number): number | undefined {
    const current = this.current[line];
    return current === undefined || current < 0 ? undefined : current;
  }

  /** Which line at the beginning this one was; itself where it is new. */
  original(line: number): number {
    const found = this.current.indexOf(line);
    return found < 0 ? line : found;
  }

  change({ start, end, text, startsLine }: LineChange): void {
    const added = text.split('\n').length - 1;
    const moved = added - (end.line - start.line);
    const within = start.line === end.line;
    for (const [line, now] of this.current.entries()) {
      if (now < start.line) continue;
      if (now > end.line) this.current[line] = now + moved;
      else if (within) this.current[line] = startsLine && added > 0 ? now + added : now;
      // What several lines became keeps the beginning of the first one, and the whole last one if nothing of it was taken.
      else if (now === end.line && end.character === 0) this.current[line] = now + moved;
      else if (now !== start.line || startsLine) this.current[line] = -1;
    }
    this.count += moved;
  }

  keep(): void {
    this.saved = this.current.slice();
    this.savedCount = this.count;
  }

  /** The document was closed: what was not saved never happened. */
  revert(): void {
    this.current = this.saved.slice();
    this.count = this.savedCount;
  }

  /** Whether it can be the same document that was opened again. */
  fits(count: number): boolean {
    return this.count === count;
  }
}
