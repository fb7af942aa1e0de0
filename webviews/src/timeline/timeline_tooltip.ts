// What a place of the timeline says when it is pointed at: lines of text above it or beside it, kept inside the chart.
import { element } from '../dom';

const gap = 12;

export class TimelineTooltip {
  readonly element = element('div', { class: 'tooltip', 'aria-hidden': true, testId: 'timeline-tooltip' });

  constructor() {
    this.hide();
  }

  /** Above (x, y), in a chart that is `width` wide. */
  show(lines: string[], x: number, y: number, width: number): void {
    const own = this.fill(lines, true);
    this.place(Math.max(0, Math.min(width - own, x - own / 2)), y - gap);
  }

  /** Right of (x, y) and below it, or left of it where there is no room: what it is about stays in sight. */
  beside(lines: string[], x: number, y: number, width: number): void {
    const own = this.fill(lines, false);
    this.place(x + gap + own <= width ? x + gap : Math.max(0, x - gap - own), y);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** How wide the words are. */
  private fill(lines: string[], above: boolean): number {
    this.element.replaceChildren(...lines.map((line) => element('div', {}, line)));
    this.element.classList.toggle('above', above);
    this.element.hidden = false;
    return this.element.offsetWidth;
  }

  private place(left: number, top: number): void {
    this.element.style.left = `${Math.round(left)}px`;
    this.element.style.top = `${Math.round(top)}px`;
  }
}
