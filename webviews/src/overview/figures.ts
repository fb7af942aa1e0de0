// The key figures of a heap, and which point they are of, and why of this one.

import { bytes, count, objects, percent } from '../../../shared/format';
import type { InfoAnswer, Size } from '../../../shared/protocol/answers';
import type { GrowthAnswer } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { titleOf } from '../growth/growth_words';
import { strings } from '../strings';
import { atPoint, whyShown } from '../timeline/point_words';

const text = strings.overview;
const waiting = '…';
const none = '–';

export class Figures {
  readonly element = element('section', { class: 'key-figures' });
  private points = 1;
  private readonly list = element('dl', { class: 'figures' });
  private readonly caption = element('h2', { testId: 'figures-point' });
  private readonly why = element('p', { class: 'hint', testId: 'figures-why' });

  // Their place is there before what they say is known.
  private readonly rate: HTMLElement;
  private readonly owner: HTMLElement;

  /**
   * @param hasGrowth where there is one point only, there is no other that these could be of
   * @param isAutomatic whether somebody looks for what holds the most
   */
  constructor(
    private readonly hasGrowth: boolean,
    isAutomatic: boolean,
  ) {
    const [label, title] = hasGrowth ? [text.owner, text.ownerTitle] : [text.largestOwner, text.largestOwnerTitle];
    const value = isAutomatic ? waiting : none;
    this.rate = figure(text.rate, value, 'figure-rate', '', text.rateTitle);
    this.owner = figure(label, value, 'figure-owner', '', title);
    this.element.append(...(hasGrowth ? [element('div', {}, this.caption, this.why)] : []), this.list);
  }

  show(info: InfoAnswer): void {
    const { heap, point } = info;
    this.points = info.trace.points;
    if (point) this.name(atPoint(point.index, this.points, point), whyShown(point.index, info));
    this.list.replaceChildren(
      sized(text.live, heap.live, 'figure-live'),
      sized(text.unreachable, heap.unreachable, 'figure-unreachable'),
      ...(this.hasGrowth ? [this.rate] : []),
      this.owner,
    );
  }

  /** Of the whole window, whichever point the others are of. */
  showGrowth({ window: { from, to }, suspects: [top] }: GrowthAnswer): void {
    const minutes = (to.t - from.t) / 60;
    const rate = minutes > 0 ? (to.bytes - from.bytes) / minutes : 0;
    fill(this.rate, rate > 0 ? `+${bytes(Math.round(rate))}` : none, rate > 0 ? text.perMinute : '');
    if (!top) {
      fill(this.owner, none, '');
      return;
    }
    fill(this.owner, percent(top.retained.to.bytes, to.bytes), `${text.ofLive}: ${titleOf(top)}`);
  }

  /** Of a point whose heap is still to be rebuilt: nothing is to pass for its numbers. */
  await(index: number): void {
    this.name(atPoint(index, this.points), text.rebuilding);
    for (const each of this.ofPoint) {
      fill(each, waiting, '');
      each.removeAttribute('title');
    }
  }

  fail(message: string): void {
    for (const each of this.ofPoint) fill(each, none, '');
    this.why.textContent = message;
  }

  /** Those that another point may change. */
  private get ofPoint(): HTMLElement[] {
    const all = [...this.list.querySelectorAll<HTMLElement>('.figure')];
    return all.filter((each) => each !== this.rate && each !== this.owner);
  }

  private name(point: string, why: string): void {
    this.caption.textContent = point;
    this.why.textContent = why;
  }
}

function fill(of: HTMLElement, value: string, detail: string): void {
  const [shown, beside] = of.querySelectorAll('span');
  if (shown) shown.textContent = value;
  if (!beside) return;
  beside.textContent = detail;
  // It may be longer than its place.
  beside.title = detail;
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
