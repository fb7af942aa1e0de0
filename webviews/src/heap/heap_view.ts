// The Heap tab: the heap at a point, grouped by type or in any other way. Holds what is chosen, which is what is asked (heap_question.ts) for
// rows (heap_rows.ts) and their sizes (row_sizes.ts); the table draws. Which set of objects is shown, and how one goes from one to another, is explorer.ts.
import type { HeapAnswer, HeapOrder, InfoAnswer, SizeMetric } from '../../../shared/protocol/answers';
import {
  type GainColumn,
  type HeapColumn,
  type HeldDescriptions,
  mostExpanded,
  type ObjectSet,
  type ViewSettings,
  type ViewState,
} from '../../../shared/protocol/view';
import { element } from '../dom';
import type { Host } from '../host';
import { pointArgs } from '../point_args';
import { strings } from '../strings';
import type { TimelineSource } from '../timeline/timeline_source';
import { ChosenLine } from './chosen_line';
import type { PointSizes } from './closure_sizes';
import { Explorer } from './explorer';
import { GroupTable } from './group_table';
import { HeapNotes, totalWords } from './heap_notes';
import {
  countedOf,
  dependsOnStructures,
  isOfStructures,
  rowsQuestion,
  shownObjects,
  structuresOfType,
  togetherArgs,
} from './heap_question';
import { HeapRows } from './heap_rows';
import { HeapToolbar } from './heap_toolbar';
import { directionOf, isMetric, RowOrder } from './row_order';
import type { ObjectsRow } from './row_selection';
import { RowSizes } from './row_sizes';
import { firstLevel, groupingOf, isOfHeads, showsGain, stepOf } from './shown_set';
import { isPathBelow, pathId, type TreeRow } from './tree_rows';

const text = strings.heap;

export interface HeapViewParts {
  host: Host;
  info: InfoAnswer;
  /** Index of the point that is shown where none is chosen. */
  suggested: number;
  descriptions: HeldDescriptions;
  settings: ViewSettings;
  /** Said already where all tabs show it. */
  shownWarnings: string[];
  /** Of traces with several points. */
  timeline: TimelineSource | undefined;
  /** What threads hold, in place of rows. */
  showThreads(): void;
  /** Shows a set of objects in detail. */
  inspect?: (set: ObjectSet) => void;
}

export class HeapView {
  readonly element: HTMLElement;
  private readonly toolbar: HeapToolbar;
  private readonly explorer: Explorer;
  private readonly notes: HeapNotes;
  private readonly rows: HeapRows;
  private readonly table: GroupTable;
  private readonly chosenLine: ChosenLine;
  private readonly order = new RowOrder(() => ({
    hasClosures: countedOf(this.state) === 'live',
    hasComparison: this.state.grouping.from !== null,
    hasGain: showsGain(this.state),
    isKnown: (metric) => this.sizes.isKnown(metric),
  }));
  private readonly sizes: RowSizes;
  private restoring: number;
  /** The property whose keys the rows of the first level have. */
  private level = 'type';
  private isStarted = false;

