// A program that never ran: minor collections saw through its pools, the live heap leaks from the middle on, and now and then a major
// one comes. The same in every run, with as many points and collections as asked for.
import type { Gc, Point, TimelineAnswer } from '../../shared/protocol/answers';

const mebibyte = 2 ** 20;

export interface TimelineSizes {
  points: number;
  gcs: number;
  /** How long the program ran. */
  seconds: number;
  /** The last point was taken as it ended, and most of the heap was gone by then. */
  ends?: boolean;
}

/** The same, but a later point has let go of what the heap grew by in the suggested window. */
export function fakeFall(sizes: TimelineSizes): TimelineAnswer {
  const timeline = fakeTimeline(sizes);
  const fallen = sizes.points - 3;
  const points = timeline.points.map((point) => (point.index === fallen ? { ...point, bytes: 3 << 20 } : point));
  return { ...timeline, points, suggestion: { from: Math.floor(sizes.points / 3), to: fallen - 2 } };
}

export function fakeTimeline({ points, gcs, seconds, ends = false }: TimelineSizes): TimelineAnswer {
  const made = Array.from({ length: points }, (_, index) => pointAt(index, (seconds * (index + 1)) / points));
  const from = Math.floor(points / 3);
  const to = points - (ends ? 2 : 1);
  return {
    points: made,
    gcs: Array.from({ length: gcs }, (_, i) => gcAt(i, (seconds * (i + 0.7)) / gcs, seconds)),
    suggestion: points > 1 ? { from, to } : null,
    suggestedPoint: { index: to, why: points === 1 ? 'only' : gcs > 0 ? 'growth' : 'last' },
    warnings: [],
  };

  function pointAt(index: number, t: number): Point {
    const atExit = ends && index === points - 1;
    // A heap dump alone took no time.
    const live = Math.round(atExit ? liveAt(1) / 3 : liveAt(seconds > 0 ? t / seconds : 1));
    return { index, t, objects: Math.round(live / 31), bytes: live, ...(atExit ? { atExit } : {}) };
  }
}

/** Bytes that live at a share of the time. */
function liveAt(share: number): number {
  const starting = 180 * Math.min(1, share * 12);
  const leaking = 520 * Math.max(0, share - 0.3);
  return (starting + leaking) * mebibyte;
}

function gcAt(i: number, t: number, seconds: number): Gc {
  const major = i % 23 === 22;
  const concurrent = !major && i % 11 === 5;
  const live = liveAt(t / seconds);
  const floating = (1 + (i % 23)) * 7 * mebibyte;
  const survivors = (6 + (i % 5) * 3) * mebibyte;
  const pause = major ? 0.18 + (i % 3) * 0.05 : concurrent ? 0.012 : 0.006 + (i % 7) * 0.002;
  return {
    t,
    end: t + pause,
    kind: major ? 'major' : concurrent ? 'concurrent' : 'minor',
    collector: major ? 'G1 Full GC' : 'G1 Young Generation',
    cause: major ? 'Allocation Failure' : 'G1 Evacuation Pause',
    before: { 'G1 Eden Space': 240 * mebibyte, 'G1 Survivor Space': survivors, 'G1 Old Gen': live + floating },
    after: {
      'G1 Eden Space': 0,
      'G1 Survivor Space': major ? 0 : survivors + 3 * mebibyte,
      'G1 Old Gen': major ? live : live + floating,
    },
  };
}
