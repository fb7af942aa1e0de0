// The legend of a chart: a row for each line, in the order asked for, with its value at the cursor and how it grew. A name leads on to what is in it.

import { count } from '../../../shared/format';
import type { TrendAnswer, TrendGrowth, TrendSeries } from '../../../shared/protocol/trend';
import { button, element } from '../dom';
import { nameSpans } from '../heap/row_cells';
import { strings } from '../strings';
import { markOf, otherMark } from './chart_input';
import type { SeriesSlots } from './series_slots';
import { amount, exactAmount, fitWords, pointWords, relativeWords, signedAmount, sustainedWords } from './trend_words';

const text = strings.trends;

export interface LegendEvents {
  /** What can be done with a series: at a place of the page. */
  open(mark: string, place: { x: number; y: number }): void;
  /** Goes on to what is in a series. */
  drill(key: string): void;
  emphasise(mark: string | null): void;
}

type Values = readonly (number | null)[];

export class TrendLegend {
  readonly element = element('table', { class: 'trend-legend', testId: 'trend-legend' });
  private readonly heading = element('th', { class: 'value', 'data-scope': 'col', testId: 'trend-at' });
  private rows: { row: HTMLElement; cell: HTMLElement; mark: string | null; values: Values }[] = [];
  private answer: TrendAnswer | undefined;
  private otherName: { words: string; element: HTMLElement } | undefined;

  constructor(private readonly events: LegendEvents) {
    this.element.addEventListener('pointerleave', () => events.emphasise(null));
  }

