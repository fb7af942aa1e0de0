// The one control for how the table is grouped: a menu of groupings by name, a field for any other, and one for a condition. What cannot
// be answered is said in the menu, and the table stays as it is.
import type { SavedWords } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import type { OnProgress, Running } from '../host';
import { Menu } from '../menu';
import { strings } from '../strings';
import { nameOfGrouping, type Preset } from './presets';
import { WordsField } from './words_field';

const text = strings.explore;

/** What is asked for: another grouping, another condition, or both as they are. */
export interface GroupingWish {
  by: string;
  where: string;
  rows?: Preset['rows'];
}

export interface GroupingMenuParts {
  /** Of this menu alone, where a page has several. */
  name?: string;
  presets: readonly Preset[];
  /** Asks the engine; fulfilled when the table shows it. */
  tryOut(wish: GroupingWish, onProgress: OnProgress): Running<unknown>;
  /** Whether structures that others own are shown, too. */
  showOwned(owned: boolean): void;
  /** Keeps a grouping or a condition under a name, where that is possible. */
  save?: (of: 'grouping' | 'condition', words: string) => void;
  /** Opens sets that were copied as text; nothing where it is no such text. */
  open?: (text: string, onProgress: OnProgress) => Running<unknown> | undefined;
  /** The names of the fields that types have. */
  fieldsOf?: (types: string) => Promise<readonly string[]>;
}

/** What holds; isWhole: all objects are grouped, none was gone into. */
type Shown = GroupingWish & { owned: boolean; isWhole: boolean };

export class GroupingMenu {
  readonly element: HTMLElement;
  private readonly menu: Menu;
  private readonly grouping: WordsField;
  private readonly condition: WordsField;
  private readonly items = new Map<string, HTMLElement>();
  private readonly savedList = element('div', { class: 'presets saved', role: 'group', 'aria-label': text.saved });
  private saved: readonly Preset[] = [];
  private readonly saving: HTMLButtonElement;
  private readonly savingCondition: HTMLButtonElement;
  private readonly conditionList = element('div', {
    class: 'presets saved',
    role: 'group',
    'aria-label': text.savedConditions,
  });
  private conditions: readonly SavedWords[] = [];
  private readonly owned: HTMLInputElement;
  private readonly ownedLabel: HTMLElement;
  private now: Shown = { by: 'type', where: '', owned: false, isWhole: true };
  private running: Running<unknown> | undefined;

  constructor(private readonly parts: GroupingMenuParts) {
    const { name } = parts;
    const namedApart = (part: string) => (name === undefined ? {} : { name: `${name}-${part}` });
    this.grouping = new WordsField({
      language: 'grouping',
      label: text.inWords,
      example: text.inWordsExample,
      testId: 'grouping-field',
      ...namedApart('grouping-field'),
      apply: (by) => {
        if (!this.open(by)) this.wish(this.grouping, { by: by || 'type', where: this.now.where });
      },
      paste: (text) => this.open(text),
    });
    this.condition = new WordsField({
      language: 'condition',
      label: text.condition,
      example: text.conditionExample,
      testId: 'condition-field',
      ...namedApart('condition-field'),
      apply: (where) => this.wish(this.condition, { by: this.now.by, where }),
      ...(parts.fieldsOf ? { fieldsOf: parts.fieldsOf } : {}),
    });
    this.owned = element('input', { type: 'checkbox', testId: 'owned' });
    this.owned.addEventListener('change', () => parts.showOwned(this.owned.checked));
    this.ownedLabel = element('label', { class: 'owned', title: text.ownedTitle }, this.owned, text.owned);
    this.saving = button(text.save, () => parts.save?.('grouping', this.now.by), {
      class: 'link save-words',
      title: text.saveTitle,
      testId: 'save-grouping',
    });
    this.savingCondition = button(text.save, () => parts.save?.('condition', this.now.where), {
      class: 'link save-words',
      title: text.saveConditionTitle,
      testId: 'save-condition',
    });
    this.savedList.hidden = true;
    this.conditionList.hidden = true;
    const items = [
      element('div', { class: 'presets' }, ...parts.presets.map((preset) => this.itemOf(preset))),
      this.savedList,
      this.grouping.element,
      this.saving,
      this.condition.element,
      this.savingCondition,
      this.conditionList,
      this.ownedLabel,
    ];
    this.menu = new Menu(text.groupMenu, 'group-by', items, name && `${name}-group-by`);
    this.element = this.menu.element;
    this.element.classList.add('grouping-menu');
    this.show(this.now);
  }

  /** What the user keeps under names, from now on. */
  showSaved(saved: readonly Preset[]): void {
    if (JSON.stringify(saved) === JSON.stringify(this.saved)) return;
    for (const { id } of this.saved) this.items.delete(id);
    this.saved = saved;
    this.savedList.hidden = saved.length === 0;
    this.savedList.replaceChildren(
      element('div', { class: 'field-label', 'aria-hidden': true }, text.saved),
      ...saved.map((preset) => this.itemOf(preset)),
    );
  }

  /** Conditions that the user keeps under names, from now on. */
  showConditions(conditions: readonly SavedWords[]): void {
    if (JSON.stringify(conditions) === JSON.stringify(this.conditions)) return;
    this.conditions = conditions;
    this.conditionList.hidden = conditions.length === 0;
    this.conditionList.replaceChildren(
      element('div', { class: 'field-label', 'aria-hidden': true }, text.savedConditions),
      ...conditions.map((saved) => this.conditionItem(saved)),
    );
    this.show(this.now);
  }

