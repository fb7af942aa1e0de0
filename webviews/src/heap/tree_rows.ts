// The rows of the table from the first to the last: types, and below those that are expanded their largest structures. All rows are
// equally high, so where a row lies is counting. Types come page by page: where an expanded one lies is known when its page is there.
import type { HeapRow, StructureRow } from '../../../extension/src/protocol/answers';
import type { RowSource } from '../virtual_table';
import type { StructureList } from './structure_lists';

export type TreeRow =
  | { kind: 'type'; row: HeapRow; expanded: boolean }
  /** Says what the columns of the structures below are. */
  | { kind: 'heading'; of: string }
  | { kind: 'structure'; of: string; row: StructureRow }
  | { kind: 'more'; of: string; left: number }
  | { kind: 'loading'; of: string }
  | { kind: 'failed'; of: string; message: string };

/** What a row is recognised by, wherever it lies; nothing where another row will be in its place. */
export function identityOf(row: TreeRow): string | null {
  if (row.kind === 'type') return row.row.key;
  return row.kind === 'structure' ? `${row.of}\n${row.row.id}` : null;
}

export class TreeRows {
  private types = 0;
  /** Where expanded types lie among the types, in order. */
  private places: { index: number; type: string }[] = [];

  constructor(
    private readonly source: RowSource<HeapRow>,
    private readonly listOf: (type: string) => StructureList | undefined,
  ) {}

  /** Another question: nobody knows what there is, and where anything lies. */
  clear(): void {
    this.types = 0;
    this.places = [];
  }

  get length(): number {
    return this.places.reduce((sum, { type }) => sum + this.below(type), this.types);
  }

  setTypes(count: number): void {
    this.types = count;
    this.places = this.places.filter(({ index }) => index < count);
  }

  /** An expanded type was found at this place. */
  place(type: string, index: number): void {
    this.forget(type);
    this.places.push({ index, type });
    this.places.sort((one, other) => one.index - other.index);
  }

  /** It is not expanded any more. */
  forget(type: string): void {
    this.places = this.places.filter((place) => place.type !== type);
  }

  row(index: number): TreeRow | undefined {
    const { type, below } = this.find(index);
    const row = this.source.row(type);
    if (below > 0) return row && this.child(row.key, below - 1);
    return row && { kind: 'type', row, expanded: this.places.some((place) => place.type === row.key) };
  }

  /** Sees to it that what is seen of rows [from, to) is there or on its way. */
  want(from: number, to: number): void {
    if (to > from) this.source.want(this.find(from).type, this.find(to - 1).type + 1);
  }

  /** The place among the types of the row or of the type that it lies below. */
  typeAt(index: number): number {
    return this.find(index).type;
  }

  private find(index: number): { type: number; below: number } {
    let before = 0;
    for (const place of this.places) {
      const at = place.index + before;
      if (index <= at) break;
      const below = this.below(place.type);
      if (index <= at + below) return { type: place.index, below: index - at };
      before += below;
    }
    return { type: index - before, below: 0 };
  }

  /** The heading, the structures, and one row more unless all are there. */
  private below(type: string): number {
    const list = this.listOf(type);
    return list ? 1 + list.rows.length + (isComplete(list) ? 0 : 1) : 0;
  }

  private child(of: string, place: number): TreeRow | undefined {
    const list = this.listOf(of);
    if (!list) return undefined;
    if (place === 0) return { kind: 'heading', of };
    const row = list.rows[place - 1];
    if (row) return { kind: 'structure', of, row };
    if (list.state.kind === 'failed') return { kind: 'failed', of, message: list.state.message };
    return list.state.kind === 'loading'
      ? { kind: 'loading', of }
      : { kind: 'more', of, left: (list.total ?? 0) - list.rows.length };
  }
}

const isComplete = ({ rows, total, state }: StructureList) => state.kind === 'ready' && rows.length >= (total ?? 0);
