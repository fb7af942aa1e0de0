// The frame that tables share: rows of any number, of which only those in sight exist, columns whose headers sort, a selected row, and
// everything by keyboard. A grid in the sense of WAI-ARIA. What the columns are, what is in the cells, and what a selected row is good
// for, say those who extend it; where rows come from is the source's.
import { type Attributes, element } from './dom';
import { strings } from './strings';
import { contentHeight, rowByKey, scrollTopToShow, type VisibleRange, visibleRange } from './virtual_rows';

export interface RowSource<Row> {
  /** Nothing while it is on its way. */
  row(index: number): Row | undefined;
  /** Sees to it that rows [from, to) are there or on their way. */
  want(from: number, to: number): void;
}

export interface TableColumn<Order extends string> {
  words: string;
  header: Attributes;
  /** What its header orders the rows by, and the name of the button that does so. */
  sorts?: { by: Order; testId: string };
}

export interface TableParts<Order extends string> {
  table: Attributes;
  grid: { label: string; testId: string };
  /** What the id of a row begins with; its index follows. */
  rowId: string;
  columns: readonly TableColumn<Order>[];
  sort(order: Order): void;
}

/** What a row has beyond its place. */
export interface RowContents {
  attributes: Attributes;
  cells: HTMLElement[];
}

export abstract class VirtualTable<Row, Order extends string> {
  readonly element: HTMLElement;
  /** Scrolls, has the focus, and names the selected row: the grid itself, since only a grid may do the last. */
  protected readonly scroller: HTMLElement;
  protected readonly headers = new Map<Order, HTMLElement>();
  protected rows = 0;
  protected selectedIndex = -1;
  /** See identityOf. */
  protected selectedKey: string | null = null;
  private readonly header = element('div', { class: 'header', role: 'rowgroup' });
  private readonly space = element('div', { class: 'space', role: 'rowgroup' });
  private readonly body = element('div', { class: 'rows', role: 'presentation' });
  private readonly resizing = new ResizeObserver(() => this.draw());
  private drawing = 0;

  constructor(
    private readonly parts: TableParts<Order>,
    protected readonly source: RowSource<Row>,
  ) {
    this.space.append(this.body);
    this.scroller = element(
      'div',
      {
        class: 'scroller',
        tabindex: 0,
        testId: parts.grid.testId,
        role: 'grid',
        'aria-label': parts.grid.label,
      },
      this.header,
      this.space,
    );
    this.element = element('div', parts.table, this.scroller);
    this.showColumns(parts.columns);
    this.scroller.addEventListener('scroll', () => this.scheduleDraw());
    this.scroller.addEventListener('keydown', (event) => this.onKey(event));
    this.body.addEventListener('click', (event) => {
      const row = (event.target as Element).closest<HTMLElement>('[data-index]');
      if (row) this.onClick(Number(row.dataset.index), event);
    });
  }

  /** What a row is recognised by, wherever it lies; nothing where another row will be in its place. */
  protected abstract identityOf(row: Row): string | null;
  protected abstract contentsOf(row: Row): RowContents;
  /** To be copied. */
  protected abstract lineOf(row: Row): string;
  /** Another row was selected, or the selected one came. */
  protected abstract onSelected(): void;
  /** Does what a key means besides moving; false where it means nothing else. */
  protected abstract onOwnKey(event: KeyboardEvent): boolean;

  start(): void {
    this.resizing.observe(this.scroller);
  }

  stop(): void {
    this.resizing.disconnect();
    cancelAnimationFrame(this.drawing);
  }

  /** Takes over how many rows there are; they come from the source. */
  update(rows: number): void {
    this.rows = rows;
    this.scroller.setAttribute('aria-rowcount', String(rows + 1));
    this.space.style.height = `${contentHeight(rows)}px`;
    this.draw();
  }

  /** Forgets where the selected row lies, or which one it is: rows are others, or in another order. */
  clear(selected = this.selectedKey): void {
    this.selectedIndex = -1;
    this.selectedKey = selected;
  }

  focus(): void {
    this.scroller.focus();
  }

  protected markOrder(order: Order, direction: 'ascending' | 'descending'): void {
    // Where there is no room for all columns, the one that orders the rows stays.
    this.element.dataset.order = order;
    for (const [name, header] of this.headers) header.setAttribute('aria-sort', name === order ? direction : 'none');
  }

  protected get viewport(): number {
    return this.scroller.clientHeight - this.header.offsetHeight;
  }

  protected get visible(): VisibleRange {
    return visibleRange(this.scroller.scrollTop, this.rows, this.viewport);
  }

  protected get selectedRow(): Row | undefined {
    return this.source.row(this.selectedIndex);
  }

  protected isSelectable(_row: Row): boolean {
    return true;
  }

  /** Whether a row looks chosen: where several can be, others than the one that keys act on. */
  protected isChosen(_row: Row, isActive: boolean): boolean {
    return isActive;
  }

