// The points on the time axis: each can be pointed at, focused and chosen. One stop of the Tab key for all; arrows move between
// them. Where there is no room for a mark, it is there while it is chosen or has the focus, so that keys reach every point.
import { strings } from '../strings';
import { pointName, pointNumbers } from './point_words';
import type { Layer } from './timeline_chart';
import type { PointMark, TimelineLayout } from './timeline_layout';

export interface PointEvents {
  choose(mark: PointMark): void;
  /** The pointer or the focus came to a mark, or left it. */
  point(mark: PointMark | null): void;
}

const leap = 10;

export class PointMarks {
  private layout: TimelineLayout | undefined;
  private chosen = 0;
  private focused: number | null = null;

  constructor(
    private readonly layer: Layer,
    private readonly events: PointEvents,
  ) {
    layer.attr('role', 'listbox').attr('aria-orientation', 'horizontal').attr('aria-label', strings.timeline.points);
  }

  show(layout: TimelineLayout, chosen: number): void {
    this.layout = layout;
    this.chosen = chosen;
    this.draw(layout);
  }

  private draw(layout: TimelineLayout): void {
    const { plot, points } = layout;
    const at = points[this.chosen];
    this.layer
      .selectAll<SVGLineElement, PointMark>('line')
      .data(at ? [at] : [])
      .join('line')
      .attr('class', 'at')
      .attr('x1', ({ x }) => x)
      .attr('x2', ({ x }) => x)
      .attr('y1', plot.top)
      .attr('y2', plot.bottom);
    this.layer
      .selectAll<SVGGElement, PointMark>('g')
      .data(this.drawn(layout), ({ point }) => point.index)
      .join((entering) => {
        const group = entering.append('g');
        group.append('circle').attr('class', 'hit').attr('r', 9);
        group.append('circle').attr('class', 'dot').attr('r', 4);
        return group;
      })
      .attr('class', ({ point }) => (point.index === this.chosen ? 'mark chosen' : 'mark'))
      .attr('role', 'option')
      .attr('aria-selected', ({ point }) => String(point.index === this.chosen))
      .attr('aria-label', ({ point }) => `${pointName(point)}: ${pointNumbers(point)}`)
      .attr('aria-setsize', points.length)
      .attr('aria-posinset', ({ point }) => point.index + 1)
      .attr('data-testid', 'point-mark')
      .attr('data-index', ({ point }) => point.index)
      .attr('tabindex', ({ point }) => (point.index === this.chosen ? 0 : -1))
      .attr('transform', ({ x }) => `translate(${x},${plot.bottom})`)
      .on('pointerenter', (_, mark) => this.events.point(mark))
      .on('focus', (_, mark) => this.onFocus(mark))
      .on('pointerleave', () => this.events.point(null))
      .on('blur', () => this.events.point(null))
      .on('click', (_, mark) => this.events.choose(mark))
      .on('keydown', (event: KeyboardEvent, mark) => this.onKey(event, mark));
  }

  private drawn({ points, marks }: TimelineLayout): PointMark[] {
    const wanted = new Set(marks.map(({ point }) => point.index));
    for (const index of [this.chosen, this.focused]) {
      if (index !== null) wanted.add(index);
    }
    return points.filter(({ point }) => wanted.has(point.index));
  }

  private onFocus(mark: PointMark): void {
    this.focused = mark.point.index;
    this.events.point(mark);
  }

  private onKey(event: KeyboardEvent, mark: PointMark): void {
    const { point } = mark;
    const last = (this.layout?.points.length ?? 0) - 1;
    const moves: Record<string, number> = {
      ArrowLeft: point.index - 1,
      ArrowRight: point.index + 1,
      PageUp: point.index - leap,
      PageDown: point.index + leap,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.events.choose(mark);
    else if (event.key === 'Escape') this.events.point(null);
    else if (to === undefined) return;
    event.preventDefault();
    // The window has the same keys, outside of the points.
    event.stopPropagation();
    if (to !== undefined) this.focus(Math.min(last, Math.max(0, to)));
  }

  private focus(index: number): void {
    if (!this.layout) return;
    this.focused = index;
    this.draw(this.layout);
    this.layer.node()?.querySelector<SVGGElement>(`[data-index="${index}"]`)?.focus();
  }
}
