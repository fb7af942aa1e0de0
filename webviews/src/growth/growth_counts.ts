// How many structures there are of each kind, and how those of both ends were matched.

import { count } from '../../../shared/format';
import type { GrowthAnswer } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';

const text = strings.growth;

export class GrowthCounts {
  readonly element = element('ul', { class: 'growth-counts', testId: 'growth-counts' });

  show({ counts, match }: GrowthAnswer): void {
    const words = text.counts;
    const one = (value: number, name: string, title: string) =>
      element('li', { title }, element('span', { class: 'number' }, count(value)), ` ${name}`);
    this.element.replaceChildren(
      one(counts.survivors, words.survivors, words.survivorsTitle),
      one(counts.died, words.died, words.diedTitle),
      one(counts.born, words.born, words.bornTitle),
      ...(match === 'path'
        ? [
            one(counts.unmatched, words.unmatched, words.unmatchedTitle),
            element('li', { class: 'badge', title: text.byPathTitle, testId: 'by-path' }, text.byPath),
            element('li', { class: 'explanation' }, text.byPathTitle),
          ]
        : []),
    );
  }
}
