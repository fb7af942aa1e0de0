// Where everything of a chart of trends goes: a function of data and size, drawn elsewhere. One panel has all lines, or each line has its own
// beside the others, with the same scale in all of them.
import { scaleLinear, scaleLog } from 'd3-scale';
import { shorten } from '../../../shared/format';
import type { TrendMetric, TrendPoint } from '../../../shared/protocol/trend';
import type { TrendDisplay } from '../../../shared/protocol/view';
import { byteTicks, countTicks, logTicks, timeTicks } from '../axis_ticks';
import { keepExtremes } from '../timeline/pool_samples';
import { nearestPoint } from '../timeline/window_choice';
import { placeEndLabels } from './end_labels';
import { countsObjects } from './trend_words';

/** A series, or all others together. */
export interface LineData {
  /** Null for all others. */
  key: string | null;
  /** As short as it can be told. */
  name: string;
  /** Of each point; null where it is not known. */
  values: readonly (number | null)[];
}

export interface TrendData {
  points: readonly TrendPoint[];
  /** In their order. */
  lines: readonly LineData[];
  metric: TrendMetric;
  /** The time that is shown, in seconds. */
  span: readonly [number, number];
}

export interface TrendSize {
  width: number;
  characterWidth: number;
}

type Place = readonly [x: number, y: number];

export interface LineLayout {
  key: string | null;
  path: string;
  /** Between the line and the one below it, where lines are stacked. */
  area: string | null;
  /** Of each point; null where it is not known. */
  places: readonly (Place | null)[];
  label: { text: string; x: number; y: number; end: number } | null;
}

export interface Tick {
  at: number;
  label: string;
}

export interface PanelLayout {
  left: number;
  right: number;
  top: number;
  bottom: number;
  title: string | null;
  lines: LineLayout[];
  timeTicks: Tick[];
  valueTicks: Tick[];
}

export interface TrendLayout {
  width: number;
  height: number;
  panels: PanelLayout[];
  /** Where each point is, from the left edge of a panel. */
  columns: number[];
  /** Whether there is room to show where points are. */
  hasDots: boolean;
  isStacked: boolean;
  /** Whether others are left out since they would press all lines down. */
  isOtherAbove: boolean;
}

const margin = { left: 76, right: 14, top: 10, bottom: 22 };
const labelHeight = 14;
const labelGap = 10;
/** Characters of a name at the end of its line. */
const mostLabel = 26;
/** Narrower charts have no names at the ends of lines: the legend has them. */
const leastWithLabels = 620;
const heights = { wide: 260, narrow: 220 };
/** Of charts side by side. */
const small = { width: 240, height: 96, title: 20, gap: 14 };
/** How many times as large as the largest line others may be, to be in the same picture. */
const mostOther = 1.5;

/** Where a panel is, and what it shows. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  title: string | null;
  /** Indexes of its lines. */
  shown: number[];
  hasLabels: boolean;
}

/** What all panels have in common. */
interface Scales {
  columns: number[];
  /** The upper edge of each line, as a value; null where it is not known. */
  edges: (number | null)[][];
  isStacked: boolean;
  value: ValueScale;
  time(seconds: number): number;
}

export function layoutTrend(data: TrendData, display: TrendDisplay, isLog: boolean, size: TrendSize): TrendLayout {
  const isStacked = display === 'stacked';
  const isOtherAbove = !isStacked && hasLargeOther(data.lines);
  const lines = isOtherAbove ? data.lines.filter(({ key }) => key !== null) : data.lines;
  const boxes = display === 'multiples' ? smallBoxes(lines, size) : [wholeBox(lines, size)];
  const inner = (boxes[0]?.right ?? 0) - (boxes[0]?.left ?? 0);
  const [from, to] = data.span;
  const time = scaleLinear([from, to > from ? to : from + 1], [0, inner]);
  const columns = data.points.map(({ t }) => time(t));
  const edges = isStacked ? stackOf(lines, data.points.length) : lines.map(({ values }) => [...values]);
  const scales: Scales = { columns, edges, isStacked, value: valueScale(edges, isLog && !isStacked), time };
  return {
    width: size.width,
    height: Math.max(0, ...boxes.map(({ bottom }) => bottom)) + margin.bottom,
    panels: boxes.map((box) => panelOf(box, { ...data, lines }, scales)),
    columns,
    hasDots: inner / Math.max(1, columns.length) >= 14,
    isStacked,
    isOtherAbove,
  };
}

