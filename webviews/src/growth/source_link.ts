// A place in the program as a link to its source: a line, or the declaration of a field. Beside, so that what is shown here stays in sight;
// with Ctrl here.
import type { Frame } from '../../../shared/protocol/answers';
import type { Field } from '../../../shared/protocol/growth';
import { tellingFrame } from '../../../shared/protocol/sites';
import { breakable, button } from '../dom';
import type { Host } from '../host';
import { strings } from '../strings';
import { fieldWords, frameLabel, frameWords } from './growth_words';

/** A line, or what declares a field or a class. */
export type SourceTarget = Frame | Field;
export type OpenSource = (target: SourceTarget, swapped: boolean) => void;

const text = strings.growth;

/** Beside the view; where it stands beside the code already, there. */
export const openSourceOf =
  (host: Pick<Host, 'act'>, alone: boolean): OpenSource =>
  (target, swapped) => {
    const beside = alone === swapped;
    if ('method' in target) host.act({ kind: 'open-frame', frame: target, beside });
    else host.act({ kind: 'open-field', field: target, beside });
  };

/** To the frame that says most; null where the trace does not tell a site. `field` holds what was made there. */
export function siteLink(site: readonly Frame[], open: OpenSource, field?: Field | null): HTMLButtonElement | null {
  const frame = tellingFrame(site);
  if (!frame) return null;
  return sourceLink(frameLabel(frame, field), frame, open, {
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
  target: SourceTarget,
  open: OpenSource,
  { testId = 'source-link', title = titleOf(target) }: { testId?: string; title?: string } = {},
): HTMLButtonElement {
  const link = button('', () => undefined, { class: 'link site', testId, title });
  link.append(...breakable(words));
  link.addEventListener('click', (event) => {
    // In a row, the row is not meant.
    event.stopPropagation();
    open(target, event.ctrlKey || event.metaKey);
  });
  return link;
}

const titleOf = (target: SourceTarget) =>
  ('method' in target ? [frameWords(target), text.site.title] : [fieldWords(target), text.field.title]).join('\n');
