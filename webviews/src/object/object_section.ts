// A part of the page that is asked for by itself: it says that it is being computed, shows what came, more of it, or why nothing did. It
// has its place and its heading from the beginning, so that nothing above it moves.

import { count } from '../../../shared/format';
import { goesOn } from '../../../shared/page';
import type { ObjectAnswer } from '../../../shared/protocol/object_answer';
import type { ObjectArgs } from '../../../shared/protocol/question_args';
import { button, element } from '../dom';
import type { OnProgress, Running } from '../host';
import { strings } from '../strings';

const text = strings.object;

export interface SectionParts {
  name: string;
  title?: string;
  testId: string;
  failed: string;
  ask(args: Partial<ObjectArgs>, onProgress: OnProgress): Running<ObjectAnswer>;
  /** What to ask for, from the first that is not shown yet on. */
  args(shown: number): Partial<ObjectArgs>;
  /** Adds what came to the body; gives how many rows are there now, and of how many. */
  show(answer: ObjectAnswer, body: HTMLElement): { shown: number; all: number; more?: boolean } | null;
}

export class ObjectSection {
  readonly element: HTMLElement;
  private readonly heading: HTMLElement;
  private readonly body = element('div', { class: 'body' });
  private readonly foot = element('div', { class: 'foot' });
  private running: Running<ObjectAnswer> | undefined;
  private stopped = false;

  constructor(private readonly parts: SectionParts) {
    const { name, title, testId } = parts;
    this.heading = element('h2', title === undefined ? {} : { title }, name);
    this.element = element('section', { testId }, this.heading, this.body, this.foot);
  }

  /** With what another question has told already. */
  fill(answer: ObjectAnswer): void {
    this.element.removeAttribute('aria-busy');
    const rows = this.parts.show(answer, this.body);
    this.heading.textContent = rows ? `${this.parts.name} ${headingCount(rows)}` : this.parts.name;
    const hasMore = rows !== null && goesOn(rows.shown, rows.all);
    this.foot.replaceChildren(
      ...(hasMore
        ? [
            button(text.more, () => void this.load(rows.shown), {
              class: 'link',
              testId: 'object-more',
              'aria-label': `${text.more}: ${this.parts.name}`,
            }),
          ]
        : []),
    );
  }

  async load(shown = 0): Promise<void> {
    this.element.setAttribute('aria-busy', 'true');
    const hint = element('p', { class: 'hint' }, `${text.loading} …`);
    this.foot.replaceChildren(hint);
    try {
      this.running = this.parts.ask(this.parts.args(shown), (phase) => {
        hint.textContent = `${phase} …`;
      });
      const answer = await this.running.promise;
      if (!this.stopped) this.fill(answer);
    } catch (failure) {
      if (!this.stopped) this.fail(failure, shown);
    }
    this.running = undefined;
  }

  stop(): void {
    this.stopped = true;
    this.running?.cancel();
  }

  private fail(failure: unknown, shown: number): void {
    this.element.removeAttribute('aria-busy');
    this.foot.replaceChildren(failureLine(this.parts.failed, failure, () => void this.load(shown)));
  }
}

export function failureLine(what: string, failure: unknown, retry: () => void): HTMLElement {
  const { message } = failure as { message?: string };
  return element(
    'p',
    { role: 'alert', testId: 'object-failed' },
    `${what}: ${message ?? String(failure)} `,
    button(text.retry, retry, { class: 'link' }),
  );
}

/** With a plus where there are more than were counted. */
function headingCount({ all, more }: { all: number; more?: boolean }): string {
  return more ? `${count(all)}+` : count(all);
}