  constructor(
    private readonly parts: HeapViewParts,
    sizes: PointSizes,
    private state: ViewState,
    private readonly onChange: (change: Partial<ViewState>) => void,
  ) {
    const { host } = parts;
    this.restoring = state.firstRow;
    this.notes = new HeapNotes(parts, {
      clearSearch: () => this.toolbar.clearSearch(),
      countAll: () => this.toolbar.choose('all'),
      retry: () => this.load(),
    });
    this.sizes = new RowSizes(
      host,
      sizes,
      { set: () => shownObjects(this.state), counted: () => countedOf(this.state), sort: () => this.state.sort },
      { filled: () => this.table.redraw(), complete: (metric) => this.onComplete(metric) },
    );
    this.rows = new HeapRows(
      {
        ask: (args) => host.ask('heap', args),
        askStructures: (args) => host.ask('structures', { ...pointArgs(this.state.at), ...args }),
        question: () => this.question,
        structuresOf: ({ key }) => structuresOfType(this.state, key),
        isExpanded: (id) => this.state.expanded.includes(id),
      },
      {
        outdated: () => this.table.clear(this.state.selected),
        loaded: (answer, from) => this.showAnswer(answer, from),
        failed: (message) => this.showFailure(message),
        changed: () => this.table.update(this.rows.length),
      },
    );
    this.explorer = new Explorer(parts, {
      state: () => this.state,
      question: () => this.question,
      show: (change) => this.showSet(change),
      listsStructures: (row) => structuresOfType(this.state, row.row.key) !== undefined,
      expand: (index) => this.expand(index),
      focus: () => this.table.focus(),
    });
    this.table = new GroupTable(
      {
        row: (index) => this.rows.row(index),
        want: (from, to) => this.rows.want(from, to),
        closure: (row, metric) => this.sizes.cellOf(row, metric),
      },
      {
        sort: (order) => this.sortBy(order),
        moved: (firstRow, selected) => this.change({ firstRow, selected }),
        visible: (rows) => this.sizes.want(rows),
        expand: (index) => this.expand(index),
        collapse: (index) => this.collapse(index),
        more: (index) => this.rows.more(index),
        menu: (rows, index, place) => this.explorer.showMenu(rows, index, place),
        inspect: (rows) => this.explorer.inspect(rows),
        chosen: (rows, isFull) => this.showChosen(rows, isFull),
      },
    );
    this.chosenLine = new ChosenLine(host, {
      inspect: () => this.explorer.inspect(this.table.chosen),
      menu: (place) => this.explorer.showMenu(this.table.chosenGroups, 0, place),
      drop: () => {
        this.table.dropChosen();
        this.table.focus();
      },
    });
    this.toolbar = new HeapToolbar(state, this.explorer, {
      rows: (kind) => (kind === 'threads' ? parts.showThreads() : this.explorer.showKind(kind)),
      search: (search) => {
        if (search !== this.state.search) this.ask({ search, selected: null });
      },
      leaveSearch: () => this.table.focus(),
      count: (word) => {
        this.ask({ count: word });
        // Of what is not live nobody knows what there is to gain.
        this.showKind();
        this.sizes.renewStatus();
      },
      save: (format) => host.save('export', { args: this.question, format }),
      copyCommand: () => this.explorer.copyCommand(),
      columns: (hiddenColumns) => this.hideColumns(hiddenColumns),
      gain: (gain) => this.chooseGain(gain),
    });
    this.element = element(
      'div',
      { class: 'heap', testId: 'heap' },
      element('h1', { class: 'for-screen-readers' }, text.table),
      this.toolbar.element,
      this.explorer.line,
      this.notes.warnings,
      this.notes.notice,
      this.table.element,
      this.chosenLine.element,
      this.sizes.element,
    );
  }

  start(): void {
    this.isStarted = true;
    this.level = firstLevel(stepOf(this.state.grouping).by);
    this.toolbar.start();
    this.explorer.start();
    this.table.clear(this.state.selected);
    this.showKind();
    this.sizes.attach();
    this.table.start();
    this.load();
  }

  stop(): void {
    this.toolbar.stop();
    this.explorer.stop();
    this.chosenLine.stop();
    this.sizes.stop();
    this.rows.close();
    this.table.stop();
  }

  /** Another point of the trace: order, search and place in the list stay, so that points can be compared. */
  showPoint(at: number | null, sizes: PointSizes): void {
    this.takePoint(at, sizes);
    this.showOthers();
  }

  /** The program that is being recorded has come to a later point: rows change when their numbers are there. */
  followPoint(at: number, sizes: PointSizes): void {
    this.takePoint(at, sizes);
    this.load(true);
  }

  /** The program that is being recorded has come further: there are more points to compare with. */
  renew(info: InfoAnswer): void {
    this.parts.info = info;
    this.explorer.showState();
  }

  /** Other groupings have names. */
  showSettings(settings: ViewSettings): void {
    this.parts.settings = settings;
    this.explorer.showState();
  }

  /** Other structures may be there; as with another point, what was chosen stays. */
  showDescriptions(descriptions: HeldDescriptions, sizes: PointSizes): void {
    this.parts.descriptions = descriptions;
    this.sizes.replace(sizes);
    if (dependsOnStructures(this.state)) this.showOthers();
  }

  private takePoint(at: number | null, sizes: PointSizes): void {
    const { grouping } = this.state;
    this.table.dropChosen();
    this.state = { ...this.state, at };
    this.restoring = this.state.firstRow;
    // A point is not compared with itself.
    if (grouping.from !== null && grouping.from === (at ?? this.parts.suggested)) {
      this.change({ grouping: { ...grouping, from: null } });
      this.showKind();
    }
    this.sizes.replace(sizes);
    this.explorer.showState();
  }

  private showOthers(): void {
    this.restoring = this.state.firstRow;
    this.rows.close();
    // It may take a while: until then nothing is to pass for it.
    this.rows.clear();
    this.load();
    this.showWaiting();
    this.table.redraw();
  }

  private get question() {
    return rowsQuestion(this.state, this.order.shown);
  }

  private load(isOtherPoint = false): void {
    this.notes.clear();
    this.order.choose(this.state);
    this.rows.load(this.restoring, isOtherPoint);
  }

  private showOrder(): void {
    const { sort, ascending } = this.order.shown;
    this.table.showOrder(sort, ascending, this.order.awaited(this.state));
  }

  /** Another question: back to the first row. */
  private ask(change: Partial<ViewState>): void {
    this.restoring = 0;
    this.change({ ...change, firstRow: 0 });
    this.table.scrollTo(0);
    // Keys that are pressed from now on are meant for what is found, not for what was there before.
    if (change.search !== undefined) this.rows.clear();
    this.load();
  }

