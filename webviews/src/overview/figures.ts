// The key figures of a heap, and which point they are of. The trace itself tells those of its last point; of another, those are
// shown that its heap tells.
import type { HeapAnswer, InfoAnswer, Size } from '../../../extension/src/protocol/answers';
import { element } from '../dom';
import { bytes, count, objects } from '../format';
import { strings } from '../strings';
import { atPoint } from '../timeline/point_words';

const text = strings.overview;

export class Figures {
  readonly element = element('section', { class: 'key-figures' });
  private readonly list = element('dl', { class: 'figures' });
  /** Where there is one point only, there is no other that these could be of. */
  private readonly caption: HTMLElement | null;

  constructor(private readonly info: InfoAnswer) {
    this.caption = info.trace.points > 1 ? element('h2', { testId: 'figures-point' }) : null;
    this.element.append(...(this.caption ? [this.caption] : []), this.list);
  }

  showLast(): void {
    const { heap } = this.info;
    const roots = heap.roots.reduce((sum, { count: some }) => sum + some, 0);
    this.list.replaceChildren(
      ...sizes(heap.live, heap.unreachable),
      figure(text.types, count(heap.types), 'figure-types'),
      figure(text.references, count(heap.references), 'figure-references'),
      figure(text.roots, count(roots), 'figure-roots'),
    );
  }

  /** Of another point, whose heap is still to be rebuilt. */
  showWaiting(): void {
    const waiting = [figure(text.live, '…', 'figure-live'), figure(text.unreachable, '…', 'figure-unreachable')];
    this.list.replaceChildren(...waiting);
  }

  showOther(live: Size, unreachable: Size): void {
    this.list.replaceChildren(...sizes(live, unreachable));
  }

  name(point: HeapAnswer['point']): void {
    this.caption?.replaceChildren(atPoint(point, this.info.trace.points));
  }
}

function sizes(live: Size, unreachable: Size): HTMLElement[] {
  const sized = (label: string, size: Size, testId: string) =>
    figure(label, bytes(size.bytes), testId, objects(size.objects), `${count(size.bytes)} B`);
  return [sized(text.live, live, 'figure-live'), sized(text.unreachable, unreachable, 'figure-unreachable')];
}

function figure(label: string, value: string, testId: string, detail = '', title?: string): HTMLElement {
  return element(
    'div',
    { class: 'figure', testId, ...(title === undefined ? {} : { title }) },
    element('dt', {}, label),
    element('dd', {}, element('span', { class: 'value' }, value), element('span', { class: 'detail' }, detail)),
  );
}
