// What a bar says when the pointer or the focus is on it: the whole name and the exact numbers. The same for both, since a
// browser's own tooltip never comes for the keyboard. Screen readers have it from the bar's label.
import { element } from '../dom';
import type { Bar, BarLayout } from './bar_layout';

const gap = 6;

export class BarTooltip {
  readonly element = element('div', { class: 'tooltip', 'aria-hidden': true, testId: 'chart-tooltip' });

  constructor() {
    this.hide();
  }

  /** Below the bar in the chart's upper half, above it in the lower, so that it stays inside. */
  show(bar: Bar, name: string, numbers: string, layout: BarLayout, chartTop: number): void {
    this.element.replaceChildren(element('div', { class: 'name' }, name), element('div', { class: 'number' }, numbers));
    const above = bar.y > layout.height / 2;
    this.element.classList.toggle('above', above);
    this.element.style.top = `${chartTop + bar.y + (above ? -gap : layout.barHeight + gap)}px`;
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
