// A small line chart over the points: one or two lines from zero, the largest value, and a stroke at the shown point.

import { timeSince } from '../../../shared/format';
import { element } from '../dom';
import { placeOf } from './history_line';

export interface ChartLine {
  name: string;
  values: readonly number[];
}

export interface SmallChartData {
  title: string;
  points: readonly { index: number; t: number }[];
  lines: readonly ChartLine[];
  /** Index of the shown point. */
  at: number;
  format(value: number): string;
}

const width = 240;
const height = 62;
const space = 'http://www.w3.org/2000/svg';

export function smallChart({ title, points, lines, at, format }: SmallChartData): HTMLElement {
  const most = Math.max(1, ...lines.flatMap(({ values }) => [...values]));
  const [first, last] = [points[0]?.t ?? 0, points.at(-1)?.t ?? 1];
  const xOf = (t: number) => 1 + ((width - 2) * (t - first)) / (last - first || 1);
  const yOf = (value: number) => height - 1 - ((height - 4) * value) / most;
  const svg = document.createElementNS(space, 'svg');
  set(svg, { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', class: 'small-chart' });
  const shown = placeOf(points, at);
  const shownValue = (values: readonly number[]) => format(values[shown < 0 ? values.length - 1 : shown] ?? 0);
  svg.setAttribute('aria-label', sentenceOf(title, lines, format));
  svg.append(svgPart('path', { class: 'base', d: `M0 ${height - 0.5}H${width}` }));
  const here = points[shown];
  if (here) svg.append(svgPart('path', { class: 'here', d: `M${xOf(here.t)} 0V${height}` }));
  lines.forEach(({ values }, i) => {
    const places = points.map(({ t }, k) => `${xOf(t).toFixed(1)},${yOf(values[k] ?? 0).toFixed(1)}`);
    svg.append(svgPart('polyline', { class: `line line-${i}`, points: places.join(' ') }));
  });
  const names = lines.map(({ name, values }, i) =>
    element(
      'span',
      { class: 'line-name' },
      element('span', { class: `line-key line-${i}`, 'aria-hidden': true }),
      name === '' ? shownValue(values) : `${shownValue(values)} ${name}`,
    ),
  );
  return element(
    'figure',
    { class: 'small-figure' },
    element('figcaption', {}, element('span', { class: 'label' }, title), ...names),
    svg,
    element(
      'div',
      { class: 'ends', 'aria-hidden': true },
      element('span', {}, `0 – ${format(most)}`),
      element('span', {}, `${timeSince(first)} – ${timeSince(last)}`),
    ),
  );
}

function sentenceOf(title: string, lines: readonly ChartLine[], format: (value: number) => string): string {
  const parts = lines.map(({ name, values }) => {
    const [first = 0, last = 0] = [values[0], values.at(-1)];
    return `${name} ${format(first)} → ${format(last)}, ≤ ${format(Math.max(0, ...values))}`.trim();
  });
  return `${title}: ${parts.join('; ')}`;
}

function svgPart(tag: 'path' | 'polyline', attributes: Record<string, string>): SVGElement {
  const part = document.createElementNS(space, tag);
  set(part, attributes);
  return part;
}

function set(part: SVGElement, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
}
