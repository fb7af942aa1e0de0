// The lists of the page: what holds the group from outside, objects, and the types of a closure. Each says how much it leaves out.

import { bytes, count, objects, percent, splitType } from '../../../shared/format';
import type { HeapAnswer, SizeMetric } from '../../../shared/protocol/answers';
import type { HolderText, InspectAnswer } from '../../../shared/protocol/inspect';
import type { ShownObject } from '../../../shared/protocol/object_answer';
import { breakable, element } from '../dom';
import type { OpenSource } from '../growth/source_link';
import { levelWords } from '../heap/columns';
import { objectLink } from '../object/object_content';
import { rootLink } from '../root_item';
import { strings } from '../strings';

const text = strings.inspect;

export interface ListEvents {
  openSource: OpenSource;
  inspectObject(id: string): void;
}

/** A table with a heading for each column; the last line says what is not shown. */
function table(headings: readonly string[], rows: HTMLElement[][], left: number): HTMLElement {
  const kinds = rows[0]?.map(({ className }) => className) ?? [];
  const headingCells = headings.map((words, i) => element('th', { class: kinds[i] ?? '' }, words));
  return element(
    'div',
    { class: 'inspect-list' },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...headingCells)),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row))),
    ),
    left > 0 ? element('p', { class: 'hint' }, `${count(left)} ${text.notShown}`) : null,
  );
}

const cell = (kind: string, ...content: (Node | string)[]) => element('td', { class: kind }, ...content);

export function holdersList(roots: readonly HolderText[], all: number, events: ListEvents): HTMLElement {
  if (roots.length === 0) return element('p', { class: 'hint' }, text.roots.none);
  const rows = roots.map((holder) => [
    cell('holder', rootLink(holder, events.openSource) ?? holder.label),
    cell('kind', holder.label, ...(holder.thread === undefined ? [] : [` · ${holder.thread}`])),
    cell('way', holder.direct ? text.roots.direct : text.roots.indirect),
    cell('object', objectLink(holder.object, events.inspectObject)),
  ]);
  return table(text.roots.columns, rows, all - roots.length);
}

export function objectsList(
  list: readonly ShownObject[],
  all: number,
  whole: number,
  { inspectObject }: Pick<ListEvents, 'inspectObject'>,
): HTMLElement {
  const rows = list.map((object) => {
    const retained = object.retained ?? { objects: 0, bytes: 0 };
    return [
      cell('object', objectLink(object, inspectObject), element('span', { class: 'id' }, object.id)),
      cell('number', count(retained.objects)),
      sizeCell(retained.bytes, whole),
    ];
  });
  return table(text.objects.columns, rows, all - list.length);
}

function typeCell(key: string): HTMLElement {
  const { packagePart, ownPart } = splitType(key);
  const name = element('span', { class: 'type', title: key }, ownPart);
  return cell('name', name, element('span', { class: 'package' }, ...breakable(packagePart.replace(/\.$/, ''))));
}

/** Divided in another way than by type. */
export function closureRows({ rows, total, point, level: known }: HeapAnswer, kind: SizeMetric): HTMLElement {
  const level = known ?? 'type';
  const lines = rows.map(({ key, objects: some, bytes: size }) => [
    level === 'type' ? typeCell(key) : cell('name', ...breakable(key)),
    cell('number', count(some)),
    sizeCell(size, point.bytes),
  ]);
  const [, ...columns] = text.closure.columns[kind];
  return table([levelWords(level), ...columns], lines, total.rows - rows.length);
}

export function closureList({ rows, types, kind }: NonNullable<InspectAnswer['closure']>, whole: number): HTMLElement {
  const lines = rows.map(({ key, objects: some, bytes: size }) => [
    typeCell(key),
    cell('number', count(some)),
    sizeCell(size, whole),
  ]);
  return table(text.closure.columns[kind], lines, types - rows.length);
}

function sizeCell(size: number, whole: number): HTMLElement {
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${whole === 0 ? 0 : Math.min(100, (100 * size) / whole)}%`;
  return element(
    'td',
    { class: 'size', title: `${count(size)} B` },
    element('span', { class: 'value' }, bytes(size)),
    element('span', { class: 'share' }, percent(size, whole)),
    element('span', { class: 'track', 'aria-hidden': true }, fill),
  );
}

/** Objects, and what they take, lead to and retain, in shares of the live heap. */
export function inspectFigures({ group, point }: InspectAnswer): HTMLElement {
  const figure = (label: string, value: string, detail: string, title: string, testId: string) =>
    element(
      'div',
      { class: 'figure', testId, title },
      element('dt', {}, label),
      element('dd', {}, element('span', { class: 'value' }, value), element('span', { class: 'detail' }, detail)),
    );
  const sized = (name: 'shallow' | 'retained' | 'deep', size: { objects: number; bytes: number } | undefined) =>
    figure(
      text.figures[name],
      size ? bytes(size.bytes) : '…',
      size ? `${percent(size.bytes, point.bytes)} ${strings.heap.ofHeap}` : '',
      size ? `${count(size.bytes)} B, ${objects(size.objects)}\n${text.meaning[name]}` : text.meaning[name],
      `inspect-${name}`,
    );
  return element(
    'dl',
    { class: 'figures' },
    figure(text.figures.objects, count(group.objects), '', '', 'inspect-objects'),
    sized('shallow', group),
    sized('retained', group.retained),
    sized('deep', group.deep),
  );
}
