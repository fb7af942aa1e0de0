// The Heap tab: the table of all types, or of the types of data structures, with search, choice of what counts, and export. Holds the
// question; the table draws.
import type {
  Counted,
  HeapAnswer,
  HeapArgs,
  HeapOrder,
  HeapRow,
  SizeMetric,
  Warning,
} from '../../../extension/src/protocol/answers';
import { type HeldDescriptions, mostExpanded, type ViewState } from '../../../extension/src/protocol/view';
import { element } from '../dom';
import { bytes, counted, objects } from '../format';
import type { Host } from '../host';
import { PageCache } from '../page_cache';
import { pointArgs } from '../point_args';
import { strings } from '../strings';
import { warningsBanner } from '../warnings';
import type { ClosureSizes, PointSizes, SizesState } from './closure_sizes';
import { emptyNotice, failureNotice } from './heap_notice';
import { HeapToolbar } from './heap_toolbar';
import type { ClosureCell } from './row_cells';
import { SizesStatus } from './sizes_status';
import { StructureLists } from './structure_lists';
import { TreeRows } from './tree_rows';
import { TypeTable } from './type_table';

const text = strings.heap;

type Question = Omit<HeapArgs, 'offset' | 'limit'>;
// Sizes are asked for when scrolling comes to rest.
const scrollingPause = 150;

export interface HeapViewParts {
  host: Host;
  descriptions: HeldDescriptions;
  /** Said already where all tabs show it. */
  shownWarnings: string[];
}

export class HeapView {
  readonly element: HTMLElement;
  private readonly toolbar: HeapToolbar;
  /** Of descriptions, while structures are shown. */
  private readonly warnings = element('div', {});
  private readonly notice = element('div', { class: 'notice' });
  private readonly pages: PageCache<Question, HeapAnswer>;
  private readonly lists: StructureLists;
  private readonly tree: TreeRows;
  private readonly table: TypeTable;
  private readonly sizesStatus = new SizesStatus({
    pause: () => this.sizes.pause(),
    resume: () => this.sizes.resume(),
  });
  private readonly actions = {
    clearSearch: () => this.toolbar.clearSearch(),
    countAll: () => this.toolbar.choose('all'),
    retry: () => this.load(),
  };
  private resting: ReturnType<typeof setTimeout> | undefined;
  private inSight: HeapRow[] = [];
  /** The order that rows are in: what was chosen, or what was before while its sizes are computed. */
  private shown: { order: HeapOrder; ascending: boolean } = { order: 'bytes', ascending: false };
  private restoring: number;

  constructor(
    private readonly parts: HeapViewParts,
    private pointSizes: PointSizes,
    private state: ViewState,
    private readonly onChange: (change: Partial<ViewState>) => void,
  ) {
    const { host } = parts;
    this.restoring = state.firstRow;
    this.pages = new PageCache((args) => host.ask('heap', args).promise, {
      outdated: () => this.forgetPlaces(),
      loaded: (answer, from) => this.showAnswer(answer, from),
      failed: (message) => this.showFailure(message),
    });
    const which = () => pointArgs(this.state.at);
    this.lists = new StructureLists(
      (args) => host.ask('structures', { ...which(), ...args }),
      () => this.showRows(),
    );
    this.tree = new TreeRows(this.pages, (type) => this.lists.of(type));
    const source = {
      row: (index: number) => this.tree.row(index),
      want: (from: number, to: number) => this.tree.want(from, to),
      typeOf: (index: number) => this.tree.typeAt(index),
      closure: (row: HeapRow, metric: SizeMetric) => this.closureOf(row, metric),
    };
    this.table = new TypeTable(source, {
      sort: (order) => this.sortBy(order),
      moved: (firstRow, selected) => this.change({ firstRow, selected }),
      visible: (rows) => this.onVisible(rows),
      expand: (type, index) => this.expand(type, index),
      collapse: (type) => this.collapse(type),
      more: (type) => {
        this.lists.more(type);
        this.showRows();
      },
    });
    this.toolbar = new HeapToolbar(state, {
      rows: (rows) => this.askKind(rows),
      search: (search) => {
        if (search !== this.state.search) this.ask({ search, selected: null });
      },
      leaveSearch: () => this.table.focus(),
      count: (counted) => this.askCounted(counted),
      save: (format) => host.save('export', { args: this.question, format }),
    });
    this.element = element(
      'main',
      { class: 'heap', testId: 'heap' },
      element('h1', { class: 'for-screen-readers' }, text.table),
      this.toolbar.element,
      this.warnings,
      this.notice,
      this.table.element,
      this.sizesStatus.element,
    );
  }

