// What the details begin with: which structure it is, who holds it, how it grew, where it was allocated, and what to do.
import type { Frame } from '../../../extension/src/protocol/answers';
import type { Field, GrowthPattern, Suspect } from '../../../extension/src/protocol/growth';
import { element } from '../dom';
import { counted, splitType } from '../format';
import { strings } from '../strings';
import { inferredBadge, saveDescription } from './inferred';
import { patternIcon } from './pattern_icon';
import { linkedSentence, type Spoken } from './sentence';
import { fieldLink, type OpenSource, siteLink } from './source_link';

const text = strings.growth;
const words = text.details;

export interface Described extends Spoken {
  type: string;
  name: string;
  field: Field | null;
  inferred: boolean;
  site: Frame[];
  pattern: GrowthPattern | null;
  match: Suspect['match'];
  sentence: string;
  advice: string;
  id?: string;
}

export function detailsHeader(described: Described, open: OpenSource, describe: (type: string) => void): HTMLElement {
  const { type, name, field, site, pattern, match, sentence, advice, id } = described;
  const link = siteLink(site, open);
  const ownPart = splitType(type).ownPart;
  return element(
    'header',
    {},
    element(
      'h1',
      { title: [type, ...(id === undefined ? [] : [id])].join(' ') },
      patternIcon(pattern),
      element('span', {}, name === '' ? ownPart : fieldLink(name, field, open)),
      name === '' ? null : element('span', { class: 'type' }, ownPart),
    ),
    element(
      'p',
      { class: 'pattern' },
      pattern ? element('span', { title: text.patternMeaning[pattern] }, text.patterns[pattern]) : text.notAvailable,
      match === 'path' ? element('span', { class: 'badge', title: text.byPathTitle }, text.byPath) : null,
      inferredBadge(described),
      saveDescription(described, describe),
    ),
    element('p', { class: 'allocated' }, ...(link ? [`${words.allocated} `, link] : [words.noSite])),
    site.length > 1 ? callChain(site, open) : null,
    element('p', { class: 'sentence' }, ...linkedSentence(sentence, described, open)),
    element('p', { class: 'advice' }, advice),
  );
}

/** All frames, the innermost first. */
function callChain(site: readonly Frame[], open: OpenSource): HTMLElement {
  const frames = site.map((frame) => element('li', {}, siteLink([frame], open)));
  return element(
    'details',
    { class: 'call-chain' },
    element('summary', {}, counted(site.length, words.frames)),
    element('ol', {}, ...frames),
  );
}
