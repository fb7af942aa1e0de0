// The Heap tab: the table of all types with search, choice of what counts, and export. Holds the question; the table draws.
import type { Counted, HeapAnswer, HeapOrder, HeapRow, SizeMetric } from '../../../extension/src/protocol/answers';
import type { ViewState } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { bytes, count, objects } from '../format';
import type { Host } from '../host';
import { strings } from '../strings';
import { ClosureSizes } from './closure_sizes';
import { PageCache, type Question } from './page_cache';
import type { ClosureCell } from './row_cells';
import { SizesStatus } from './sizes_status';
import { TypeTable } from './type_table';

const text = strings.heap;
const typingPause = 120;
// Sizes are asked for when scrolling comes to rest.
const scrollingPause = 150;

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
  private readonly sizes: ClosureSizes;
  private readonly sizesStatus = new SizesStatus({
    pause: () => this.sizes.pause(),
    resume: () => this.sizes.resume(),
  });
  private resting: ReturnType<typeof setTimeout> | undefined;
  private inSight: HeapRow[] = [];
  private shownOrder: HeapOrder = 'bytes';
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
    this.sizes = new ClosureSizes((args, onProgress) => host.sizes(args, onProgress), {
      filled: () => this.table.redraw(),
      complete: (metric) => this.onComplete(metric),
      state: (sizesState) => this.sizesStatus.show(sizesState),
    });
    const source = {
      row: (index: number) => this.pages.row(index),
      want: (from: number, to: number) => this.pages.want(from, to),
      closure: (row: HeapRow, metric: SizeMetric) => this.closureOf(row, metric),
    };
    this.table = new TypeTable(source, {
      sort: (order) => this.sortBy(order),
      moved: (firstRow, selected) => this.change({ firstRow, selected }),
      visible: (rows) => this.onVisible(rows),
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
      this.sizesStatus.element,
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
    clearTimeout(this.resting);
    this.sizes.stop();
    this.table.stop();
  }

  private get question(): Question {
    const { ascending, search, count: counted } = this.state;
    return { sort: this.shownOrder, ascending, search, count: counted };
  }

  /** The order asked for, unless its sizes are still to be computed: then rows stay as they are until they are. */
  private possibleOrder(): HeapOrder {
    const { sort, count: counted } = this.state;
    if (sort !== 'deep' && sort !== 'retained') return sort;
    if (counted === 'live' && this.sizes.isKnown(sort)) return sort;
    return this.shownOrder === 'deep' || this.shownOrder === 'retained' ? 'bytes' : this.shownOrder;
  }

  private load(): void {
    this.notice.replaceChildren();
    this.table.clear(this.state.selected);
    this.shownOrder = this.possibleOrder();
    this.table.showOrder(this.shownOrder, this.state.ascending, this.state.sort);
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

  private closureOf(row: HeapRow, metric: SizeMetric): ClosureCell {
    if (this.state.count !== 'live') return 'none';
    return this.sizes.of(row, metric) ?? 'waiting';
  }

  private onVisible(rows: HeapRow[]): void {
    this.inSight = rows;
    clearTimeout(this.resting);
    if (this.state.count === 'live') this.resting = setTimeout(() => this.sizes.show(this.inSight), scrollingPause);
  }

  private onComplete(metric: SizeMetric): void {
    if (this.state.count !== 'live') return;
    if (this.state.sort === metric && this.shownOrder !== metric) this.load();
    else this.pages.renew(...this.table.range);
  }

  private showAnswer(answer: HeapAnswer): void {
    this.sizes.learn(answer.known);
    if (answer.count === 'live' && this.possibleOrder() !== this.shownOrder) {
      // The engine knew the sizes from before: the order that was left is possible at once.
      this.load();
      return;
    }
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
    const closure = order === 'deep' || order === 'retained';
    if (closure && this.state.count !== 'live') return;
    // Names read from A to Z at first, numbers from the largest.
    this.ask({ sort: order, ascending: same ? !this.state.ascending : order === 'name' });
    if (closure) this.sizes.prefer(order);
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
