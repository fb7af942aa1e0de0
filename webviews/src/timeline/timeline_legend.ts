// What the colours and strokes of the timeline stand for, and how many collections of each kind there were.

import { count, pause } from '../../../shared/format';
import type { Gc } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';
import { gcKinds, pauseOf } from './gc_columns';
import type { Measure } from './point_words';
import { poolClass } from './timeline_chart';

const text = strings.timeline;

/** Pools in the order in which they are stacked, from the bottom. */
export function timelineLegend(pools: string[], gcs: Gc[], measure: Measure): HTMLElement {
  const areas = (measure === 'bytes' ? pools : []).map((pool, i) => item(poolClass(i), pool));
  const kinds = gcKinds.flatMap((kind) => {
    const some = gcs.filter((gc) => gc.kind === kind);
    const paused = some.reduce((sum, gc) => sum + pauseOf(gc), 0);
    const title = `${count(some.length)} ${text.pausesOf} ${pause(paused)}`;
    return some.length === 0 ? [] : [item(`gc gc-${kind}`, `${text.kinds[kind]} (${count(some.length)})`, title)];
  });
  return element(
    'ul',
    { class: 'legend', testId: 'timeline-legend' },
    item('live', text.live, text.liveTitle),
    ...areas,
    ...kinds,
  );
}

function item(swatch: string, label: string, title?: string): HTMLElement {
  const sign = element('span', { class: `swatch ${swatch}`, 'aria-hidden': true });
  return element('li', title === undefined ? {} : { title }, sign, label);
}
