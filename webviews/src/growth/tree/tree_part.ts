// The growth tree in the Growth tab: asks for it once it is to be seen, and shows it as an icicle that one can look into, with a search, the way
// to the place that is looked at, the place that was chosen, and the same as a table.

import { bytes, counted, percent } from '../../../../shared/format';
import type { GrowthArgs, Suspect } from '../../../../shared/protocol/growth';
import type { GrowthTreeAnswer } from '../../../../shared/protocol/growth_tree';
import { button, element } from '../../dom';
import type { Host, Running } from '../../host';
import { SearchField } from '../../search_field';
import { strings } from '../../strings';
import { isWhole } from '../growth_words';
import type { OpenSource } from '../source_link';
import { IcicleView } from './icicle_view';
import { PlaceTable } from './place_table';
import { growthTogether, type Place, placesOf, placesWith } from './place_tree';
import { shareOf } from './place_words';

const text = strings.growth.tree;

export interface TreeParts {
  fileName: string;
  host: Pick<Host, 'ask' | 'save'>;
  openSource: OpenSource;
}

type Question = Pick<GrowthArgs, 'from' | 'to' | 'threshold'>;

export class TreePart {
  readonly element: HTMLElement;
  private readonly title = element('h2', {}, text.title);
  private readonly status = element('div', { class: 'tree-status' });
  private readonly content = element('div', { class: 'tree-content' });
  private readonly search: SearchField;
  private readonly found = element('p', { class: 'total', role: 'status', testId: 'tree-found' });
  private readonly icicle: IcicleView;
  private readonly table: PlaceTable;
  private running: Running<GrowthTreeAnswer> | undefined;
  /** Of which window; none while nobody knows which. */
  private question: Question | undefined;
  private isAsked = false;
  private isShown = false;
  private suspects: readonly Suspect[] = [];
  private places: Place[] = [];
  private answer: GrowthTreeAnswer | undefined;

  constructor(private readonly parts: TreeParts) {
    const { host, fileName, openSource } = parts;
    this.icicle = new IcicleView({ fileName, openSource, save: (image) => host.save('saveImage', image) });
    this.table = new PlaceTable(openSource);
    this.search = new SearchField({ label: text.search, testId: 'tree-search' }, '', {
      search: (words) => this.searchFor(words),
      leave: () => this.icicle.focusFound(),
    });
    const twin = element('details', { class: 'tree-twin' }, element('summary', {}, text.table), this.table.element);
    this.content.append(this.icicle.element, twin);
    this.element = element(
      'section',
      { class: 'growth-tree', testId: 'growth-tree', 'aria-label': text.title },
      element('div', { class: 'section-head' }, this.title, this.search.element, this.found, this.icicle.saving),
      this.status,
      this.content,
    );
    this.element.hidden = true;
    this.content.hidden = true;
  }

  start(): void {
    this.icicle.start();
  }

  stop(): void {
    this.icicle.stop();
    this.search.stop();
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }

  /** Another window, or other suspects in it: asked for when it is to be seen. */
  expect(question: Question, suspects: readonly Suspect[]): void {
    const { running } = this;
    this.running = undefined;
    running?.cancel();
    this.question = question;
    this.suspects = suspects;
    this.isAsked = false;
    if (this.isShown) this.ask();
  }

  show(shown: boolean): void {
    this.isShown = shown;
    this.element.hidden = !shown;
    if (!shown) {
      this.search.stop();
      return;
    }
    this.search.start();
    if (!this.isAsked) this.ask();
    this.icicle.draw();
  }

  private ask(): void {
    const { question } = this;
    if (!question) return;
    this.isAsked = true;
    this.showProgress('', 0);
    const running = this.parts.host.ask('growthTree', question, (phase, done) => {
      if (this.running === running) this.showProgress(phase, done);
    });
    this.running = running;
    running.promise.then(
      (answer) => {
        if (this.running === running) this.showAnswer(answer);
      },
      (failure: { kind?: string; message?: string }) => {
        if (this.running === running) this.showFailure(failure);
      },
    );
  }

  private showProgress(phase: string, done: number): void {
    const words = phase === '' ? text.loading : `${text.loading} ${phase} ${Math.round(100 * done)}\u2009%`;
    this.content.setAttribute('aria-busy', 'true');
    this.status.replaceChildren(
      element(
        'p',
        { class: 'hint', testId: 'tree-loading' },
        `${words} `,
        button(strings.growth.cancel, () => this.running?.cancel(), { class: 'link' }),
      ),
    );
  }

  private showFailure({ kind, message = '' }: { kind?: string; message?: string }): void {
    this.running = undefined;
    this.content.hidden = true;
    this.content.removeAttribute('aria-busy');
    const words = kind === 'cancelled' ? text.cancelled : `${text.failed}: ${message}`;
    const again = button(strings.growth.retry, () => this.ask(), { class: 'link', testId: 'tree-retry' });
    this.status.replaceChildren(
      element('p', { role: kind === 'cancelled' ? 'status' : 'alert', testId: 'tree-failed' }, `${words} `, again),
    );
  }

  private showAnswer(answer: GrowthTreeAnswer): void {
    this.running = undefined;
    this.content.removeAttribute('aria-busy');
    this.places = placesOf(answer);
    this.answer = answer;
    const [top] = this.places;
    const words = isWhole(answer.window)
      ? { ...text, ...strings.growth.whole, hint: strings.growth.whole.treeHint }
      : text;
    const isEmpty = !top || top.children.length === 0;
    this.content.hidden = isEmpty;
    this.icicle.saving.hidden = isEmpty;
    if (isEmpty) {
      const why = !top ? text.emptyHeap : `${words.empty} ${bytes(answer.least)}.`;
      this.status.replaceChildren(element('p', { testId: 'tree-empty' }, why));
      return;
    }
    if (isWhole(answer.window)) this.title.textContent = strings.growth.whole.tree;
    this.status.replaceChildren(
      element('p', { class: 'hint' }, `${words.hint} ${words.leftOut} ${bytes(answer.least)}.`),
    );
    this.icicle.show(answer, top, this.suspects);
    this.table.show(top, answer);
    this.searchFor(this.search.element.value);
  }

  private searchFor(words: string): void {
    const found = words.trim() === '' ? undefined : placesWith(this.places, words);
    this.icicle.showFound(found);
    const { answer } = this;
    this.found.textContent =
      found && answer
        ? `${counted(found.size, text.found)}, ${percent(growthTogether(found), answer.growth)} ${shareOf(answer)}`
        : '';
  }
}
