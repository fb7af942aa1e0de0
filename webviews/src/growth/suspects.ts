// What the window's growth comes down to: the strongest suspect as the headline; below it a bar for each suspect, groups included, which
// leads to its details. Where no place explains the growth, the types that grew most, and how to describe one of them.

import { count, splitType } from '../../../shared/format';
import type { GrowthAnswer, Suspect } from '../../../shared/protocol/growth';
import { breakable, button, element } from '../dom';
import { typeContext } from '../editor_context';
import { strings } from '../strings';
import {
  bytesGrown,
  deltaBytes,
  heapGrew,
  hgpText,
  isWhole,
  noSuspectWords,
  titleOf,
  toldBytes,
  toldObjects,
} from './growth_words';
import { headline } from './headline';
import { inferredBadge } from './inferred';
import { linkedSentence } from './sentence';
import type { OpenSource } from './source_link';

const text = strings.growth;

export interface SuspectEvents {
  /** Its details. */
  choose(suspect: Suspect): void;
  openSource: OpenSource;
  describe(type: string): void;
}

export class SuspectsSection {
  readonly element: HTMLElement;
  private readonly rows: { suspect: Suspect; row: HTMLElement; opener: HTMLElement }[] = [];

  constructor(
    { window, suspects, types }: GrowthAnswer,
    private readonly events: SuspectEvents,
  ) {
    const [top] = suspects;
    if (!top) {
      this.element = fallback(window, types, (type) => events.describe(type));
      return;
    }
    // Of a heap that did not grow nothing has a share; they are compared with each other.
    const weights = suspects.map(({ retained }) => retained.hgp ?? bytesGrown(retained));
    const most = Math.max(heapGrew(window) ? 100 : 1, ...weights);
    const ranked = isWhole(window) ? text.whole.ranked : heapGrew(window) ? text.ranked : text.rankedAllTheSame;
    this.element = element(
      'section',
      { class: 'suspects', 'aria-label': text.suspects },
      headline(top, window, events.openSource),
      element(
        'div',
        { class: 'ranked' },
        element('h2', {}, ranked),
        element('ol', {}, ...suspects.map((suspect) => this.row(suspect, most))),
      ),
    );
  }

  /** The one whose details are shown: of a structure, or none of a group. */
  mark(id: string | null): void {
    for (const { suspect, row, opener } of this.rows) {
      const isIt = id !== null && !suspect.joint && suspect.structures.includes(id);
      row.classList.toggle('chosen', isIt);
      if (isIt) opener.setAttribute('aria-current', 'true');
      else opener.removeAttribute('aria-current');
    }
  }

  private row(suspect: Suspect, most: number): HTMLElement {
    const fill = element('span', { class: 'fill' });
    const { retained } = suspect;
    fill.style.width = `${(100 * Math.max(0, retained.hgp ?? bytesGrown(retained))) / most}%`;
    const opener = button(
      '',
      () => {
        this.events.choose(suspect);
      },
      { class: 'plain name', title: suspect.advice },
    );
    opener.append(...breakable(titleOf(suspect)));
    const row = element(
      'li',
      { testId: 'suspect', 'data-rank': String(suspect.rank) },
      element('span', { class: 'rank number' }, String(suspect.rank)),
      element(
        'span',
        { class: 'title' },
        opener,
        element('span', { class: 'type' }, ...breakable(typeWords(suspect))),
        badges(suspect),
      ),
      element('span', { class: 'share number' }, retained.hgp === null ? deltaBytes(retained) : hgpText(retained)),
      element('span', { class: 'track', 'aria-hidden': true }, fill),
      // The headline has said it of the first.
      suspect.rank === 1
        ? null
        : element('span', { class: 'sentence' }, ...linkedSentence(suspect.sentenceParts, this.events.openSource)),
    );
    this.rows.push({ suspect, row, opener });
    return row;
  }

  /** The details are of all its structures together. */
  markSuspect(chosen: Suspect): void {
    for (const { suspect, row, opener } of this.rows) {
      row.classList.toggle('chosen', suspect === chosen);
      if (suspect === chosen) opener.setAttribute('aria-current', 'true');
      else opener.removeAttribute('aria-current');
    }
  }
}

/** What the name does not say. */
const typeWords = ({ name, type }: Suspect): string =>
  name === '' ? '' : splitType(type).ownPart.replace(/(?<=\w)\$(?=\w)/g, '.');

const badges = (suspect: Suspect): HTMLElement =>
  element('span', { class: 'badges' }, jointBadge(suspect), inferredBadge(suspect));

function jointBadge({ joint, count: structures }: Suspect): HTMLElement | null {
  if (!joint) return null;
  return element('span', { class: 'badge', title: text.jointTitle }, `${count(structures)} ${text.together}`);
}

function fallback(
  window: GrowthAnswer['window'],
  types: GrowthAnswer['types'],
  describe: (type: string) => void,
): HTMLElement {
  const { noSuspect } = text;
  if (!heapGrew(window)) {
    return element(
      'section',
      { class: 'suspects', testId: 'growth-no-suspect' },
      element('p', {}, noSuspectWords(window)),
    );
  }
  const describing = (type: string) =>
    button(noSuspect.describe, () => describe(type), {
      class: 'link',
      title: noSuspect.describeTitle,
      'aria-label': `${noSuspect.describe} ${type}`,
      testId: 'describe-type',
    });
  const rows = types.map((row) =>
    element(
      'tr',
      { 'data-vscode-context': typeContext(row.type) },
      element('th', { class: 'type', title: row.type, 'data-scope': 'row' }, ...breakable(row.type)),
      element('td', { class: 'number' }, toldBytes(row, isWhole(window))),
      element('td', { class: 'number' }, `${toldObjects(row, isWhole(window))} ${text.details.objects.toLowerCase()}`),
      element('td', {}, isClass(row.type) ? describing(row.type) : null),
    ),
  );
  return element(
    'section',
    { class: 'suspects', testId: 'growth-no-suspect' },
    element('h1', {}, noSuspectWords(window)),
    element('p', { class: 'advice' }, noSuspect.hint),
    types.length === 0 ? null : element('h2', {}, isWhole(window) ? text.whole.types : noSuspect.types),
    types.length === 0 ? null : element('table', { class: 'grown-types' }, element('tbody', {}, ...rows)),
  );
}

/** An array is no head of a structure. */
const isClass = (type: string) => !type.endsWith('[]');