function wholeBox(lines: readonly LineData[], { width, characterWidth }: TrendSize): Box {
  const hasLabels = width >= leastWithLabels;
  const longest = Math.min(mostLabel, mostOf(lines.map(({ name }) => name.length)));
  const right = hasLabels ? margin.right + labelGap + longest * characterWidth : margin.right;
  return {
    left: margin.left,
    right: Math.max(margin.left + 40, width - right),
    top: margin.top,
    bottom: margin.top + (hasLabels ? heights.wide : heights.narrow),
    title: null,
    shown: lines.map((_, i) => i),
    hasLabels,
  };
}

function smallBoxes(lines: readonly LineData[], { width, characterWidth }: TrendSize): Box[] {
  const across = Math.max(1, Math.floor(width / (small.width + margin.left)));
  const each = width / across;
  return lines.map(({ name }, i) => {
    const left = (i % across) * each + margin.left;
    const top = Math.floor(i / across) * (small.title + small.height + margin.bottom + small.gap) + small.title;
    const right = Math.max(left + 40, left + each - margin.left - margin.right);
    const title = shorten(name, Math.floor((right - left) / (1.1 * characterWidth)));
    return { left, right, top, bottom: top + small.height, title, shown: [i], hasLabels: false };
  });
}

function panelOf(box: Box, { lines, metric, span }: TrendData, scales: Scales): PanelLayout {
  const { left, right, top, bottom, title, shown } = box;
  const { columns, edges, isStacked, value, time } = scales;
  const y = (amount: number) => bottom - value.share(amount) * (bottom - top);
  const placed = (line: number) =>
    (edges[line] ?? []).map((edge, i): Place | null => (edge === null ? null : [left + (columns[i] ?? 0), y(edge)]));
  const places = shown.map(placed);
  const ends = places.map((line) => line.findLast((place) => place !== null)?.[1] ?? null);
  // What is written of an edge is used up to three times: numbers become texts once.
  const written = places.map(writtenPieces);
  const labels = placeEndLabels(box.hasLabels ? ends : [], top + labelHeight / 2, bottom, labelHeight);
  return {
    left,
    right,
    top,
    bottom,
    title,
    lines: shown.map((line, i): LineLayout => {
      const label = labels.find((each) => each.line === i);
      const upper = places[i] ?? [];
      return {
        key: lines[line]?.key ?? null,
        path: pathThrough(written[i] ?? []),
        area: isStacked ? areaBetween(upper, written[i] ?? [], written[i + 1] ?? [], y(0)) : null,
        places: upper,
        label: label
          ? { text: shorten(lines[line]?.name ?? '', mostLabel), x: right + labelGap, y: label.y, end: label.end }
          : null,
      };
    }),
    timeTicks: timeTicks(span[0], span[1], Math.max(3, Math.floor((right - left) / 100))).map((tick) => ({
      at: left + time(tick.value),
      label: tick.label,
    })),
    valueTicks: value
      .ticks(Math.max(2, Math.floor((bottom - top) / 34)), !countsObjects(metric))
      .map((tick) => ({ at: y(tick.value), label: tick.label })),
  };
}

/** All others are most of the heap: lines that grow would lie on the ground below them. */
function hasLargeOther(lines: readonly LineData[]): boolean {
  const others = lines.filter(({ key }) => key === null);
  const largest = mostOf(lines.flatMap(({ key, values }) => (key === null ? [] : values)));
  return (
    others.length < lines.length && largest > 0 && mostOf(others.flatMap(({ values }) => values)) > mostOther * largest
  );
}

/** From the last line, which lies at the bottom, up to the first: what comes first moves above all others. */
function stackOf(lines: readonly LineData[], points: number): (number | null)[][] {
  const reached = Array.from({ length: points }, () => 0);
  const edges = lines.toReversed().map(({ values }) =>
    reached.map((below, i) => {
      reached[i] = below + (values[i] ?? 0);
      return reached[i];
    }),
  );
  return edges.toReversed();
}

interface ValueScale {
  /** How far up a value is: 0 at the bottom, 1 at the top. */
  share(value: number): number;
  ticks(about: number, isBytes: boolean): { value: number; label: string }[];
}

