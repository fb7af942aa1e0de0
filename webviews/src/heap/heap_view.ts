// The Heap tab: the table of all types with search, choice of what counts, and export. Holds the question; the table draws.
import type { Counted, HeapAnswer, HeapOrder, HeapRow, SizeMetric } from '../../../extension/src/protocol/answers';
import type { ViewState } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { bytes, count, objects } from '../format';
import type { Host } from '../host';
import { pointArgs } from '../point_args';
import { segments } from '../segments';
import { strings } from '../strings';
import type { ClosureSizes, SizesState } from './closure_sizes';
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
  private readonly counts: HTMLElement;
  private readonly total = element('p', { class: 'total', role: 'status', testId: 'heap-total' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly pages: PageCache;
  private readonly table: TypeTable;
  private readonly sizesStatus = new SizesStatus({
    pause: () => this.sizes.pause(),
    resume: () => this.sizes.resume(),
  });
  private resting: ReturnType<typeof setTimeout> | undefined;
  private inSight: HeapRow[] = [];
  /** The order that rows are in: what was chosen, or what was before while its sizes are computed. */
  private shown: { order: HeapOrder; ascending: boolean } = { order: 'bytes', ascending: false };
  private typing: ReturnType<typeof setTimeout> | undefined;
  private restoring: number;

  constructor(
    private readonly host: Host,
    private sizes: ClosureSizes,
    private state: ViewState,
    private readonly onChange: (change: Partial<ViewState>) => void,
  ) {
    this.restoring = state.firstRow;
    this.pages = new PageCache((args) => host.heap(args), {
      loaded: (answer) => this.showAnswer(answer),
      failed: (message) => this.showFailure(message),
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
    this.counts = segments({
      name: 'count',
      label: text.count,
      words: text.counts,
      chosen: state.count,
      choose: (counted) => this.askCounted(counted),
    });
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
    this.attachSizes();
    this.table.start();
    this.load();
  }

  stop(): void {
    document.removeEventListener('keydown', this.onShortcut);
    clearTimeout(this.typing);
    clearTimeout(this.resting);
    this.sizes.detach();
    this.table.stop();
  }

  /** Another point of the trace: order, search and place in the list stay, so that points can be compared. */
  showPoint(at: number | null, sizes: ClosureSizes): void {
    clearTimeout(this.resting);
    this.state = { ...this.state, at };
    this.restoring = this.state.firstRow;
    this.sizes.detach();
    this.sizes = sizes;
    this.attachSizes();
    this.load();
    // Its heap may take a while: until then nothing is to pass for it.
    this.total.textContent = '';
    this.table.redraw();
  }

  private attachSizes(): void {
    this.sizes.attach({
      filled: () => this.table.redraw(),
      complete: (metric) => this.onComplete(metric),
      state: (state) => this.showSizes(state),
    });
    const { sort } = this.state;
    if (isMetric(sort)) this.sizes.prefer(sort);
    this.showSizes(this.sizes.state);
  }

  private get question(): Question {
    const { search, count: counted, at } = this.state;
    return { ...pointArgs(at), sort: this.shown.order, ascending: this.shown.ascending, search, count: counted };
  }

  /** Rows are not put in an order whose sizes are still to be computed: the engine would compute them before it answers. */
  private isPossible(order: HeapOrder): boolean {
    return !isMetric(order) || (this.state.count === 'live' && this.sizes.isKnown(order));
  }

  private load(): void {
    this.notice.replaceChildren();
    this.table.clear(this.state.selected);
    const { sort, ascending } = this.state;
    if (this.isPossible(sort)) this.shown = { order: sort, ascending };
    else if (!this.isPossible(this.shown.order)) this.shown = { order: 'bytes', ascending: false };
    this.showOrder();
    this.pages.reset(this.question, this.restoring);
  }

  private showOrder(): void {
    const { sort, count: counted } = this.state;
    const awaited = counted === 'live' && !this.isPossible(sort) ? sort : null;
    this.table.showOrder(this.shown.order, this.shown.ascending, awaited);
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
    // Before the first rows are there, nothing is to be computed: they come first.
    if (this.state.count !== 'live' || rows.length === 0) return;
    this.resting = setTimeout(() => this.sizes.show(this.inSight), scrollingPause);
  }

  private onComplete(metric: SizeMetric): void {
    if (this.state.count !== 'live') return;
    if (this.state.sort === metric && this.shown.order !== metric) this.ask({});
    else this.pages.renew(...this.table.range);
  }

  /** What stopped concerns only those who see the columns it would fill; what runs can be given up anywhere. */
  private showSizes(state: SizesState): void {
    const matters = this.state.count === 'live' || state.kind === 'computing';
    this.sizesStatus.show(matters ? state : { kind: 'idle' });
  }

  private showAnswer(answer: HeapAnswer): void {
    this.sizes.learn(answer.known);
    const { sort } = this.state;
    if (this.isPossible(sort) && this.shown.order !== sort) {
      // The engine knew the sizes from before: the order that was left is possible at once.
      this.load();
      return;
    }
    this.table.update(answer);
    // Where one was in another order is nowhere in this one.
    if (this.restoring > 0 && this.shown.order === sort) this.table.scrollTo(this.restoring);
    this.restoring = 0;
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
    if (isMetric(order) && this.state.count !== 'live') return;
    // Names read from A to Z at first, numbers from the largest.
    const ascending = order === this.state.sort ? !this.state.ascending : order === 'name';
    if (isMetric(order) && !this.isPossible(order)) {
      // Nothing moves until it can.
      this.change({ sort: order, ascending });
      this.showOrder();
      this.sizes.prefer(order);
      this.sizes.resume();
      return;
    }
    this.ask({ sort: order, ascending });
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

  private askCounted(word: Counted): void {
    this.ask({ count: word });
    this.showSizes(this.sizes.state);
  }
}

function isMetric(order: HeapOrder): order is SizeMetric {
  return order === 'deep' || order === 'retained';
}
