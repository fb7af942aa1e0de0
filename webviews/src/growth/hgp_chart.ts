// Draws the strongest structures with D3: a bar each, in a list box of which one group at a time takes the keyboard.
import { type Selection, select } from 'd3-selection';
import { drawSpoken } from '../spoken';
import { strings } from '../strings';
import { rowWords } from './growth_words';
import type { HgpGroup, HgpLayout } from './hgp_layout';

const text = strings.growth.chart;

export interface HgpChartEvents {
  choose(id: string): void;
  /** The pointer or the focus came to a group, or left it. */
  point(group: HgpGroup | null): void;
}

export function drawHgp(svg: SVGSVGElement, layout: HgpLayout, selected: string | null, events: HgpChartEvents): void {
  const chart = select(svg);
  chart.attr('width', '100%').attr('height', layout.height);
  drawAxis(layer(chart, 'axis'), layout);
  const focusable = layout.groups.some(({ row }) => row.id === selected) ? selected : layout.groups[0]?.row.id;
  const groups = layer(chart, 'groups')
    .selectAll<SVGGElement, HgpGroup>('g.structure')
    .data(layout.groups, ({ row }) => row.id)
    .join('g')
    .attr('class', 'structure')
    .attr('data-testid', 'growth-bars')
    .attr('data-id', ({ row }) => row.id)
    .attr('role', 'option')
    .attr('aria-selected', ({ row }) => String(row.id === selected))
    .attr('tabindex', ({ row }) => (row.id === focusable ? 0 : -1))
    .on('pointerenter focus', (_, group) => events.point(group))
    .on('pointerleave blur', () => events.point(null))
    .on('click', (_, { row }) => events.choose(row.id))
    .on('keydown', (event: KeyboardEvent, group) => onKey(event, group, svg, events));
  // Joined groups keep their order of creation otherwise.
  groups.order();
  groups.selectAll('*').remove();
  const drawn = drawSpoken(
    groups,
    ({ row }) => rowWords(row),
    ({ y }) => ({ x: 0, y }),
  );
  drawn
    .append('rect')
    .attr('class', 'hit')
    .attr('x', -8)
    .attr('width', layout.labels + layout.plot + 92)
    .attr('y', ({ y }) => y - (layout.labels === 0 ? 20 : 6))
    .attr('height', ({ height }) => height + (layout.labels === 0 ? 26 : 12));
  drawNames(drawn, layout);
  drawn
    .append('rect')
    .attr('class', ({ bar }) => `mark metric-${bar.metric}`)
    .attr('x', ({ bar }) => layout.labels + bar.x)
    .attr('y', ({ bar }) => bar.y)
    .attr('width', ({ bar }) => Math.max(1, bar.width))
    .attr('height', layout.barHeight)
    .attr('rx', 2);
  drawn
    .append('text')
    .attr('class', 'value')
    .attr('x', ({ value }) => layout.labels + value.x)
    .attr('y', ({ value }) => value.y)
    .text(({ value }) => value.text);
}

type Chart = Selection<SVGSVGElement, unknown, null, undefined>;

const layer = (chart: Chart, name: string) =>
  chart.selectAll<SVGGElement, unknown>(`g.${name}`).data<unknown>([0]).join('g').attr('class', name);

function drawAxis(axis: Selection<SVGGElement, unknown, SVGSVGElement, unknown>, layout: HgpLayout): void {
  const { labels, top, bottom } = layout;
  axis.attr('aria-hidden', 'true').attr('transform', `translate(${labels},0)`);
  axis.selectAll('*').remove();
  const line = (name: string, x: number) =>
    axis
      .append('line')
      .attr('class', name)
      .attr('x1', Math.round(x) + 0.5)
      .attr('x2', Math.round(x) + 0.5)
      .attr('y1', top)
      .attr('y2', bottom);
  for (const tick of layout.ticks) {
    line('tick', tick.x);
    axis
      .append('text')
      .attr('x', tick.x)
      .attr('y', 14)
      .attr('text-anchor', tick.x === 0 ? 'start' : 'middle')
      .text(tick.label);
  }
  line('zero', layout.zero);
  if (layout.whole !== null) line('whole', layout.whole);
  line('threshold', layout.threshold.x).attr('y2', bottom + 4);
  axis
    .append('text')
    .attr('class', 'threshold')
    .attr('x', layout.threshold.x)
    .attr('y', bottom + 15)
    .attr('text-anchor', layout.threshold.x < 60 ? 'start' : 'middle')
    .text(`${text.threshold} ≥ ${layout.threshold.label}`);
}

function drawNames(groups: Selection<SVGGElement, HgpGroup, SVGGElement, unknown>, { labels }: HgpLayout): void {
  if (labels === 0) {
    const name = groups
      .append('text')
      .attr('class', 'name')
      .attr('x', 0)
      .attr('y', ({ y }) => y - 6);
    name.append('tspan').text(({ title }) => title);
    name
      .append('tspan')
      .attr('class', 'where')
      .text(({ place }) => (place === '' ? '' : ` · ${place}`));
    return;
  }
  const at = (name: string, below: number, words: (group: HgpGroup) => string) =>
    groups
      .append('text')
      .attr('class', name)
      .attr('x', labels - 12)
      .attr('y', ({ y }) => y + below)
      .attr('text-anchor', 'end')
      .text(words);
  at('name', 11, ({ title }) => title);
  at('name where', 25, ({ place }) => place);
}

function onKey(event: KeyboardEvent, { row }: HgpGroup, svg: SVGSVGElement, events: HgpChartEvents): void {
  if (event.key === 'Escape') events.point(null);
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    events.choose(row.id);
    return;
  }
  const groups = [...svg.querySelectorAll<SVGGElement>('g.structure')];
  const at = groups.findIndex((group) => group.dataset.id === row.id);
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: groups.length - 1,
  };
  const to = groups[moves[event.key] ?? -1];
  if (!to) return;
  event.preventDefault();
  for (const group of groups) group.setAttribute('tabindex', group === to ? '0' : '-1');
  to.focus();
}
