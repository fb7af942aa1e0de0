// The time bar as numbers: how much is in use at each pixel, where points are, and which one is nearest to a place.
import { type PoolTellers, poolSeries, sampleAt } from '../timeline/pool_samples';

export interface TimeBarLayout {
  /** Of the largest use, for each stretch from left to right: 0 to 1. */
  used: number[];
  /** How wide a stretch is. */
  stretch: number;
  points: { index: number; x: number; t: number }[];
  xOf(t: number): number;
  timeAt(x: number): number;
}

const stretch = 2;

/** Where collections tell nothing, what lives at the points is all that is known to be in use. */
export function layoutTimeBar(timeline: PoolTellers, width: number): TimeBarLayout {
  const { points } = timeline;
  const { samples } = poolSeries(timeline);
  const last = Math.max(points.at(-1)?.t ?? 0, samples.at(-1)?.t ?? 0);
  const first = Math.min(points[0]?.t ?? 0, samples[0]?.t ?? points[0]?.t ?? 0);
  const long = last - first || 1;
  const xOf = (t: number) => (points.length + samples.length < 2 ? width / 2 : (width * (t - first)) / long);
  const timeAt = (x: number) => first + (long * x) / (width || 1);
  const all = samples.length > 0 ? samples : points.map(({ t, bytes }) => ({ t, used: [bytes], total: bytes }));
  const most = all.reduce((largest, { total }) => Math.max(largest, total), 1);
  const used = Array.from({ length: Math.ceil(width / stretch) }, (_, i) => {
    return (sampleAt(all, timeAt((i + 0.5) * stretch))?.total ?? 0) / most;
  });
  return { used, stretch, points: points.map(({ index, t }) => ({ index, t, x: xOf(t) })), xOf, timeAt };
}

/** Undefined where there are no points. */
export function nearestPoint({ points }: Pick<TimeBarLayout, 'points'>, x: number): number | undefined {
  let nearest = points[0];
  for (const point of points) {
    if (nearest && Math.abs(point.x - x) < Math.abs(nearest.x - x)) nearest = point;
  }
  return nearest?.index;
}
