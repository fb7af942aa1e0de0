// What stands above the table: what the rows are, the search, what counts, how much was found, and the export.
import type { Counted } from '../../../extension/src/protocol/answers';
import type { ExportFormat, ViewState } from '../../../extension/src/protocol/view';
import { element } from '../dom';
import { SearchField } from '../search_field';
import { segments } from '../segments';
import { strings } from '../strings';
import { exportButtons } from './export_buttons';

const text = strings.heap;

export interface HeapToolbarEvents {
  rows(kind: ViewState['rows']): void;
  search(words: string): void;
  /** On from the search to what was found. */
  leaveSearch(): void;
  count(word: Counted): void;
  save(format: ExportFormat): void;
}

export class HeapToolbar {
  readonly element: HTMLElement;
  private readonly search: SearchField;
  private readonly counts: HTMLElement;
  private readonly total = element('p', { class: 'total', role: 'status', testId: 'heap-total' });

  constructor({ rows, search, count }: ViewState, events: HeapToolbarEvents) {
    const kinds = segments({
      name: 'rows',
      label: text.rows,
      words: text.rowsOf,
      chosen: rows,
      choose: (kind) => events.rows(kind),
    });
    this.search = new SearchField({ label: text.search, testId: 'heap-search' }, search, {
      search: (words) => events.search(words),
      leave: () => events.leaveSearch(),
    });
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
      kinds,
      this.search.element,
      this.counts,
      this.total,
      exportButtons((format) => events.save(format)),
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
    // Of structures always live ones count.
    this.counts.hidden = ofStructures;
    this.total.title = ofStructures ? text.structures.totalTitle : '';
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
