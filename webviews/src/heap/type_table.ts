// The table of types. Where rows can be expanded it is a tree grid, with the structures of a type below it.
import type { HeapOrder, HeapRow, SizeMetric } from '../../../extension/src/protocol/answers';
import type { ViewState } from '../../../extension/src/protocol/view';
import { typeContext } from '../editor_context';
import { strings } from '../strings';
import { rowAt, scrollTopOf, type VisibleRange } from '../virtual_rows';
import { type RowContents, type RowSource, type TableColumn, VirtualTable } from '../virtual_table';
import { type ClosureCell, type Meaning, rowCells } from './row_cells';
import { belowCells, lineOf } from './structure_cells';
import { identityOf, type TreeRow } from './tree_rows';

const orders = ['name', 'objects', 'bytes', 'deep', 'retained'] as const satisfies readonly HeapOrder[];

const isSize = (order: HeapOrder): order is keyof Meaning => order !== 'name' && order !== 'objects';
const titleOf = (order: HeapOrder, meaning: Meaning) => (isSize(order) ? meaning[order] : '');

const columns: readonly TableColumn<HeapOrder>[] = orders.map((order) => ({
  words: strings.heap.columns[order],
  header: {
    class: isSize(order) ? `cell size ${order}` : `cell ${order}`,
    title: titleOf(order, strings.heap.meaning),
  },
  sorts: { by: order, testId: `sort-${order}` },
}));

export interface TableSource extends RowSource<TreeRow> {
  /** Where the type lies that this row is below of; its own place for a type. */
  typeOf(index: number): number;
  closure(row: HeapRow, metric: SizeMetric): ClosureCell;
}

export interface TableEvents {
  sort(order: HeapOrder): void;
  /** The first visible row, and the selected one. */
  moved(firstRow: number, selected: string | null): void;
  /** These loaded rows are in sight. */
  visible(rows: HeapRow[]): void;
  /** A row is to show its structures, or to hide them. */
  expand(type: string, index: number): void;
  collapse(type: string): void;
  /** A list of structures is to go on. */
  more(type: string): void;
}

export class TypeTable extends VirtualTable<TreeRow, HeapOrder> {
  private heapBytes = 0;
  private expandable = false;

  constructor(
    protected override readonly source: TableSource,
    private readonly events: TableEvents,
  ) {
    super(
      {
        table: { class: 'table', testId: 'heap-table' },
        grid: { label: strings.heap.table, testId: 'heap-scroller' },
        rowId: 'row',
        columns,
        sort: (order) => events.sort(order),
      },
      source,
    );
  }

  /** The order that rows are in, and the one that is waited for. */
  showOrder(order: HeapOrder, ascending: boolean, awaited: HeapOrder | null): void {
    this.markOrder(order, ascending ? 'ascending' : 'descending');
    for (const [name, header] of this.headers) {
      header.classList.toggle('awaited', name === awaited);
      header.title = name === awaited ? strings.heap.awaited : titleOf(name, this.meaning);
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

  /** What the rows stand for. */
  showKind(kind: ViewState['rows']): void {
    this.expandable = kind === 'structures';
    this.element.dataset.kind = kind;
    const { columns, structures } = strings.heap;
    this.scroller.setAttribute('role', this.expandable ? 'treegrid' : 'grid');
    this.scroller.setAttribute('aria-label', this.expandable ? structures.table : strings.heap.table);
    const button = this.headers.get('objects')?.querySelector('button');
    if (button) button.textContent = this.expandable ? structures.column : columns.objects;
  }

  override update(rows: number, heapBytes = this.heapBytes): void {
    this.heapBytes = heapBytes;
    super.update(rows);
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
    if (row.kind !== 'type') {
      const { testId, cells } = belowCells(row, this.heapBytes);
      return {
        attributes: { class: `row below ${row.kind}`, 'aria-level': 2, 'data-of': row.of, testId },
        cells,
      };
    }
    const { row: type, expanded } = row;
    const closures = { deep: this.source.closure(type, 'deep'), retained: this.source.closure(type, 'retained') };
    return {
      attributes: {
        ...(this.expandable ? { class: 'row expandable', 'aria-level': 1, 'aria-expanded': expanded } : {}),
        testId: 'heap-row',
        'data-key': type.key,
        'data-vscode-context': typeContext(type.key),
      },
      cells: rowCells(type, closures, this.heapBytes, this.meaning),
    };
  }

  protected override lineOf(row: TreeRow): string {
    return row.kind === 'type' ? this.lineOfType(row.row) : lineOf(row);
  }

  protected override drawRows(range: VisibleRange): void {
    super.drawRows(range);
    const inSight: HeapRow[] = [];
    for (let index = range.from; index < range.to; index++) {
      const row = this.source.row(index);
      if (row?.kind === 'type') inSight.push(row.row);
    }
    this.events.visible(inSight);
  }

  protected override onScrolled(): void {
    super.onScrolled();
    this.tellMoved();
  }

  protected override onSelected(): void {
    this.tellMoved();
  }

  protected override onClick(index: number): void {
    super.onClick(index);
    // Who selects text does not want rows to move.
    if (!getSelection()?.toString()) this.act(index);
  }

  protected override onOwnKey({ key }: KeyboardEvent): boolean {
    if (!this.expandable || !['ArrowRight', 'ArrowLeft', 'Enter', ' '].includes(key)) return false;
    if (key.startsWith('Arrow')) this.step(key === 'ArrowRight');
    else this.act(this.selectedIndex);
    return true;
  }

  private get meaning(): Meaning {
    return this.expandable ? strings.heap.structures.meaningOfType : strings.heap.meaning;
  }

  private tellMoved(): void {
    this.events.moved(Math.round(rowAt(this.scroller.scrollTop, this.rows, this.viewport)), this.selectedKey);
  }

  /** What a click or Enter does: a type unfolds or folds, the end of a list makes it go on. */
  private act(index: number): void {
    const row = this.source.row(index);
    if (row?.kind === 'type') this.unfold(index, !row.expanded);
    else if (row?.kind === 'more' || row?.kind === 'failed') this.events.more(row.of);
  }

  private unfold(index: number, open: boolean): void {
    const row = this.source.row(index);
    if (!this.expandable || row?.kind !== 'type' || row.expanded === open) return;
    if (open) this.events.expand(row.row.key, this.source.typeOf(index));
    else this.events.collapse(row.row.key);
  }

  /** To the right: into the tree; to the left: out of it. As in every tree. */
  private step(inwards: boolean): void {
    const row = this.selectedRow;
    if (!row || !this.expandable) return;
    if (row.kind === 'type') {
      if (row.expanded === inwards) {
        if (inwards) this.selectAt(this.selectedIndex + 1);
      } else this.unfold(this.selectedIndex, inwards);
    } else if (!inwards) {
      let index = this.selectedIndex;
      while (index > 0 && this.source.row(index)?.kind !== 'type') index--;
      this.selectAt(index);
    }
  }

  private lineOfType(row: HeapRow): string {
    const closures = (['deep', 'retained'] as const).map((metric) => this.source.closure(row, metric));
    // A column of its own for each, known or not, so that rows copied at different times fit together.
    const sizes = closures.map((size) => (typeof size === 'object' ? size.bytes : ''));
    return [row.key, row.objects, row.bytes, ...sizes].join('\t');
  }
}
