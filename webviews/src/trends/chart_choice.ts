// What a chart of the Trends tab shows, as what a question asks, and how one leads to the next. All functions are of values, none changes
// anything.
import { objectProperties } from '../../../shared/protocol/object_properties';
import type { TrendAnswer, TrendArgs, TrendMetric } from '../../../shared/protocol/trend';
import {
  mostTrendCharts,
  type ObjectSet,
  type PointWindow,
  type TrendChart,
  type TrendsChoice,
} from '../../../shared/protocol/view';

/** The whole grouping: what leads to the objects, and what divides them. */
export const groupingOf = ({ of, by }: Pick<TrendChart, 'of' | 'by'>): string =>
  of.by === '' ? by : `${of.by}, ${by}`;

export function filterOf({ rows, owned }: Pick<TrendChart, 'rows' | 'owned'>): ObjectSet['filter'] {
  if (rows === 'objects') return null;
  return owned ? 'structures' : 'top-level';
}

/** What is asked for a chart; without what goes without saying. */
export function trendArgs(chart: TrendChart, zoom: PointWindow | null): TrendArgs {
  const { of, where, metric, sort, top, other, every } = chart;
  const filter = filterOf(chart);
  return {
    by: groupingOf(chart),
    ...(of.path.length === 0 ? {} : { path: of.path }),
    ...(where === '' ? {} : { where }),
    ...(filter ? { filter } : {}),
    ...(zoom ? { from: String(zoom.from), to: String(zoom.to) } : {}),
    ...(every === '' ? {} : { every }),
    metric,
    sort,
    limit: top,
    other,
  };
}

/** The steps of a grouping, one behind the other: brackets only say what steps behind a property are for. */
const stepsOf = (by: string): string[] =>
  [...by.matchAll(/[^,[\]()]+(?:\([^)]*\))?/g)].map(([step]) => step.trim()).filter((step) => step !== '');

/** Whether a step of a grouping goes on from the objects of a row to others. */
function leadsOn(step: string): boolean {
  const name = step.replace(/\(.*$/, '');
  return objectProperties.find((property) => property.name === name)?.inGroupings === 'leads-on';
}

/** What divides the objects of a row further: the rest of the grouping behind the part that ends with the row. */
export function divisionBehind(by: string, rowsBy: string): string {
  const rest = stepsOf(by).slice(stepsOf(rowsBy).length);
  return rest.length === 0 ? 'type' : written(rest);
}

/** As people write it: what divides other objects stands in brackets behind what leads to them. */
function written([first = '', ...rest]: readonly string[]): string {
  if (rest.length === 0) return first;
  return leadsOn(first) ? `${first}[${written(rest)}]` : `${first}, ${written(rest)}`;
}

/** The objects of a series. */
export function seriesSet({ rowsBy, path, where, filter }: TrendAnswer, key: string): ObjectSet {
  return { by: rowsBy, path: [...path, key], where, filter };
}

/**
 * A chart of the objects of a series, with the settings of the one that it comes from. Where it goes on to other objects, such as the
 * leaves of structures, these are counted themselves: what they retain is not what the structures do. A class among them retains
 * all that its static fields hold, whatever structure leads to the class.
 */
export function drilled(chart: TrendChart, answer: TrendAnswer, key: string, division: string): TrendChart {
  const metric = leadsOn(stepsOf(division)[0] ?? '') ? ownMetrics[chart.metric] : chart.metric;
  return { ...chart, of: { by: answer.rowsBy, path: [...answer.path, key] }, by: division, metric };
}

/** Of the objects alone instead of what they retain. */
const ownMetrics: Readonly<Record<TrendMetric, TrendMetric>> = {
  bytes: 'bytes',
  objects: 'objects',
  'deep-bytes': 'deep-bytes',
  'deep-objects': 'deep-objects',
  'retained-bytes': 'bytes',
  'retained-objects': 'objects',
};

const sameRow = (a: TrendChart, b: TrendChart) =>
  a.where === b.where && filterOf(a) === filterOf(b) && a.of.by === b.of.by && isSamePath(a.of.path, b.of.path);
const isSamePath = (a: readonly string[], b: readonly string[]) => a.length === b.length && isBelow(a, b);
/** Whether it is the same row, or one below it. */
const isBelow = (path: readonly string[], above: readonly string[]) => above.every((key, i) => path[i] === key);

/**
 * The charts with another one, below the one that it comes from and what was charted from that before. Where the same objects have
 * a chart already, divided so, that is the one; -1 where there are as many as there may be.
 */
export function withChart(charts: readonly TrendChart[], from: number, chart: TrendChart): [TrendChart[], number] {
  const there = charts.findIndex((other) => sameRow(other, chart) && other.by === chart.by);
  if (there >= 0) return [[...charts], there];
  if (charts.length >= mostTrendCharts) return [[...charts], -1];
  const above = charts[from]?.of.path ?? [];
  let place = from + 1;
  while (place < charts.length && isFurther(charts[place]?.of.path ?? [], above)) place++;
  return [[...charts.slice(0, place), chart, ...charts.slice(place)], place];
}

const isFurther = (path: readonly string[], above: readonly string[]) =>
  path.length > above.length && isBelow(path, above);

/** The chart whose series the row of another one is; -1 where it is not there any more. */
export function chartAbove(charts: readonly TrendChart[], chart: TrendChart, length: number): number {
  const path = chart.of.path.slice(0, length);
  return charts.findIndex((other) => isSamePath(other.of.path, path));
}

/** Objects or structures. Heads of structures alone are all alike: what they keep alive tells them apart; and only structures have leaves. */
export function ofKind(chart: TrendChart, rows: TrendChart['rows']): TrendChart {
  if (rows === chart.rows) return chart;
  const isAlike = rows === 'structures' && chart.metric === 'bytes';
  const by = rows === 'objects' && chart.by.includes('leaves') ? 'type' : chart.by;
  return { ...chart, rows, by, owned: false, metric: isAlike ? 'retained-bytes' : chart.metric };
}

/** What is known of the points of a window only. */
export function clipped(answer: TrendAnswer, zoom: PointWindow | null): TrendAnswer {
  if (!zoom) return answer;
  const kept = answer.points.flatMap(({ index }, i) => (index >= zoom.from && index <= zoom.to ? [i] : []));
  if (kept.length === answer.points.length) return answer;
  const some = <Item>(items: readonly Item[]): Item[] => kept.flatMap((i) => items.slice(i, i + 1));
  return {
    ...answer,
    points: some(answer.points),
    series: answer.series.map((series) => ({ ...series, values: some(series.values) })),
    other: answer.other && { ...answer.other, values: some(answer.other.values) },
  };
}

/** The trace may have fewer points than when this was kept. */
export function withinPoints(choice: TrendsChoice, points: number): TrendsChoice {
  return { ...choice, zoom: choice.zoom && choice.zoom.to < points ? choice.zoom : null };
}

/** Whether what is counted depends on descriptions of data structures. */
export const isOfStructures = (chart: TrendChart): boolean =>
  chart.rows === 'structures' || /structures|top-level|leaves/.test(`${groupingOf(chart)} ${chart.where}`);
