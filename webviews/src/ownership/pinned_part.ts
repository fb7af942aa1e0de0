// The histories that stay in sight: for each pinned node a card with three charts.

import { bytes, count } from '../../../shared/format';
import { button, element } from '../dom';
import type { HistoryState } from './history_source';
import { nodeName } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { ownershipStrings } from './ownership_strings';
import { smallChart } from './small_chart';

const text = ownershipStrings.pinned;

export interface PinnedEvents {
  unpin(key: string): void;
  lookAt(key: string): void;
}

export class PinnedPart {
  readonly element: HTMLElement;
  private readonly cards = element('div', { class: 'pinned-cards' });
  private readonly hint = element('p', { class: 'hint' }, text.hint);

  constructor(private readonly events: PinnedEvents) {
    this.element = element(
      'section',
      { class: 'pinned', 'aria-label': text.title, testId: 'ownership-pinned' },
      this.hint,
      this.cards,
    );
  }

  show(pinned: readonly string[], history: HistoryState, graph: OwnershipGraph): void {
    this.hint.hidden = pinned.length > 0;
    this.cards.hidden = pinned.length === 0;
    const focused = document.activeElement?.closest<HTMLElement>('.pinned-card')?.dataset.key;
    this.cards.replaceChildren(...pinned.map((key) => this.cardOf(key, history, graph)));
    if (focused === undefined) return;
    const card = [...this.cards.children].find((each) => (each as HTMLElement).dataset.key === focused);
    card?.querySelector('button')?.focus();
  }

  private cardOf(key: string, history: HistoryState, graph: OwnershipGraph): HTMLElement {
    const node = graph.byKey.get(key);
    const name = node ? nodeName(node) : (key.split(' ← ')[0] ?? key);
    const title = button(name, () => this.events.lookAt(key), { class: 'link', title: key });
    const unpin = button('×', () => this.events.unpin(key), {
      class: 'remove',
      title: `${text.unpin} ${name}`,
      'aria-label': `${text.unpin} ${name}`,
      testId: 'unpin',
    });
    const held = key.split(' ← ').slice(1).join(' ← ');
    const heldBy = held === '' ? null : element('span', { class: 'held', title: key }, `← ${held}`);
    return element(
      'article',
      { class: 'pinned-card', testId: 'pinned-card', 'data-key': key, 'aria-label': key },
      element('header', {}, title, heldBy, unpin),
      ...chartsOf(key, history, graph.answer.point.index),
    );
  }
}

function chartsOf(key: string, history: HistoryState, at: number): HTMLElement[] {
  if (history.kind === 'failed') return [element('p', { role: 'alert' }, `${text.failed}: ${history.message}`)];
  const answer = history.kind === 'none' ? undefined : history.answer;
  const series = answer?.series.find((each) => each.key === key);
  if (!answer || !series) {
    return [element('p', { class: 'hint' }, history.kind === 'loaded' ? text.gone : text.loading)];
  }
  const { points } = answer;
  const { charts, owned, own } = text;
  const of = (title: string, lines: { name: string; values: number[] }[], format: (value: number) => string) =>
    smallChart({ title, points, lines, at, format });
  return [
    of(
      charts.bytes,
      [
        { name: owned, values: series.owned },
        { name: own, values: series.own },
      ],
      (value) => bytes(Math.round(value)),
    ),
    of(charts.objects, [{ name: '', values: series.objects }], (value) => count(Math.round(value))),
    of(charts.references, [{ name: '', values: series.references }], (value) => count(Math.round(value))),
  ];
}
