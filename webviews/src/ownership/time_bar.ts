// The time of the program as a bar: the darker, the more bytes are in use; a stroke for each point, the shown one in another colour, and what
// the user marked. Dragging along it goes through the points.

import { timeSince } from '../../../shared/format';
import type { Point } from '../../../shared/protocol/answers';
import type { OwnershipMarker } from '../../../shared/protocol/view';
import { element } from '../dom';
import { pointName, pointNumbers } from '../timeline/point_words';
import type { PoolTellers } from '../timeline/pool_samples';
import { cssOf, mix, rgbOf } from './colours';
import { ownershipStrings } from './ownership_strings';
import { layoutTimeBar, nearestPoint, type TimeBarLayout } from './time_bar_layout';

const text = ownershipStrings.time;
const height = 26;
/** Above the bar, for the flags of markers. */
const flags = 8;

export interface TimeBarEvents {
  choose(index: number): void;
  mark(): void;
}

export class TimeBar {
  readonly element: HTMLElement;
  private readonly canvas = element('canvas', { 'aria-hidden': true });
  private readonly tooltip = element('div', { class: 'tooltip time-tooltip', 'aria-hidden': true });
  private readonly slider: HTMLElement;
  private readonly resizing = new ResizeObserver(() => this.draw());
  private timeline: PoolTellers = { points: [], gcs: [] };
  private layout: TimeBarLayout | undefined;
  private shown = 0;
  /** Null while the newest is shown as it comes. */
  private chosen: number | null = null;
  private markers: readonly OwnershipMarker[] = [];
  private isDragging = false;

  constructor(private readonly events: TimeBarEvents) {
    this.slider = element(
      'div',
      {
        class: 'time-bar-slider',
        role: 'slider',
        tabindex: 0,
        testId: 'ownership-time',
        'aria-label': text.label,
        'aria-describedby': 'time-bar-keys',
        'aria-valuemin': 0,
      },
      this.canvas,
    );
    this.tooltip.hidden = true;
    this.element = element(
      'div',
      { class: 'time-bar' },
      this.slider,
      this.tooltip,
      element('p', { class: 'for-screen-readers', id: 'time-bar-keys' }, text.keys),
    );
    this.listen();
  }

  start(): void {
    this.resizing.observe(this.slider);
  }

  stop(): void {
    this.resizing.disconnect();
  }

  showTimeline(timeline: PoolTellers): void {
    this.timeline = timeline;
    this.layout = undefined;
    this.draw();
  }

  /** @param shown index of the point; @param isLive it is the newest, and another will take its place */
  showPoint(shown: number, isLive: boolean): void {
    this.shown = shown;
    this.chosen = isLive ? null : shown;
    const point = this.timeline.points[shown];
    this.slider.setAttribute('aria-valuemax', String(Math.max(0, this.timeline.points.length - 1)));
    this.slider.setAttribute('aria-valuenow', String(shown));
    this.slider.setAttribute('aria-valuetext', point ? pointName(point) : String(shown));
    this.draw();
  }

  showMarkers(markers: readonly OwnershipMarker[]): void {
    this.markers = markers;
    this.draw();
  }

  /** When the shown point was taken, whether its picture has come or not. */
  get shownTime(): number | undefined {
    return this.timeline.points[this.shown]?.t;
  }

  /** The point nearest to a time. */
  nearestTo(t: number): number | undefined {
    return this.layout && nearestPoint(this.layout, this.layout.xOf(t));
  }

  draw(): void {
    const width = this.slider.clientWidth;
    const context = this.canvas.getContext('2d');
    if (width === 0 || !context) return;
    const sharpness = devicePixelRatio || 1;
    if (!this.layout || this.canvas.width !== Math.round(width * sharpness)) {
      this.layout = layoutTimeBar(this.timeline, width);
      this.canvas.width = Math.round(width * sharpness);
      this.canvas.height = Math.round((height + flags) * sharpness);
    }
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    context.clearRect(0, 0, width, height + flags);
    this.paint(context, this.layout, width);
  }

