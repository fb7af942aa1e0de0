// What the views say of points, windows and collections. Points have the numbers that the command line knows them by, from 0.

import { bytes, count, counted, objects, pause, signedPercent, timeSince } from '../../../shared/format';
import type { Gc, InfoAnswer, Point } from '../../../shared/protocol/answers';
import type { PointWindow } from '../../../shared/protocol/view';
import { strings } from '../strings';
import { type GcColumn, pauseOf } from './gc_columns';

const text = strings.timeline;

/** What is drawn and compared. */
export type Measure = 'bytes' | 'objects';

/** `Main · 20:45 · 5 points`. Names of several files say how many there are. */
export const traceWithPoints = (
  name: string,
  { files, points }: Pick<InfoAnswer['trace'], 'files' | 'points'>,
): string => (points < 2 || files.length > 1 ? name : `${name} · ${counted(points, strings.recording.points)}`);

/** `point 3, 34.5 s`: for a slider, say. */
export const pointName = ({ index, t, atExit, light, file }: Point): string =>
  [
    file ?? `${text.point} ${index}`,
    timeSince(t),
    ...(light ? [text.light] : []),
    ...(atExit ? [text.programEnd] : []),
  ].join(', ');

/** `point 3 (34.5 s)`, or its file. */
export const pointBriefly = ({ index, t, file }: Pick<Point, 'index' | 't' | 'file'>): string =>
  file ?? `${text.point} ${index} (${timeSince(t)})`;

/** `3 · 34.5 s · suggested`, `11 · 4 min 14.0 s · exit`; no time while times are not known. Of several dumps `first.hprof · suggested`. */
export const pointChoice = (index: number, point: Point | undefined, suggested: boolean): string =>
  [
    point?.file ?? String(index),
    ...(point && !point.file ? [timeSince(point.t)] : []),
    ...(point?.light ? [text.light] : []),
    ...(point?.atExit ? [text.exit] : []),
    ...(suggested ? [text.suggested] : []),
  ].join(' · ');

export const pointNumbers = (point: Point): string =>
  `${bytes(point.bytes)} (${count(point.bytes)} B), ${objects(point.objects)}`;

/** `At point 3 of 0–11 · 34.5 s`; no time while it is not known. */
export const atPoint = (index: number, points: number, point?: Point): string =>
  point?.file
    ? `${text.atFile} ${point.file}`
    : [`${text.atPoint} ${index} ${text.of} 0–${points - 1}`, ...(point ? [timeSince(point.t)] : [])].join(' · ');

/** Why this point is shown, or which is suggested instead, and what the end of the program has to do with it. */
export function whyShown(index: number, { trace, suggestedPoint: suggested }: InfoAnswer): string {
  const isLast = index === trace.points - 1;
  if (suggested && index !== suggested.index) {
    const end = trace.endsAtExit && isLast ? `${text.atExit} ` : '';
    return `${end}${capital(text.point)} ${suggested.index} ${text.isSuggested}`;
  }
  const end = trace.endsAtExit ? ` ${isLast ? text.atExit : text.lastAtExit}` : '';
  return `${suggested ? text.why[suggested.why] : ''}${end}`;
}

export function windowWords(points: Point[], window: PointWindow, measure: Measure): string {
  const [from, to] = [points[window.from], points[window.to]];
  if (!from || !to) return '';
  return `${text.window}: ${pointBriefly(from)} ${text.to} ${pointBriefly(to)}: ${growthWords(from[measure], to[measure], measure)}`;
}

/** `heap grew by 12.0 MiB (+3.4 %)`. */
export function growthWords(before: number, after: number, measure: Measure): string {
  const difference = after - before;
  if (difference === 0) return text.same;
  const amount = (measure === 'bytes' ? bytes : objects)(Math.abs(difference));
  const share = signedPercent(difference, before);
  return `${difference > 0 ? text.grew : text.shrank} ${amount}${share === '' ? '' : ` (${share})`}`;
}

/** A column's collections, line by line. */
export function gcWords({ gcs, longest }: GcColumn): string[] {
  const { kind, cause, collector, t } = longest;
  const several = gcs > 1 ? [`${count(gcs)} ${text.gcsHere}`] : [];
  return [
    ...several,
    [text.kinds[kind], cause, collector].filter((part) => part !== '').join(' · '),
    `${text.at} ${timeSince(t)}, ${text.pausedFor} ${pause(pauseOf(longest))}`,
    ...poolChanges(longest),
  ];
}

function poolChanges({ before, after }: Gc): string[] {
  const pools = Object.keys({ ...before, ...after });
  const size = (used: number | undefined) => (used === undefined ? '?' : bytes(used));
  return pools.map((pool) => `${pool}: ${size(before[pool])} → ${size(after[pool])}`);
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
