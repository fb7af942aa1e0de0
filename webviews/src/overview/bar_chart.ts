// Draws the largest types as horizontal bars with D3. Each bar can be focused and chosen, and says when it is pointed at.
import { select } from 'd3-selection';
import { bytes } from '../../../shared/format';
import { drawSpoken } from '../spoken';
import type { Bar, BarLayout } from './bar_layout';

export interface BarChartEvents {
  choose(type: string): void;
  /** The pointer or the focus came to a bar, or left it. */
  point(bar: Bar | null): void;
}

export function drawBars(
  svg: SVGSVGElement,
  layout: BarLayout,
  describe: (bar: Bar) => string,
  events: BarChartEvents,
): void {
  const chart = select(svg);
  chart.attr('width', '100%').attr('height', layout.height);

  const axis = chart.selectAll('g.axis').data([layout]).join('g').attr('class', 'axis').attr('aria-hidden', 'true');
  axis.attr('transform', `translate(${layout.labels},0)`);
  const ticks = axis.selectAll<SVGGElement, (typeof layout.ticks)[number]>('g').data(layout.ticks).join('g');
  ticks.attr('transform', (tick) => `translate(${tick.x},0)`);
  ticks.selectAll('line').data([0]).join('line').attr('y1', 20).attr('y2', layout.height);
  ticks
    .selectAll('text')
    .data((tick) => [tick])
    .join('text')
    .attr('y', 13)
    .attr('text-anchor', (tick) => (tick.x === 0 ? 'start' : 'middle'))
    .text((tick) => tick.label);

  const rows = chart
    .selectAll<SVGGElement, Bar>('g.bar')
    .data(layout.bars, (bar) => bar.key ?? '')
    .join('g');
  rows
    .attr('class', (bar) => (bar.key === null ? 'bar other' : 'bar'))
    .attr('transform', (bar) => `translate(0,${bar.y})`)
    .attr('data-testid', 'type-bar')
    .attr('data-key', (bar) => bar.key ?? '')
    .attr('role', (bar) => (bar.key === null ? 'img' : 'button'))
    .attr('tabindex', (bar) => (bar.key === null ? null : 0))
    // Nothing in a picture is told.
    .attr('aria-label', (bar) => (bar.key === null ? describe(bar) : null))
    .on('pointerenter focus', (_, bar) => events.point(bar))
    .on('pointerleave blur', () => events.point(null))
    .on('click', (_, bar) => bar.key !== null && events.choose(bar.key))
    .on('keydown', (event: KeyboardEvent, bar) => {
      if (event.key === 'Escape') events.point(null);
      if (bar.key === null || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      events.choose(bar.key);
    });
  rows.selectAll('*').remove();
  const drawn = drawSpoken(rows, describe, () => ({ x: 0, y: 0 }));
  drawn.append('rect').attr('class', 'hit').attr('width', '100%').attr('height', 24).attr('y', -4);
  drawn
    .append('text')
    .attr('class', 'name')
    .attr('x', layout.labels - 10)
    .attr('y', 12)
    .attr('text-anchor', 'end')
    .text((bar) => bar.label);
  drawn
    .append('rect')
    .attr('class', 'mark')
    .attr('x', layout.labels)
    .attr('width', (bar) => Math.max(1, bar.width))
    .attr('height', layout.barHeight)
    .attr('rx', 2);
  drawn
    .append('text')
    .attr('class', 'value')
    .attr('x', (bar) => layout.labels + bar.width + 8)
    .attr('y', 12)
    .text((bar) => bytes(bar.size.bytes));
}
