// Draws the timeline with D3: axes, areas, the live line, collections and their pauses. What can be chosen in it, the points and the
// window, has files of its own.
import { type Selection, select } from 'd3-selection';
import { strings } from '../strings';
import type { KindPath, Tick, TimelineLayout } from './timeline_layout';

const text = strings.timeline;

export type Layer = Selection<SVGGElement, unknown, null, undefined>;

/** From the back to the front. */
const layers = ['grid', 'areas', 'live', 'collections', 'sweep', 'cursor', 'window', 'points', 'handles'] as const;

export function makeLayers(svg: SVGSVGElement): Record<(typeof layers)[number], Layer> {
  const chart = select(svg);
  const made = layers.map((name) => [name, chart.append('g').attr('class', name)] as const);
  return Object.fromEntries(made) as Record<(typeof layers)[number], Layer>;
}

export function drawGrid(layer: Layer, layout: TimelineLayout): void {
  const { plot, height, valueTicks, timeTicks, pauses } = layout;
  const bottom = pauses?.bottom ?? plot.bottom;
  layer.attr('aria-hidden', 'true');
  const across = (name: string, ticks: Tick[], left: number) => {
    const groups = ticksOf(layer, name, ticks).attr('transform', ({ at }) => `translate(0,${Math.round(at) + 0.5})`);
    one(groups, 'line').attr('x1', left).attr('x2', plot.right);
    one(groups, 'text')
      .attr('x', plot.left - 10)
      .attr('dy', '0.32em')
      .attr('text-anchor', 'end')
      .text(({ label }) => label);
  };
  across('value', valueTicks, plot.left);
  across('pause', pauses?.ticks ?? [], plot.left);
  const times = ticksOf(layer, 'time', timeTicks).attr('transform', ({ at }) => `translate(${Math.round(at) + 0.5},0)`);
  one(times, 'line').attr('y1', plot.top).attr('y2', bottom);
  one(times, 'text')
    .attr('y', height - 5)
    .attr('text-anchor', ({ at }) => (at > plot.right - 24 ? 'end' : 'middle'))
    .text(({ label }) => label);
  const baselines = [plot.bottom, ...(pauses ? [pauses.bottom] : [])];
  layer
    .selectAll('line.baseline')
    .data(baselines)
    .join('line')
    .attr('class', 'baseline')
    .attr('x1', plot.left)
    .attr('x2', plot.right)
    .attr('y1', (y) => y + 0.5)
    .attr('y2', (y) => y + 0.5);
}

export function drawAreas(layer: Layer, { areas, dense }: TimelineLayout): void {
  layer.attr('aria-hidden', 'true').classed('dense', dense);
  const groups = layer
    .selectAll<SVGGElement, TimelineLayout['areas'][number]>('g')
    .data(areas)
    .join('g')
    .attr('class', (_, i) => poolClass(i))
    .attr('data-pool', ({ pool }) => pool);
  one(groups, 'path.area')
    .attr('class', 'area')
    .attr('d', ({ path }) => path);
  one(groups, 'path.edge')
    .attr('class', 'edge')
    .attr('d', ({ edge }) => edge);
}

const poolColours = 5;
export const poolClass = (pool: number): string => `pool pool-${pool % poolColours}`;

export function drawLive(layer: Layer, { live, marks, points }: TimelineLayout): void {
  layer.attr('aria-hidden', 'true');
  // The rim keeps the line apart from areas of any colour.
  for (const part of ['rim', 'line']) {
    layer.selectAll(`path.${part}`).data([live]).join('path').attr('class', part).attr('d', live);
  }
  layer
    .selectAll('circle')
    // Some dots would say that there are no points between them.
    .data(marks.length === points.length ? marks : [])
    .join('circle')
    .attr('r', 2.5)
    .attr('cx', ({ x }) => x)
    .attr('cy', ({ y }) => y);
}

export function drawCollections(layer: Layer, { gcTicks, gcLane, pauses, plot, columns }: TimelineLayout): void {
  layer.attr('aria-hidden', 'true');
  const strokes = (name: string, paths: KindPath[]) =>
    layer
      .selectAll<SVGPathElement, KindPath>(`path.${name}`)
      .data(paths)
      .join('path')
      .attr('class', ({ kind }) => `${name} gc-${kind}`)
      .attr('d', ({ path }) => path);
  strokes('tick', gcTicks);
  strokes('bar', pauses?.bars ?? []);
  const names = gcLane && pauses ? [named(text.gcs, gcLane.bottom - 2), named(text.pauses, pauses.bottom - 1)] : [];
  layer
    .selectAll('text')
    .data(names)
    .join('text')
    .attr('x', plot.left - 10)
    .attr('y', ({ y }) => y)
    .attr('text-anchor', 'end')
    .text(({ name }) => name);
  layer
    .selectAll('rect')
    .data(gcLane && pauses && columns.length > 0 ? [{ top: gcLane.top, bottom: pauses.bottom }] : [])
    .join('rect')
    .attr('class', 'hit')
    .attr('data-testid', 'gc-strip')
    .attr('x', plot.left - 4)
    .attr('width', plot.right - plot.left + 8)
    .attr('y', ({ top }) => top)
    .attr('height', ({ top, bottom }) => bottom - top);
}

const named = (name: string, y: number) => ({ name, y });

function ticksOf(layer: Layer, name: string, ticks: Tick[]) {
  return layer.selectAll<SVGGElement, Tick>(`g.${name}`).data(ticks).join('g').attr('class', name);
}

/** One child of each, with its parent's data. */
function one<Data>(parents: Selection<SVGGElement, Data, SVGGElement, unknown>, selector: string) {
  const [tag = ''] = selector.split('.');
  return parents
    .selectAll<SVGElement, Data>(selector)
    .data((data) => [data])
    .join(tag);
}
