// The table of groups. Where rows can be expanded it is a tree grid: what is below a row stands further to the right.
import type { HeapOrder, SizeMetric } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';
import { rowAt, scrollTopOf, type VisibleRange } from '../virtual_rows';
import { type RowContents, type RowSource, VirtualTable } from '../virtual_table';
import type { SizedRow } from './closure_sizes';
import { columnsOf, meaningOf, shownCells, sizeColumns, type TableKind, titleOf } from './columns';
import { type ClosureCell, rowCells } from './row_cells';
import { RowChooser } from './row_chooser';
import { isObjectsRow, type ObjectsRow } from './row_selection';
import { belowCells, lineOf } from './structure_cells';
import { depthOf, type GroupTreeRow, identityOf, type TreeRow } from './tree_rows';

export interface TableSource extends RowSource<TreeRow> {
  closure(row: GroupTreeRow, metric: SizeMetric): ClosureCell;
}

export interface TableEvents {
  sort(order: HeapOrder): void;
  /** The first visible row, and the selected one. */
  moved(firstRow: number, selected: string | null): void;
  /** These loaded rows are in sight. */
  visible(rows: SizedRow[]): void;
  expand(index: number): void;
  collapse(index: number): void;
  /** What ends here is to go on, or what failed to be tried again. */
  more(index: number): void;
  /** What can be done with rows is wanted, at this place of the page; the index is that of the one that keys act on. */
  menu(rows: GroupTreeRow[], index: number, place: { x: number; y: number }): void;
  inspect(rows: ObjectsRow[]): void;
  /** Several rows are chosen together, or none are any more. */
  chosen(rows: ObjectsRow[], isFull: boolean): void;
}

const plainKind: TableKind = {
  level: 'type',
  ofStructures: false,
  isCompared: false,
  showsGain: false,
  isTree: false,
  hidden: [],
};

export class GroupTable extends VirtualTable<TreeRow, HeapOrder> {
  private heapBytes = 0;
  private kind = plainKind;
  private readonly chooser = new RowChooser({
    row: (index) => this.source.row(index),
    want: (from, to) => this.source.want(from, to),
    place: () => ({ index: this.selectedIndex, rows: this.rows, viewport: this.viewport }),
    go: (index) => super.selectAt(index),
    changed: (rows, isFull) => {
      this.draw();
      this.events.chosen(rows, isFull);
    },
  });

  constructor(
    protected override readonly source: TableSource,
    private readonly events: TableEvents,
  ) {
    super(
      {
        table: { class: 'table', testId: 'heap-table' },
        grid: { label: strings.heap.table, testId: 'heap-scroller' },
        rowId: 'row',
        columns: columnsOf(plainKind),
        sort: (order) => events.sort(order),
      },
      source,
    );
    this.scroller.setAttribute('aria-multiselectable', 'true');
    this.scroller.addEventListener('contextmenu', (event) => this.onContextMenu(event));
    this.scroller.addEventListener('mousedown', (event) => {
      if (!event.shiftKey) return;
      // Rows are chosen, not their text.
      event.preventDefault();
      this.focus();
    });
  }

  /** The order that rows are in, and the one that is waited for. */
  showOrder(order: HeapOrder, ascending: boolean, awaited: HeapOrder | null): void {
    this.markOrder(order, ascending ? 'ascending' : 'descending');
    for (const [name, header] of this.headers) {
      header.classList.toggle('awaited', name === awaited);
      header.title = name === awaited ? strings.heap.awaited : titleOf(name, meaningOf(this.kind));
    }
  }

  /** The rows that are drawn: [from, to). */
  get range(): [number, number] {
    const { from, to } = this.visible;
    return [from, to];
  }

  /** Values changed, rows did not. */
  redraw(): void {
    this.draw();
  }

  /** What the rows stand for, and what is said of them. */
  showKind(kind: TableKind): void {
    const isSame = JSON.stringify(kind) === JSON.stringify(this.kind);
    this.kind = kind;
    if (!isSame) this.showColumns(columnsOf(kind));
    this.element.dataset.kind = kind.ofStructures ? 'structures' : 'objects';
    this.element.classList.toggle('tree', kind.isTree);
    this.element.classList.toggle('compared', kind.isCompared);
    this.element.classList.toggle('no-objects', kind.hidden.includes('objects'));
    this.element.dataset.sizes = String(sizeColumns(kind));
    const { table, structures } = strings.heap;
    const ofTypes = kind.ofStructures ? structures.table : table;
    this.scroller.setAttribute('role', kind.isTree ? 'treegrid' : 'grid');
    this.scroller.setAttribute('aria-label', kind.level === 'type' ? ofTypes : strings.explore.table);
  }

