// One part of the page: a heading, and below it that it is being found out, what was found, or why that failed. What it is asked stays the
// part's own business, so that parts come one by one.
import { button, element } from '../dom';
import type { Running } from '../host';
import { strings } from '../strings';

const text = strings.inspect;
// Whoever waits shorter sees no words flash by.
const patience = 200;

export interface PartWords {
  title: string;
  /** What the reader sees here, in a sentence. */
  hint?: string;
  testId: string;
  /** What is shown says what it is: the heading is for screen readers. */
  plain?: true;
}

export class InspectPart {
  readonly element: HTMLElement;
  private readonly body = element('div', { class: 'part-body' });

  constructor({ title, hint, testId, plain }: PartWords, ...tools: HTMLElement[]) {
    const heading = element('h2', plain ? { class: 'for-screen-readers' } : {}, title);
    const head = element('div', { class: 'section-head' }, heading, ...tools);
    this.element = element(
      'section',
      { class: 'inspect-part', testId },
      head,
      hint === undefined ? null : element('p', { class: 'hint' }, hint),
      this.body,
    );
  }

  show(...content: (Node | string)[]): void {
    this.element.removeAttribute('aria-busy');
    this.body.replaceChildren(...content);
  }

  /** What was shown before stays until there is more, unless it was about something else. */
  await(phase: string, done: number): void {
    const words = phase === '' ? text.waiting : `${phase} ${Math.round(100 * done)}\u2009%`;
    this.element.setAttribute('aria-busy', 'true');
    this.body.replaceChildren(element('p', { class: 'hint waiting', role: 'status' }, words));
  }

  fail(message: string, retry: () => void): void {
    this.show(
      element(
        'p',
        { role: 'alert' },
        `${text.failed}: ${message} `,
        button(strings.growth.retry, retry, { class: 'link', testId: 'inspect-retry' }),
      ),
    );
  }
}

/** A question whose answer several parts wait for. Another one takes the place of the one before. */
export class PartQuestion<Answer> {
  private running: Running<Answer> | undefined;

  constructor(private readonly parts: readonly InspectPart[]) {}

  ask(
    start: (onProgress: (phase: string, done: number) => void) => Running<Answer>,
    show: (answer: Answer) => void,
  ): void {
    this.stop();
    const began = Date.now();
    for (const part of this.parts) part.await('', 0);
    const running = start((phase, done) => {
      if (this.running !== running || Date.now() - began < patience) return;
      for (const part of this.parts) part.await(phase, done);
    });
    this.running = running;
    running.promise.then(
      (answer) => {
        if (this.running !== running) return;
        this.running = undefined;
        show(answer);
      },
      (failure: { message?: string }) => {
        if (this.running !== running) return;
        this.running = undefined;
        const [first, ...others] = this.parts;
        first?.fail(failure.message ?? String(failure), () => this.ask(start, show));
        for (const part of others) part.show();
      },
    );
  }

  stop(): void {
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }
}
