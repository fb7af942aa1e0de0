// What stands above the table: what the rows are, how they are grouped, the search, what counts, how much was found, the point to compare
// with, and the export.
import type { Counted } from '../../../shared/protocol/answers';
import type { ExportFormat, GainColumn, HeapColumn, ViewState } from '../../../shared/protocol/view';
import { element } from '../dom';
import { SearchField } from '../search_field';
import { segments } from '../segments';
import { strings } from '../strings';
import { ColumnsMenu } from './columns_menu';
import { exportButtons } from './export_buttons';

const text = strings.heap;

export interface HeapToolbarEvents {
  rows(kind: ViewState['rows'] | 'threads'): void;
  search(words: string): void;
  /** On from the search to what was found. */
  leaveSearch(): void;
  count(word: Counted): void;
  save(format: ExportFormat): void;
  copyCommand(): void;
  columns(hidden: HeapColumn[]): void;
  gain(gain: GainColumn): void;
}

/** Controls that say and do more than one word. */
export interface HeapControls {
  grouping: HTMLElement;
  compare: HTMLElement;
}

export class HeapToolbar {
  readonly element: HTMLElement;
  private readonly search: SearchField;
  private readonly counts: HTMLElement;
  private readonly kinds: HTMLElement;
  private readonly columns: ColumnsMenu;
  private readonly total = element('p', { class: 'total', role: 'status', testId: 'heap-total' });

  constructor(state: ViewState, controls: HeapControls, events: HeapToolbarEvents) {
    const { rows, search, count } = state;
    this.kinds = segments({
      name: 'rows',
      label: text.rows,
      words: text.kinds,
      chosen: rows,
      choose: (kind) => events.rows(kind),
    });
    this.search = new SearchField({ label: text.search, testId: 'heap-search' }, search, {
      search: (words) => events.search(words),
      leave: () => events.leaveSearch(),
    });
    this.columns = new ColumnsMenu(state, events);
    this.counts = segments({
      name: 'count',
      label: text.count,
      words: text.counts,
      chosen: count,
      choose: (word) => events.count(word),
    });
    this.element = element(
      'div',
      { class: 'toolbar' },
      this.kinds,
      controls.grouping,
      this.search.element,
      this.counts,
      this.total,
      element(
        'div',
        { class: 'actions' },
        controls.compare,
        this.columns.element,
        exportButtons(
          (format) => events.save(format),
          () => events.copyCommand(),
        ),
      ),
    );
  }

  start(): void {
    this.search.start();
  }

  stop(): void {
    this.search.stop();
  }

  /** What the rows stand for. */
  showKind(rows: ViewState['rows']): void {
    const ofStructures = rows === 'structures';
    const chosen = this.kinds.querySelector<HTMLInputElement>(`#rows-${rows}`);
    if (chosen) chosen.checked = true;
    // Of structures always live ones count.
    this.counts.hidden = ofStructures;
    this.total.title = ofStructures ? text.structures.totalTitle : '';
  }

  /** Which columns there are. Compared with another point the table has its own. */
  showColumns(state: ViewState): void {
    this.columns.show(state);
    this.columns.element.hidden = state.grouping.from !== null;
  }

  /** What is searched for. */
  showSearch(words: string, isOfTypes: boolean): void {
    const label = isOfTypes ? text.search : strings.explore.searchRows;
    const { element: field } = this.search;
    field.setAttribute('aria-label', label);
    field.placeholder = label;
    if (document.activeElement !== field) field.value = words;
  }

  showTotal(words: string): void {
    this.total.textContent = words;
  }

  /** As if the user had emptied the field. */
  clearSearch(): void {
    this.search.searchFor('');
  }

  /** As if the user had chosen it. */
  choose(word: Counted): void {
    this.counts.querySelector<HTMLInputElement>(`#count-${word}`)?.click();
  }
}