  override update(rows: number, heapBytes = this.heapBytes): void {
    this.heapBytes = heapBytes;
    super.update(rows);
    this.chooser.goOn();
  }

  override clear(selected = this.selectedKey): void {
    super.clear(selected);
    // Whoever keeps the selected row has the same rows in another order.
    if (selected === null) this.chooser.drop();
  }

  /** Rows that are chosen together. */
  get chosen(): ObjectsRow[] {
    return this.chooser.rows;
  }

  get chosenGroups(): GroupTreeRow[] {
    return this.chosen.filter(isGroup);
  }

  /** Rows stand alone again. */
  dropChosen(): void {
    this.chooser.drop();
  }

  scrollTo(row: number): void {
    this.scroller.scrollTop = scrollTopOf(row, this.rows, this.viewport);
    this.draw();
  }

  protected override identityOf(row: TreeRow): string | null {
    return identityOf(row);
  }

  protected override isSelectable(row: TreeRow): boolean {
    return row.kind !== 'heading';
  }

  protected override contentsOf(row: TreeRow): RowContents {
    const depth = depthOf(row);
    if (row.kind !== 'group') {
      const { testId, cells: all } = belowCells(row, this.heapBytes);
      const cells = shownCells(this.kind, all);
      indent(cells, depth);
      return {
        attributes: {
          class: `row below ${row.kind}`,
          'aria-level': depth,
          'data-of': row.path.at(-1) ?? '',
          testId,
        },
        cells,
      };
    }
    const closures = { deep: this.source.closure(row, 'deep'), retained: this.source.closure(row, 'retained') };
    const { heapBytes } = this;
    const all = rowCells(row.row, { closures, heapBytes, meaning: meaningOf(this.kind), level: row.level });
    const cells = shownCells(this.kind, all);
    indent(cells, depth);
    cells[0]?.append(actionsButton());
    return {
      attributes: {
        class: row.expandable ? 'row expandable' : 'row',
        ...(this.kind.isTree ? { 'aria-level': depth } : {}),
        ...(row.expandable ? { 'aria-expanded': row.expanded } : {}),
        testId: 'heap-row',
        'data-key': row.row.key,
      },
      cells,
    };
  }

  protected override lineOf(row: TreeRow): string {
    return row.kind === 'group' ? this.lineOfGroup(row) : lineOf(row);
  }

  protected override drawRows(range: VisibleRange): void {
    super.drawRows(range);
    const inSight: SizedRow[] = [];
    for (let index = range.from; index < range.to; index++) {
      const row = this.source.row(index);
      if (row?.kind === 'group') inSight.push({ row: row.row, above: row.path.slice(0, -1) });
    }
    this.events.visible(inSight);
  }

  protected override onScrolled(): void {
    super.onScrolled();
    this.notifyMoved();
  }

  protected override onSelected(): void {
    this.notifyMoved();
  }

  protected override isChosen(row: TreeRow, isActive: boolean): boolean {
    return this.chooser.isEmpty ? isActive : this.chooser.has(row);
  }

  protected override chosenRows(): TreeRow[] {
    return this.chooser.isEmpty ? super.chosenRows() : this.chooser.rows;
  }

  /** Whoever goes to a row means this one alone, unless it is one of those that are chosen. */
  protected override selectAt(to: number, direction: 1 | -1 = 1): void {
    this.chooser.drop();
    super.selectAt(to, direction);
  }

  protected override onClick(index: number, event: MouseEvent): void {
    if (this.chooser.onClick(index, event)) return;
    const isAction = event.target instanceof Element && event.target.closest('.row-actions') !== null;
    if (isAction && this.isAmongChosen(index)) {
      this.openMenu(index, event);
      return;
    }
    super.onClick(index, event);
    if (event.target instanceof Element && event.target.closest('.row-actions')) {
      this.openMenu(index, event);
      return;
    }
    // Who selects text does not want rows to move.
    if (!getSelection()?.toString()) this.act(index);
  }

