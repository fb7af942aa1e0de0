// The columns of the table: what they are called, what they mean, and what their headers order the rows by.
import type { HeapOrder } from '../../../shared/protocol/answers';
import type { HeapColumn } from '../../../shared/protocol/view';
import { strings } from '../strings';
import type { TableColumn } from '../virtual_table';
import type { Meaning } from './row_cells';

export interface TableKind {
  /** The property whose keys the rows of the first level have. */
  level: string;
  ofStructures: boolean;
  /** Whether rows have their sizes at another point, too. */
  isCompared: boolean;
  /** Whether rows have bytes to gain, which then stand in place of what the objects lead to. */
  showsGain: boolean;
  /** Whether rows can have others below them. */
  isTree: boolean;
  /** Columns that were taken away. Compared with another point the table has others. */
  hidden: readonly HeapColumn[];
}

const { heap, explore } = strings;

export const meaningOf = ({ ofStructures }: TableKind): Meaning =>
  ofStructures ? heap.structures.meaningOfType : heap.meaning;

export const titleOf = (order: HeapOrder, meaning: Meaning): string => {
  if (order === 'growth') return explore.compared.change;
  return order === 'name' || order === 'objects' ? '' : meaning[order];
};

/** How people call the keys of a property. */
export const levelWords = (level: string): string => explore.levels[level] ?? level;

export function columnsOf(kind: TableKind): TableColumn<HeapOrder>[] {
  const { level, ofStructures, isCompared } = kind;
  const words: Record<HeapOrder, string> = {
    ...heap.columns,
    name: levelWords(level),
    objects: ofStructures ? heap.structures.column : heap.columns.objects,
    growth: explore.columns.addedBytes,
  };
  const column = (order: HeapOrder, classes: string): TableColumn<HeapOrder> => ({
    words: words[order],
    header: { class: `cell ${classes}`, title: titleOf(order, meaningOf(kind)) },
    sorts: { by: order, testId: `sort-${order}` },
  });
  const [name, objects, size, retained] = [
    column('name', 'name'),
    column('objects', 'objects'),
    column('bytes', 'size bytes'),
    column('retained', 'size retained'),
  ];
  if (!isCompared) {
    const second = kind.showsGain ? column('gain', 'size gain') : column('deep', 'size deep');
    const all = [name, objects, size, second, retained];
    return all.filter(({ sorts }) => !kind.hidden.some((hidden) => hidden === sorts?.by));
  }
  const addedObjects = {
    words: explore.columns.addedObjects,
    header: { class: 'cell added added-objects', title: explore.compared.change },
  };
  return [name, objects, addedObjects, size, column('growth', 'added added-bytes'), retained];
}

/** Without those of columns that were taken away; each says which column it is in. */
export function shownCells({ hidden, isCompared }: TableKind, cells: readonly HTMLElement[]): HTMLElement[] {
  if (isCompared || hidden.length === 0) return [...cells];
  const shown = cells.filter(({ classList }) => !hidden.some((column) => classList.contains(column)));
  shown.forEach((cell, index) => {
    cell.setAttribute('aria-colindex', String(index + 1));
  });
  return shown;
}

/** How many columns of sizes there are. */
export const sizeColumns = ({ hidden, showsGain }: TableKind): number =>
  (['bytes', 'deep', 'retained'] as const).filter(
    (column) => (column === 'deep' && showsGain) || !hidden.includes(column),
  ).length;
