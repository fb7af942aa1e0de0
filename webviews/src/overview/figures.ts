// The key figures of a heap, and which point they are of, and why of this one.
import type { InfoAnswer, Size } from '../../../extension/src/protocol/answers';
import { element } from '../dom';
import { bytes, count, objects } from '../format';
import { strings } from '../strings';
import { atPoint, whyShown } from '../timeline/point_words';

const text = strings.overview;

export class Figures {
  readonly element = element('section', { class: 'key-figures' });
  private readonly list = element('dl', { class: 'figures' });
  private readonly caption = element('h2', { testId: 'figures-point' });
  private readonly why = element('p', { class: 'hint', testId: 'figures-why' });

  /** Where there is one point only, there is no other that these could be of. */
  constructor(private readonly points: number) {
    this.element.append(...(points > 1 ? [element('div', {}, this.caption, this.why)] : []), this.list);
  }

  show(info: InfoAnswer): void {
    const { heap, point } = info;
    if (point) this.name(atPoint(point.index, this.points, point), whyShown(point.index, info));
    const roots = heap.roots.reduce((sum, { count: some }) => sum + some, 0);
    this.list.replaceChildren(
      sized(text.live, heap.live, 'figure-live'),
      sized(text.unreachable, heap.unreachable, 'figure-unreachable'),
      figure(text.types, count(heap.types), 'figure-types'),
      figure(text.references, count(heap.references), 'figure-references'),
      figure(text.roots, count(roots), 'figure-roots'),
    );
  }

  /** Of a point whose heap is still to be rebuilt: nothing is to pass for its numbers. */
  await(index: number): void {
    this.name(atPoint(index, this.points), text.rebuilding);
    for (const value of this.list.querySelectorAll('.value')) value.textContent = '…';
    for (const detail of this.list.querySelectorAll('.detail')) detail.textContent = '';
    for (const each of this.list.querySelectorAll('.figure')) each.removeAttribute('title');
  }

  fail(message: string): void {
    for (const value of this.list.querySelectorAll('.value')) value.textContent = '–';
    this.why.textContent = message;
  }

  private name(point: string, why: string): void {
    this.caption.textContent = point;
    this.why.textContent = why;
  }
}

function sized(label: string, size: Size, testId: string): HTMLElement {
  return figure(label, bytes(size.bytes), testId, objects(size.objects), `${count(size.bytes)} B`);
}

function figure(label: string, value: string, testId: string, detail = '', title?: string): HTMLElement {
  return element(
    'div',
    { class: 'figure', testId, ...(title === undefined ? {} : { title }) },
    element('dt', {}, label),
    element('dd', {}, element('span', { class: 'value' }, value), element('span', { class: 'detail' }, detail)),
  );
}
