// What marks a structure that no description covers: what belongs to it was inferred, and can be written down as a description.
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.growth;

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
