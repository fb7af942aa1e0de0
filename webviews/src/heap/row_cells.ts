// How a type's row looks: its name, its objects, and three sizes in readable units, exact on hover, each with its share of the heap as number
// and bar.
import type { HeapRow, Size, SizeMetric } from '../../../extension/src/protocol/answers';
import { element } from '../dom';
import { bytes, count, objects, percent, splitType } from '../format';
import { strings } from '../strings';

const text = strings.heap;

/** What there is to say of a deep or retained size: a value, that it is on its way, or that such objects have none. */
export type ClosureCell = Size | 'waiting' | 'none';

export function nameCell(key: string): HTMLElement {
  const { packagePart, ownPart } = splitType(key);
  return element(
    'div',
    { role: 'gridcell', class: 'cell name', title: key, 'aria-colindex': 1 },
    element('span', { class: 'package' }, packagePart),
    element('span', { class: 'own' }, ownPart),
  );
}

export function rowCells(
  row: HeapRow,
  closures: Record<SizeMetric, ClosureCell>,
  heapBytes: number,
  meaning: Meaning = text.meaning,
): HTMLElement[] {
  return [
    nameCell(row.key),
    countCell(row.objects),
    sizeCell('bytes', row, heapBytes, meaning.bytes),
    closureCell('deep', closures.deep, heapBytes, meaning.deep),
    closureCell('retained', closures.retained, heapBytes, meaning.retained),
  ];
}

/** What the sizes of a row mean. */
export type Meaning = Readonly<Record<'bytes' | SizeMetric, string>>;

export function countCell(value: number, title = ''): HTMLElement {
  return element('div', { role: 'gridcell', class: 'cell objects', 'aria-colindex': 2, title }, count(value));
}

/** Narrow tables leave columns out: each says which one it is. */
export const columnOf = { bytes: 3, deep: 4, retained: 5 } as const;

export function sizeCell(column: 'bytes' | SizeMetric, size: Size, heapBytes: number, meaning: string): HTMLElement {
  const share = percent(size.bytes, heapBytes);
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${heapBytes === 0 ? 0 : Math.min(100, (100 * size.bytes) / heapBytes)}%`;
  const exact = `${bytes(size.bytes)} (${count(size.bytes)} B), ${objects(size.objects)}, ${share} ${text.ofHeap}`;
  return element(
    'div',
    {
      role: 'gridcell',
      class: `cell size ${column}`,
      testId: `cell-${column}`,
      'aria-colindex': columnOf[column],
      title: `${exact}\n${meaning}`,
    },
    element('span', { class: 'value', 'data-exact': String(size.bytes) }, bytes(size.bytes)),
    element('span', { class: 'number' }, share),
    element('span', { class: 'track', 'aria-hidden': true }, fill),
  );
}

function closureCell(metric: SizeMetric, size: ClosureCell, heapBytes: number, meaning: string): HTMLElement {
  if (size !== 'waiting' && size !== 'none') return sizeCell(metric, size, heapBytes, meaning);
  const waiting = size === 'waiting';
  return element(
    'div',
    {
      role: 'gridcell',
      class: `cell size ${metric} ${size}`,
      testId: `cell-${metric}`,
      'aria-colindex': columnOf[metric],
      title: waiting ? text.notYet : text.onlyLive,
      'aria-label': waiting ? text.notYet : text.onlyLive,
    },
    element('span', { class: 'value' }, waiting ? '…' : '–'),
  );
}
