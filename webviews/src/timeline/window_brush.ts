// The window on the chart, by pointer and keyboard: sweeping over the plot, dragging a handle, keys. Says what the window becomes.
import type { PointWindow } from '../../../shared/protocol/view';
import { afterKey, type End, nearestPoint, swept, type WindowChoice, withEnd } from './window_choice';

export interface BrushedChart {
  element: SVGSVGElement;
  /** Where each point is, in the chart's pixels. */
  places(): readonly number[];
  /** The window is another one. */
  changed(window: PointWindow | null): void;
  /** Whether the pointer is choosing. */
  brushing(active: boolean): void;
}

export class WindowBrush {
  private choice: WindowChoice = { window: null, active: 'to' };

  constructor(private readonly chart: BrushedChart) {
    chart.element.addEventListener('keydown', (event) => this.onKey(event));
    chart.element.addEventListener('focusin', (event) => this.onFocus(event));
    chart.element.addEventListener('pointerdown', (event) => this.onPointerDown(event));
  }

  /** Takes over a window that was chosen elsewhere. */
  set window(window: PointWindow | null) {
    this.choice = { ...this.choice, window };
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey(this.choice, event.key, event.shiftKey, this.chart.places().length);
    if (!next) return;
    event.preventDefault();
    // A handle that is about to go leaves its focus to the chart.
    if (!next.window) this.chart.element.focus();
    this.become(next);
  }

  private onFocus({ target }: FocusEvent): void {
    const end = endOf(target);
    if (end) this.choice = { ...this.choice, active: end };
  }

  private onPointerDown(event: PointerEvent): void {
    const target = event.target as Element;
    const places = this.chart.places();
    const end = endOf(target);
    if (event.button !== 0 || places.length < 2 || !(end || target.closest('[data-brush]'))) return;
    const { left } = this.chart.element.getBoundingClientRect();
    const pointAt = (moved: PointerEvent) => nearestPoint(places, moved.clientX - left);
    const anchor = pointAt(event);
    const move = (moved: PointerEvent) => {
      const point = pointAt(moved);
      const { window } = this.choice;
      if (end && window) this.become({ window: withEnd(window, end, point, places.length), active: end });
      // Back where it began there is no window to sweep: the one before stays.
      else if (!end && point !== anchor) {
        this.become({ window: swept(anchor, point), active: point < anchor ? 'from' : 'to' });
      }
    };
    const done = () => {
      this.chart.element.removeEventListener('pointermove', move);
      this.chart.element.removeEventListener('pointerup', done);
      this.chart.element.removeEventListener('pointercancel', done);
      this.chart.brushing(false);
    };
    this.chart.element.addEventListener('pointermove', move);
    this.chart.element.addEventListener('pointerup', done);
    this.chart.element.addEventListener('pointercancel', done);
    // The pointer may leave the chart, and even the page. jsdom has no capture.
    this.chart.element.setPointerCapture?.(event.pointerId);
    this.chart.brushing(true);
  }

  private become(choice: WindowChoice): void {
    const before = this.choice.window;
    this.choice = choice;
    const { window } = choice;
    if (window?.from !== before?.from || window?.to !== before?.to) this.chart.changed(window);
  }
}

function endOf(target: EventTarget | null): End | undefined {
  const end = (target as Element | null)?.closest<SVGElement>('[data-end]')?.dataset.end;
  return end === 'from' || end === 'to' ? end : undefined;
}
