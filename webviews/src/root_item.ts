// What holds objects from outside: what kind of thing that is, and a link to its source, a static field to its declaration, a local variable
// to its line. What has no source is told by its name.

import { splitType } from '../../shared/format';
import type { RootText } from '../../shared/protocol/growth';
import { element } from './dom';
import { frameLabel, frameWords, holderFrame } from './growth/growth_words';
import { fieldLink, type OpenSource, siteLink } from './growth/source_link';

/** The variable or the line; null where it has neither. */
export function rootLink(root: RootText, open: OpenSource): HTMLElement | Text | null {
  const { class: className, field } = root;
  if (className !== undefined && field !== undefined) {
    return fieldLink(rootName(root), { class: className, name: field, static: true }, open);
  }
  const frame = holderFrame(root);
  return frame ? siteLink([frame], open) : null;
}

/** `TravelService.SERVICE`, `JourneyController.search:57`, or which kind of root it is. */
export function rootName(root: RootText): string {
  const { class: className, field, label } = root;
  if (className !== undefined && field !== undefined) return `${splitType(className).ownPart}.${field}`;
  const frame = holderFrame(root);
  return frame ? frameLabel(frame) : label;
}

/** The first line of a way from there to an object. */
export function rootItem(root: RootText, open: OpenSource): HTMLElement {
  const { thread, class: className } = root;
  const frame = holderFrame(root);
  return element(
    'li',
    { class: 'root', title: frame ? frameWords(frame) : (className ?? '') },
    element('span', { class: 'kind' }, root.label),
    thread === undefined ? null : element('span', { class: 'thread' }, thread),
    rootLink(root, open),
  );
}