  start(): void {
    this.toolbar.start();
    this.table.clear(this.state.selected);
    this.showKind();
    this.attachSizes();
    this.table.start();
    this.load();
  }

  stop(): void {
    this.toolbar.stop();
    clearTimeout(this.resting);
    this.sizes.detach();
    this.lists.clear();
    this.table.stop();
  }

  /** Another point of the trace: order, search and place in the list stay, so that points can be compared. */
  showPoint(at: number | null, sizes: PointSizes): void {
    this.state = { ...this.state, at };
    this.showOthers(sizes);
  }

  /** The program that is being recorded has come to a later point: rows change when their numbers are there. */
  followPoint(at: number, sizes: PointSizes): void {
    this.state = { ...this.state, at };
    this.takeSizes(sizes);
    this.load();
  }

  /** Other structures may be there; as with another point, what was chosen stays. */
  showDescriptions(descriptions: HeldDescriptions, sizes: PointSizes): void {
    this.parts.descriptions = descriptions;
    if (this.ofStructures) this.showOthers(sizes);
    else this.pointSizes = sizes;
  }

  private takeSizes(sizes: PointSizes): void {
    clearTimeout(this.resting);
    this.restoring = this.state.firstRow;
    this.sizes.detach();
    this.pointSizes = sizes;
    this.attachSizes();
    this.lists.clear();
  }

  private showOthers(sizes: PointSizes): void {
    this.takeSizes(sizes);
    // It may take a while: until then nothing is to pass for it.
    this.pages.clear();
    this.load();
    this.showWaiting();
    this.table.redraw();
  }

  private get ofStructures(): boolean {
    return this.state.rows === 'structures';
  }

  /** What counts: of structures always live ones, and there are no others. */
  private get counted(): Counted {
    return this.ofStructures ? 'live' : this.state.count;
  }

  private get sizes(): ClosureSizes {
    return this.pointSizes[this.state.rows];
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
    const { search, at } = this.state;
    const order = { sort: this.shown.order, ascending: this.shown.ascending };
    const filter = this.ofStructures ? ({ filter: 'top-level' } as const) : {};
    return { ...pointArgs(at), ...filter, ...order, search, count: this.counted };
  }

  /** Rows are not put in an order whose sizes are still to be computed: the engine would compute them before it answers. */
  private isPossible(order: HeapOrder): boolean {
    return !isMetric(order) || (this.counted === 'live' && this.sizes.isKnown(order));
  }

  private load(): void {
    this.notice.replaceChildren();
    const { sort, ascending } = this.state;
    if (this.isPossible(sort)) this.shown = { order: sort, ascending };
    else if (!this.isPossible(this.shown.order)) this.shown = { order: 'bytes', ascending: false };
    this.pages.reset(this.question, this.restoring);
  }

  private forgetPlaces(): void {
    this.tree.clear();
    this.table.clear(this.state.selected);
  }

  /** The order that rows are in, once they are there, and the one that is waited for. */
  private showOrder(): void {
    const { sort } = this.state;
    const awaited = this.counted === 'live' && !this.isPossible(sort) ? sort : null;
    this.table.showOrder(this.shown.order, this.shown.ascending, awaited);
  }

  /** Another question: back to the first row. */
  private ask(change: Partial<ViewState>): void {
    this.restoring = 0;
    this.change({ ...change, firstRow: 0 });
    this.table.scrollTo(0);
    // Keys that are pressed from now on are meant for what is found, not for what was there before.
    if (change.search !== undefined) this.pages.clear();
    this.load();
  }

