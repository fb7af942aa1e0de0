// What the Trends tab says of numbers: values of a metric with their unit, growth with its sign, and a series in one line of text.

import { bytes, count, signedPercent, timeSince } from '../../../shared/format';
import type { TrendAnswer, TrendGrowth, TrendMetric, TrendSeries } from '../../../shared/protocol/trend';
import { splitName } from '../heap/row_cells';
import { strings } from '../strings';

const text = strings.trends;

export const countsObjects = (metric: TrendMetric): boolean => metric.endsWith('objects');

export const amount = (value: number, metric: TrendMetric): string =>
  countsObjects(metric) ? count(Math.round(value)) : bytes(Math.round(value));

/** In full: `1,234,567 B`. */
export const exactAmount = (value: number, metric: TrendMetric): string =>
  countsObjects(metric) ? count(value) : `${count(value)}\u2009B`;

/** `+3.4 MiB`, `−12`, `0`. */
export function signedAmount(value: number, metric: TrendMetric): string {
  const whole = Math.round(value);
  if (whole === 0) return '0';
  return `${whole > 0 ? '+' : '−'}${amount(Math.abs(whole), metric)}`;
}

/** `+120.0 %`; `new` where nothing was at the start. */
export function relativeWords({ relative, absolute }: TrendGrowth): string {
  if (absolute === 0) return '';
  return relative === null ? text.legend.born : signedPercent(relative, 1);
}

export const fitWords = (rSquared: number | null): string => (rSquared === null ? '–' : rSquared.toFixed(2));

export function sustainedWords({ confidence }: TrendGrowth): string {
  const sure = confidence === null ? '' : ` ${(Math.floor(1000 * confidence) / 10).toFixed(1)}\u2009% ${text.sure}.`;
  return `${text.sustainedTitle}${sure}`;
}

/** `point 7 · 34.5 s`. */
export const pointWords = ({ index, t }: { index: number; t: number }): string =>
  `${strings.timeline.point} ${index} · ${timeSince(t)}`;

/** As short as a line's end has room for: the class without its package, the method without its file. */
export function shortName(key: string, level: string | null): string {
  const { leading, ownPart, line } = splitName(key, level ?? 'type');
  return `${leading}${ownPart}${line}`;
}

/** A series as somebody else may be told of it. */
export function seriesSentence(answer: TrendAnswer, { key, values, growth }: TrendSeries): string {
  const { metric, points } = answer;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return key;
  const told = (value: number | undefined) => amount(value ?? 0, metric);
  const relative = relativeWords(growth);
  const parts = [
    `${told(values[0])} → ${told(values.at(-1))} (${signedAmount(growth.absolute, metric)}${relative === '' ? '' : `, ${relative}`})`,
    `${pointWords(first)} ${text.to} ${pointWords(last)}`,
    `${signedAmount(growth.slopePerMinute, metric)} ${strings.overview.perMinute}, R² ${fitWords(growth.rSquared)}`,
    ...(growth.growsAtEveryPoint ? [text.everyPointTitle.replace(/\.$/, '')] : []),
    ...(growth.sustained ? [text.sustained] : []),
  ];
  return `${key}: ${text.metrics[metric]} ${parts.join('; ')}`;
}