  show(now: Shown): void {
    this.now = now;
    this.owned.checked = now.owned;
    this.ownedLabel.hidden = now.rows !== 'structures';
    this.menu.relabel(`${text.groupBy}: ${nameOfGrouping(now.by, this.presets)}`);
    this.saving.textContent = `${text.save} “${now.by}” …`;
    this.saving.hidden = !this.parts.save || this.presets.some(({ by }) => by === now.by);
    this.savingCondition.textContent = `${text.save} “${now.where}” …`;
    this.savingCondition.hidden =
      !this.parts.save || now.where === '' || this.conditions.some(({ words }) => words === now.where);
    this.conditions.forEach(({ words }, index) => {
      const item = this.conditionList.querySelectorAll('button')[index];
      item?.setAttribute('aria-pressed', String(words === now.where));
    });
    this.grouping.show(now.by);
    this.condition.show(now.where);
    for (const { id, by, rows } of this.presets) {
      const item = this.items.get(id);
      const isNow = by === now.by && (rows === undefined || rows === now.rows);
      item?.setAttribute('aria-pressed', String(isNow));
      // What the rows stand for is chosen once, for all that is gone into.
      if (item) item.hidden = rows !== undefined && !now.isWhole && rows !== now.rows;
    }
  }

  editGrouping(): void {
    this.menu.open();
    this.grouping.focus();
  }

  editCondition(): void {
    this.menu.open();
    this.condition.focus();
  }

  stop(): void {
    this.running?.cancel();
  }

  private get presets(): readonly Preset[] {
    return [...this.parts.presets, ...this.saved];
  }

  private itemOf(preset: Preset): HTMLElement {
    const { id, name, by, rows, reason } = preset;
    const item = element(
      'button',
      {
        type: 'button',
        class: 'menu-item',
        testId: `preset-${id}`,
        title: reason?.why ?? by,
        ...(reason ? { 'aria-disabled': true } : {}),
      },
      element('span', { class: 'preset-name' }, name),
      reason
        ? element('span', { class: 'preset-note' }, reason.brief)
        : element('span', { class: 'preset-note code' }, by),
    );
    item.addEventListener('click', (event) => {
      // The menu stays open until the table shows it.
      event.stopPropagation();
      if (!reason) this.wish(this.grouping, { by, where: this.now.where, ...(rows ? { rows } : {}) }, preset);
    });
    this.items.set(id, item);
    return item;
  }

  private conditionItem({ name, words }: SavedWords): HTMLElement {
    const item = button('', () => undefined, { class: 'menu-item', title: words, testId: `condition-${name}` });
    item.append(element('span', { class: 'preset-name' }, name), element('span', { class: 'preset-note code' }, words));
    item.addEventListener('click', (event) => {
      // The menu stays open until the table shows it.
      event.stopPropagation();
      this.condition.show(words);
      this.wish(this.condition, { by: this.now.by, where: words });
    });
    return item;
  }

  /** Whether the text was one of sets. */
  private open(words: string): boolean {
    const share = shareOfProgress();
    const running = this.parts.open?.(words, share.onProgress);
    if (running) this.await(this.grouping, running, share.element);
    return running !== undefined;
  }

  private wish(field: WordsField, wish: GroupingWish, preset?: Preset): void {
    if (preset) field.show(preset.by);
    const share = shareOfProgress();
    this.await(field, this.parts.tryOut(wish, share.onProgress), share.element, preset);
  }

  private await(field: WordsField, running: Running<unknown>, share: HTMLElement, preset?: Preset): void {
    this.running?.cancel();
    this.running = running;
    const cancel = button(text.cancel, () => running.cancel(), { class: 'link', testId: 'grouping-cancel' });
    cancel.addEventListener('click', (event) => event.stopPropagation());
    field.showMessage(element('p', { testId: 'grouping-progress' }, text.finding, share, ' ', cancel));
    running.promise.then(
      () => this.end(running, () => this.menu.close()),
      (thrown: { kind?: string; message?: string }) =>
        this.end(running, () => {
          if (thrown.kind === 'cancelled') field.showMessage();
          else {
            const problem = thrown.message ?? String(thrown);
            field.showMistake(problem);
            if (preset && thrown.kind === 'usage') this.markFaulty(preset, problem);
          }
        }),
    );
  }

  /** What the user wrote into settings stays faulty until it is written anew. */
  private markFaulty({ id }: Preset, problem: string): void {
    const note = this.items.get(id)?.querySelector('.preset-note');
    if (!note) return;
    note.textContent = problem;
    note.className = 'preset-note faulty';
  }

  private end(running: Running<unknown>, then: () => void): void {
    if (this.running !== running) return;
    this.running = undefined;
    then();
  }
}

/** How far the engine is, as the menu says it. */
function shareOfProgress(): { element: HTMLElement; onProgress: OnProgress } {
  const share = element('span', { class: 'percent' });
  return {
    element: share,
    onProgress: (_, done) => {
      share.textContent = ` ${Math.round(100 * done)}\u2009%`;
    },
  };
}
