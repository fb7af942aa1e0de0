// A field for a grouping or a condition: offers what may stand there while one types, asks when Enter is pressed, and says below what is
// wrong, and where. A combobox in the sense of WAI-ARIA.
import { element } from '../dom';
import { strings } from '../strings';
import {
  type Completion,
  completionsAt,
  type Language,
  mistakeAt,
  type TypeFields,
  typesOfCondition,
} from './completion';

export interface WordsFieldParts {
  language: Language;
  label: string;
  example: string;
  testId: string;
  /** Of this field alone, where a page has several with the same test id. */
  name?: string;
  apply(words: string): void;
  /** Whether something that was pasted is more than words for this field, and was taken as such. */
  paste?(text: string): boolean;
  /** The names of the fields that types have. */
  fieldsOf?(types: string): Promise<readonly string[]>;
}

export class WordsField {
  readonly element: HTMLElement;
  private readonly name: string;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly message: HTMLElement;
  private items: Completion[] = [];
  private range = { from: 0, to: 0 };
  private active = -1;
  private fields: TypeFields = { type: '', names: [] };

  constructor(private readonly parts: WordsFieldParts) {
    const { label, example, testId } = parts;
    this.name = parts.name ?? testId;
    const [listId, messageId] = [`${this.name}-list`, `${this.name}-message`];
    this.list = element('div', { class: 'completions', role: 'listbox', id: listId, testId: `${testId}-list` });
    this.list.setAttribute('aria-label', strings.explore.completions);
    this.list.hidden = true;
    this.message = element('div', {
      class: 'field-message',
      id: messageId,
      role: 'status',
      testId: `${testId}-message`,
    });
    this.input = element('input', {
      type: 'text',
      role: 'combobox',
      placeholder: example,
      testId,
      'aria-label': label,
      'aria-autocomplete': 'list',
      'aria-expanded': false,
      'aria-controls': listId,
      'aria-describedby': messageId,
    });
    this.input.spellcheck = false;
    this.input.autocomplete = 'off';
    this.input.addEventListener('input', () => this.offer());
    this.input.addEventListener('keydown', (event) => this.onKey(event));
    this.input.addEventListener('blur', () => this.hide());
    this.input.addEventListener('paste', (event) => {
      // The input itself would make one line of several.
      if (parts.paste?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    });
    // The field keeps the keyboard while somebody clicks into the list.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      if (item) this.take(Number(item.dataset.index));
    });
    const field = element('div', { class: 'field' }, this.input, this.list);
    this.element = element(
      'div',
      { class: 'words-field' },
      element('div', { class: 'field-label', 'aria-hidden': true }, label),
      field,
      this.message,
    );
  }

  /** What holds now. */
  show(words: string): void {
    this.input.value = words;
    this.showMessage();
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  /** The engine did not understand it, or cannot answer it. */
  showMistake(problem: string): void {
    const place = mistakeAt(problem);
    const text = this.input.value;
    this.input.setAttribute('aria-invalid', 'true');
    const sentence = element('p', { class: 'mistake' }, `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`);
    if (place === undefined) {
      this.message.replaceChildren(sentence);
      return;
    }
    const end = Math.max(place + 1, text.slice(place).search(/[\s,()[\]]|$/) + place);
    const marked = element('mark', {}, text.slice(place, end) || '\u00a0');
    const where = element('code', { 'aria-hidden': true }, text.slice(0, place), marked, text.slice(end));
    this.message.replaceChildren(where, sentence);
  }

  /** @param nodes what is being done */
  showMessage(...nodes: (string | HTMLElement)[]): void {
    this.input.removeAttribute('aria-invalid');
    this.message.replaceChildren(...nodes);
  }

  private offer(): void {
    const { from, to, items } = completionsAt(
      this.input.value,
      this.input.selectionStart ?? this.input.value.length,
      this.parts.language,
      this.knownFields(),
    );
    this.items = items;
    this.range = { from, to };
    this.active = -1;
    this.draw();
  }

  /** Those of the types that the condition is about; what is not known yet is offered when it is. */
  private knownFields(): TypeFields {
    const type = this.parts.language === 'condition' ? typesOfCondition(this.input.value) : undefined;
    if (type === undefined || !this.parts.fieldsOf) return { type: '', names: [] };
    if (this.fields.type === type) return this.fields;
    this.fields = { type, names: [] };
    const { fields } = this;
    this.parts.fieldsOf(type).then(
      (names) => {
        if (this.fields !== fields) return;
        this.fields = { type, names };
        if (names.length > 0 && document.activeElement === this.input) this.offer();
      },
      // Who writes a type that is none hears of it when the condition is asked.
      () => undefined,
    );
    return fields;
  }

  private hide(): void {
    this.items = [];
    this.draw();
  }

  private draw(): void {
    const options = this.items.map(({ word, description }, index) =>
      element(
        'div',
        {
          role: 'option',
          id: `${this.name}-${index}`,
          'data-index': String(index),
          'aria-selected': index === this.active,
        },
        element('span', { class: 'word' }, word),
        element('span', { class: 'description' }, description),
      ),
    );
    this.list.replaceChildren(...options);
    this.list.hidden = options.length === 0;
    this.input.setAttribute('aria-expanded', String(options.length > 0));
    const active = options[this.active];
    if (!active) {
      this.input.removeAttribute('aria-activedescendant');
      return;
    }
    this.input.setAttribute('aria-activedescendant', active.id);
    active.scrollIntoView?.({ block: 'nearest' });
  }

  private take(index: number): void {
    const item = this.items[index];
    if (!item) return;
    const { value } = this.input;
    const caret = this.range.from + item.insert.length;
    this.input.value = value.slice(0, this.range.from) + item.insert + value.slice(this.range.to);
    this.input.setSelectionRange(caret, caret);
    this.offer();
  }

  private onKey(event: KeyboardEvent): void {
    const { key } = event;
    const isOpen = this.items.length > 0;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (isOpen) this.move(key === 'ArrowDown' ? 1 : -1);
      else this.offer();
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation();
      this.hide();
    } else if ((key === 'Enter' || key === 'Tab') && this.active >= 0) this.take(this.active);
    else if (key === 'Enter') {
      this.hide();
      this.parts.apply(this.input.value.trim());
    } else return;
    event.preventDefault();
  }

  private move(by: 1 | -1): void {
    const { length } = this.items;
    this.active = this.active < 0 && by < 0 ? length - 1 : (this.active + by + length) % length;
    this.draw();
  }
}
