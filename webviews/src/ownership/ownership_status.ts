// What stands above the picture while it is found out: how far it is, with a way out; that it failed, with a way to try again; and what is to be
// known of an answer. A picture that is there stays below it.
import type { Warning } from '../../../shared/protocol/answers';
import { button, element } from '../dom';
import { ownershipStrings as text } from './ownership_strings';

/** Who waits so short sees no words flash by. */
const patience = 250;

export interface StatusEvents {
  cancel(): void;
  ask(): void;
}

export class OwnershipStatus {
  readonly element = element('div', { class: 'ownership-status' });
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private words: HTMLElement | undefined;

  constructor(private readonly events: StatusEvents) {}

  /** @param isQuick something is shown already: only who waits long wants to know */
  begin(isQuick: boolean): void {
    this.clear();
    const show = () => {
      this.words = element('span', {}, text.loading);
      const cancel = button(text.cancel, () => this.events.cancel(), { class: 'link', testId: 'ownership-cancel' });
      this.element.replaceChildren(
        element('p', { class: 'hint', testId: 'ownership-loading' }, this.words, ' ', cancel),
      );
    };
    if (isQuick) this.waiting = setTimeout(show, patience);
    else show();
  }

  progress(phase: string, done: number): void {
    if (this.words) this.words.textContent = `${text.loading} ${phase} ${Math.round(100 * done)}\u2009%`;
  }

  failed({ kind, message = '' }: { kind?: string; message?: string }): void {
    this.clear();
    const isCancelled = kind === 'cancelled';
    const words = isCancelled ? text.cancelled : `${text.failed}: ${message}`;
    const again = button(text.retry, () => this.events.ask(), { class: 'link', testId: 'ownership-retry' });
    const attributes = { role: isCancelled ? 'status' : 'alert', testId: 'ownership-failed' };
    this.element.replaceChildren(element('p', attributes, `${words} `, again));
  }

  say(words: string): void {
    this.clear();
    this.element.replaceChildren(element('p', { class: 'hint', testId: 'ownership-note' }, words));
  }

  done(warnings: readonly Warning[]): void {
    this.clear();
    this.element.replaceChildren(
      ...warnings.map(({ message }) => element('p', { class: 'hint', testId: 'ownership-warning' }, message)),
    );
  }

  private clear(): void {
    clearTimeout(this.waiting);
    this.words = undefined;
    this.element.replaceChildren();
  }
}