  show(answer: TrendAnswer, slots: SeriesSlots): void {
    const focused = this.focusedKey();
    this.answer = answer;
    this.otherName = undefined;
    this.rows = [
      ...answer.series.map((series) => this.seriesRow(series, answer, slots)),
      ...(answer.other ? [this.otherRow(answer.other, slots)] : []),
      this.totalRow(answer),
    ];
    const columns = ['change', 'slope', 'fit', 'marks'] as const;
    const head = element(
      'tr',
      {},
      element('th', { class: 'name' }, nameOfLevel(answer)),
      this.heading,
      ...columns.map((name) =>
        element('th', { class: name, ...(name === 'fit' ? { title: text.legend.fitTitle } : {}) }, ...headOf(name)),
      ),
      element('th', { class: 'act' }, element('span', { class: 'for-screen-readers' }, text.legend.act)),
    );
    this.element.replaceChildren(
      element('caption', { class: 'for-screen-readers' }, text.legend.caption),
      element('thead', {}, head),
      element('tbody', {}, ...this.rows.map(({ row }) => row)),
    );
    if (focused) this.element.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  /** The values at a point; at the last one for -1. */
  showPoint(point: number): void {
    if (!this.answer) return;
    const { metric, points } = this.answer;
    const known = points[point];
    this.heading.textContent = known ? pointWords(known) : text.atEnd;
    for (const { cell, values } of this.rows) {
      const value = known ? values[point] : values.at(-1);
      const isKnown = value !== null && value !== undefined;
      cell.textContent = isKnown ? amount(value, metric) : '…';
      cell.title = isKnown ? exactAmount(value, metric) : text.notKnown;
      if (isKnown) cell.dataset.exact = String(value);
    }
  }

  /** All others are above the top of the chart. */
  showOtherAbove(isAbove: boolean): void {
    if (!this.otherName) return;
    const { words, element: name } = this.otherName;
    name.textContent = isAbove ? `${words} ↑` : words;
    name.title = isAbove ? text.legend.aboveTop : text.otherTitle;
  }

  /** What stands for each line. */
  get swatches(): { mark: string; swatch: Element }[] {
    return this.rows.flatMap(({ row, mark }) => {
      const swatch = row.querySelector('.swatch');
      return swatch && mark !== null ? [{ mark, swatch }] : [];
    });
  }

  emphasise(mark: string | null): void {
    for (const { row, mark: own } of this.rows) row.classList.toggle('emphasised', mark !== null && own === mark);
  }

  private seriesRow(series: TrendSeries, answer: TrendAnswer, slots: SeriesSlots) {
    const { key, goesOn, growth, values } = series;
    const open = (at: HTMLElement) => {
      const { left, bottom } = at.getBoundingClientRect();
      this.events.open(key, { x: left, y: bottom });
    };
    const name = button('', () => (goesOn ? this.events.drill(key) : open(name)), {
      class: 'series-name',
      testId: 'trend-name',
      title: goesOn ? `${key}\n${text.menu.drill}` : key,
      'data-focus': `name ${key}`,
    });
    name.append(...nameSpans(key, answer.level ?? 'type'));
    const more = button('⋯', () => open(more), {
      class: 'row-button',
      testId: 'trend-actions',
      'aria-haspopup': 'menu',
      'aria-label': `${text.actions}: ${key}`,
      'data-focus': `more ${key}`,
    });
    return this.row(key, values, slots, name, growthCells(growth, answer), more);
  }

  private otherRow({ keys, values }: NonNullable<TrendAnswer['other']>, slots: SeriesSlots) {
    this.otherName = { words: `${text.other} (${count(keys)})`, element: element('span', { class: 'series-name' }) };
    return this.row(otherMark, values, slots, this.otherName.element, [], null);
  }

  private totalRow({ points }: TrendAnswer) {
    const cell = element('td', { class: 'value' });
    const row = element(
      'tr',
      { class: 'total-row', testId: 'trend-total' },
      element('th', { class: 'name', 'data-scope': 'row' }, text.legend.all),
      cell,
      ...emptyCells(),
      element('td', { class: 'act' }),
    );
    return { row, cell, mark: null, values: points.map(({ total }) => total) };
  }

  private row(
    mark: string,
    values: Values,
    slots: SeriesSlots,
    name: HTMLElement,
    growth: HTMLElement[],
    more: HTMLElement | null,
  ) {
    const key = mark === otherMark ? null : mark;
    const swatch = element('span', { class: `swatch line ${slots.classOf(key)}`, 'aria-hidden': true });
    const cell = element('td', { class: 'value', testId: 'trend-value' });
    const cells = growth.length > 0 ? growth : emptyCells();
    const row = element(
      'tr',
      { testId: key === null ? 'trend-other-row' : 'trend-series', 'data-key': mark },
      element('th', { class: 'name', 'data-scope': 'row' }, element('span', { class: 'name-line' }, swatch, name)),
      cell,
      ...cells,
      element('td', { class: 'act' }, more),
    );
    row.addEventListener('pointerenter', () => this.events.emphasise(markOf(key)));
    row.addEventListener('focusin', () => this.events.emphasise(markOf(key)));
    row.addEventListener('focusout', () => this.events.emphasise(null));
    if (key !== null) {
      row.addEventListener('contextmenu', (event) => {
        event.preventDefault();
        this.events.open(key, { x: event.clientX, y: event.clientY });
      });
    }
    return { row, cell, mark, values };
  }

  private focusedKey(): string | undefined {
    const { activeElement } = document;
    return activeElement instanceof HTMLElement && this.element.contains(activeElement)
      ? activeElement.dataset.focus
      : undefined;
  }
}

const nameOfLevel = ({ level }: TrendAnswer) => strings.explore.levels[level ?? ''] ?? text.legend.row;

const headOf = (column: 'change' | 'slope' | 'fit' | 'marks'): (string | HTMLElement)[] =>
  column === 'marks' ? [element('span', { class: 'for-screen-readers' }, text.legend.marks)] : [text.legend[column]];

const emptyCells = () => ['change', 'slope', 'fit', 'marks'].map((name) => element('td', { class: name }));

function growthCells(growth: TrendGrowth, { metric }: TrendAnswer): HTMLElement[] {
  const { absolute, slopePerMinute, rSquared, growsAtEveryPoint, sustained } = growth;
  const relative = relativeWords(growth);
  const isNew = growth.relative === null && absolute !== 0;
  const slope = signedAmount(slopePerMinute, metric);
  // Narrow tables have no columns for these.
  const exact = `${exactAmount(absolute, metric)}, ${slope} ${strings.overview.perMinute}, R² ${fitWords(rSquared)}`;
  return [
    element(
      'td',
      { class: 'change', testId: 'trend-growth', title: exact, 'data-exact': String(absolute) },
      signedAmount(absolute, metric),
      element('span', { class: 'relative', ...(isNew ? { title: text.legend.bornTitle } : {}) }, relative),
    ),
    element('td', { class: 'slope', testId: 'trend-slope' }, slope),
    element('td', { class: 'fit', testId: 'trend-fit' }, fitWords(rSquared)),
    element(
      'td',
      { class: 'marks' },
      sustained
        ? element(
            'span',
            { class: 'mark sustained', testId: 'trend-sustained', title: sustainedWords(growth) },
            text.sustained,
          )
        : null,
      growsAtEveryPoint
        ? element('span', { class: 'mark', testId: 'trend-every-point', title: text.everyPointTitle }, text.everyPoint)
        : null,
    ),
  ];
}
