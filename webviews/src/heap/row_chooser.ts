// Choosing several rows of a table, as in every list: Ctrl (Command) takes a row in or out, Shift takes all up to it, Ctrl+A all of its
// level; arrow keys with Ctrl move without changing what is chosen, Escape lets go. Says what is chosen (row_selection.ts); the table
// draws it.
import { rowByKey } from '../virtual_rows';
import { isObjectsRow, levelAround, mostTogether, type ObjectsRow, RowSelection } from './row_selection';
import { identityOf, type TreeRow } from './tree_rows';

export interface RowChooserParts {
  row(index: number): TreeRow | undefined;
  want(from: number, to: number): void;
  /** The row that keys act on, and how many there are. */
  place(): { index: number; rows: number; viewport: number };
  /** Keys act on this row from now on. */
  go(index: number): void;
  changed(rows: ObjectsRow[], isFull: boolean): void;
}

/** An anchor that is further away is looked for no longer: so many rows cannot be chosen. */
const farAway = 5 * mostTogether;

export class RowChooser {
  private readonly selection = new RowSelection();
  /** All rows around this one are to be chosen, some of which are on their way. */
  private awaited: ObjectsRow | undefined;

  constructor(private readonly parts: RowChooserParts) {}

  get isEmpty(): boolean {
    return this.selection.isEmpty;
  }

  get rows(): ObjectsRow[] {
    return this.selection.rows;
  }

  has(row: TreeRow): boolean {
    return this.selection.has(row);
  }

  /** What somebody means who points at a row. */
  meantBy(row: ObjectsRow): ObjectsRow[] {
    return this.has(row) ? this.rows : [row];
  }

  drop(): void {
    this.awaited = undefined;
    if (this.isEmpty) return;
    this.selection.clear();
    this.parts.changed([], false);
  }

  /** Rows came. */
  goOn(): void {
    if (this.awaited) this.chooseAll(this.awaited);
  }

  /** Whether the click chose something. */
  onClick(index: number, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
    if (ctrlKey || metaKey) this.toggle(index);
    else if (shiftKey) this.chooseTo(index);
    else return false;
    return true;
  }

  /** Whether the key was meant for what is chosen. */
  onKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (altKey) return false;
    const { index, rows, viewport } = this.parts.place();
    const withControl = ctrlKey || metaKey;
    const to = rowByKey(key, index, rows, viewport);
    if (withControl && key.toLowerCase() === 'a') {
      const row = this.parts.row(Math.max(0, index));
      if (isObjectsRow(row)) this.chooseAll(row);
    } else if (withControl && key === ' ') this.toggle(index);
    else if (key === 'Escape' && !this.isEmpty) this.drop();
    else if (to === undefined) return false;
    else if (shiftKey) this.chooseTo(to);
    else if (withControl) this.parts.go(to);
    else return false;
    return true;
  }

  private toggle(index: number): void {
    const row = this.parts.row(index);
    if (!isObjectsRow(row)) return;
    this.awaited = undefined;
    const before = this.parts.place().index;
    this.selection.toggle(row, index === before ? undefined : this.parts.row(before));
    this.show(index);
  }

  private chooseTo(index: number): void {
    const { parts } = this;
    const anchor = this.selection.startOf(parts.row(parts.place().index) ?? parts.row(index));
    if (!anchor) return;
    this.awaited = undefined;
    this.selection.choose(this.between(this.indexOf(anchor), index), anchor);
    this.show(index);
  }

  private chooseAll(row: ObjectsRow): void {
    const { parts } = this;
    const { from, to } = levelAround((at) => parts.row(at), parts.place().rows, this.indexOf(row));
    // Rows for which there is no room need not come.
    parts.want(from, Math.min(to, from + 2 * mostTogether));
    this.awaited = this.selection.choose(this.between(from, to - 1), row) ? undefined : row;
    this.show(parts.place().index);
  }

  private *between(one: number, other: number): Generator<TreeRow | undefined> {
    const step = one <= other ? 1 : -1;
    for (let index = one; index !== other + step; index += step) yield this.parts.row(index);
  }

  /** It was chosen from where keys act now, so it is near. */
  private indexOf(row: ObjectsRow): number {
    const { index, rows } = this.parts.place();
    const identity = identityOf(row);
    for (let away = 0; away < Math.min(rows, farAway); away++) {
      for (const place of [index - away, index + away]) {
        const other = this.parts.row(place);
        if (other && identityOf(other) === identity) return place;
      }
    }
    return Math.max(0, index);
  }

  private show(index: number): void {
    this.parts.go(index);
    this.parts.changed(this.rows, this.selection.isFull);
  }
}