  private change(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change };
    this.onChange(change);
  }

  private closureOf(row: HeapRow, metric: SizeMetric): ClosureCell {
    if (this.counted !== 'live') return 'none';
    return this.sizes.of(row, metric) ?? 'waiting';
  }

  private onVisible(rows: HeapRow[]): void {
    this.inSight = rows;
    clearTimeout(this.resting);
    // Before the first rows are there, nothing is to be computed: they come first.
    if (this.counted !== 'live' || rows.length === 0) return;
    this.resting = setTimeout(() => this.sizes.show(this.inSight), scrollingPause);
  }

  private onComplete(metric: SizeMetric): void {
    if (this.counted !== 'live') return;
    if (this.state.sort === metric && this.shown.order !== metric) this.ask({});
    else this.renewPages();
  }

  /** What stopped concerns only those who see the columns it would fill; what runs can be given up anywhere. */
  private showSizes(state: SizesState): void {
    const matters = this.counted === 'live' || state.kind === 'computing';
    this.sizesStatus.show(matters ? state : { kind: 'idle' });
  }

  private showAnswer(answer: HeapAnswer, from: number): void {
    this.sizes.learn(answer.known);
    const { sort } = this.state;
    if (this.isPossible(sort) && this.shown.order !== sort) {
      // The engine knew the sizes from before: the order that was left is possible at once.
      this.load();
      return;
    }
    const { rows, objects: some, bytes: size } = answer.total;
    this.showOrder();
    this.tree.setTypes(rows);
    if (this.ofStructures) this.findExpanded(answer.rows, from);
    this.table.update(this.tree.length, answer.point.bytes);
    // Where one was in another order is nowhere in this one.
    if (this.restoring > 0 && this.shown.order === sort) this.table.scrollTo(this.restoring);
    this.restoring = 0;
    const what = this.ofStructures ? [counted(some, text.structures.total)] : [objects(some), bytes(size)];
    this.toolbar.showTotal([counted(rows, text.total), ...what].join(' · '));
    this.notice.replaceChildren(...(rows === 0 ? [emptyNotice(this.state, this.actions)] : []));
    this.table.element.classList.toggle('empty', rows === 0);
    this.showWarnings(answer.warnings ?? []);
  }

  /** Until rows of another kind or place are there. */
  private showWaiting(): void {
    this.toolbar.showTotal(this.ofStructures ? text.structures.finding : '');
  }

  private showWarnings(ofAnswer: Warning[]): void {
    const { descriptions, shownWarnings } = this.parts;
    const all = this.ofStructures ? [...descriptions.warnings, ...ofAnswer] : [];
    const banner = warningsBanner(all.filter(({ message }) => !shownWarnings.includes(message)));
    this.warnings.replaceChildren(...(banner ? [banner] : []));
  }

  private showFailure(message: string): void {
    this.toolbar.showTotal('');
    // Rows of another question would be worse than none.
    if (this.tree.length === 0) this.table.update(0);
    this.notice.replaceChildren(failureNotice(message, this.actions));
  }

  /** The same types, with more or fewer rows below them. */
  private showRows(): void {
    this.table.update(this.tree.length);
  }

  private expand(type: string, index: number): void {
    const others = this.state.expanded.filter((other) => other !== type);
    this.change({ expanded: [...others, type].slice(-mostExpanded) });
    this.lists.open(type);
    this.tree.place(type, index);
    this.showRows();
  }

  private collapse(type: string): void {
    this.change({ expanded: this.state.expanded.filter((other) => other !== type) });
    this.lists.close(type);
    this.tree.forget(type);
    this.showRows();
  }

  /** Types that are to be expanded, among those that came. */
  private findExpanded(rows: HeapRow[], from: number): void {
    const expanded = new Set(this.state.expanded);
    rows.forEach(({ key }, offset) => {
      if (!expanded.has(key)) return;
      this.lists.open(key);
      this.tree.place(key, from + offset);
    });
  }

  private renewPages(): void {
    const [from, to] = this.table.range;
    this.pages.renew(this.tree.typeAt(from), to > from ? this.tree.typeAt(to - 1) + 1 : 0);
  }

  private sortBy(order: HeapOrder): void {
    if (isMetric(order) && this.counted !== 'live') return;
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

  private askKind(rows: ViewState['rows']): void {
    clearTimeout(this.resting);
    this.sizes.detach();
    this.lists.clear();
    // Heads alone are all alike: what structures keep alive tells them apart.
    const sort = rows === 'structures' && this.state.sort === 'bytes' ? 'retained' : this.state.sort;
    this.change({ rows, sort, selected: null });
    this.pages.clear();
    this.showKind();
    this.attachSizes();
    this.ask({});
    this.showWaiting();
    this.table.redraw();
  }

  private showKind(): void {
    this.toolbar.showKind(this.state.rows);
    this.warnings.replaceChildren();
    this.table.showKind(this.state.rows);
  }

  private askCounted(word: Counted): void {
    this.ask({ count: word });
    this.showSizes(this.sizes.state);
  }
}

function isMetric(order: HeapOrder): order is SizeMetric {
  return order === 'deep' || order === 'retained';
}
