// All structures of one category as a table, asked for page by page: those that are alive at both ends, with a search and an export, or
// those that were born in the window.

import { count, counted } from '../../../shared/format';
import type { Page } from '../../../shared/page';
import type { GrowthAnswer, GrowthArgs, GrowthCategory, GrowthOrder, GrowthRow } from '../../../shared/protocol/growth';
import { button, element } from '../dom';
import { PageCache } from '../page_cache';
import { strings } from '../strings';
import { StructureTable, type StructureTableEvents } from './structure_table';

const text = strings.growth;

type Question = Omit<GrowthArgs, keyof Page>;
type GrowthPage = GrowthAnswer & { rows: GrowthRow[] };

export interface StructureSectionParts {
  category: GrowthCategory;
  label: string;
  testId: string;
  ask(args: Question & Page): Promise<GrowthAnswer>;
  clearSearch(): void;
  /** Lists also structures of which nothing grew, or not any more. */
  showUnchanged(shown: boolean): void;
}

export class StructureSection {
  readonly table: StructureTable;
  readonly total = element('p', { class: 'total', role: 'status' });
  readonly notice = element('div', { class: 'notice' });
  private readonly pages: PageCache<Question, GrowthPage>;
  private question: Question = {};

  constructor(
    private readonly parts: StructureSectionParts,
    events: StructureTableEvents,
  ) {
    const ask = async (args: Question & Page): Promise<GrowthPage> => {
      const answer = await parts.ask(args);
      return { ...answer, rows: answer.structures };
    };
    this.pages = new PageCache<Question, GrowthPage>(ask, {
      outdated: () => this.table.clear(),
      loaded: (answer) => this.show(answer),
      failed: (message) => this.fail(message),
    });
    this.table = new StructureTable({ label: parts.label, testId: parts.testId }, this.pages, events);
    this.total.dataset.testid = `${parts.testId}-total`;
  }

  /** Starts over, from the first row on. */
  load(window: Question, sort: GrowthOrder, { search, unchanged }: { search: string; unchanged: boolean }): void {
    const { category } = this.parts;
    const { search: before = '' } = this.question;
    // Keys that are pressed from now on are meant for what is found, not for what was there before.
    if (search !== before) this.pages.clear();
    this.question = { ...window, sort, category, grown: !unchanged, ...(search === '' ? {} : { search }) };
    this.notice.replaceChildren();
    this.table.scrollToTop();
    this.pages.reset(this.question);
  }

  private show({ total, sort }: GrowthPage): void {
    this.table.showOrder(sort);
    this.total.replaceChildren(counted(total.rows, text.table.total), ...this.unchanged(total));
    this.table.update(total.rows);
    const { search } = this.question;
    const clear = button(text.table.clear, () => this.parts.clearSearch(), { class: 'link' });
    const none = search === undefined ? '' : `${text.table.noMatch} “${search}”. `;
    this.notice.replaceChildren(
      ...(total.rows > 0 || none === '' ? [] : [element('p', { testId: `${this.parts.testId}-empty` }, none, clear)]),
    );
  }

  /** Tables full of rows in which nothing happened help nobody; that there are such, and how to see them, is said. */
  private unchanged({ unchanged = 0 }: GrowthPage['total']): (string | HTMLElement)[] {
    const { table } = text;
    const toggle = (words: string, shown: boolean) =>
      button(words, () => this.parts.showUnchanged(shown), { class: 'link', testId: 'toggle-unchanged' });
    if (this.question.grown === false) return [' ', toggle(table.hideUnchanged, false)];
    return unchanged === 0 ? [] : [` · ${count(unchanged)} ${table.unchanged} `, toggle(table.showUnchanged, true)];
  }

  private fail(message: string): void {
    this.total.textContent = '';
    this.table.update(0);
    this.notice.replaceChildren(
      element(
        'p',
        { role: 'alert' },
        `${text.table.failed}: ${message} `,
        button(text.retry, () => this.pages.reset(this.question), { class: 'link' }),
      ),
    );
  }
}
