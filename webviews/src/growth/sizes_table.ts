// The four sizes of a structure at both ends of the window, with what was added and its share of the growth.

import { bytes, count, objects } from '../../../shared/format';
import type { GrownMetric, GrowthOfAnswer, GrowthOrder } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';
import { deltaBytes, deltaObjects, hgpText, metricOf, metrics } from './growth_words';

const text = strings.growth;
const words = text.details;

export function sizesTable({ structure }: GrowthOfAnswer): HTMLElement {
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
  const row = (metric: GrowthOrder) => {
    const grown = metricOf(structure, metric);
    return element(
      'tr',
      { 'data-metric': metric, title: text.meaning[metric] },
      element(
        'th',
        { 'data-scope': 'row' },
        element('span', { class: `swatch metric-${metric}` }),
        text.metrics[metric],
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
  return element(
    'table',
    { class: 'sizes', testId: 'growth-sizes' },
    element('thead', {}, element('tr', {}, ...[words.size, words.from, words.to, words.delta, words.hgp].map(heading))),
    element('tbody', {}, ...metrics.map(row)),
  );
}

/** Where there is no room for the word, the number and its tooltip have to do. */
const objectsOf = (value: number) => {
  const [number = '', word = ''] = objects(value).split(' ');
  return element('span', {}, number, element('span', { class: 'word' }, ` ${word}`));
};
