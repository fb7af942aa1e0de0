// One structure in all that is known of it, measured exactly: its pattern and what to do, both ends of its four sizes, what keeps it
// alive, its leaves by type and site, and who else holds them. Or a suspect that is several structures together.

import { count, counted, splitType } from '../../../shared/format';
import type { Page } from '../../../shared/page';
import { pageAfter } from '../../../shared/page';
import type {
  GrowthOfAnswer,
  GrowthOfArgs,
  GrowthPattern,
  GrowthWindow,
  LeafRow,
  LeafTypeRow,
  Suspect,
} from '../../../shared/protocol/growth';
import { mostGrowthRows } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import type { Host, Running } from '../host';
import { segments } from '../segments';
import { strings } from '../strings';
import { detailsHeader } from './details_header';
import { isWhole, structureName } from './growth_words';
import { holdingPath } from './holding_path';
import { isDataGrowth } from './leaf_columns';
import { LeafExamples, type LeafHolder } from './leaf_examples';
import { LeafTable } from './leaf_table';
import { sizesTable } from './sizes_table';
import type { OpenSource } from './source_link';
import { suspectFacts } from './suspect_facts';

const text = strings.growth;
const words = text.details;
const mostOfJoint = 10;

export interface DetailsParts {
  host: Pick<Host, 'ask'>;
  openSource: OpenSource;
  saveDescription(type: string): void;
  /** Shows an object and what holds it, where there is a tab for that. */
  inspect?: (id: string) => void;
  /** Shows what is in an object, where there is a tab for that. */
  openObject?: (id: string) => void;
  /** Shows what a suspect in no structure is made of, where there is a tab for that. */
  showUnheld?: (suspect: Suspect) => void;
  select(id: string): void;
  chooseLeaves(of: 'own' | 'deep'): void;
  /** Whether the headline is about it, so that its sentence need not be said again. */
  isHeadline(id: string): boolean;
  /** The suspect that is this structure alone. */
  suspectOf(id: string): Suspect | undefined;
}

type Question = Omit<GrowthOfArgs, keyof Page>;

export class StructureDetails {
  readonly element = element('section', { class: 'details-pane', testId: 'growth-details', 'aria-label': words.title });
  private leaves: LeafTable;
  private running: Running<GrowthOfAnswer> | undefined;
  /** What is shown, or on its way. */
  private question: Question | undefined;
  private rows: LeafRow[] = [];
  private types: LeafTypeRow[] = [];
  private answer: GrowthOfAnswer | undefined;

  constructor(private readonly parts: DetailsParts) {
    this.leaves = new LeafTable(parts.openSource);
    this.showHint();
  }

  stop(): void {
    this.running?.cancel();
    this.running = undefined;
    this.leaves.stop();
  }

  /** The structure that is shown, once it was measured, with the leaves that are shown. */
  get shown(): { answer: GrowthOfAnswer; leaves: LeafRow[] } | undefined {
    return this.answer && { answer: this.answer, leaves: this.rows };
  }

  showHint(): void {
    this.forget();
    this.element.replaceChildren(element('p', { class: 'hint' }, words.hint));
  }

  showSuspect(suspect: Suspect, window: GrowthWindow): void {
    this.forget();
    const heads = suspect.structures.length > 0 ? suspect.structures : suspect.head === null ? [] : [suspect.head];
    this.leaves.show({
      rows: suspect.leaves,
      pattern: suspect.pattern,
      whole: isWhole(window),
      ...(heads.length > 0 ? { examples: this.examplesOf({ heads, leaves: 'own', at: window.to.index }) } : {}),
    });
    const isSaid = suspect.rank === 1;
    const isInStructure = suspect.pattern !== null;
    const described = {
      ...suspect,
      ...(isSaid ? saidAbove : {}),
      showsPattern: isInStructure && !isWhole(window),
    };
    this.element.replaceChildren(
      detailsHeader(described, this.parts),
      isSaid ? '' : (suspectFacts(suspect, window, this.parts.openSource) ?? ''),
      isInStructure ? '' : (this.linkToUnheld(suspect) ?? ''),
      suspect.structures.length === 0 || isWhole(window) ? '' : part(words.jointOf, this.jointList(suspect)),
      isInStructure || suspect.leaves.length > 0 ? this.leavesPart(null, suspect.pattern) : '',
      isInStructure || suspect.path
        ? part(words.pathTo, holdingPath(suspect.path, this.parts.openSource, this.parts.inspect))
        : '',
    );
  }

  /** Of classes that a program makes there is none: the type is a pattern that many match. */
  private linkToUnheld(suspect: Suspect): HTMLElement | null {
    const { showUnheld } = this.parts;
    if (!showUnheld || suspect.unheld === 'loaded') return null;
    const [label, title] =
      suspect.unheld === 'runs'
        ? [words.unheld.threads, words.unheld.threadsTitle]
        : [words.unheld.objects, words.unheld.objectsTitle];
    return element(
      'p',
      {},
      button(label, () => showUnheld(suspect), { class: 'link', testId: 'show-unheld', title }),
    );
  }

  showStructure(question: Question): void {
    const same = this.answer !== undefined && question.id === this.question?.id;
    if (!same) this.forget();
    this.running?.cancel();
    this.question = question;
    this.element.setAttribute('aria-busy', 'true');
    if (!same) this.element.replaceChildren(element('p', { class: 'hint', testId: 'details-loading' }, words.loading));
    void this.ask(question, 0);
  }

