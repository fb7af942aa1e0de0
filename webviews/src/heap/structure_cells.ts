// How the rows below an expanded type look: a heading of their own columns, a structure each, and what ends the list.

import { count, splitType } from '../../../shared/format';
import type { Frame, StructureRow } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';
import { columnOf, countCell, sizeCell } from './row_cells';
import type { TreeRow } from './tree_rows';

const text = strings.heap.structures;

type BelowRow = Exclude<TreeRow, { kind: 'group' }>;

export function belowCells(row: BelowRow, heapBytes: number): { testId: string; cells: HTMLElement[] } {
  switch (row.kind) {
    case 'heading':
      return { testId: 'structures-heading', cells: headingCells() };
    case 'structure':
      return { testId: 'structure-row', cells: structureCells(row.row, heapBytes) };
    case 'loading':
      return { testId: 'structures-loading', cells: [line(`${strings.heap.loading} …`)] };
    case 'more':
      return { testId: 'structures-more', cells: [line(link(text.more), ` (${count(row.left)} ${text.left})`)] };
    case 'failed':
      return {
        testId: 'structures-failed',
        cells: [line(`${strings.heap.failed}: ${row.message} `, link(strings.heap.retry))],
      };
  }
}

/** To be copied. */
export function lineOf(row: BelowRow): string {
  if (row.kind !== 'structure') return '';
  const { id, type, site, leaves, structure, deepStructure, retained } = row.row;
  const place = site[0] ? `${methodOf(site[0])} ${fileOf(site[0])}`.trim() : '';
  return [id, type, leaves, structure.bytes, deepStructure.bytes, retained?.bytes ?? '', place].join('\t');
}

/** The row does what it says: no button, which would take the keyboard away from the table. */
const link = (words: string) => element('span', { class: 'link' }, words);

function line(...children: (string | HTMLElement)[]): HTMLElement {
  return element('div', { role: 'gridcell', class: 'cell name whole', 'aria-colindex': 1 }, ...children);
}

function headingCells(): HTMLElement[] {
  const { columns, meaning } = text;
  const cell = (words: string, name: string, column: number, title = '') =>
    element('div', { role: 'gridcell', class: `cell ${name}`, 'aria-colindex': column, title }, words);
  const size = (words: string, name: keyof typeof columnOf, title: string) =>
    element(
      'div',
      { role: 'gridcell', class: `cell size ${name}`, 'aria-colindex': columnOf[name], title },
      element('span', { class: 'value' }, words),
    );
  return [
    cell(columns.name, 'name', 1),
    cell(columns.leaves, 'objects', 2, meaning.leaves),
    size(columns.structure, 'bytes', meaning.structure),
    size(columns.deepStructure, 'deep', meaning.deepStructure),
    size(columns.retained, 'retained', meaning.retained),
  ];
}

function structureCells(row: StructureRow, heapBytes: number): HTMLElement[] {
  const { meaning } = text;
  const none = { objects: 0, bytes: 0 };
  return [
    whereCell(row),
    countCell(row.leaves, meaning.leaves),
    sizeCell('bytes', row.structure, heapBytes, meaning.structure),
    sizeCell('deep', row.deepStructure, heapBytes, meaning.deepStructure),
    sizeCell('retained', row.retained ?? none, heapBytes, meaning.retained),
  ];
}

const methodOf = (frame: Frame) => `${frame.class}.${frame.method}`;
const fileOf = ({ file, line }: Frame) => (file === undefined ? '' : line === undefined ? file : `${file}:${line}`);

/** Packages are for the tooltip; where there is still no room for all, the file gives way before the method. */
function whereCell({ id, site }: StructureRow): HTMLElement {
  const [frame] = site;
  const { ownPart } = splitType(frame?.class ?? '');
  const file = frame ? fileOf(frame) : '';
  return element(
    'div',
    {
      role: 'gridcell',
      class: 'cell name',
      'aria-colindex': 1,
      title: [id, ...site.map((each) => `${methodOf(each)} ${fileOf(each)}`)].join('\n'),
    },
    element('span', { class: 'id' }, id),
    element('span', { class: 'own' }, frame ? `${ownPart}.${frame.method}` : ''),
    element('span', { class: 'file' }, file),
  );
}