  protected onScrolled(): void {
    this.draw();
  }

  protected onClick(index: number, _event: MouseEvent): void {
    this.selectAt(index);
  }

  /** A row that cannot be selected is passed over, in the direction of the move; there is a row on either side of it. */
  protected selectAt(to: number, direction: 1 | -1 = 1): void {
    const there = this.source.row(to);
    const index = there && !this.isSelectable(there) ? to + direction : to;
    this.selectedIndex = index;
    this.selectedKey = this.identityAt(index);
    this.scrollIntoView(index);
    this.draw();
    this.onSelected();
  }

  protected scrollIntoView(index: number): void {
    this.scroller.scrollTop = scrollTopToShow(index, this.scroller.scrollTop, this.rows, this.viewport);
  }

  protected draw(): void {
    this.drawRows(this.visible);
  }

  protected drawRows({ from, to, top }: VisibleRange): void {
    this.source.want(from, to);
    this.nameSelected();
    const drawn: HTMLElement[] = [];
    for (let index = from; index < to; index++) drawn.push(this.drawRow(index));
    this.body.style.transform = `translateY(${Math.round(top)}px)`;
    this.body.replaceChildren(...drawn);
    const active = this.body.querySelector('[data-active]');
    if (active) this.scroller.setAttribute('aria-activedescendant', active.id);
    else this.scroller.removeAttribute('aria-activedescendant');
    // The menu key opens the menu of what has the focus, which is never a row.
    this.scroller.dataset.vscodeContext = active?.getAttribute('data-vscode-context') ?? '{}';
  }

  /** Other columns from now on; which one orders the rows is said anew. */
  protected showColumns(columns: readonly TableColumn<Order>[]): void {
    this.headers.clear();
    this.scroller.setAttribute('aria-colcount', String(columns.length));
    const cells = columns.map(({ words, header, sorts }, i) => {
      const attributes: Attributes = { role: 'columnheader', ...header, 'aria-colindex': i + 1 };
      if (!sorts) return element('div', attributes, words);
      const button = element('button', { type: 'button', testId: sorts.testId }, words);
      button.addEventListener('click', () => this.parts.sort(sorts.by));
      const cell = element('div', attributes, button);
      this.headers.set(sorts.by, cell);
      return cell;
    });
    this.header.replaceChildren(element('div', { class: 'row', role: 'row', 'aria-rowindex': 1 }, ...cells));
  }

  private scheduleDraw(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.onScrolled());
  }

  /** A row can be selected before it is loaded (End, say): its name is taken over when it comes. */
  private nameSelected(): void {
    if (this.selectedKey !== null || this.selectedIndex < 0) return;
    this.selectedKey = this.identityAt(this.selectedIndex);
    if (this.selectedKey !== null) this.onSelected();
  }

  private drawRow(index: number): HTMLElement {
    const row = this.source.row(index);
    const isSelected = this.isSelected(index, row);
    if (isSelected) this.selectedIndex = index;
    const place: Attributes = {
      class: 'row',
      role: 'row',
      'aria-rowindex': index + 2,
      'data-index': String(index),
      id: `${this.parts.rowId}-${index}`,
      'aria-selected': row ? this.isChosen(row, isSelected) : isSelected,
      'data-active': isSelected ? '' : undefined,
    };
    if (row) {
      const { attributes, cells } = this.contentsOf(row);
      return element('div', { ...place, ...attributes }, ...cells);
    }
    const cell = element('div', { role: 'gridcell', class: 'cell name' }, `${strings.heap.loading} …`);
    return element('div', { ...place, class: 'row loading' }, cell);
  }

  /** Where nothing tells rows apart, the place does. */
  private isSelected(index: number, row: Row | undefined): boolean {
    if (row && !this.isSelectable(row)) return false;
    const identity = row ? this.identityOf(row) : null;
    return identity === this.selectedKey && (identity !== null || index === this.selectedIndex);
  }

  private identityAt(index: number): string | null {
    const row = this.source.row(index);
    return row ? this.identityOf(row) : null;
  }

  private onKey(event: KeyboardEvent): void {
    // The header's buttons keep their keys.
    if (event.target !== this.scroller) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      this.copy();
      return;
    }
    if (this.onOwnKey(event)) {
      event.preventDefault();
      return;
    }
    const to = rowByKey(event.key, this.selectedIndex, this.rows, this.viewport);
    if (to === undefined) return;
    event.preventDefault();
    this.selectAt(to, to < this.selectedIndex ? -1 : 1);
  }

  /** What is copied. */
  protected chosenRows(): Row[] {
    const row = this.selectedRow;
    return row ? [row] : [];
  }

  private copy(): void {
    const lines = this.chosenRows().map((row) => this.lineOf(row));
    // A selection of text is copied by the browser itself.
    if (lines.length > 0 && !getSelection()?.toString()) void navigator.clipboard.writeText(lines.join('\n'));
  }
}
