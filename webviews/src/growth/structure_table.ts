// The table of structures, ordered by a metric. As high as its rows, up to a dozen of them: the page scrolls around it.
import type { GrowthOrder, GrowthRow } from '../../../shared/protocol/growth';
import { typeContext } from '../editor_context';
import { strings } from '../strings';
import { rowHeight } from '../virtual_rows';
import { type RowContents, type RowSource, type TableColumn, VirtualTable } from '../virtual_table';
import { metrics } from './growth_words';
import { lineOf, structureCells } from './structure_cells';

const text = strings.growth;
const mostRowsHigh = 12;
const headerHeight = 29;

const columns: readonly TableColumn<GrowthOrder>[] = [
  { words: text.table.name, header: { class: 'cell name' } },
  ...metrics.map((metric) => ({
    words: text.metrics[metric],
    header: { class: `cell grown grown-${metric}`, title: text.meaning[metric] },
    sorts: { by: metric, testId: `growth-by-${metric}` },
  })),
];

export interface StructureTableEvents {
  sort(order: GrowthOrder): void;
  select(row: GrowthRow): void;
  /** Its source; beside or here, the other way round where `swapped`. */
  open(row: GrowthRow, swapped: boolean): void;
}

const nothing = -1;

export class StructureTable extends VirtualTable<GrowthRow, GrowthOrder> {
  /** The row that a key went to before it was there. */
  private awaited = nothing;

  constructor(
    grid: { label: string; testId: string },
    source: RowSource<GrowthRow>,
    private readonly events: StructureTableEvents,
  ) {
    super(
      {
        table: { class: 'table growth-table' },
        grid,
        rowId: grid.testId,
        columns,
        sort: (order) => events.sort(order),
      },
      source,
    );
  }

  showOrder(order: GrowthOrder): void {
    this.markOrder(order, 'descending');
  }

  override update(rows: number): void {
    this.element.hidden = rows === 0;
    this.scroller.style.height = `${headerHeight + Math.min(rows, mostRowsHigh) * rowHeight + 2}px`;
    super.update(rows);
    this.selectAwaited();
  }

  /** Shows the structure as the selected one, if it is here. */
  select(id: string | null): void {
    if (id === this.selectedKey) return;
    this.clear(id);
    this.draw();
  }

  override clear(selected = this.selectedKey): void {
    this.awaited = nothing;
    super.clear(selected);
  }

  scrollToTop(): void {
    this.awaited = nothing;
    this.scroller.scrollTop = 0;
  }

  protected override identityOf(row: GrowthRow): string {
    return row.id;
  }

  protected override contentsOf(row: GrowthRow): RowContents {
    return {
      attributes: { testId: 'growth-row', 'data-id': row.id, 'data-vscode-context': typeContext(row.type) },
      cells: structureCells(row, (_, swapped) => this.events.open(row, swapped)),
    };
  }

  protected override lineOf(row: GrowthRow): string {
    return lineOf(row);
  }

  /** A structure that is not there yet cannot be measured: it comes into sight, and the one before stays selected until it is there. */
  protected override selectAt(index: number): void {
    const isThere = this.source.row(index) !== undefined;
    this.awaited = isThere ? nothing : index;
    if (isThere) super.selectAt(index);
    else this.scrollIntoView(index);
  }

  /** Unless the user has scrolled on. */
  private selectAwaited(): void {
    const { awaited, visible } = this;
    if (awaited === nothing || !this.source.row(awaited)) return;
    this.awaited = nothing;
    if (awaited >= visible.from && awaited < visible.to) this.selectAt(awaited);
  }

  protected override onSelected(): void {
    if (this.selectedRow) this.events.select(this.selectedRow);
  }

  protected override onOwnKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const row = this.selectedRow;
    if (key !== 'Enter' || !row) return false;
    this.events.open(row, ctrlKey || metaKey);
    return true;
  }
}
