// The settings of one chart: what its lines are, what they tell, how many and in which order, how they are drawn; and the chart as a file.
import { type ChartImage, mostTrendSeries, type TrendChart, type TrendDisplay } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { GroupingMenu, type GroupingMenuParts } from '../heap/grouping_menu';
import { Menu } from '../menu';
import { strings } from '../strings';

const text = strings.trends;
const tops = [3, 5, 10, 20, mostTrendSeries];

export interface ToolbarEvents {
  /** All objects, or all data structures. */
  rows(rows: TrendChart['rows']): void;
  /** Another setting of the chart. */
  change(change: Partial<TrendChart>): void;
  saveImage(format: ChartImage['format']): void;
  saveNumbers(): void;
  copyCommand(): void;
}

export class TrendToolbar {
  readonly element: HTMLElement;
  private readonly grouping: GroupingMenu;
  private readonly rows: HTMLSelectElement;
  private readonly metric: HTMLSelectElement;
  private readonly order: HTMLSelectElement;
  private readonly top: HTMLSelectElement;
  private readonly display: HTMLSelectElement;
  private readonly other: HTMLInputElement;
  private readonly log: HTMLInputElement;
  private readonly every: HTMLInputElement;

  /** @param name of this chart alone */
  constructor(name: string, grouping: GroupingMenuParts, events: ToolbarEvents) {
    this.grouping = new GroupingMenu({ ...grouping, name });
    this.rows = choice('rows', text.rows, strings.heap.rowsOf, (rows) => events.rows(rows));
    this.metric = choice('metric', text.metric, text.metrics, (metric) => events.change({ metric }));
    this.order = choice('order', text.order, text.orders, (sort) => events.change({ sort }));
    const topWords = Object.fromEntries(tops.map((top) => [String(top), `${text.topWord} ${top}`]));
    this.top = choice('top', text.top, topWords, (top) => events.change({ top: Number(top) }));
    this.display = choice('display', text.display, text.displays, (display: TrendDisplay) =>
      events.change({ display }),
    );
    this.other = check('trend-other', () => events.change({ other: this.other.checked }));
    this.log = check('trend-log', () => events.change({ log: this.log.checked }));
    this.every = element('input', {
      type: 'text',
      testId: 'trend-every',
      placeholder: text.everyExample,
      title: text.everyHint,
      'aria-label': text.everyHint,
    });
    this.every.addEventListener('change', () => events.change({ every: this.every.value.trim() }));
    const item = (words: string, choose: () => void, testId: string, title?: string) =>
      button(words, choose, { class: 'menu-item', testId, ...(title ? { title } : {}) });
    const more = new Menu(
      text.more,
      'trend-more',
      [
        element('label', { class: 'setting', title: text.otherTitle }, this.other, text.showOther),
        element('label', { class: 'setting' }, this.log, text.log),
        element('label', { class: 'setting' }, text.every, this.every),
        item(text.saveSvg, () => events.saveImage('svg'), 'trend-svg'),
        item(text.savePng, () => events.saveImage('png'), 'trend-png'),
        item(text.saveCsv, () => events.saveNumbers(), 'trend-csv'),
        item(text.copy, () => events.copyCommand(), 'trend-copy', text.copyTitle),
      ],
      `${name}-more`,
    );
    this.element = element(
      'div',
      { class: 'trend-toolbar' },
      this.grouping.element,
      this.rows,
      this.metric,
      this.order,
      this.top,
      this.display,
      more.element,
    );
  }

  show(chart: TrendChart): void {
    const { by, where, rows, owned, of, metric, sort, top, other, display, log, every } = chart;
    this.grouping.show({ by, where, rows, owned, isWhole: of.path.length === 0 });
    this.rows.value = rows;
    // What is counted is chosen once, for all that is gone into.
    this.rows.hidden = of.path.length > 0;
    this.metric.value = metric;
    this.order.value = sort;
    this.display.value = display;
    this.other.checked = other;
    this.log.checked = log && display !== 'stacked';
    // Parts of a sum have no place on such a scale.
    this.log.disabled = display === 'stacked';
    this.every.value = every;
    if (!tops.includes(top)) this.top.append(new Option(`${text.topWord} ${top}`, String(top)));
    this.top.value = String(top);
  }

  stop(): void {
    this.grouping.stop();
  }
}

function choice<Word extends string>(
  name: string,
  label: string,
  words: Readonly<Record<Word, string>>,
  choose: (word: Word) => void,
): HTMLSelectElement {
  const select = element('select', { testId: `trend-${name}`, 'aria-label': label, title: label });
  select.append(...(Object.keys(words) as Word[]).map((word) => new Option(words[word], word)));
  select.addEventListener('change', () => choose(select.value as Word));
  return select;
}

function check(testId: string, change: () => void): HTMLInputElement {
  const input = element('input', { type: 'checkbox', testId });
  input.addEventListener('change', change);
  return input;
}
