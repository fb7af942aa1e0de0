// A place in the program as a link to its source: a line, or the declaration of a field. Beside, so that what is shown here stays in sight;
// with Ctrl here.
import type { Frame } from '../../../extension/src/protocol/answers';
import type { Field } from '../../../extension/src/protocol/growth';
import { tellingFrame } from '../../../extension/src/protocol/sites';
import { button } from '../dom';
import { strings } from '../strings';
import { fieldWords, frameLabel, frameWords } from './growth_words';

export type OpenSource = (target: Frame | Field, swapped: boolean) => void;

const text = strings.growth;

/** To the frame that says most; null where the trace does not tell a site. */
export function siteLink(site: readonly Frame[], open: OpenSource): HTMLButtonElement | null {
  const frame = tellingFrame(site);
  if (!frame) return null;
  return sourceLink(frameLabel(frame), frame, open, {
    testId: 'site-link',
    title: [...site.map(frameWords), text.site.title].join('\n'),
  });
}

/** A name as a link to the field that it is of; as mere text where that is not known. */
export function fieldLink(name: string, field: Field | null, open: OpenSource): HTMLElement | Text {
  return field ? sourceLink(name, field, open) : document.createTextNode(name);
}

export function sourceLink(
  words: string,
  target: Frame | Field,
  open: OpenSource,
  { testId = 'source-link', title = titleOf(target) }: { testId?: string; title?: string } = {},
): HTMLButtonElement {
  const link = button(words, () => undefined, { class: 'link site', testId, title });
  link.addEventListener('click', (event) => {
    // In a row, the row is not meant.
    event.stopPropagation();
    open(target, event.ctrlKey || event.metaKey);
  });
  return link;
}

const titleOf = (target: Frame | Field) =>
  ('method' in target ? [frameWords(target), text.site.title] : [fieldWords(target), text.field.title]).join('\n');
