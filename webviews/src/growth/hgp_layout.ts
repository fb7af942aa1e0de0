// Where the bars of the strongest structures go, one below the other. A function of rows and width, drawn
// elsewhere. Wide charts have the names left of the bars, narrow ones above them.
import { scaleLinear } from 'd3-scale';
import { shorten } from '../../../shared/format';
import type { GrowthOrder, GrowthRow } from '../../../shared/protocol/growth';
import { type AxisTick, percentTicks } from '../axis_ticks';
import { hgpText, metricOf, placeLabel, titleOf } from './growth_words';

export interface HgpBar {
  metric: GrowthOrder;
  /** From the left edge of the plot. */
  x: number;
  y: number;
  width: number;
}

export interface HgpGroup {
  row: GrowthRow;
  y: number;
  height: number;
  title: string;
  place: string;
  /** Of the size that orders the structures. */
  bar: HgpBar;
  /** Behind the bar. */
  value: { text: string; x: number; y: number };
}

export interface HgpTick extends AxisTick {
  x: number;
}

export interface HgpLayout {
  groups: HgpGroup[];
  ticks: HgpTick[];
  zero: number;
  threshold: { x: number; label: string };
  /** Where the whole growth of the heap is, if any bar goes past it. */
  whole: number | null;
  /** Width of the column of names; 0 where they are above the bars. */
  labels: number;
  plot: number;
  barHeight: number;
  top: number;
  bottom: number;
  height: number;
}

const barHeight = 12;
const groupHeight = 28; // of a name and where it is
const groupGap = 8;
const nameHeight = 16;
const axisHeight = 24;
const belowPlot = 18; // for the threshold's label
const valueRoom = 84; // for "≈ 123.4 %" behind the longest bar
const narrow = 560;
const nearlyAll = 75;
const leastPlace = 8; // letters: fewer say nothing

export function layoutHgp(
  rows: readonly GrowthRow[],
  {
    sort,
    threshold,
    width,
    characterWidth,
  }: { sort: GrowthOrder; threshold: number; width: number; characterWidth: number },
): HgpLayout {
  const stacked = width < narrow;
  const longestName = Math.max(
    0,
    ...rows.flatMap((row) => [titleOf(row), placeLabel(row)].map(({ length }) => length)),
  );
  const labels = stacked
    ? 0
    : Math.round(Math.min(longestName * characterWidth + 16, Math.max(width * 0.34, 190), 320));
  const plot = Math.max(60, width - labels - valueRoom);
  const shares = rows.map((row) => metricOf(row, sort).hgp ?? 0);
  const least = Math.min(0, ...shares);
  const longest = Math.max(threshold * 1.5, ...shares);
  // Who has nearly all is seen to have nearly all.
  const most = longest > nearlyAll ? Math.max(longest, 100) : longest;
  const scale = scaleLinear([least, most], [0, plot]);
  const characters = Math.max(8, Math.floor((stacked ? width : labels - 14) / characterWidth));
  const height = stacked ? barHeight : groupHeight;
  const step = height + groupGap + (stacked ? nameHeight : 0);
  const groups = rows.map((row, i) => {
    const y = axisHeight + groupGap / 2 + i * step + (stacked ? nameHeight : 0);
    return groupAt(row, y, { height, characters, stacked, sort }, scale);
  });
  const bottom = axisHeight + rows.length * step;
  return {
    groups,
    ticks: percentTicks(least, most, Math.max(2, Math.floor(plot / 80))).map((tick) => ({
      ...tick,
      x: scale(tick.value),
    })),
    zero: scale(0),
    threshold: { x: scale(threshold), label: hgpText({ hgp: threshold }) },
    whole: most > 100.05 ? scale(100) : null,
    labels,
    plot,
    barHeight,
    top: axisHeight,
    bottom,
    height: bottom + belowPlot,
  };
}

function groupAt(
  row: GrowthRow,
  y: number,
  { height, characters, stacked, sort }: { height: number; characters: number; stacked: boolean; sort: GrowthOrder },
  scale: (hgp: number) => number,
): HgpGroup {
  const { hgp } = metricOf(row, sort);
  const [left, right] = [Math.min(0, hgp ?? 0), Math.max(0, hgp ?? 0)].map(scale) as [number, number];
  const bar: HgpBar = { metric: sort, x: left, y: y + (height - barHeight) / 2, width: right - left };
  const title = shorten(titleOf(row), characters);
  // Above the bar, both share a line.
  const room = stacked ? characters - title.length - 3 : characters;
  return {
    row,
    y,
    height,
    title,
    place: room < leastPlace ? '' : shorten(placeLabel(row), room),
    bar,
    value: { text: hgpText({ hgp }), x: bar.x + bar.width + 6, y: bar.y + barHeight - 2 },
  };
}
