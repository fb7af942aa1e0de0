// What stands around an object: who refers to it, what it dominates, and how it is reached.

import { bytes, count, counted, objects, viaText } from '../../../shared/format';
import type { ObjectAnswer, ObjectPath, ReferrerRow, ShownObject } from '../../../shared/protocol/object_answer';
import { element } from '../dom';
import type { OpenSource } from '../growth/source_link';
import { rootItem } from '../root_item';
import { strings } from '../strings';
import { type OpenObject, objectLink } from './object_content';

const text = strings.object;

export function referrerItem({ via, references, object }: ReferrerRow, open: OpenObject): HTMLElement {
  const names = via.map(viaText).join(', ');
  const others = references > via.length ? ` + ${count(references - via.length)} ${text.moreReferences}` : '';
  return element(
    'li',
    { testId: 'object-referrer' },
    objectLink(object, open),
    element('span', { class: 'via' }, `${names}${others}`),
  );
}

export function dominatedItem(object: ShownObject, open: OpenObject): HTMLElement {
  const { retained } = object;
  return element(
    'li',
    { testId: 'object-dominated' },
    objectLink(object, open),
    retained ? element('span', { class: 'number', title: objects(retained.objects) }, bytes(retained.bytes)) : null,
  );
}

export function dominatorLine({ dominator }: ObjectAnswer, open: OpenObject): HTMLElement {
  return element(
    'p',
    { class: 'dominator', testId: 'object-dominator', title: text.dominatorTitle },
    `${text.dominator}: `,
    dominator ? objectLink(dominator, open) : element('span', { class: 'muted' }, text.noDominator),
  );
}

export function pathList(answer: ObjectAnswer, open: OpenObject, openSource: OpenSource): HTMLElement {
  const { path, pathGap } = answer;
  if (!path) return element('p', { class: 'hint' }, text.noPath);
  const steps = path.steps.map((step) => stepItem(step, open));
  if (pathGap) {
    steps.splice(pathGap.before, 0, element('li', { class: 'muted' }, `… ${counted(pathGap.steps, text.leftOut)}`));
  }
  return element('ol', { class: 'object-path', testId: 'object-path' }, rootItem(path.root, openSource), ...steps);
}

function stepItem({ via, object }: ObjectPath['steps'][number], open: OpenObject): HTMLElement {
  const way = via === undefined ? null : element('span', { class: 'via' }, viaText(via));
  return element('li', { testId: 'object-step' }, way, objectLink(object, open));
}
