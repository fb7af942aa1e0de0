// The Heap tab: the table of all types with search, choice of what counts, and export. Holds the question; the table draws.
import type { Counted, HeapAnswer, HeapOrder } from '../../../extension/src/protocol/answers';
import type { ViewState } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { bytes, count, objects } from '../format';
import type { Host } from '../host';
import { strings } from '../strings';
import { PageCache, type Question } from './page_cache';
import { TypeTable } from './type_table';

const text = strings.heap;
const typingPause = 120;

export class HeapView {
  readonly element: HTMLElement;
  private readonly search = element('input', {
    type: 'search',
    placeholder: text.search,
    'aria-label': text.search,
    testId: 'heap-search',
  });
  private readonly counts = element('div', { class: 'segments', role: 'radiogroup', 'aria-label': text.count });
  private readonly total = element('p', { class: 'total', role: 'status', testId: 'heap-total' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly pages: PageCache;
  private readonly table: TypeTable;
  private typing: ReturnType<typeof setTimeout> | undefined;
  private restoring: number;

  constructor(
    private readonly host: Host,
    private state: ViewState,
    private readonly onChange: (change: Partial<ViewState>) => void,
  ) {
    this.restoring = state.firstRow;
    this.pages = new PageCache((args) => host.heap(args), {
      loaded: (answer) => this.showAnswer(answer),
      failed: (message) => this.showFailure(message),
    });
    this.table = new TypeTable(this.pages, {
      sort: (order) => this.sortBy(order),
      moved: (firstRow, selected) => this.change({ firstRow, selected }),
    });
    this.search.value = state.search;
    this.search.addEventListener('input', () => this.onTyping());
    this.search.addEventListener('keydown', (event) => this.onSearchKey(event));
    this.fillCounts();
    this.element = element(
      'main',
      { class: 'heap', testId: 'heap' },
      element('h1', { class: 'for-screen-readers' }, text.table),
      element(
        'div',
        { class: 'toolbar' },
        this.search,
        this.counts,
        this.total,
        element(
          'div',
          { class: 'actions' },
          button(text.exportCsv, () => this.host.export({ args: this.question, format: 'csv' }), {
            class: 'secondary',
            testId: 'export-csv',
          }),
          button(text.exportJson, () => this.host.export({ args: this.question, format: 'json' }), {
            class: 'secondary',
            testId: 'export-json',
          }),
        ),
      ),
      this.notice,
      this.table.element,
    );
  }

  start(): void {
    document.addEventListener('keydown', this.onShortcut);
    this.table.start();
    this.load();
  }

  stop(): void {
    document.removeEventListener('keydown', this.onShortcut);
    clearTimeout(this.typing);
    this.table.stop();
  }

  private get question(): Question {
    const { sort, ascending, search, count: counted } = this.state;
    return { sort, ascending, search, count: counted };
  }

  private load(): void {
    this.notice.replaceChildren();
    this.table.clear(this.state.selected);
    this.table.showOrder(this.state.sort, this.state.ascending);
    this.pages.reset(this.question, this.restoring);
  }

  /** Another question: back to the first row. */
  private ask(change: Partial<ViewState>): void {
    this.restoring = 0;
    this.change({ ...change, firstRow: 0 });
    this.table.scrollTo(0);
    this.load();
  }

  private change(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change };
    this.onChange(change);
  }

  private showAnswer(answer: HeapAnswer): void {
    this.table.update(answer);
    if (this.restoring > 0) {
      this.table.scrollTo(this.restoring);
      this.restoring = 0;
    }
    const { rows, objects: some, bytes: size } = answer.total;
    this.total.textContent = `${count(rows)} ${text.total} · ${objects(some)} · ${bytes(size)}`;
    this.notice.replaceChildren(...(rows === 0 ? [this.emptyNotice()] : []));
    this.table.element.classList.toggle('empty', rows === 0);
  }

  private emptyNotice(): HTMLElement {
    const { search, count: counted } = this.state;
    if (search === '') {
      const others =
        counted === 'live' ? button(text.countAll, () => this.showCounted('all'), { class: 'link' }) : null;
      return element('p', { testId: 'heap-empty' }, `${text.nothing[counted]} `, others);
    }
    return element(
      'p',
      { testId: 'heap-empty' },
      `${text.noMatch} “${search}”. `,
      button(text.clear, () => this.searchFor(''), { class: 'link' }),
    );
  }

  private showFailure(message: string): void {
    this.notice.replaceChildren(
      element(
        'p',
        { role: 'alert', testId: 'heap-failed' },
        `${text.failed}: ${message} `,
        button(text.retry, () => this.load(), { class: 'link' }),
      ),
    );
  }

  private sortBy(order: HeapOrder): void {
    const same = order === this.state.sort;
    // Names read from A to Z at first, numbers from the largest.
    this.ask({ sort: order, ascending: same ? !this.state.ascending : order === 'name' });
  }

  private searchFor(search: string): void {
    this.search.value = search;
    if (search !== this.state.search) this.ask({ search, selected: null });
  }

  private onTyping(): void {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.searchFor(this.search.value), typingPause);
  }

  private onSearchKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.search.value !== '') {
      event.preventDefault();
      this.searchFor('');
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      clearTimeout(this.typing);
      this.searchFor(this.search.value);
      this.table.focus();
    }
  }

  private readonly onShortcut = (event: KeyboardEvent): void => {
    const inSearch = event.target === this.search;
    const find = (event.ctrlKey || event.metaKey) && event.key === 'f';
    if (!find && (inSearch || event.key !== '/')) return;
    event.preventDefault();
    this.search.focus();
    this.search.select();
  };

  private showCounted(word: Counted): void {
    this.counts.querySelector<HTMLInputElement>(`#count-${word}`)?.click();
  }

  private fillCounts(): void {
    const words: Counted[] = ['live', 'unreachable', 'all'];
    for (const word of words) {
      const radio = element('input', { type: 'radio', id: `count-${word}` });
      radio.name = 'count';
      radio.value = word;
      radio.checked = word === this.state.count;
      radio.addEventListener('change', () => this.ask({ count: word }));
      const label = element('label', { testId: `count-${word}` }, radio, element('span', {}, text.counts[word]));
      this.counts.append(label);
    }
  }
}