  protected override onOwnKey(event: KeyboardEvent): boolean {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (this.chooser.onKey(event)) return true;
    if (altKey || ctrlKey || metaKey) return false;
    const row = this.selectedRow;
    const unfolds = row?.kind === 'group' && row.expandable && this.chooser.isEmpty;
    if (isObjectsRow(row) && (key === 'i' || (key === 'Enter' && !unfolds))) {
      this.events.inspect(this.chooser.meantBy(row));
      return true;
    }
    if (!this.kind.isTree || !['ArrowRight', 'ArrowLeft', 'Enter', ' '].includes(key)) return false;
    if (key.startsWith('Arrow')) this.step(key === 'ArrowRight');
    else this.act(this.selectedIndex);
    return true;
  }

  private notifyMoved(): void {
    this.events.moved(Math.round(rowAt(this.scroller.scrollTop, this.rows, this.viewport)), this.selectedKey);
  }

  /** What a click or Enter does: a row unfolds or folds, the end of a list makes it go on. */
  private act(index: number): void {
    const row = this.source.row(index);
    if (row?.kind === 'group') this.unfold(index, !row.expanded);
    else if (row?.kind === 'more' || row?.kind === 'failed') this.events.more(index);
  }

  private unfold(index: number, open: boolean): void {
    const row = this.source.row(index);
    if (row?.kind !== 'group' || !row.expandable || row.expanded === open) return;
    if (open) this.events.expand(index);
    else this.events.collapse(index);
  }

  /** To the right: into the tree; to the left: out of it. As in every tree. */
  private step(inwards: boolean): void {
    const row = this.selectedRow;
    if (!row) return;
    const { selectedIndex: index } = this;
    if (inwards) {
      if (row.kind !== 'group' || !row.expandable) return;
      if (row.expanded) this.selectAt(index + 1);
      else this.unfold(index, true);
    } else if (row.kind === 'group' && row.expanded) this.unfold(index, false);
    else this.selectParent(index, depthOf(row));
  }

  private selectParent(index: number, depth: number): void {
    for (let above = index - 1; above >= 0; above--) {
      const row = this.source.row(above);
      // What is not loaded cannot be passed: nobody knows what it is.
      if (!row) return;
      if (row.kind === 'group' && depthOf(row) < depth) {
        this.selectAt(above);
        return;
      }
    }
  }

  private onContextMenu(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    // The menu key is told of what has the focus, which is never a row.
    const index = target ? Number(target.dataset.index) : this.selectedIndex;
    if (this.source.row(index)?.kind !== 'group') return;
    event.preventDefault();
    event.stopPropagation();
    if (target && !this.isAmongChosen(index)) this.selectAt(index);
    this.openMenu(index, target ? event : undefined);
  }

  private isAmongChosen(index: number): boolean {
    const row = this.source.row(index);
    return row !== undefined && this.chooser.has(row);
  }

  private openMenu(index: number, at?: { clientX: number; clientY: number }): void {
    const row = this.source.row(index);
    if (row?.kind !== 'group') return;
    const drawn = this.scroller.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
    const place = at
      ? { x: at.clientX, y: at.clientY }
      : { x: (drawn?.left ?? 0) + 24 * row.path.length, y: drawn?.bottom ?? 0 };
    this.events.menu(this.chooser.meantBy(row).filter(isGroup), index, place);
  }

  private lineOfGroup(group: GroupTreeRow): string {
    const { row } = group;
    const closures = (['deep', 'retained'] as const).map((metric) => this.source.closure(group, metric));
    // A column of its own for each, known or not, so that rows copied at different times fit together.
    const sizes = closures.map((size) => (typeof size === 'object' ? size.bytes : ''));
    const gain = this.kind.showsGain ? [row.gain ?? ''] : [];
    return [row.key, row.objects, row.bytes, ...sizes, ...gain].join('\t');
  }
}

const isGroup = (row: TreeRow): row is GroupTreeRow => row.kind === 'group';

function indent([name]: HTMLElement[], depth: number): void {
  name?.style.setProperty('--depth', String(depth - 1));
}

/** For the mouse: with the keyboard it is the menu key of the table that has the focus. */
function actionsButton(): HTMLElement {
  return element(
    'span',
    { class: 'row-actions', title: strings.explore.actions, 'aria-hidden': true, testId: 'row-actions' },
    '⋯',
  );
}
