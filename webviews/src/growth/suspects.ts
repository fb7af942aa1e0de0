// What the window's growth comes down to: the strongest suspect as the headline, with what to do next; the others below it. Where no
// described structure explains the growth, the types that grew most, and how to describe one of them.
import type { GrowthAnswer, Suspect } from '../../../extension/src/protocol/growth';
import { button, element } from '../dom';
import { typeContext } from '../editor_context';
import { count } from '../format';
import { strings } from '../strings';
import { deltaBytes, deltaObjects, heapGrew, hgpText } from './growth_words';
import { patternIcon } from './pattern_icon';
import { type OpenFrame, siteLink } from './site_link';

const text = strings.growth;

export interface SuspectEvents {
  /** Its details, and there its leaves. */
  choose(suspect: Suspect): void;
  openFrame: OpenFrame;
  describe(type: string): void;
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
    ),
    element('h1', { testId: 'growth-sentence' }, suspect.sentence),
    element('p', { class: 'advice', testId: 'growth-advice' }, suspect.advice),
    element(
      'p',
      { class: 'links' },
      siteLink(suspect.site, events.openFrame),
      button(text.showLeaves, () => events.choose(suspect), { class: 'link', testId: 'show-leaves' }),
    ),
  );
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
      ' ',
      siteLink(suspect.site, events.openFrame),
    ),
    element(
      'span',
      { class: 'share', title: `${hgpText(suspect.retained)} ${text.ofGrowth}` },
      element('span', { class: 'number' }, hgpText(suspect.retained)),
      element('span', { class: 'track', 'aria-hidden': true }, fill),
    ),
  );
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