  private examplesOf(holder: LeafHolder): LeafExamples {
    return new LeafExamples(this.parts.host, holder, this.parts.openObject);
  }

  private forget(): void {
    this.stop();
    this.question = undefined;
    this.answer = undefined;
    this.rows = [];
    this.types = [];
    this.leaves = new LeafTable(this.parts.openSource);
    this.element.removeAttribute('aria-busy');
  }

  private async ask(question: Question, offset: number): Promise<void> {
    const progress = (phase: string, done: number) => {
      if (this.question === question) this.showProgress(phase, done);
    };
    const running = this.parts.host.ask('growthOf', { ...question, ...pageAfter(offset, mostGrowthRows) }, progress);
    this.running = running;
    try {
      const answer = await running.promise;
      if (this.question !== question || this.running !== running) return;
      this.rows = offset === 0 ? answer.leaves.rows : [...this.rows, ...answer.leaves.rows];
      this.types = offset === 0 ? answer.leaves.types : [...this.types, ...answer.leaves.types];
      this.answer = answer;
      this.show(answer);
    } catch (failure) {
      if (this.question !== question || this.running !== running) return;
      this.fail(question, (failure as Error).message);
    }
    this.running = undefined;
    this.element.removeAttribute('aria-busy');
  }

  private showProgress(phase: string, done: number): void {
    const line = this.element.querySelector('[data-testid="details-loading"]');
    if (line) line.textContent = `${words.loading} ${phase} ${Math.round(100 * done)}\u2009%`;
  }

  private fail(question: Question, message: string): void {
    this.answer = undefined;
    const retry = button(text.retry, () => this.showStructure(question), { class: 'link' });
    this.element.replaceChildren(element('p', { role: 'alert' }, `${words.failed}: ${message} `, retry));
  }

  private show(answer: GrowthOfAnswer): void {
    const { structure, leaves, owners, path } = answer;
    const { pattern } = structure;
    const holder = { heads: [structure.id], leaves: leaves.of, at: answer.window.to.index };
    this.leaves.show({
      rows: this.rows,
      pattern,
      types: this.types,
      total: leaves.total,
      examples: this.examplesOf(holder),
    });
    this.element.replaceChildren(
      detailsHeader(
        { ...structure, ...(this.parts.isHeadline(structure.id) ? saidAbove : answer), showsPattern: true },
        this.parts,
      ),
      part(words.sizes, ...sizesTable(answer, this.parts.suspectOf(structure.id)?.retained)),
      this.leavesPart(answer, pattern),
      owners.length === 0 ? '' : part(words.owners, this.ownersList(answer)),
      part(words.path, holdingPath(path, this.parts.openSource, this.parts.inspect)),
    );
  }

  private leavesPart(answer: GrowthOfAnswer | null, pattern: GrowthPattern | null): HTMLElement {
    const left = answer ? answer.leaves.total.rows - this.rows.length : 0;
    const which =
      answer &&
      segments({
        name: 'leaves',
        label: words.leavesOfLabel,
        words: words.leavesOf,
        chosen: answer.leaves.of,
        choose: (of) => this.chooseLeaves(of),
      });
    const more = button(`${words.more} (${count(left)} ${words.left})`, () => this.more(), {
      class: 'link',
      testId: 'leaves-more',
    });
    return element(
      'div',
      { class: 'part leaves' },
      element('div', { class: 'section-head' }, element('h2', { title: words.leavesTitle }, words.leaves), which),
      element('p', { class: 'hint' }, isDataGrowth(pattern) ? words.leavesDataHint : words.leavesHint),
      this.rows.length === 0 && answer ? element('p', {}, words.noLeaves) : this.leaves.element,
      left > 0 ? more : null,
    );
  }

  private chooseLeaves(of: 'own' | 'deep'): void {
    this.parts.chooseLeaves(of);
    if (this.question) this.showStructure({ ...this.question, leaves: of });
  }

  private more(): void {
    if (this.question && !this.running) void this.ask(this.question, this.rows.length);
  }

  private ownersList({ owners }: GrowthOfAnswer): HTMLElement {
    const items = owners.map((owner) =>
      element(
        'li',
        {},
        button(structureName(owner), () => this.parts.select(owner.id), {
          class: 'link',
          title: `${owner.type} ${owner.id}`,
        }),
        element('span', { class: 'number' }, counted(owner.shared, words.ownersShared)),
      ),
    );
    return element('ul', { class: 'owners', testId: 'growth-owners' }, ...items);
  }

  private jointList(suspect: Suspect): HTMLElement {
    const shown = suspect.structures.slice(0, mostOfJoint);
    const items = shown.map((id) =>
      element(
        'li',
        {},
        button(`${splitType(suspect.type).ownPart} ${id}`, () => this.parts.select(id), { class: 'link' }),
      ),
    );
    const left = suspect.count - shown.length;
    if (left > 0) items.push(element('li', { class: 'hint' }, `${words.andMore}: ${count(left)}`));
    return element('ul', { class: 'owners' }, ...items);
  }
}

const saidAbove = { sentenceParts: [], advice: '' };

const part = (title: string, ...content: HTMLElement[]) =>
  element('div', { class: 'part' }, element('h2', {}, title), ...content);
