// The rows of a long list, page by page: asks for what is about to be seen and keeps what was seen. When the question changes, the
// rows stay until the first answer to the new one comes, so that keys and clicks act on what is seen. Answers to an old question are
// dropped.
import { type Page, pageNumbered, pageWith } from '../../shared/page';

export const pageRows = 200;
const mostPages = 40;

export interface PageEvents<Answer> {
  /** What was there, if anything, belonged to another question, and is gone. */
  outdated(): void;
  /** Rows came, the first of them at `from`, or the totals changed. */
  loaded(answer: Answer, from: number): void;
  failed(message: string): void;
}

export class PageCache<Question extends object, Answer extends { rows: readonly unknown[] }> {
  private pages = new Map<number, Answer['rows']>();
  private asked = new Set<number>();
  private question: Question | undefined;
  /** The pages are of the question before. */
  private isOutdated = false;
  private generation = 0;

  constructor(
    private readonly ask: (args: Question & Page) => Promise<Answer>,
    private readonly events: PageEvents<Answer>,
  ) {}

  /** Starts over with another question, at the page of `row`. */
  reset(question: Question, row = 0): void {
    this.question = question;
    this.generation++;
    this.isOutdated = this.pages.size > 0;
    this.asked.clear();
    this.load(pageWith(row, pageRows));
  }

  /** Where the rows must not be seen until there is another question: they are gone at once. */
  clear(): void {
    this.question = undefined;
    this.generation++;
    this.forget();
  }

  /** The same question has better answers now: what is in sight stays until it is replaced, what is on its way is too old. */
  renew(from: number, to: number): void {
    this.generation++;
    const first = pageWith(from, pageRows);
    for (const page of [...this.pages.keys()]) {
      if (page < first || page * pageRows >= to) this.pages.delete(page);
    }
    this.asked.clear();
    // At least one page, which tells how many rows there are.
    this.want(from, Math.max(to, from + 1));
  }

  row(index: number): Answer['rows'][number] | undefined {
    return this.pages.get(pageWith(index, pageRows))?.[index % pageRows];
  }

  /** Sees to it that rows [from, to) are there or on their way. */
  want(from: number, to: number): void {
    for (let page = pageWith(from, pageRows); page * pageRows < to; page++) this.load(page);
  }

  private load(page: number): void {
    if (this.asked.has(page)) {
      this.refresh(page);
      return;
    }
    if (!this.question) return;
    this.asked.add(page);
    const generation = this.generation;
    this.ask({ ...this.question, ...pageNumbered(page, pageRows) }).then(
      (answer) => {
        if (generation !== this.generation) return;
        if (this.isOutdated) this.forget();
        this.pages.set(page, answer.rows);
        this.forgetOldest();
        this.events.loaded(answer, page * pageRows);
      },
      (failure: { message?: string }) => {
        if (generation !== this.generation) return;
        if (this.isOutdated) this.forget();
        this.asked.delete(page);
        this.events.failed(failure.message ?? String(failure));
      },
    );
  }

  private forget(): void {
    this.isOutdated = false;
    this.pages.clear();
    this.events.outdated();
  }

  /** Puts a page to the end of the order in which pages are forgotten. */
  private refresh(page: number): void {
    const rows = this.pages.get(page);
    if (!rows) return;
    this.pages.delete(page);
    this.pages.set(page, rows);
  }

  private forgetOldest(): void {
    for (const page of this.pages.keys()) {
      if (this.pages.size <= mostPages) return;
      this.pages.delete(page);
      this.asked.delete(page);
    }
  }
}
