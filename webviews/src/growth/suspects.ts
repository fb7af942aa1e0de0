// What the window's growth comes down to: the strongest suspect as the headline, with what to do next; the others below it. Where no
// described structure explains the growth, the types that grew most, and how to describe one of them.
import type { GrowthAnswer, Suspect } from '../../../extension/src/protocol/growth';
import { button, element } from '../dom';
import { typeContext } from '../editor_context';
import { count } from '../format';
import { strings } from '../strings';
import { deltaBytes, deltaObjects, frameLabel, heapGrew, hgpText } from './growth_words';
import { inferredBadge, saveDescription } from './inferred';
import { patternIcon } from './pattern_icon';
import { linkedSentence } from './sentence';
import { type OpenSource, siteLink, sourceLink } from './source_link';
import { suspectFacts } from './suspect_facts';

const text = strings.growth;

export interface SuspectEvents {
  /** Its details, and there its leaves. */
  choose(suspect: Suspect): void;
  openSource: OpenSource;
  describe(type: string): void;
  saveDescription(type: string): void;
}

export function suspectsSection(answer: GrowthAnswer, events: SuspectEvents): HTMLElement {
  const [top, ...others] = answer.suspects;
  if (!top) return fallback(answer, events);
  return element(
    'section',
    { class: 'suspects', 'aria-label': text.suspects },
    headline(top, events),
    others.length === 0 ? null : otherSuspects(others, events),
  );
}

function headline(suspect: Suspect, events: SuspectEvents): HTMLElement {
  return element(
    'article',
    { class: 'headline', testId: 'growth-headline' },
    element(
      'p',
      { class: 'pattern' },
      patternIcon(suspect.pattern),
      element('span', { title: text.patternMeaning[suspect.pattern] }, text.patterns[suspect.pattern]),
      element('span', { class: 'share number' }, `${hgpText(suspect.retained)} ${text.ofGrowth}`),
      jointBadge(suspect),
      inferredBadge(suspect),
    ),
    element('h1', { testId: 'growth-sentence' }, ...linkedSentence(suspect.sentence, suspect, events.openSource)),
    element('p', { class: 'advice', testId: 'growth-advice' }, suspect.advice),
    suspectFacts(suspect, events.openSource),
    element(
      'p',
      { class: 'links' },
      allocatedIn(suspect, events),
      saveDescription(suspect, events.saveDescription),
      button(text.showLeaves, () => events.choose(suspect), { class: 'link', testId: 'show-leaves' }),
    ),
  );
}

/** Where the structure itself was allocated: as a line of what it took in would be read otherwise. */
function allocatedIn({ site }: Suspect, { openSource }: SuspectEvents): HTMLElement | null {
  const link = siteLink(site, openSource);
  return link && element('span', { class: 'allocated-in' }, `${text.itselfCreated} `, link);
}

function otherSuspects(suspects: Suspect[], events: SuspectEvents): HTMLElement {
  return element(
    'div',
    { class: 'other-suspects' },
    element('h2', {}, text.otherSuspects),
    element('ol', {}, ...suspects.map((suspect) => otherSuspect(suspect, events))),
  );
}

function otherSuspect(suspect: Suspect, events: SuspectEvents): HTMLElement {
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${Math.max(0, Math.min(100, suspect.retained.hgp ?? 0))}%`;
  return element(
    'li',
    { testId: 'suspect', 'data-rank': String(suspect.rank) },
    element('span', { class: 'rank number' }, String(suspect.rank)),
    patternIcon(suspect.pattern),
    element(
      'span',
      { class: 'sentence' },
      button(suspect.sentence, () => events.choose(suspect), { class: 'plain', title: suspect.advice }),
      ' ',
      jointBadge(suspect),
      inferredBadge(suspect),
      element('span', { class: 'links' }, ...linksOf(suspect, events)),
    ),
    element(
      'span',
      { class: 'share', title: `${hgpText(suspect.retained)} ${text.ofGrowth}` },
      element('span', { class: 'number' }, hgpText(suspect.retained)),
      element('span', { class: 'track', 'aria-hidden': true }, fill),
    ),
  );
}

/** One click to what holds it, and one to the line that feeds it; where that is not known, to where it was allocated. */
function linksOf(suspect: Suspect, { openSource }: SuspectEvents): HTMLElement[] {
  const { lines, site, owners } = suspect;
  const [line] = lines;
  const fed = line ? sourceLink(frameLabel(line), line, openSource) : siteLink(site, openSource);
  const holders = owners.length > 0 ? owners : [suspect];
  return [
    ...holders.flatMap(({ name, field }) => (field ? [sourceLink(name, field, openSource)] : [])),
    ...(fed ? [fed] : []),
  ];
}

function jointBadge({ joint, count: structures }: Suspect): HTMLElement | null {
  if (!joint) return null;
  return element('span', { class: 'badge', title: text.jointTitle }, `${count(structures)} ${text.together}`);
}

function fallback({ window, types }: GrowthAnswer, events: SuspectEvents): HTMLElement {
  const { noSuspect } = text;
  if (!heapGrew(window)) {
    return element('section', { class: 'suspects', testId: 'growth-no-suspect' }, element('p', {}, noSuspect.shrank));
  }
  const describe = (type: string) =>
    button(noSuspect.describe, () => events.describe(type), {
      class: 'link',
      title: noSuspect.describeTitle,
      'aria-label': `${noSuspect.describeTitle}: ${type}`,
      testId: 'describe-type',
    });
  const rows = types.map((row) =>
    element(
      'tr',
      { 'data-vscode-context': typeContext(row.type) },
      element('th', { class: 'type', title: row.type, 'data-scope': 'row' }, row.type),
      element('td', { class: 'number' }, deltaBytes(row)),
      element('td', { class: 'number' }, `${deltaObjects(row)} ${text.details.objects.toLowerCase()}`),
      element('td', {}, isClass(row.type) ? describe(row.type) : null),
    ),
  );
  return element(
    'section',
    { class: 'suspects', testId: 'growth-no-suspect' },
    element('h1', {}, noSuspect.text),
    element('p', { class: 'advice' }, noSuspect.hint),
    types.length === 0 ? null : element('h2', {}, noSuspect.types),
    types.length === 0 ? null : element('table', { class: 'grown-types' }, element('tbody', {}, ...rows)),
  );
}

/** An array is no head of a structure. */
const isClass = (type: string) => !type.endsWith('[]');
