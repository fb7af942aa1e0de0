// What a suspect's sentence leaves out: all lines of the program that make what it took in, each with its share, and who else holds it.

import { counted, objects, splitType } from '../../../shared/format';
import type { GrowthWindow, Suspect, SuspectLine } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';
import { approximately, frameLabel, isWhole, shareText } from './growth_words';
import { fieldLink, type OpenSource, sourceLink } from './source_link';

const text = strings.growth;

/** Null where there is nothing to add. */
export function suspectFacts(suspect: Suspect, window: GrowthWindow, open: OpenSource): HTMLElement | null {
  const { lines, linesOf, owners } = suspect;
  const rows = [
    ...(lines.length === 0
      ? []
      : [
          fact(
            createdWords(linesOf, window),
            lines.map((line) => lineItem(line, linesOf, open)),
          ),
        ]),
    ...(owners.length === 0
      ? []
      : [
          fact(
            text.heldBy,
            owners.map((owner) => ownerItem(owner, open)),
          ),
        ]),
  ];
  return rows.length === 0 ? null : element('dl', { class: 'facts' }, ...rows.flat());
}

/** What the lines of a suspect are said of. */
export const createdWords = (linesOf: Suspect['linesOf'], window: GrowthWindow): string =>
  (isWhole(window) ? text.whole.linesOf : text.linesOf)[linesOf];

const fact = (words: string, items: HTMLElement[]) => [
  element('dt', {}, words),
  element('dd', {}, element('ul', {}, ...items)),
];

function lineItem(line: SuspectLine, linesOf: Suspect['linesOf'], open: OpenSource): HTMLElement {
  const { estimated } = line;
  return element(
    'li',
    { testId: 'suspect-line' },
    sourceLink(frameLabel(line), line, open),
    element(
      'span',
      { class: 'number', ...(estimated ? { title: text.estimatedTitle } : {}) },
      lineWords(line, linesOf),
    ),
  );
}

/** `≈ 97.2 %, ≈ 179 252 objects (212 samples)`. How many objects are kept alive, samples of them do not tell. */
export function lineWords(
  { share, objects: number, samples, estimated }: SuspectLine,
  linesOf: Suspect['linesOf'],
): string {
  const said = [approximately(shareText(share), estimated)];
  if (linesOf === 'leaves' && number !== undefined) said.push(approximately(objects(number), estimated));
  return `${said.join(', ')}${estimated ? ` (${counted(samples, text.samples)})` : ''}`;
}

function ownerItem({ name, field, type, object }: Suspect['owners'][number], open: OpenSource): HTMLElement {
  const ownPart = splitType(type).ownPart;
  return element(
    'li',
    { testId: 'suspect-owner', title: `${type} ${object}` },
    fieldLink(name === '' ? ownPart : name, field, open),
    name === '' ? null : element('span', { class: 'type' }, ownPart),
  );
}
