// What marks a structure that no description covers: what belongs to it was inferred, and can be written down as a description.
import type { Suspect } from '../../../shared/protocol/growth';
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.growth;

/** Threads that run and objects that wait for a finalizer are in no structure. */
export const isMeasured = ({ head }: Pick<Suspect, 'head'>): boolean => head !== null;

export function inferredBadge({ inferred }: { inferred: boolean }): HTMLElement | null {
  if (!inferred) return null;
  return element('span', { class: 'badge inferred', title: text.inferredTitle, testId: 'inferred' }, text.inferred);
}

/** An array is no head of a description. */
export function saveDescription(
  { inferred, type }: { inferred: boolean; type: string },
  save: (type: string) => void,
): HTMLElement | null {
  if (!inferred || type.endsWith('[]')) return null;
  return button(text.saveDescription, () => save(type), {
    class: 'link',
    testId: 'save-description',
    title: text.saveDescriptionTitle,
  });
}
