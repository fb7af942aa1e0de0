// What the details begin with: which structure it is, who holds it, how it grew, where it was allocated, and what to do.

import { counted, splitType } from '../../../shared/format';
import type { Frame } from '../../../shared/protocol/answers';
import type { Field, GrowthPattern, SentencePart, Suspect } from '../../../shared/protocol/growth';
import { breakable, button, element } from '../dom';
import { strings } from '../strings';
import { inferredBadge, saveDescription } from './inferred';
import { patternIcon } from './pattern_icon';
import { linkedSentence } from './sentence';
import { fieldLink, type OpenSource, siteLink } from './source_link';

const text = strings.growth;
const words = text.details;

export interface Described {
  type: string;
  name: string;
  field: Field | null;
  inferred: boolean;
  site: Frame[];
  pattern: GrowthPattern | null;
  match: Suspect['match'];
  /** Nothing where the headline has said it, as advice. */
  sentenceParts: SentencePart[];
  advice: string;
  id?: string;
  /** Not of one heap alone, nor of what no structure holds: threads that run, objects that wait for a finalizer. */
  showsPattern: boolean;
}

export interface HeaderEvents {
  openSource: OpenSource;
  saveDescription(type: string): void;
  inspect?: (id: string) => void;
}

export function detailsHeader(described: Described, events: HeaderEvents): HTMLElement {
  const { openSource: open, inspect } = events;
  const { type, name, field, site, sentenceParts, advice, id, showsPattern } = described;
  const link = siteLink(site, open, field);
  const ownPart = splitType(type).ownPart;
  const nameParts = field ? [fieldLink(name, field, open)] : breakable(name);
  return element(
    'header',
    {},
    element(
      'h1',
      { title: [type, ...(id === undefined ? [] : [id])].join(' ') },
      showsPattern ? patternIcon(described.pattern) : null,
      name === ''
        ? element('span', {}, ownPart)
        : element('span', {}, ...nameParts, ' ', element('span', { class: 'type' }, ownPart)),
    ),
    element(
      'p',
      { class: 'pattern' },
      showsPattern ? patternWords(described) : null,
      inferredBadge(described),
      saveDescription(described, (of) => events.saveDescription(of)),
      inspect && id !== undefined
        ? button(words.inspect, () => inspect(id), {
            class: 'link',
            testId: 'details-inspect',
            title: words.inspectTitle,
          })
        : null,
    ),
    link || showsPattern
      ? element('p', { class: 'allocated' }, ...(link ? [`${words.allocated} `, link] : [words.noSite]))
      : null,
    site.length > 1 ? callChain(site, open) : null,
    sentenceParts.length === 0 ? null : element('p', { class: 'sentence' }, ...linkedSentence(sentenceParts, open)),
    advice === '' ? null : element('p', { class: 'advice' }, advice),
  );
}

function patternWords({ pattern, match }: Described): HTMLElement {
  return element(
    'span',
    {},
    pattern ? element('span', { title: text.patternMeaning[pattern] }, text.patterns[pattern]) : text.notAvailable,
    match === 'path' ? element('span', { class: 'badge', title: text.byPathTitle }, text.byPath) : null,
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
