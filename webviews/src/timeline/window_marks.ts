// Draws the window: what lies outside of it steps back, and each end has a handle, which is a slider.
import type { PointWindow } from '../../../shared/protocol/view';
import { strings } from '../strings';
import { pointName } from './point_words';
import type { Layer } from './timeline_chart';
import type { TimelineLayout } from './timeline_layout';
import { type End, otherEnd } from './window_choice';

const grip = { width: 8, height: 14 };

/** Where a sweep can begin. */
export function drawSweepArea(layer: Layer, { plot }: TimelineLayout): void {
  layer
    .selectAll('rect')
    .data([plot])
    .join('rect')
    .attr('class', 'hit')
    .attr('data-brush', '')
    .attr('x', plot.left - 8)
    .attr('width', plot.right - plot.left + 16)
    .attr('y', 0)
    .attr('height', plot.bottom);
}

export function drawWindow(
  shade: Layer,
  handles: Layer,
  { plot, points, pauses }: TimelineLayout,
  window: PointWindow | null,
): void {
  const [left, right] = [points[window?.from ?? -1]?.x, points[window?.to ?? -1]?.x];
  const there = left !== undefined && right !== undefined ? { left, right } : null;
  const bottom = pauses?.bottom ?? plot.bottom;
  shade.attr('aria-hidden', 'true');
  shade
    .selectAll('rect')
    .data(
      there
        ? [
            span('outside', plot.left, there.left),
            span('outside', there.right, plot.right),
            span('inside', there.left, there.right),
          ]
        : [],
    )
    .join('rect')
    .attr('class', ({ name }) => name)
    .attr('x', ({ from }) => from)
    .attr('width', ({ from, to }) => Math.max(0, to - from))
    .attr('y', plot.top)
    .attr('height', bottom - plot.top);

  const items = handles
    .selectAll<SVGGElement, End>('g')
    .data<End>(there ? ['from', 'to'] : [], (end) => end)
    .join((entering) => {
      const group = entering.append('g').attr('class', 'handle').attr('role', 'slider').attr('tabindex', 0);
      group.append('line');
      group.append('rect').attr('class', 'hit').attr('x', -6).attr('width', 12);
      group.append('rect').attr('class', 'grip').attr('rx', 2);
      return group;
    });
  if (!window || !there) return;
  const last = points.length - 1;
  items
    .attr('data-end', (end) => end)
    .attr('data-testid', (end) => `window-${end}`)
    .attr('transform', (end) => `translate(${end === 'from' ? there.left : there.right},0)`)
    .attr('aria-label', (end) => strings.timeline.ends[end])
    .attr('aria-orientation', 'horizontal')
    .attr('aria-valuemin', (end) => (end === 'from' ? 0 : window[otherEnd(end)] + 1))
    .attr('aria-valuemax', (end) => (end === 'to' ? last : window[otherEnd(end)] - 1))
    .attr('aria-valuenow', (end) => window[end])
    .attr('aria-valuetext', (end) => {
      const mark = points[window[end]];
      return mark ? pointName(mark.point) : '';
    });
  items.select('line').attr('y1', plot.top).attr('y2', bottom);
  items
    .select('.hit')
    .attr('y', plot.top - grip.height)
    .attr('height', plot.bottom - plot.top);
  items
    .select('.grip')
    .attr('x', -grip.width / 2)
    .attr('y', plot.top - grip.height)
    .attr('width', grip.width)
    .attr('height', grip.height);
}

const span = (name: string, from: number, to: number) => ({ name, from, to });