  /** Other objects, or other groups of them. */
  private showSet(change: Partial<ViewState>): void {
    this.sizes.detach();
    this.rows.close();
    this.change({ selected: null, firstRow: 0, ...change });
    this.restoring = this.state.firstRow;
    this.rows.clear();
    this.table.clear(this.state.selected);
    this.level = firstLevel(stepOf(this.state.grouping).by);
    this.showKind();
    this.sizes.attach();
    this.table.scrollTo(0);
    this.load();
    this.showWaiting();
    this.table.redraw();
  }

  private change(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change };
    this.onChange(change);
  }

  private onComplete(metric: SizeMetric): void {
    if (this.state.sort === metric && this.order.shown.sort !== metric) this.ask({});
    else this.rows.renew(...this.table.range);
  }

  private showAnswer(answer: HeapAnswer, from: number): void {
    this.sizes.learn(answer);
    const { sort } = this.state;
    if (this.order.isPossible(sort) && this.order.shown.sort !== sort) {
      // The engine knew the sizes from before: the order that was left is possible at once.
      this.load();
      return;
    }
    const level = answer.level ?? 'type';
    if (this.level !== level) {
      this.level = level;
      this.showKind();
    }
    this.showOrder();
    this.rows.take(answer, from);
    this.table.update(this.rows.length, answer.point.bytes);
    // Where one was in another order is nowhere in this one.
    if (this.restoring > 0 && this.order.shown.sort === sort) this.table.scrollTo(this.restoring);
    this.restoring = 0;
    this.toolbar.showTotal(totalWords(answer, this.state));
    this.notes.show(answer, this.state);
    this.table.element.classList.toggle('empty', answer.total.rows === 0);
  }

  /** Until rows of another kind or place are there. */
  private showWaiting(): void {
    this.toolbar.showTotal(isOfStructures(this.state) ? text.structures.finding : '');
  }

  private showFailure(message: string): void {
    this.toolbar.showTotal('');
    // Rows of another question would be worse than none.
    if (this.rows.length === 0) this.table.update(0);
    this.notes.showFailure(message);
  }

  private expand(index: number): void {
    const row: TreeRow | undefined = this.rows.row(index);
    if (row?.kind !== 'group' || row.expanded) return;
    const id = pathId(row.path);
    this.change({ expanded: [...this.state.expanded.filter((other) => other !== id), id].slice(-mostExpanded) });
    this.rows.expand(index);
  }

  private collapse(index: number): void {
    const row = this.rows.row(index);
    if (row?.kind !== 'group') return;
    const id = pathId(row.path);
    const isOther = (other: string) => other !== id && !isPathBelow(other, row.path);
    this.change({ expanded: this.state.expanded.filter(isOther) });
    this.rows.collapse(index);
  }

  private sortBy(order: HeapOrder): void {
    if (isMetric(order) && countedOf(this.state) !== 'live') return;
    const ascending = directionOf(order, this.state);
    if (isMetric(order) && !this.order.isPossible(order)) {
      // Nothing moves until it can.
      this.change({ sort: order, ascending });
      this.showOrder();
      this.sizes.computeAll(order);
      return;
    }
    this.ask({ sort: order, ascending });
  }

  private hideColumns(hiddenColumns: HeapColumn[]): void {
    const { sort } = this.state;
    this.change({ hiddenColumns });
    this.showKind();
    this.table.redraw();
    // Nobody sees what orders the rows.
    const isHidden = hiddenColumns.some((column) => column === sort);
    if (isHidden) this.sortBy(hiddenColumns.includes('bytes') ? 'name' : 'bytes');
  }

  /** What there is to gain takes the place of what objects lead to; rows are asked for again, with it or without. */
  private chooseGain(gain: GainColumn): void {
    this.change({ gain });
    this.showKind();
    // Nobody sees what orders the rows.
    const hidden = showsGain(this.state) ? 'deep' : 'gain';
    this.ask(this.state.sort === hidden ? { sort: 'bytes', ascending: false } : {});
  }

  private showChosen(rows: ObjectsRow[], isFull: boolean): void {
    this.chosenLine.show(rows, isFull, togetherArgs(this.state, rows));
  }

  private showKind(): void {
    const { rows, search, grouping } = this.state;
    const isTree = isOfStructures(this.state) || groupingOf(stepOf(grouping)) !== 'type';
    this.toolbar.showKind(rows);
    this.toolbar.showColumns(this.state);
    this.toolbar.showSearch(search, this.level === 'type');
    this.explorer.showState();
    this.notes.clearWarnings();
    this.table.showKind({
      level: this.level,
      ofStructures: isOfHeads(this.state),
      isCompared: grouping.from !== null,
      showsGain: showsGain(this.state),
      isTree,
      hidden: this.state.hiddenColumns,
    });
    if (this.isStarted) this.showOrder();
  }
}