function valueScale(edges: readonly (number | null)[][], isLog: boolean): ValueScale {
  const all = edges.flat().filter((value) => value !== null);
  const most = mostOf(all);
  if (!isLog || most < 2) {
    const share = scaleLinear([0, most === 0 ? 1 : most * 1.04], [0, 1]);
    return { share, ticks: (about, isBytes) => (isBytes ? byteTicks : countTicks)(most, about) };
  }
  // Nothing has no logarithm: it lies at the bottom.
  const least = Math.min(
    most / 2,
    all.reduce((small, value) => (value > 0 ? Math.min(small, value) : small), most),
  );
  const share = scaleLog([least, most * 1.2], [0.02, 1]);
  return {
    share: (value) => (value < least ? 0 : share(value)),
    ticks: (about, isBytes) => logTicks(least, most, about, isBytes),
  };
}

/** Spread into arguments, this many numbers would be too many. */
const mostOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

const coordinate = (value: number): string => String(Math.round(10 * value) / 10);

/** Places of an edge that belong together, as they stand in a path: where some between are not known, another piece begins. */
type WrittenPieces = readonly (readonly string[])[];

/** More than the pixels there are is not drawn. */
const writtenPieces = (places: readonly (Place | null)[]): WrittenPieces =>
  piecesOf(places).map((piece) => thinned(piece).map(([x, y]) => `${coordinate(x)},${coordinate(y)}`));

const pathThrough = (pieces: WrittenPieces): string => pieces.map((piece) => `M${piece.join('L')}`).join('');

const thinned = (piece: readonly Place[]): Place[] =>
  keepExtremes(
    piece,
    ([x]) => Math.round(x),
    ([, y]) => y,
  );

function piecesOf(places: readonly (Place | null)[]): Place[][] {
  const pieces: Place[][] = [[]];
  for (const place of places) {
    if (place) pieces.at(-1)?.push(place);
    else pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** From the places of an edge down to the edge below it, or to the ground. */
function areaBetween(
  places: readonly (Place | null)[],
  above: WrittenPieces,
  below: WrittenPieces,
  ground: number,
): string {
  const [first, last] = [places.find((place) => place !== null), places.findLast((place) => place !== null)];
  if (!first || !last) return '';
  const onGround = [first[0], last[0]].map((x) => `${coordinate(x)},${coordinate(ground)}`);
  const edge = below.length > 0 ? below.flat() : onGround;
  return `M${above.flat().join('L')}L${edge.toReversed().join('L')}Z`;
}

/** How far from a line somebody may point, and still mean it. */
const reach = 28;

/** The line that is meant at a place of a panel: the nearest one; where they are stacked, the one whose area it is. */
export function lineAt({ lines }: PanelLayout, isStacked: boolean, x: number, y: number): LineLayout | undefined {
  const away = (line: LineLayout) => {
    const height = heightAt(line.places, x);
    if (height === undefined) return Number.POSITIVE_INFINITY;
    if (isStacked) return height <= y ? y - height : Number.POSITIVE_INFINITY;
    const distance = Math.abs(y - height);
    return distance <= reach ? distance : Number.POSITIVE_INFINITY;
  };
  const nearest = lines.reduce<{ line?: LineLayout; distance: number }>(
    (best, line) => (away(line) < best.distance ? { line, distance: away(line) } : best),
    { distance: Number.POSITIVE_INFINITY },
  );
  return nearest.line;
}

function heightAt(places: readonly (Place | null)[], x: number): number | undefined {
  const known = places.filter((place) => place !== null);
  const right = known.findIndex((place) => place[0] >= x);
  const [a, b] = [known[right - 1], known[right === -1 ? known.length - 1 : right]];
  if (!a || !b) return (b ?? known.at(-1))?.[1];
  return b[0] === a[0] ? b[1] : a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]);
}

/** The panel at a place of the chart, or nearest to it. */
export function panelAt({ panels }: TrendLayout, x: number, y: number): PanelLayout | undefined {
  const outside = (least: number, most: number, value: number) => Math.max(0, least - value, value - most);
  const away = ({ left, right, top, bottom }: PanelLayout) => outside(left, right, x) + outside(top, bottom, y);
  return panels.reduce<PanelLayout | undefined>(
    (best, panel) => (best && away(best) <= away(panel) ? best : panel),
    undefined,
  );
}

/** Which point of the chart is at a place of a panel; -1 where there is none. */
export const pointAt = ({ columns }: TrendLayout, { left }: PanelLayout, x: number): number =>
  columns.length === 0 ? -1 : nearestPoint(columns, x - left);
