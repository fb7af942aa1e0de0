// The largest structures of a type: what is below its row where rows are structures. Asked for twenty at a time.
import { goesOn, pageAfter } from '../../../shared/page';
import type { StructureRow, StructuresAnswer, StructuresArgs } from '../../../shared/protocol/answers';
import type { Running } from '../host';
import type { Below, RowPath, TreeRow } from './tree_rows';

const listPage = 20;

export type AskStructures = (args: StructuresArgs) => Running<StructuresAnswer>;

export class StructuresBelow implements Below {
  private readonly rows: StructureRow[] = [];
  /** How many there are; not known before the first answer. */
  private total: number | undefined;
  private state: 'loading' | 'ready' | { failed: string } = 'ready';
  private running: Running<StructuresAnswer> | undefined;

  constructor(
    private readonly path: RowPath,
    private readonly which: Pick<StructuresArgs, 'filter' | 'where'>,
    private readonly ask: AskStructures,
    private readonly changed: () => void,
  ) {
    this.more();
  }

  /** The heading, the structures, and one row more unless all are there. */
  get length(): number {
    const isComplete = this.state === 'ready' && !goesOn(this.rows.length, this.total ?? 0);
    return 1 + this.rows.length + (isComplete ? 0 : 1);
  }

  row(index: number): TreeRow {
    const { path, state } = this;
    if (index === 0) return { kind: 'heading', path };
    const row = this.rows[index - 1];
    if (row) return { kind: 'structure', path, row };
    if (state === 'loading') return { kind: 'loading', path };
    if (state !== 'ready') return { kind: 'failed', path, message: state.failed };
    return { kind: 'more', path, left: (this.total ?? 0) - this.rows.length };
  }

  want(): void {
    // More of them come when somebody asks for them.
  }

  more(): void {
    if (this.running) return;
    this.state = 'loading';
    const running = this.ask({
      ...this.which,
      sort: 'retained',
      ...pageAfter(this.rows.length, listPage),
      contained: false,
    });
    this.running = running;
    running.promise.then(
      (answer) => {
        this.rows.push(...answer.rows);
        this.total = answer.total.rows;
        this.end('ready');
      },
      (thrown: { message?: string }) => this.end({ failed: thrown.message ?? String(thrown) }),
    );
  }

  find(): undefined {
    return undefined;
  }

  holderOf(): undefined {
    return undefined;
  }

  close(): void {
    this.running?.cancel();
  }

  private end(state: StructuresBelow['state']): void {
    this.running = undefined;
    this.state = state;
    this.changed();
  }
}

/** As conditions say that objects are of this type. */
export const ofType = (type: string) => `type=${type.includes('"') ? `'${type}'` : `"${type}"`}`;
