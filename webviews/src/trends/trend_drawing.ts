// Draws a chart of trends with D3: axes, areas and lines with the names at their ends; and above these what moves with the pointer: the cursor, and
// what is being selected. Lines are for the eye alone: the legend and the table tell what they do.
import { type Selection, select } from 'd3-selection';
import type { SeriesSlots } from './series_slots';
import type { LineLayout, PanelLayout, Tick, TrendLayout } from './trend_layout';

export type Layer = Selection<SVGGElement, unknown, null, undefined>;

/** From the back to the front. */
const layers = ['grid', 'lines', 'sweep', 'cursor'] as const;

export function makeLayers(svg: SVGSVGElement): Record<(typeof layers)[number], Layer> {
  const chart = select(svg);
  const made = layers.map((name) => [name, chart.append('g').attr('class', name)] as const);
  return Object.fromEntries(made) as Record<(typeof layers)[number], Layer>;
}

export function drawPanels(grid: Layer, { panels }: TrendLayout): void {
  grid.attr('aria-hidden', 'true');
  const groups = grid.selectAll<SVGGElement, PanelLayout>('g.panel').data(panels).join('g').attr('class', 'panel');
  groups.each(function (panel) {
    drawPanel(select(this), panel);
  });
}

function drawPanel(group: Selection<SVGGElement, unknown, null, undefined>, panel: PanelLayout): void {
  const { left, right, top, bottom, title, valueTicks, timeTicks } = panel;
  const values = ticksOf(group, 'value', valueTicks).attr(
    'transform',
    ({ at }) => `translate(0,${Math.round(at) + 0.5})`,
  );
  one(values, 'line').attr('x1', left).attr('x2', right);
  one(values, 'text')
    .attr('x', left - 10)
    .attr('dy', '0.32em')
    .attr('text-anchor', 'end')
    .text(({ label }) => label);
  const times = ticksOf(group, 'time', timeTicks).attr('transform', ({ at }) => `translate(${Math.round(at) + 0.5},0)`);
  one(times, 'line').attr('y1', top).attr('y2', bottom);
  one(times, 'text')
    .attr('y', bottom + 16)
    .attr('text-anchor', ({ at }) => (at > right - 24 ? 'end' : 'middle'))
    .text(({ label }) => label);
  group
    .selectAll('line.baseline')
    .data([bottom + 0.5])
    .join('line')
    .attr('class', 'baseline')
    .attr('x1', left)
    .attr('x2', right)
    .attr('y1', (y) => y)
    .attr('y2', (y) => y);
  group
    .selectAll('text.title')
    .data(title === null ? [] : [title])
    .join('text')
    .attr('class', 'title')
    .attr('x', left)
    .attr('y', top - 8)
    .text((words) => words);
}

export function drawLines(layer: Layer, { panels, hasDots }: TrendLayout, slots: SeriesSlots): void {
  layer.attr('aria-hidden', 'true');
  const lines = panels.flatMap((panel) => panel.lines);
  const groups = layer
    .selectAll<SVGGElement, LineLayout>('g.series')
    // Those that come first lie above the others.
    .data(lines.toReversed(), ({ key }) => key ?? '')
    .join('g')
    .attr('class', ({ key }) => `series ${slots.classOf(key)}`)
    .attr('data-key', ({ key }) => key ?? '');
  groups.order();
  part(groups, 'path', 'area', ({ area }) => (area === null ? [] : [area])).attr('d', (area) => area);
  part(groups, 'path', 'line', ({ path }) => [path]).attr('d', (path) => path);
  part(groups, 'circle', 'dot', ({ places }) => (hasDots ? places.filter((place) => place !== null) : []))
    .attr('r', 2)
    .attr('cx', ([x]) => x)
    .attr('cy', ([, y]) => y);
  // A name that had to move is led to by a line.
  part(groups, 'path', 'lead', ({ label }) => (label && Math.abs(label.y - label.end) > 3 ? [label] : [])).attr(
    'd',
    ({ x, y, end }) => `M${x - 9},${end}L${x - 3},${y}`,
  );
  part(groups, 'text', 'name', ({ label }) => (label ? [label] : []))
    .attr('x', ({ x }) => x)
    .attr('y', ({ y }) => y)
    .attr('dy', '0.32em')
    .text(({ text }) => text);
}

/** One line stands out, the others step back; null for all alike. */
export function emphasise(layer: Layer, key: string | null): void {
  layer.classed('has-emphasis', key !== null);
  layer
    .selectAll<SVGGElement, LineLayout>('g.series')
    .classed('emphasised', (line) => key !== null && (line.key ?? '') === key)
    .filter((line) => key !== null && (line.key ?? '') === key)
    .raise();
}

/** @param point index among the points of the chart; -1 for none */
export function drawCursor(layer: Layer, { panels, columns }: TrendLayout, point: number, slots: SeriesSlots): void {
  layer.attr('aria-hidden', 'true');
  const column = columns[point];
  const shown = column === undefined ? [] : panels;
  layer
    .selectAll<SVGLineElement, PanelLayout>('line')
    .data(shown)
    .join('line')
    .attr('x1', ({ left }) => left + (column ?? 0))
    .attr('x2', ({ left }) => left + (column ?? 0))
    .attr('y1', ({ top }) => top)
    .attr('y2', ({ bottom }) => bottom);
  const dots = shown.flatMap(({ lines }) =>
    lines.flatMap(({ key, places }) => {
      const place = places[point];
      return place ? [{ key, place }] : [];
    }),
  );
  layer
    .selectAll<SVGCircleElement, (typeof dots)[number]>('circle')
    .data(dots)
    .join('circle')
    .attr('class', ({ key }) => slots.classOf(key))
    .attr('r', 3.5)
    .attr('cx', ({ place }) => place[0])
    .attr('cy', ({ place }) => place[1]);
}

/** @param points the ends of what is being selected; null for nothing */
export function drawSweep(
  layer: Layer,
  { panels, columns }: TrendLayout,
  points: readonly [number, number] | null,
): void {
  layer.attr('aria-hidden', 'true');
  const [a, b] = points ? [columns[points[0]] ?? 0, columns[points[1]] ?? 0] : [0, 0];
  layer
    .selectAll<SVGRectElement, PanelLayout>('rect')
    .data(points ? panels : [])
    .join('rect')
    .attr('x', ({ left }) => left + Math.min(a, b))
    .attr('width', Math.abs(b - a))
    .attr('y', ({ top }) => top)
    .attr('height', ({ top, bottom }) => bottom - top);
}

type Groups<Data> = Selection<SVGGElement, Data, SVGGElement, unknown>;

function part<Data, Item>(
  groups: Groups<Data>,
  tag: 'path' | 'circle' | 'text',
  name: string,
  of: (data: Data) => Item[],
) {
  return groups.selectAll<SVGElement, Item>(`${tag}.${name}`).data(of).join(tag).attr('class', name);
}

function ticksOf(group: Selection<SVGGElement, unknown, null, undefined>, name: string, ticks: Tick[]) {
  return group.selectAll<SVGGElement, Tick>(`g.${name}`).data(ticks).join('g').attr('class', name);
}

/** One child of each, with its parent's data. */
function one<Data>(parents: Selection<SVGGElement, Data, SVGGElement, unknown>, tag: 'line' | 'text') {
  return parents
    .selectAll<SVGElement, Data>(tag)
    .data((data) => [data])
    .join(tag);
}