  private paint(context: CanvasRenderingContext2D, layout: TimeBarLayout, width: number): void {
    const looks = getComputedStyle(this.element);
    const colour = (name: string) => looks.getPropertyValue(name).trim();
    const [background, foreground] = [rgbOf(looks.backgroundColor), rgbOf(looks.color)];
    layout.used.forEach((share, i) => {
      context.fillStyle = cssOf(mix(background, foreground, 0.06 + 0.5 * share));
      context.fillRect(i * layout.stretch, flags, layout.stretch + 0.5, height);
    });
    // Of more points than pixels a stroke is no use any more: they become a line.
    const isDense = layout.points.length > width / 8;
    context.fillStyle = colour('--point');
    for (const { x } of layout.points) {
      const left = Math.min(width - 2, Math.max(0, x - 1));
      context.fillRect(left, flags + (isDense ? height - 5 : 5), isDense ? 1.5 : 2, isDense ? 5 : height - 5);
    }
    for (const { t } of this.markers) this.paintFlag(context, layout.xOf(t), colour('--flag'));
    const shown = layout.points.find(({ index }) => index === this.chosen);
    if (!shown) return;
    const left = Math.min(width - 4, Math.max(0, shown.x - 2));
    context.fillStyle = cssOf(background);
    context.fillRect(left - 1.5, flags - 3, 7, height + 3);
    context.fillStyle = colour('--chosen');
    context.fillRect(left, flags - 3, 4, height + 3);
  }

  private paintFlag(context: CanvasRenderingContext2D, x: number, colour: string): void {
    context.fillStyle = colour;
    context.fillRect(x - 0.75, 0, 1.5, height + flags);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x + 8, 3.5);
    context.lineTo(x, 7);
    context.fill();
  }

  private listen(): void {
    const { slider } = this;
    const placeOf = (event: PointerEvent) => event.clientX - slider.getBoundingClientRect().left;
    slider.addEventListener('pointerdown', (event) => {
      this.isDragging = true;
      slider.setPointerCapture?.(event.pointerId);
      this.chooseAt(placeOf(event));
    });
    slider.addEventListener('pointermove', (event) => {
      if (this.isDragging) this.chooseAt(placeOf(event));
      this.showTooltip(placeOf(event));
    });
    const end = () => {
      this.isDragging = false;
    };
    slider.addEventListener('pointerup', end);
    slider.addEventListener('pointercancel', end);
    slider.addEventListener('pointerleave', () => {
      this.tooltip.hidden = true;
    });
    slider.addEventListener('keydown', (event) => this.onKey(event));
  }

  private chooseAt(x: number): void {
    const index = this.layout && nearestPoint(this.layout, x);
    if (index !== undefined && index !== this.chosen) this.events.choose(index);
  }

  private onKey(event: KeyboardEvent): void {
    const last = this.timeline.points.length - 1;
    const at = Number(this.slider.getAttribute('aria-valuenow') ?? 0);
    const places: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: last,
    };
    const to = places[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'm' || event.key === 'M') this.events.mark();
    else if (to !== undefined) this.events.choose(Math.max(0, Math.min(last, to)));
    else return;
    event.preventDefault();
  }

  private showTooltip(x: number): void {
    const { layout } = this;
    const index = layout && nearestPoint(layout, x);
    const point = this.timeline.points.find((each) => each.index === index);
    if (!layout || !point) return;
    const width = this.slider.clientWidth;
    const words = this.isAtMarker(layout, x);
    this.tooltip.replaceChildren(
      ...(words ? [element('div', { class: 'name' }, words)] : []),
      element('div', {}, pointWords(point)),
    );
    this.tooltip.style.left = `${Math.max(0, Math.min(x - 120, width - 280))}px`;
    this.tooltip.hidden = false;
  }

  private isAtMarker(layout: TimeBarLayout, x: number): string | undefined {
    const marker = this.markers.find(({ t }) => Math.abs(layout.xOf(t) - x) < 6);
    return marker && `${marker.name}, ${timeSince(marker.t)}`;
  }
}

const pointWords = (point: Point) => `${pointName(point)}: ${pointNumbers(point)}`;
