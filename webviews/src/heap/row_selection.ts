// Rows that are chosen together, to become one set of objects: of one level, below the same row, since only these can be named as one set
// (docs/groupings.md). A row of another level begins a new choice.
import { depthOf, type GroupTreeRow, identityOf, pathId, type StructureTreeRow, type TreeRow } from './tree_rows';

/** A row that stands for objects. */
export type ObjectsRow = GroupTreeRow | StructureTreeRow;

/** So many rows at the most, with keys so long together: a set must fit into a message and into a command line. */
export const mostTogether = 200;
const mostCharacters = 9_000;

export const isObjectsRow = (row: TreeRow | undefined): row is ObjectsRow =>
  row?.kind === 'group' || row?.kind === 'structure';

const idOf = (row: ObjectsRow): string => identityOf(row) ?? '';
const levelOf = (row: ObjectsRow): string =>
  `${row.kind} ${pathId(row.kind === 'group' ? row.path.slice(0, -1) : row.path)}`;
const nameOf = (row: ObjectsRow): string => (row.kind === 'group' ? row.row.key : row.row.id);

export class RowSelection {
  private chosen = new Map<string, ObjectsRow>();
  /** Where a range begins: the row that was chosen last by itself. */
  private anchor: ObjectsRow | undefined;
  /** Whether something was left out because there was no room. */
  isFull = false;

  get rows(): ObjectsRow[] {
    return [...this.chosen.values()];
  }

  get isEmpty(): boolean {
    return this.chosen.size === 0;
  }

  has(row: TreeRow): boolean {
    return isObjectsRow(row) && this.chosen.has(idOf(row));
  }

  clear(): void {
    this.chosen.clear();
    this.anchor = undefined;
    this.isFull = false;
  }

  /** Takes a row in, or out again. @param before the row that was the only one until now */
  toggle(row: ObjectsRow, before: TreeRow | undefined): void {
    if (this.isEmpty && isObjectsRow(before)) this.add(before);
    if (this.chosen.delete(idOf(row))) this.isFull = false;
    else this.add(row);
    this.anchor = row;
  }

  /** What a range begins at; `current` where nothing was chosen before. */
  startOf(current: TreeRow | undefined): ObjectsRow | undefined {
    this.anchor ??= isObjectsRow(current) ? current : undefined;
    return this.anchor;
  }

  /** The rows of the range that belong to the anchor’s level, in place of what was chosen; false where some are not known yet. */
  choose(range: Iterable<TreeRow | undefined>, anchor: ObjectsRow): boolean {
    this.chosen.clear();
    this.isFull = false;
    this.anchor = anchor;
    let isComplete = true;
    for (const row of range) {
      if (isObjectsRow(row) && levelOf(row) === levelOf(anchor)) this.add(row);
      isComplete &&= row !== undefined;
      if (this.isFull) return true;
    }
    return isComplete;
  }

  private add(row: ObjectsRow): void {
    const [first] = this.chosen.values();
    if (first && levelOf(first) !== levelOf(row)) this.chosen.clear();
    const characters = this.rows.reduce((sum, other) => sum + nameOf(other).length + 3, nameOf(row).length);
    this.isFull = this.chosen.size >= mostTogether || characters > mostCharacters;
    if (!this.isFull) this.chosen.set(idOf(row), row);
  }
}

/** The rows around one that are of its level: between the nearest rows above and below that stand further to the left. */
export function levelAround(
  row: (index: number) => TreeRow | undefined,
  length: number,
  index: number,
): { from: number; to: number } {
  const here = row(index);
  if (!here || depthOf(here) === 1) return { from: 0, to: length };
  const isOutside = (at: number) => {
    const other = row(at);
    return other !== undefined && depthOf(other) < depthOf(here);
  };
  let from = index;
  while (from > 0 && !isOutside(from - 1)) from--;
  let to = index + 1;
  while (to < length && !isOutside(to)) to++;
  return { from, to };
}
