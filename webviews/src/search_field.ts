// The field to search with: asks while one types, is reached with `/` and Ctrl+F, and hands the keyboard on to the rows.
import { element } from './dom';

const typingPause = 120;

export interface SearchEvents {
  search(words: string): void;
  /** On to what was found. */
  leave(): void;
}

export class SearchField {
  readonly element: HTMLInputElement;
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    field: { label: string; testId: string },
    words: string,
    private readonly events: SearchEvents,
  ) {
    const { label, testId } = field;
    this.element = element('input', { type: 'search', placeholder: label, 'aria-label': label, testId });
    this.element.value = words;
    this.element.addEventListener('input', () => this.onTyping());
    this.element.addEventListener('keydown', (event) => this.onKey(event));
  }

  start(): void {
    document.addEventListener('keydown', this.onShortcut);
  }

  stop(): void {
    document.removeEventListener('keydown', this.onShortcut);
    clearTimeout(this.typing);
  }

  /** Searches for these words at once. */
  searchFor(words: string): void {
    clearTimeout(this.typing);
    this.element.value = words;
    this.events.search(words);
  }

  private onTyping(): void {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.searchFor(this.element.value), typingPause);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.element.value !== '') {
      event.preventDefault();
      this.searchFor('');
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      this.searchFor(this.element.value);
      this.events.leave();
    }
  }

  private readonly onShortcut = (event: KeyboardEvent): void => {
    const inSearch = event.target === this.element;
    const find = (event.ctrlKey || event.metaKey) && event.key === 'f';
    if (!find && (inSearch || event.key !== '/')) return;
    event.preventDefault();
    this.element.focus();
    this.element.select();
  };
}
