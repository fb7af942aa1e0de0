// The rows below a row: the next level of the grouping, page by page. Rows of it can be expanded in turn.
import type { Page } from '../../../shared/page';
import type { HeapAnswer, HeapArgs } from '../../../shared/protocol/answers';
import type { Running } from '../host';
import { PageCache } from '../page_cache';
import { type Below, type Expansion, LevelRows, type Place, type RowPath, type TreeRow } from './tree_rows';

export type RowsQuestion = Omit<HeapArgs, keyof Page>;
export type AskRows = (args: HeapArgs) => Running<HeapAnswer>;

export class GroupsBelow implements Below {
  private readonly level: LevelRows;
  private readonly pages: PageCache<RowsQuestion, HeapAnswer>;
  private readonly running = new Set<Running<HeapAnswer>>();
  private state: 'loading' | 'ready' | { failed: string } = 'loading';

  constructor(
    private readonly path: RowPath,
    private readonly question: RowsQuestion,
    private readonly ask: AskRows,
    expansion: Expansion,
    changed: () => void,
  ) {
    this.pages = new PageCache((args) => this.askFor(args), {
      outdated: () => this.level.clear(),
      loaded: (answer, from) => {
        this.state = 'ready';
        this.level.take(answer, from);
        changed();
      },
      failed: (message) => {
        this.state = { failed: message };
        changed();
      },
    });
    this.level = new LevelRows(this.pages, path, expansion);
    this.pages.reset(question);
  }

  get length(): number {
    return this.state === 'ready' ? this.level.length : 1;
  }

  row(index: number): TreeRow | undefined {
    const { state, path } = this;
    if (state === 'ready') return this.level.row(index);
    return state === 'loading' ? { kind: 'loading', path } : { kind: 'failed', path, message: state.failed };
  }

  want(from: number, to: number): void {
    if (this.state === 'ready') this.level.want(from, to);
  }

  more(): void {
    this.state = 'loading';
    this.pages.reset(this.question);
  }

  find(index: number): Place | undefined {
    return this.state === 'ready' ? this.level.find(index) : undefined;
  }

  holderOf(index: number): Below | undefined {
    return this.state === 'ready' ? this.level.holderOf(index) : undefined;
  }

  close(): void {
    this.pages.clear();
    for (const running of this.running) running.cancel();
  }

  private askFor(args: HeapArgs): Promise<HeapAnswer> {
    const running = this.ask(args);
    this.running.add(running);
    return running.promise.finally(() => this.running.delete(running));
  }
}
