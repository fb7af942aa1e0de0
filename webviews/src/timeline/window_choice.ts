// Choosing the window, two points: how keys and the pointer change it. Functions of what is chosen, without a chart.
import { bisectCenter } from 'd3-array';
import type { PointWindow } from '../../../shared/protocol/view';

export type End = keyof PointWindow;

export interface WindowChoice {
  window: PointWindow | null;
  /** The end that the next key moves. */
  active: End;
}

export const otherEnd = (end: End): End => (end === 'from' ? 'to' : 'from');

/** The window with one end moved to `point`, as far as the other end lets it. */
export function withEnd(window: PointWindow, end: End, point: number, points: number): PointWindow {
  return end === 'from'
    ? { ...window, from: Math.max(0, Math.min(point, window.to - 1)) }
    : { ...window, to: Math.min(points - 1, Math.max(point, window.from + 1)) };
}

/** What the pointer has swept over, from one point to another. */
export function swept(a: number, b: number): PointWindow | null {
  return a === b ? null : { from: Math.min(a, b), to: Math.max(a, b) };
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** The choice after a key, or undefined if the key is not for the window. With shift, the other end moves. */
export function afterKey(
  { window, active }: WindowChoice,
  key: string,
  shift: boolean,
  points: number,
): WindowChoice | undefined {
  if (key === 'Escape') return window ? { window: null, active } : undefined;
  const step = steps[key];
  if (points < 2 || (step === undefined && key !== 'Home' && key !== 'End')) return undefined;
  if (!window) return firstWindow(key, step, points);
  const end = shift ? otherEnd(active) : active;
  const point = step === undefined ? (key === 'Home' ? 0 : points - 1) : window[end] + step;
  return { window: withEnd(window, end, point, points), active };
}

/** Rightwards from the first point, leftwards from the last, or all. */
function firstWindow(key: string, step: number | undefined, points: number): WindowChoice {
  if (step === 1) return { window: { from: 0, to: 1 }, active: 'to' };
  if (step === -1) return { window: { from: points - 2, to: points - 1 }, active: 'from' };
  return { window: { from: 0, to: points - 1 }, active: key === 'Home' ? 'from' : 'to' };
}

/** Index of the point whose place is nearest to `x`; places are in ascending order. */
export function nearestPoint(places: readonly number[], x: number): number {
  return bisectCenter(places as number[], x);
}
