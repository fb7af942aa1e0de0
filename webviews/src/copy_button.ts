// A link that copies something, and says for a moment that there is something to paste.
import { button } from './dom';
import { strings } from './strings';

const text = strings.explore;
const saidFor = 1500;

export class CopyButton {
  readonly element: HTMLButtonElement;

  /** @param copy puts it on the clipboard */
  constructor(title: string, testId: string, copy: () => void) {
    this.element = button(text.copyCommand, copy, { class: 'link copy', title, testId });
  }

  showCopied(): void {
    this.element.textContent = text.copied;
    setTimeout(() => {
      this.element.textContent = text.copyCommand;
    }, saidFor);
  }
}
