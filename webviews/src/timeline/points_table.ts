// The timeline once more as a table, what a screen reader can walk through: its points, and how full each pool was there.

import { count, timeSince } from '../../../shared/format';
import type { Point } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';
import { type PoolSeries, sampleAt } from './pool_samples';

const text = strings.timeline;

/** @param pools that are drawn; none where the trace does not tell */
export function pointsTable(points: Point[], { pools, samples }: PoolSeries): HTMLElement {
  const names = [
    text.number,
    text.time,
    text.measures.objects,
    text.measures.bytes,
    ...pools.map((pool) => `${pool}, ${text.measures.bytes}`),
  ];
  const head = names.map((name) => element('th', { 'data-scope': 'col' }, name));
  const body = points.map(({ index, t, objects, bytes }) => {
    const used = sampleAt(samples, t)?.used ?? [];
    const cells = [
      String(index),
      timeSince(t),
      count(objects),
      count(bytes),
      ...pools.map((_, i) => count(used[i] ?? 0)),
    ];
    return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
  });
  return element(
    'table',
    { testId: 'timeline-table' },
    element('caption', {}, text.points),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
}
