// The rows of the table from the first to the last: those of the first level, and below each that is expanded what is in it, at any
// depth. All rows are equally high, so where a row lies is counting. Rows come page by page: where an expanded one lies is known when
// its page is there. Costs as much as there are expanded rows, whatever number of rows there is.
import type { HeapAnswer, HeapRow, StructureRow } from '../../../shared/protocol/answers';
import type { RowSource } from '../virtual_table';

/** Keys that lead to a row, from the set that is shown; its own is the last. */
export type RowPath = readonly string[];

export interface GroupTreeRow {
  kind: 'group';
  path: RowPath;
  row: HeapRow;
  /** The property whose keys these rows have. */
  level: string;
  /** The grouping that ends with them. */
  rowsBy: string;
  expandable: boolean;
  expanded: boolean;
}

export interface StructureTreeRow {
  kind: 'structure';
  path: RowPath;
  row: StructureRow;
}

/** `path` is that of the row they are below. */
export type TreeRow =
  | GroupTreeRow
  /** Says what the columns of the structures below are. */
  | { kind: 'heading'; path: RowPath }
  | StructureTreeRow
  | { kind: 'more'; path: RowPath; left: number }
  | { kind: 'loading'; path: RowPath }
  | { kind: 'failed'; path: RowPath; message: string };

/** What is below a row. */
export interface Below {
  readonly length: number;
  row(index: number): TreeRow | undefined;
  want(from: number, to: number): void;
  /** Tries again what failed, or goes on with what has more. */
  more(): void;
  /** The level that a row of this one belongs to, and its place there; nothing where these rows are no level. */
  find(index: number): Place | undefined;
  /** What holds a row of this one, where that is below another one in turn. */
  holderOf(index: number): Below | undefined;
  /** Nobody waits for it any more. */
  close(): void;
}

export interface Place {
  level: LevelRows;
  index: number;
}

export interface Expansion {
  isExpandable(row: HeapRow): boolean;
  /** What is below this row, which is on its way from now on; nothing where it is not expanded. */
  belowOf(path: RowPath, row: HeapRow): Below | undefined;
}

export const pathId = (path: RowPath): string => path.join('\n');
export const isPathBelow = (id: string, path: RowPath): boolean => id.startsWith(`${pathId(path)}\n`);

/** What a row is recognised by, wherever it lies; nothing where another row will be in its place. */
export function identityOf(row: TreeRow): string | null {
  if (row.kind === 'group') return pathId(row.path);
  return row.kind === 'structure' ? `${pathId(row.path)}\n${row.row.id}` : null;
}

/** How far to the right a row stands: 1 for those of the first level. */
export const depthOf = ({ kind, path }: TreeRow): number => path.length + (kind === 'group' ? 0 : 1);

interface Opened {
  index: number;
  key: string;
  below: Below;
}

export class LevelRows {
  private count = 0;
  private level = 'type';
  private rowsBy = 'type';
  /** In the order of their places. */
  private opened: Opened[] = [];

  constructor(
    private readonly source: RowSource<HeapRow>,
    private readonly path: RowPath,
    private readonly expansion: Expansion,
  ) {}

  /** Another question: nobody knows what there is, and where anything lies. */
  clear(): void {
    this.count = 0;
    this.opened = [];
  }

  get length(): number {
    return this.opened.reduce((sum, { below }) => sum + below.length, this.count);
  }

  /** Rows came, the first of them at `from`. */
  take({ total, level, rowsBy, rows }: HeapAnswer, from: number): void {
    this.count = total.rows;
    this.level = level ?? 'type';
    this.rowsBy = rowsBy ?? 'type';
    this.opened = this.opened.filter(({ index }) => index < this.count);
    rows.forEach((row, offset) => {
      this.expand(from + offset, row);
    });
  }

  /** Shows what is below a row, if it is expanded. */
  expand(index: number, row: HeapRow): void {
    const below = this.expansion.belowOf([...this.path, row.key], row);
    this.collapse(row.key);
    if (!below) return;
    this.opened.push({ index, key: row.key, below });
    this.opened.sort((one, other) => one.index - other.index);
  }

  collapse(key: string): void {
    this.opened = this.opened.filter((opened) => opened.key !== key);
  }

  row(index: number): TreeRow | undefined {
    const { own, inside } = this.at(index);
    if (inside) return inside.below.row(inside.index);
    const row = this.source.row(own);
    return (
      row && {
        kind: 'group',
        path: [...this.path, row.key],
        row,
        level: this.level,
        rowsBy: this.rowsBy,
        expandable: this.expansion.isExpandable(row),
        expanded: this.opened.some(({ key }) => key === row.key),
      }
    );
  }

  /** Sees to it that what is seen of rows [from, to) is there or on its way. */
  want(from: number, to: number): void {
    if (to <= from) return;
    this.source.want(this.at(from).own, this.at(to - 1).own + 1);
    let before = 0;
    for (const { index, below } of this.opened) {
      const first = index + 1 + before;
      const [start, end] = [Math.max(from, first), Math.min(to, first + below.length)];
      if (end > start) below.want(start - first, end - first);
      before += below.length;
    }
  }

  /** The place in this level of the row, or of the one that it lies below. */
  ownIndex(index: number): number {
    return this.at(index).own;
  }

  /** The level that a row belongs to, and its place there; for what is no row of a level, that of the row it is below. */
  find(index: number): Place {
    const { own, inside } = this.at(index);
    return inside?.below.find(inside.index) ?? { level: this, index: own };
  }

  /** What holds the row, where it is below another one. */
  holderOf(index: number): Below | undefined {
    const { inside } = this.at(index);
    return inside?.below.holderOf(inside.index) ?? inside?.below;
  }

  private at(index: number): { own: number; inside?: { below: Below; index: number } } {
    let before = 0;
    for (const opened of this.opened) {
      const place = opened.index + before;
      if (index <= place) break;
      const length = opened.below.length;
      if (index <= place + length) {
        return { own: opened.index, inside: { below: opened.below, index: index - place - 1 } };
      }
      before += length;
    }
    return { own: index - before };
  }
}
