// What stands around an object: who refers to it, what it dominates, and how it is reached.

import type { RootText } from '../../../extension/src/protocol/growth';
import type { ObjectAnswer, ObjectPath, ReferrerRow, ShownObject } from '../../../extension/src/protocol/object_answer';
import { element } from '../dom';
import { bytes, count, counted, objects, splitType } from '../format';
import { type OpenSource, siteLink } from '../growth/source_link';
import { strings } from '../strings';
import { type OpenObject, objectLink, viaText } from './object_content';

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

function rootItem(root: RootText, openSource: OpenSource): HTMLElement {
  const { class: className, field, thread, method = '', file, line } = root;
  const dot = method.lastIndexOf('.');
  const frame =
    dot < 1
      ? null
      : {
          class: method.slice(0, dot),
          method: method.slice(dot + 1),
          ...(file === undefined ? {} : { file }),
          ...(line === undefined ? {} : { line }),
        };
  const variable = className !== undefined && field !== undefined ? `${splitType(className).ownPart}.${field}` : null;
  return element(
    'li',
    { class: 'root', title: className ?? '' },
    element('span', { class: 'kind' }, root.label),
    thread === undefined ? null : element('span', { class: 'thread' }, thread),
    frame ? siteLink([frame], openSource) : null,
    variable === null ? null : element('span', { class: 'variable' }, variable),
  );
}
