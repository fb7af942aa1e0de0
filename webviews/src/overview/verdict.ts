// What a trace comes down to: which field holds what the heap gained, and the line that makes it; of one heap alone, what holds the most. It stands above
// everything else, its place is as large while it is looked for as when it is found, and so nothing below it ever moves.

import { bytes } from '../../../shared/format';
import type { GrowthAnswer, GrowthArgs } from '../../../shared/protocol/growth';
import type { KnownGrowth, PointWindow } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { asideWords, isWhole, noSuspectWords, windowPoints } from '../growth/growth_words';
import { linkedSentence } from '../growth/sentence';
import { openSourceOf } from '../growth/source_link';
import type { Host, Running } from '../host';
import { strings } from '../strings';
import { capital, growthWords } from '../timeline/point_words';

const text = strings.verdict;

export interface VerdictParts {
  host: Pick<Host, 'ask' | 'act'>;
  /** The window that somebody chose; null for the suggested one. */
  window: PointWindow | null;
  points: number;
  /** A program is being recorded: what is not known of one point is known of the next. */
  isGrowing: boolean;
  /** Whether it is asked for by itself. */
  isAutomatic: boolean;
  showGrowth(window: PointWindow): void;
  /** Says more than the sentence to whoever wants to know. */
  found(answer: GrowthAnswer): void;
}

export class Verdict {
  private readonly said = element('div', { class: 'verdict-words' });
  /** Its place stays, whatever is said. */
  readonly element = element('section', { class: 'verdict', testId: 'verdict', 'aria-label': text.title }, this.said);
  private running: Running<GrowthAnswer> | undefined;
  private shown: KnownGrowth | undefined;

  constructor(private readonly parts: VerdictParts) {}

  start(): void {
    if (this.parts.points < 2 && this.parts.isGrowing) this.awaitPoints();
    else if (this.parts.isAutomatic) this.ask(this.parts.window);
    else this.offer();
  }

  /** The program that is being recorded has come to another point. What grew is renewed by whoever asks for all views. */
  renew(points: number): void {
    const isFirst = this.parts.points < 2 && points > 1;
    this.parts.points = points;
    if (isFirst) this.start();
  }

  stop(): void {
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }

  /** Somebody asked about growth elsewhere: what was found out there holds here, too. */
  follow(known: KnownGrowth | null): void {
    const { shown } = this;
    if (this.running || (known && shown && isSame(known, shown))) return;
    if (!known && !this.parts.isAutomatic) {
      this.offer();
      return;
    }
    // What was known is too old where nothing is known any more. A window that nobody chose may be another one by now.
    const last = known ?? shown;
    if (this.parts.points > 1 || !this.parts.isGrowing) this.ask(last ? chosenWindow(last) : this.parts.window);
  }

  private ask(window: PointWindow | null): void {
    this.stop();
    // What is said stays until more is known.
    if (this.shown) this.element.setAttribute('aria-busy', 'true');
    else this.showLooking('');
    const args: GrowthArgs = {
      // Of one heap, there is no other window.
      ...(window && this.parts.points > 1 ? { from: String(window.from), to: String(window.to) } : {}),
      limit: 0,
    };
    const running = this.parts.host.ask('growth', args, (phase, done) => {
      if (this.running === running && !this.shown) this.showLooking(`${phase} ${Math.round(100 * done)}\u2009%`);
    });
    this.running = running;
    running.promise.then(
      (answer) => {
        if (this.running !== running) return;
        this.running = undefined;
        this.show(answer);
      },
      (failure: { kind?: string; message?: string }) => {
        if (this.running !== running) return;
        this.running = undefined;
        this.fail(failure, window);
      },
    );
  }

  private get words(): {
    [key in 'title' | 'looking' | 'find' | 'cancelled' | 'show' | 'failed']: string;
  } {
    return this.parts.points < 2 && !this.parts.isGrowing ? text.whole : { ...text, failed: strings.growth.failed };
  }

  private offer(): void {
    const find = () => this.ask(this.parts.window);
    this.said.replaceChildren(
      element('p', { class: 'caption' }, this.words.title),
      element('p', {}, button(this.words.find, find, { testId: 'find-growth' })),
    );
  }

  private showLooking(progress: string): void {
    this.element.setAttribute('aria-busy', 'true');
    this.said.replaceChildren(
      element('p', { class: 'caption' }, this.words.title),
      element('p', { class: 'looking', role: 'status' }, this.words.looking),
      element('p', { class: 'hint' }, progress),
    );
  }

  private show(answer: GrowthAnswer): void {
    const { window, suspects } = answer;
    const [top] = suspects;
    const chosen = { from: window.from.index, to: window.to.index };
    const isChosen = window.chosen === 'asked' ? { chosen: true as const } : {};
    this.shown = { window: chosen, ...isChosen, sentence: top?.sentence ?? null };
    const said = top
      ? linkedSentence(top.sentenceParts, openSourceOf(this.parts.host, false))
      : [noSuspectWords(window)];
    this.element.removeAttribute('aria-busy');
    const grown = growthWords(window.from.bytes, window.to.bytes, 'bytes');
    const caption = isWhole(window)
      ? `${strings.growth.whole.heap}: ${bytes(window.to.bytes)}`
      : `${capital(grown)}, ${text.from} ${windowPoints(window)}${asideWords(window)}`;
    this.said.replaceChildren(
      element('p', { class: 'caption' }, caption),
      element('h1', { class: 'said', testId: 'known-growth' }, ...said),
      element(
        'p',
        { class: 'links' },
        button(this.words.show, () => this.parts.showGrowth(chosen), { class: 'link', testId: 'show-growth' }),
        suspects.length > 1 && !isWhole(window)
          ? element('span', { class: 'others' }, others(suspects.length - 1))
          : null,
      ),
    );
    this.parts.found(answer);
  }

  private awaitPoints(): void {
    this.said.replaceChildren(
      element('p', { class: 'caption' }, text.title),
      element('p', { class: 'looking', role: 'status' }, text.needsTwo),
    );
  }

  private fail({ kind, message }: { kind?: string; message?: string }, window: PointWindow | null): void {
    this.shown = undefined;
    this.element.removeAttribute('aria-busy');
    const words = kind === 'cancelled' ? this.words.cancelled : `${this.words.failed}: ${message ?? ''}`;
    this.said.replaceChildren(
      element('p', { class: 'caption' }, text.title),
      element('p', { role: 'alert' }, words),
      element(
        'p',
        { class: 'links' },
        button(strings.growth.retry, () => this.ask(window), { class: 'link' }),
      ),
    );
  }
}

const others = (number: number) => `${number} ${number === 1 ? text.other : text.others}`;

const isSame = (one: KnownGrowth, other: KnownGrowth) =>
  one.sentence === other.sentence && one.window.from === other.window.from && one.window.to === other.window.to;

/** Null for the suggested one. */
export const chosenWindow = ({ window, chosen }: KnownGrowth): PointWindow | null => (chosen ? window : null);
