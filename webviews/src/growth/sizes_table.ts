// The four sizes of a structure at both ends of the window, with what was added and its share of the growth. Where something else held parts of
// it at one end, such as a local variable at the moment of that point, it retained next to nothing there: then what all of them keep alive
// together comes first, which is what the sentence tells.

import { bytes, count, objects } from '../../../shared/format';
import type { GrownMetric, GrowthOfAnswer, GrowthOrder, GrowthWindow } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';
import { deltaBytes, deltaObjects, hgpText, metricOf, metrics } from './growth_words';

const text = strings.growth;
const words = text.details;

/** Less than that of what all keep alive together needs a word of explanation. */
const usualShare = 0.9;

/** @param together what it and all that holds its parts keep alive, where the structure is a suspect */
export function sizesTable({ structure, window }: GrowthOfAnswer, together: GrownMetric | undefined): HTMLElement[] {
  const shared = together ? endsWhereShared(metricOf(structure, 'retained'), together, window) : [];
  const heading = (name: string) => element('th', { 'data-scope': 'col' }, name);
  const size = ({ from, to }: GrownMetric, end: 'from' | 'to') => {
    const value = end === 'from' ? from : to;
    return element(
      'td',
      { class: 'number', title: `${count(value.bytes)} B` },
      element('span', { class: 'value' }, bytes(value.bytes)),
      element('span', { class: 'detail', title: objects(value.objects) }, objectsOf(value.objects)),
    );
  };
  const row = (metric: GrowthOrder | 'together', grown: GrownMetric) => {
    const isTogether = metric === 'together';
    return element(
      'tr',
      { 'data-metric': metric, title: isTogether ? words.togetherTitle : text.meaning[metric] },
      element(
        'th',
        { 'data-scope': 'row' },
        element('span', { class: `swatch metric-${isTogether ? 'retained' : metric}` }),
        isTogether ? words.together : text.metrics[metric],
      ),
      size(grown, 'from'),
      size(grown, 'to'),
      element(
        'td',
        { class: 'number' },
        element('span', { class: 'value' }, deltaBytes(grown)),
        element('span', { class: 'detail' }, deltaObjects(grown)),
      ),
      element('td', { class: 'number share' }, hgpText(grown)),
    );
  };
  const rows = [
    ...(together && shared.length > 0 ? [row('together', together)] : []),
    ...metrics.map((metric) => row(metric, metricOf(structure, metric))),
  ];
  const table = element(
    'table',
    { class: 'sizes', testId: 'growth-sizes' },
    element('thead', {}, element('tr', {}, ...[words.size, words.from, words.to, words.delta, words.hgp].map(heading))),
    element('tbody', {}, ...rows),
  );
  if (shared.length === 0) return [table];
  const points = shared.map(({ index }) => `${words.point} ${index}`).join(` ${words.and} `);
  return [element('p', { class: 'hint', testId: 'growth-shared' }, `${words.at} ${points} ${words.shared}`), table];
}

function endsWhereShared(alone: GrownMetric, together: GrownMetric, { from, to }: GrowthWindow): { index: number }[] {
  const ends = [
    { point: from, own: alone.from.bytes, all: together.from.bytes },
    { point: to, own: alone.to.bytes, all: together.to.bytes },
  ];
  return ends.filter(({ own, all }) => own < usualShare * all).map(({ point }) => point);
}

/** Where there is no room for the word, the number and its tooltip have to do. */
const objectsOf = (value: number) => {
  const [number = '', word = ''] = objects(value).split(' ');
  return element('span', {}, number, element('span', { class: 'word' }, ` ${word}`));
};
