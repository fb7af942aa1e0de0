// What the node that is looked at owned over time, as a line inside its block, and a fork at the point that is shown: its tines reach to
// the points before and after it, and so say how far these are. A function of numbers and room.
import type { Rect } from './block_frame';

export interface HistoryLine {
  line: { x: number; y: number }[];
  /** From the point before to the one after, the handle at the shown one. */
  fork: { left: number; handle: number; right: number; top: number; bottom: number } | null;
}

/** Where the shown point is among those whose values are known: the nearest one, since of many points some are left out; -1 outside of them. */
export function placeOf(points: readonly { index: number }[], at: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || at < first.index || at > last.index) return -1;
  const distance = (place: number) => Math.abs((points[place]?.index ?? at) - at);
  return points.reduce((nearest, _, place) => (distance(place) < distance(nearest) ? place : nearest), 0);
}

const leastRoom = { width: 36, height: 18 };

/** Undefined where there is too little room, or no line. @param at index of the shown point among `points` */
export function historyLine(
  points: readonly { index: number; t: number }[],
  values: readonly number[],
  at: number,
  { x, y, width, height }: Rect,
): HistoryLine | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2 || width < leastRoom.width || height < leastRoom.height) return undefined;
  const most = Math.max(...values, 1);
  const tines = 5;
  const acrossOf = (t: number) => x + (width * (t - first.t)) / (last.t - first.t || 1);
  const upOf = (value: number) => y + (height - tines) * (1 - value / most);
  const line = points.map(({ t }, i) => ({ x: acrossOf(t), y: upOf(values[i] ?? 0) }));
  const shown = placeOf(points, at);
  const here = points[shown];
  const fork = here && {
    left: acrossOf((points[shown - 1] ?? here).t),
    handle: acrossOf(here.t),
    right: acrossOf((points[shown + 1] ?? here).t),
    top: upOf(values[shown] ?? 0),
    bottom: y + height,
  };
  return { line, fork: fork ?? null };
}
