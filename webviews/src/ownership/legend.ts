// What size, colour and lines mean, in words, with more of them for whoever hovers.

import { bytes } from '../../../shared/format';
import { element } from '../dom';
import { nodeName } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.legend;

export function legendOf({ answer, largest }: OwnershipGraph): HTMLElement {
  const { since } = answer;
  const item = (swatch: string, words: string, title: string, more: (HTMLElement | string)[] = []) =>
    element(
      'li',
      { title, tabindex: 0 },
      element('span', { class: `swatch ${swatch}`, 'aria-hidden': true }),
      element('span', {}, words),
      ...more,
    );
  const measure = `${text.ownTitle} ${nodeName(largest)} (${bytes(largest.own.bytes)}).`;
  const scale = element('span', { class: 'swatch ramp', 'aria-hidden': true });
  const sinceWords = since ? '' : ` ${text.first}`;
  return element(
    'ul',
    { class: 'legend ownership-legend', 'aria-label': text.title, testId: 'ownership-legend' },
    item('size', text.size, text.sizeTitle),
    element(
      'li',
      { title: measure, tabindex: 0 },
      element('span', {}, text.own),
      scale,
      element('span', {}, text.most),
    ),
    item('pale', text.pale, text.paleTitle),
    item('fresh', text.fresh, `${text.freshTitle}${sinceWords}`),
    item('grown', text.grown, `${text.grownTitle}${sinceWords}`),
    item('cut', text.cut, text.cutTitle),
  );
}

/** For a picture that stands alone. */
export const legendWords = (graph: OwnershipGraph): string[] => [
  `${text.size}. ${text.ownTitle} ${nodeName(graph.largest)} (${bytes(graph.largest.own.bytes)}); ${text.pale}.`,
  ...(graph.answer.since ? [text.freshTitle, text.grownTitle] : []),
];
