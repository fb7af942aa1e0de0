// Pointer and keyboard on a chart of trends: where the cursor is, which line stands out, what is selected to zoom to. Knows which places mean
// what by the layout; draws nothing.
import { lineAt, panelAt, pointAt, type TrendLayout } from './trend_layout';

/** What stands for all others among the keys of lines. */
export const otherMark = '';
export const markOf = (key: string | null): string => key ?? otherMark;

export interface ChartInputEvents {
  /** Index among the chart's points; -1 where nobody points. */
  cursor(point: number): void;
  /** The points between which somebody selects; null for none. */
  sweep(points: readonly [number, number] | null): void;
  zoom(points: readonly [number, number]): void;
  back(): void;
  /** Null where no line stands out. */
  emphasise(mark: string | null): void;
  /** Opens the menu of a line; false where it has none. */
  open(mark: string, place: { x: number; y: number }): boolean;
}

/** As far as a hand shakes that clicks, in pixels. */
const leastSweep = 5;

export class ChartInput {
  private layout: TrendLayout | undefined;
  /** Of the lines, in their order. */
  private marks: string[] = [];
  private point = -1;
  private mark: string | null = null;
  /** Where a selection by keyboard began. */
  private anchor: number | undefined;
  /** Where the pointer was pressed. */
  private pressed: { point: number; x: number } | undefined;
  private isSweeping = false;
  private isOpening = false;
  /** Where the keyboard was when it went elsewhere. */
  private left: { point: number; mark: string | null } = { point: -1, mark: null };

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly events: ChartInputEvents,
  ) {
    svg.addEventListener('pointermove', (event) => this.onMove(event));
    svg.addEventListener('pointerleave', () => this.leave());
    svg.addEventListener('pointerdown', (event) => this.onDown(event));
    svg.addEventListener('pointerup', (event) => this.onUp(event));
    svg.addEventListener('pointercancel', () => this.endSweep());
    svg.addEventListener('dblclick', () => events.back());
    svg.addEventListener('keydown', (event) => this.onKey(event));
    svg.addEventListener('blur', () => this.onBlur());
    svg.addEventListener('focus', () => this.onFocus());
  }

  show(layout: TrendLayout, marks: readonly string[]): void {
    this.layout = layout;
    this.marks = [...marks];
    this.point = Math.min(this.point, layout.columns.length - 1);
    this.endSweep();
  }

  private leave(): void {
    if (this.isSweeping || this.isOpening) return;
    this.anchor = undefined;
    this.events.sweep(null);
    this.goTo(-1);
    this.standOut(null);
  }

  private onBlur(): void {
    // While the menu of a line is open, that line and the point are what it is about.
    if (this.isOpening) return;
    this.left = { point: this.point, mark: this.mark };
    this.leave();
  }

  /** Whoever comes back, from the menu of a line perhaps, is where they were. */
  private onFocus(): void {
    if (this.point >= 0) return;
    this.goTo(Math.min(this.left.point, (this.layout?.columns.length ?? 0) - 1));
    this.standOut(this.left.mark !== null && this.marks.includes(this.left.mark) ? this.left.mark : null);
  }

  private goTo(point: number): void {
    if (point === this.point) return;
    this.point = point;
    this.events.cursor(point);
  }

  private standOut(mark: string | null): void {
    if (mark === this.mark) return;
    this.mark = mark;
    this.events.emphasise(mark);
  }

  private placeOf({ clientX, clientY }: MouseEvent) {
    const { left, top } = this.svg.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const panel = this.layout && panelAt(this.layout, x, y);
    return this.layout && panel ? { x, y, panel, layout: this.layout } : undefined;
  }

  private onMove(event: PointerEvent): void {
    const at = this.placeOf(event);
    if (!at) return;
    const point = pointAt(at.layout, at.panel, at.x);
    this.goTo(point);
    if (this.pressed && Math.abs(at.x - this.pressed.x) >= leastSweep) this.isSweeping = true;
    if (this.pressed && this.isSweeping) {
      this.standOut(null);
      this.events.sweep([this.pressed.point, point]);
      return;
    }
    // A panel of its own belongs to its line, wherever somebody points.
    const [only] = at.panel.title === null ? [] : at.panel.lines;
    const line = only ?? lineAt(at.panel, at.layout.isStacked, at.x, at.y);
    this.standOut(line ? markOf(line.key) : null);
  }

  private onDown(event: PointerEvent): void {
    const at = this.placeOf(event);
    if (!at || event.button !== 0) return;
    this.pressed = { point: pointAt(at.layout, at.panel, at.x), x: at.x };
    // The pointer may leave the chart, and even the page. jsdom has no capture.
    this.svg.setPointerCapture?.(event.pointerId);
  }

  private onUp(event: PointerEvent): void {
    const { pressed, isSweeping, mark, point } = this;
    if (!pressed) return;
    this.endSweep();
    if (isSweeping) {
      if (pressed.point !== point && point >= 0) this.events.zoom([pressed.point, point]);
    } else if (mark !== null) this.open(mark, { x: event.clientX, y: event.clientY });
  }

  private open(mark: string, place: { x: number; y: number }): void {
    // The menu takes the keyboard while it opens.
    this.isOpening = true;
    this.isOpening = this.events.open(mark, place);
  }

  /** The menu of a line is closed again. */
  closed(): void {
    this.isOpening = false;
    if (document.activeElement !== this.svg) this.leave();
  }

  private endSweep(): void {
    this.pressed = undefined;
    this.anchor = undefined;
    this.isSweeping = false;
    this.events.sweep(null);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = (this.layout?.columns.length ?? 0) - 1;
    const now = this.point < 0 ? last : this.point;
    const points: Record<string, number> = {
      ArrowLeft: this.point < 0 ? last : now - 1,
      ArrowRight: this.point < 0 ? 0 : now + 1,
      Home: 0,
      End: last,
    };
    const to = points[event.key];
    if (to !== undefined && last >= 0) this.move(Math.max(0, Math.min(last, to)), event.shiftKey ? now : undefined);
    else if (event.key === 'ArrowDown') this.next(1);
    else if (event.key === 'ArrowUp') this.next(-1);
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'Escape') this.escape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private move(to: number, selectedFrom: number | undefined): void {
    this.anchor = selectedFrom === undefined ? undefined : (this.anchor ?? selectedFrom);
    this.goTo(to);
    this.events.sweep(this.anchor === undefined ? null : [this.anchor, to]);
  }

  private next(by: 1 | -1): void {
    const { length } = this.marks;
    if (length === 0) return;
    const at = this.mark === null ? -1 : this.marks.indexOf(this.mark);
    this.standOut(this.marks[at < 0 && by < 0 ? length - 1 : (at + by + length) % length] ?? null);
  }

  private enter(): void {
    const { anchor, point, mark, layout } = this;
    if (anchor !== undefined && anchor !== point) {
      this.endSweep();
      this.events.zoom([anchor, point]);
    } else if (mark !== null && layout) {
      const { left, top } = this.svg.getBoundingClientRect();
      const line = layout.panels.flatMap(({ lines }) => lines).find(({ key }) => markOf(key) === mark);
      const place = line?.places[point] ?? line?.places.findLast((each) => each !== null);
      this.open(mark, { x: left + (place?.[0] ?? 0), y: top + (place?.[1] ?? 0) });
    }
  }

  private escape(): void {
    if (this.anchor !== undefined || this.isSweeping) this.endSweep();
    else this.events.back();
  }
}
