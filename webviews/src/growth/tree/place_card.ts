// The place that was chosen in the growth tree, as a line of links and exact numbers below the chart: its field, its class, and the suspect
// that says that things pile up there.

import { splitType } from '../../../../shared/format';
import type { Field, Suspect } from '../../../../shared/protocol/growth';
import type { GrowthTreeNode, TreeWhole } from '../../../../shared/protocol/growth_tree';
import { element } from '../../dom';
import { strings } from '../../strings';
import { type OpenSource, sourceLink } from '../source_link';
import type { Place } from './place_tree';
import { heldAs, placeFacts, suspectWords, typeWords } from './place_words';

const text = strings.growth.tree;

export function placeCard(place: Place, whole: TreeWhole, suspects: readonly Suspect[], open: OpenSource): HTMLElement {
  const { node } = place;
  const suspect = suspectWords(node, suspects);
  const facts = placeFacts(place, whole).map(({ label, value }) =>
    element('div', {}, element('dt', {}, label), element('dd', { class: 'number' }, value)),
  );
  return element(
    'div',
    { class: 'place-card', testId: 'tree-card' },
    element('p', { class: 'name' }, ...placeLinks(place, open)),
    suspect === undefined ? null : element('p', { class: 'suspect' }, suspect),
    element('dl', {}, ...facts),
  );
}

/** The field as a link to its declaration, and the type as one to its class. */
export function placeLinks({ node }: Place, open: OpenSource): (HTMLElement | string)[] {
  const { field, type, parent } = node;
  const held = heldAs(node);
  const named = held === '' ? [] : [field ? sourceLink(held, field, open, { testId: 'tree-field' }) : held, ' '];
  if (parent < 0) return [typeWords(node)];
  const isPrimitive = /^(?:boolean|byte|char|short|int|long|float|double)(?:\[\])*$/.test(type);
  const words = splitType(type).ownPart;
  if (isPrimitive) return [...named, words];
  const title = `${type}\n${text.openClass}`;
  return [...named, sourceLink(words, classOf(node), open, { testId: 'tree-class', title })];
}

/** An array has no source: that of what is in it says where it is declared. */
export const classOf = ({ type }: Pick<GrowthTreeNode, 'type'>): Field => ({
  class: type.replace(/(?:\[\])+$/, ''),
  name: '',
  static: false,
});
