// The timeline's points once more as a table: what a screen reader can walk through.

import { count, timeSince } from '../../../shared/format';
import type { Point } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';

export function pointsTable(points: Point[]): HTMLElement {
  const text = strings.timeline;
  const head = [text.number, text.time, text.measures.objects, text.measures.bytes].map((name) =>
    element('th', { 'data-scope': 'col' }, name),
  );
  const body = points.map(({ index, t, objects, bytes }) => {
    const cells = [String(index), timeSince(t), count(objects), count(bytes)];
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
