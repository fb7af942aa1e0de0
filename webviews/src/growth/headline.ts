// The strongest suspect as the headline: what happened in a sentence, the way that keeps it alive, what to do, and the lines that make it.
// Terms of art are in the details.

import { splitType } from '../../../shared/format';
import type { GrowthWindow, HoldingPath, Suspect } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';
import { linkedSentence } from './sentence';
import type { OpenSource } from './source_link';
import { suspectFacts } from './suspect_facts';

const text = strings.growth;
const mostSteps = 6;
const keptAtEnds = 3;

export function headline(suspect: Suspect, window: GrowthWindow, openSource: OpenSource): HTMLElement {
  return element(
    'article',
    { class: 'headline', testId: 'growth-headline' },
    element('h1', { testId: 'growth-sentence' }, ...linkedSentence(suspect.sentenceParts, openSource)),
    suspect.path && pathLine(suspect.path),
    element('p', { class: 'advice', testId: 'growth-advice' }, suspect.advice),
    suspectFacts(suspect, window, openSource),
  );
}

/** `static Service.store → SessionStore → .byToken HashMap`: all of it is in the details. */
function pathLine({ root, steps }: HoldingPath): HTMLElement {
  const variable =
    root.class !== undefined && root.field !== undefined ? `${splitType(root.class).ownPart}.${root.field}` : undefined;
  const beginning = [root.label, variable ?? root.thread ?? ''].filter((words) => words !== '').join(' ');
  const all = [
    beginning,
    ...steps.map(({ via, object }) => {
      const type = splitType(object.type).ownPart;
      return via === undefined ? type : `${via.startsWith('[') ? via : `.${via}`} ${type}`;
    }),
  ];
  const shown = all.length > mostSteps ? [...all.slice(0, keptAtEnds), '…', ...all.slice(-keptAtEnds)] : all;
  return element(
    'p',
    { class: 'path-line', testId: 'growth-path-line', title: all.join(' → ') },
    element('span', { class: 'label' }, `${text.keptAliveBy} `),
    ...shown.flatMap((step, i) => [
      ...(i === 0 ? [] : [element('span', { class: 'arrow', 'aria-hidden': true }, ' → ')]),
      element('span', { class: 'step' }, step),
    ]),
  );
}
