// How a row of a grouping looks: its name, its objects, and three sizes in readable units, exact on hover, each with its share of the heap
// as number and bar; compared with another point, what was added in place of the deep size, and of waste what there is to gain.

import { bytes, count, objects, percent, splitType } from '../../../shared/format';
import type { HeapRow, Size, SizeMetric } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';

const text = strings.heap;

/** What there is to say of a deep or retained size: a value, that it is on its way, or that such objects have none. */
export type ClosureCell = Size | 'waiting' | 'none';

/** What the sizes of a row mean. */
export type Meaning = Readonly<Record<'bytes' | 'gain' | SizeMetric, string>>;

export interface RowFacts {
  closures: Record<SizeMetric, ClosureCell>;
  heapBytes: number;
  meaning: Meaning;
  /** The property that the row’s name is a key of. */
  level: string;
}

export interface NameParts {
  /** The field that leads to a type, or that it is a class; always seen. */
  leading: string;
  /** Gives way first where there is no room. */
  packagePart: string;
  ownPart: string;
  /** Of a place in the source; always seen. */
  line: string;
}

export function splitName(key: string, level: string): NameParts {
  if (level === 'type') return { leading: '', ...splitType(key), line: '' };
  if (level === 'dominator-tree') {
    const [, leading = '', type = ''] = /^((?:.*: )?(?:class )?)(.*)$/.exec(key) ?? [];
    return { leading, ...splitType(type), line: '' };
  }
  const isPlace = level === 'site' || level === 'callchain';
  if (!isPlace && level !== 'loader' && level !== 'owner')
    return { leading: '', packagePart: '', ownPart: key, line: '' };
  const packagePart = /^(?:[a-z_][\w$]*\.)+(?=[A-Z])/.exec(key)?.[0] ?? '';
  // The file is that of the class: the line says enough.
  const place = isPlace ? / \([^()]*(:\d+)\)$/.exec(key) : null;
  const ownPart = key.slice(packagePart.length, place?.index);
  return { leading: '', packagePart, ownPart, line: place?.[1] ?? '' };
}

/** The name of a row, in parts of which the first gives way where there is no room. */
export function nameSpans(key: string, level = 'type'): HTMLElement[] {
  const { leading, packagePart, ownPart, line } = splitName(key, level);
  // Objects that a property says nothing about.
  const isRest = level !== 'type' && key.startsWith('(');
  return [
    ...(leading === '' ? [] : [element('span', { class: 'leading' }, leading)]),
    element('span', { class: 'package' }, packagePart),
    element('span', { class: isRest ? 'own rest' : 'own' }, ownPart),
    ...(line === '' ? [] : [element('span', { class: 'line' }, line)]),
  ];
}

export function nameCell(key: string, level = 'type'): HTMLElement {
  const attributes = { role: 'gridcell', class: 'cell name', title: key, 'aria-colindex': 1 };
  return element('div', attributes, ...nameSpans(key, level));
}

export function rowCells(row: HeapRow, { closures, heapBytes, meaning, level }: RowFacts): HTMLElement[] {
  const name = nameCell(row.key, level);
  const size = sizeCell('bytes', row, heapBytes, meaning.bytes);
  const retained = closureCell('retained', closures.retained, heapBytes, meaning.retained);
  const second =
    row.gain === undefined
      ? closureCell('deep', closures.deep, heapBytes, meaning.deep)
      : sizeCell('gain', { objects: row.objects, bytes: row.gain }, heapBytes, meaning.gain);
  const cells = row.from
    ? [
        name,
        countCell(row.objects),
        addedCell('objects', row.objects - row.from.objects, row.from.objects),
        size,
        addedCell('bytes', row.bytes - row.from.bytes, row.from.bytes),
        retained,
      ]
    : [name, countCell(row.objects), size, second, retained];
  cells.forEach((cell, index) => {
    cell.setAttribute('aria-colindex', String(index + 1));
  });
  return cells;
}

export function countCell(value: number, title = ''): HTMLElement {
  return element('div', { role: 'gridcell', class: 'cell objects', 'aria-colindex': 2, title }, count(value));
}

/** What was added since the point to compare with, with its sign. */
function addedCell(of: 'objects' | 'bytes', added: number, before: number): HTMLElement {
  const written = of === 'bytes' ? bytes : count;
  const sign = added > 0 ? '+' : added < 0 ? '−' : '';
  const exact = of === 'bytes' ? `${sign}${count(Math.abs(added))} B` : `${sign}${objects(Math.abs(added))}`;
  const { compared } = strings.explore;
  return element(
    'div',
    {
      role: 'gridcell',
      class: `cell added added-${of}${added === 0 ? ' same' : ''}`,
      testId: `cell-added-${of}`,
      title: `${added === 0 ? compared.same : exact}: ${written(before)} → ${written(before + added)}`,
      'data-exact': String(added),
    },
    added === 0 ? '0' : `${sign}${written(Math.abs(added))}`,
  );
}

/** Narrow tables leave columns out: each says which one it is. */
export const columnOf = { bytes: 3, deep: 4, gain: 4, retained: 5 } as const;

export function sizeCell(
  column: 'bytes' | 'gain' | SizeMetric,
  size: Size,
  heapBytes: number,
  meaning: string,
): HTMLElement {
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
