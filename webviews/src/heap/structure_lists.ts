// The largest structures of types, for the rows that are expanded: asked for twenty at a time, by type. Knows nothing of how rows
// are drawn.
import type { StructureRow, StructuresAnswer, StructuresArgs } from '../../../extension/src/protocol/answers';
import type { Running } from '../host';

const listPage = 20;

export interface StructureList {
  rows: StructureRow[];
  /** How many there are; not known before the first answer. */
  total: number | undefined;
  state: { kind: 'loading' } | { kind: 'ready' } | { kind: 'failed'; message: string };
}

export type AskStructures = (args: StructuresArgs) => Running<StructuresAnswer>;

interface Entry {
  list: StructureList;
  running: Running<StructuresAnswer> | undefined;
}

export class StructureLists {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly ask: AskStructures,
    private readonly changed: () => void,
  ) {}

  of(type: string): StructureList | undefined {
    return this.entries.get(type)?.list;
  }

  open(type: string): void {
    if (!this.entries.has(type)) this.more(type);
  }

  close(type: string): void {
    this.entries.get(type)?.running?.cancel();
    this.entries.delete(type);
  }

  /** Forgets all: they are of another point, or other descriptions hold. */
  clear(): void {
    for (const type of [...this.entries.keys()]) this.close(type);
  }

  /** Asks for the next ones, or again for those that did not come. */
  more(type: string): void {
    const entry: Entry = this.entries.get(type) ?? {
      list: { rows: [], total: undefined, state: { kind: 'ready' } },
      running: undefined,
    };
    if (entry.running) return;
    this.entries.set(type, entry);
    const { list } = entry;
    list.state = { kind: 'loading' };
    const running = this.ask({
      filter: 'top-level',
      where: `type=${quoted(type)}`,
      sort: 'retained',
      offset: list.rows.length,
      limit: listPage,
      contained: false,
    });
    entry.running = running;
    running.promise.then(
      (answer) => {
        list.rows.push(...answer.rows);
        list.total = answer.total.rows;
        this.end(type, entry, { kind: 'ready' });
      },
      (thrown: { message?: string }) =>
        this.end(type, entry, { kind: 'failed', message: thrown.message ?? String(thrown) }),
    );
  }

  private end(type: string, entry: Entry, state: StructureList['state']): void {
    entry.running = undefined;
    entry.list.state = state;
    // It may have been closed meanwhile, and opened anew.
    if (this.entries.get(type) === entry) this.changed();
  }
}

const quoted = (type: string) => (type.includes('"') ? `'${type}'` : `"${type}"`);
