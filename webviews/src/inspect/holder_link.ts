// What holds objects from outside as a link to its source: a static field to its declaration, a local variable to its line. What has no
// source is told by its name.
import type { HolderText } from '../../../extension/src/protocol/inspect';
import { element } from '../dom';
import { splitType } from '../format';
import { frameLabel, holderFrame } from '../growth/growth_words';
import { fieldLink, type OpenSource, sourceLink } from '../growth/source_link';

export function holderLink(holder: HolderText, open: OpenSource): HTMLElement | Text {
  const { class: className, field, label } = holder;
  if (className !== undefined && field !== undefined) {
    return fieldLink(`${splitType(className).ownPart}.${field}`, { class: className, name: field, static: true }, open);
  }
  const frame = holderFrame(holder);
  return frame ? sourceLink(frameLabel(frame), frame, open) : element('span', { class: 'name' }, label);
}
