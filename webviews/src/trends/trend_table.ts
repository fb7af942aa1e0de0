// A chart's numbers once more as a table, point by point: made when somebody unfolds it.

import { timeSince } from '../../../shared/format';
import type { TrendAnswer } from '../../../shared/protocol/trend';
import { element } from '../dom';
import { strings } from '../strings';
import { exactAmount } from './trend_words';

const text = strings.trends;

export class TrendTable {
  readonly element = element('details', { class: 'trend-table' }, element('summary', {}, text.table));
  private readonly place = element('div', { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': text.table });
  private answer: TrendAnswer | undefined;

  constructor() {
    this.element.append(this.place);
    this.element.addEventListener('toggle', () => this.draw());
  }

  show(answer: TrendAnswer): void {
    this.answer = answer;
    this.draw();
  }

  private draw(): void {
    const { answer } = this;
    this.place.replaceChildren(...(answer && this.element.open ? [tableOf(answer)] : []));
  }
}

function tableOf({ points, series, other, metric }: TrendAnswer): HTMLElement {
  const columns = [
    ...series.map(({ key, values }) => ({ name: key, values: values as readonly (number | null)[] })),
    ...(other ? [{ name: text.other, values: other.values }] : []),
    { name: text.legend.all, values: points.map(({ total }) => total) },
  ];
  const head = [strings.timeline.number, text.tableTime, ...columns.map(({ name }) => name)];
  const told = (value: number | null | undefined) =>
    value === null || value === undefined ? text.notKnown : exactAmount(value, metric);
  const body = points.map(({ index, t }, i) =>
    element(
      'tr',
      {},
      ...[String(index), timeSince(t), ...columns.map(({ values }) => told(values[i]))].map((cell) =>
        element('td', {}, cell),
      ),
    ),
  );
  return element(
    'table',
    { testId: 'trend-table' },
    element('caption', { class: 'for-screen-readers' }, text.metrics[metric]),
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { 'data-scope': 'col' }, name)))),
    element('tbody', {}, ...body),
  );
}
