// Where the bars of the largest types go: a function of rows and width, drawn elsewhere.
import { scaleLinear } from 'd3-scale';
import { shortenType } from '../../../shared/format';
import type { HeapRow, Size } from '../../../shared/protocol/answers';
import { byteTicks } from '../axis_ticks';

export interface Bar {
  /** Null for all the other types together. */
  key: string | null;
  label: string;
  size: Size;
  y: number;
  width: number;
}

export interface Tick {
  x: number;
  label: string;
}

export interface BarLayout {
  bars: Bar[];
  ticks: Tick[];
  /** Width of the column of names. */
  labels: number;
  /** Width left for the bars. */
  plot: number;
  barHeight: number;
  height: number;
}

const rowHeight = 26;
const barHeight = 16;
const valueRoom = 84; // for "123.4 MiB" behind the longest bar
const axisHeight = 26;

export function layoutBars(
  rows: HeapRow[],
  other: (Size & { types: number; label: string }) | null,
  width: number,
  characterWidth: number,
): BarLayout {
  const labels = Math.round(Math.min(Math.max(width * 0.42, 130), 420));
  const plot = Math.max(40, width - labels - valueRoom);
  const most = Math.max(1, ...rows.map((row) => row.bytes), other?.bytes ?? 0);
  const scale = scaleLinear([0, most], [0, plot]);
  const characters = Math.max(6, Math.floor((labels - 14) / characterWidth));
  const bars: Bar[] = rows.map((row, i) => ({
    key: row.key,
    label: shortenType(row.key, characters),
    size: { objects: row.objects, bytes: row.bytes },
    y: axisHeight + i * rowHeight,
    width: scale(row.bytes),
  }));
  if (other && other.types > 0) {
    bars.push({
      key: null,
      label: other.label,
      size: { objects: other.objects, bytes: other.bytes },
      y: axisHeight + bars.length * rowHeight,
      width: scale(other.bytes),
    });
  }
  return {
    bars,
    ticks: withRoom(
      byteTicks(most, Math.max(2, Math.floor(plot / 110))).map(({ value, label }) => ({ label, x: scale(value) })),
      characterWidth,
    ),
    labels,
    plot,
    barHeight,
    height: axisHeight + bars.length * rowHeight + 4,
  };
}

/** Those whose labels do not touch the one before. The first begins at its place, the others have it in their middle. */
function withRoom(ticks: Tick[], characterWidth: number): Tick[] {
  let taken = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ x, label }) => {
    const width = label.length * characterWidth;
    const left = x === 0 ? 0 : x - width / 2;
    if (left < taken + characterWidth) return false;
    taken = left + width;
    return true;
  });
}
