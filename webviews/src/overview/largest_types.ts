// The largest types of a point's heap as bars, and once more as a table. A bar leads to its type in the Heap tab.

import { bytes, count, objects, percent } from '../../../shared/format';
import type { Counted, HeapAnswer } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';
import { drawBars } from './bar_chart';
import { type Bar, type BarLayout, layoutBars } from './bar_layout';
import { BarTooltip } from './bar_tooltip';
import { measureCharacter } from './text_width';

const text = strings.overview;
export const largestTypes = 14;

export class LargestTypes {
  readonly element: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly table = element('table');
  private readonly tooltip = new BarTooltip();
  private readonly note = element('p', { class: 'hint' });
  private readonly resizing = new ResizeObserver(() => this.draw());
  private answer: HeapAnswer | undefined;

  constructor(private readonly onChooseType: (type: string, counted: Counted) => void) {
    this.svg.setAttribute('class', 'bars');
    this.svg.setAttribute('data-testid', 'chart-types');
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('aria-label', text.largest);
    this.element = element(
      'section',
      { class: 'chart' },
      element('h2', {}, text.largest),
      this.note,
      this.svg,
      this.tooltip.element,
      // A table is never narrower than its words: the box around it is.
      element('div', { class: 'for-screen-readers' }, this.table),
    );
  }

  start(): void {
    this.resizing.observe(this.element);
  }

  stop(): void {
    this.resizing.disconnect();
  }

  /** What is drawn is about to be replaced. */
  await(): void {
    this.element.setAttribute('aria-busy', 'true');
  }

  show(answer: HeapAnswer): void {
    this.element.removeAttribute('aria-busy');
    this.answer = answer;
    const hint = answer.count === 'live' ? text.largestHint : text.noneLive;
    this.note.textContent = answer.rows.length === 0 ? text.emptyHeap : hint;
    this.fillTable(answer);
    this.draw();
  }

  fail(message: string): void {
    this.element.removeAttribute('aria-busy');
    // What is drawn is of another point.
    this.answer = undefined;
    for (const drawn of [this.svg, this.table]) drawn.replaceChildren();
    this.note.textContent = `${strings.heap.failed}: ${message}`;
  }

  private draw(): void {
    const width = this.element.clientWidth;
    const { answer } = this;
    if (!answer || width === 0) return;
    const { rows, total, count: counted } = answer;
    const shown = rows.reduce((sum, row) => ({ objects: sum.objects + row.objects, bytes: sum.bytes + row.bytes }), {
      objects: 0,
      bytes: 0,
    });
    const types = total.rows - rows.length;
    const other = {
      objects: total.objects - shown.objects,
      bytes: total.bytes - shown.bytes,
      types,
      label: `${count(types)} ${text.otherTypes}`,
    };
    const layout = layoutBars(rows, other, width, measureCharacter(this.svg));
    this.tooltip.hide();
    drawBars(this.svg, layout, (bar) => `${nameOf(bar)}: ${numbers(bar, answer)}`, {
      choose: (type) => this.onChooseType(type, counted),
      point: (bar) => this.pointAt(bar, layout, answer),
    });
  }

  private pointAt(bar: Bar | null, layout: BarLayout, answer: HeapAnswer): void {
    if (!bar) {
      this.tooltip.hide();
      return;
    }
    const { top } = this.svg.getBoundingClientRect();
    const sectionTop = this.element.getBoundingClientRect().top;
    this.tooltip.show(bar, nameOf(bar), numbers(bar, answer), layout, top - sectionTop);
  }

  /** The chart once more as a table: what a screen reader can walk through. */
  private fillTable({ rows, point }: HeapAnswer): void {
    const columns = strings.heap.columns;
    const head = [columns.name, columns.objects, columns.bytes, text.share].map((name) =>
      element('th', { 'data-scope': 'col' }, name),
    );
    const body = rows.map((row) =>
      element(
        'tr',
        {},
        element('td', {}, row.key),
        element('td', {}, count(row.objects)),
        element('td', {}, count(row.bytes)),
        element('td', {}, percent(row.bytes, point.bytes)),
      ),
    );
    this.table.replaceChildren(
      element('caption', {}, text.largest),
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...body),
    );
  }
}

function numbers({ size }: Bar, { point, count: counted }: HeapAnswer): string {
  const share = `${percent(size.bytes, point.bytes)} ${counted === 'live' ? text.ofLive : text.ofAll}`;
  return `${bytes(size.bytes)} (${count(size.bytes)} B), ${objects(size.objects)}, ${share}`;
}

const nameOf = (bar: Bar): string => bar.key ?? bar.label;
