// The table of types: sortable columns, rows of any number, everything by keyboard. A grid in the sense of WAI-ARIA, of which
// only the rows in sight exist; where rows can be expanded, a tree grid.
import type { HeapOrder, HeapRow, SizeMetric } from '../../../extension/src/protocol/answers';
import type { ViewState } from '../../../extension/src/protocol/view';
import { element } from '../dom';
import { typeContext } from '../editor_context';
import { strings } from '../strings';
import { contentHeight, rowAt, rowByKey, scrollTopOf, scrollTopToShow, visibleRange } from '../virtual_rows';
import { type ClosureCell, rowCells } from './row_cells';
import { belowCells, lineOf } from './structure_cells';
import { identityOf, type TreeRow } from './tree_rows';

const columns = ['name', 'objects', 'bytes', 'deep', 'retained'] as const satisfies readonly HeapOrder[];

export interface TableSource {
  row(index: number): TreeRow | undefined;
  want(from: number, to: number): void;
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

export class TypeTable {
  readonly element: HTMLElement;
  /** Scrolls, has the focus, and names the selected row: the grid itself, since only a grid may do the last. */
  private readonly scroller = element('div', {
    class: 'scroller',
    tabindex: 0,
    testId: 'heap-scroller',
    role: 'grid',
    'aria-label': strings.heap.table,
    'aria-colcount': columns.length,
  });
  private readonly header = element('div', { class: 'header', role: 'rowgroup' });
  private readonly space = element('div', { class: 'space', role: 'rowgroup' });
  private readonly body = element('div', { class: 'rows', role: 'presentation' });
  private readonly headers = new Map<HeapOrder, HTMLElement>();
  private rows = 0;
  private heapBytes = 0;
  private selectedIndex = -1;
  /** See identityOf. */
  private selectedKey: string | null = null;
  private expandable = false;
  private drawing = 0;
  private readonly resizing = new ResizeObserver(() => this.draw());

  constructor(
    private readonly source: TableSource,
    private readonly events: TableEvents,
  ) {
    this.fillHeader();
    this.space.append(this.body);
    this.scroller.append(this.header, this.space);
    this.element = element('div', { class: 'table', testId: 'heap-table' }, this.scroller);
    this.scroller.addEventListener('scroll', () => this.scheduleDraw());
    this.scroller.addEventListener('keydown', (event) => this.onKey(event));
    this.body.addEventListener('click', (event) => this.onClick(event));
  }

  start(): void {
    this.resizing.observe(this.scroller);
  }
  stop(): void {
    this.resizing.disconnect();
    cancelAnimationFrame(this.drawing);
  }

  /** The order that rows are in, and the one that is waited for. */
  showOrder(order: HeapOrder, ascending: boolean, awaited: HeapOrder | null): void {
    // Where there is no room for all columns, the one that orders the rows stays.
    this.element.dataset.order = order;
    for (const [name, header] of this.headers) {
      header.setAttribute('aria-sort', name !== order ? 'none' : ascending ? 'ascending' : 'descending');
      header.classList.toggle('awaited', name === awaited);
      header.title = name === awaited ? strings.heap.awaited : this.titleOf(name);
    }
  }

  /** The rows that are drawn: [from, to). */
  get range(): [number, number] {
    const { from, to } = visibleRange(this.scroller.scrollTop, this.rows, this.viewport);
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

  /** Takes over how many rows there are; they come from the source. */
  update(rows: number, heapBytes = this.heapBytes): void {
    this.rows = rows;
    this.heapBytes = heapBytes;
    this.scroller.setAttribute('aria-rowcount', String(this.rows + 1));
    this.space.style.height = `${contentHeight(this.rows)}px`;
    this.draw();
  }

  /** Forgets what belongs to the question before. */
  clear(selected: string | null): void {
    this.selectedIndex = -1;
    this.selectedKey = selected;
  }

  scrollTo(row: number): void {
    this.scroller.scrollTop = scrollTopOf(row, this.rows, this.viewport);
    this.draw();
  }

  focus(): void {
    this.scroller.focus();
  }

  private get viewport(): number {
    return this.scroller.clientHeight - this.header.offsetHeight;
  }

  private fillHeader(): void {
    const text = strings.heap.columns;
    const cells = columns.map((order) => {
      const button = element('button', { type: 'button', testId: `sort-${order}` }, text[order]);
      button.addEventListener('click', () => this.events.sort(order));
      const sized = order === 'name' || order === 'objects' ? '' : 'size';
      const cell = element(
        'div',
        {
          role: 'columnheader',
          class: `cell ${sized} ${order}`,
          title: this.titleOf(order),
          'aria-colindex': columns.indexOf(order) + 1,
        },
        button,
      );
      this.headers.set(order, cell);
      return cell;
    });
    this.header.append(element('div', { class: 'row', role: 'row', 'aria-rowindex': 1 }, ...cells));
  }

  private scheduleDraw(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => {
      this.draw();
      this.tellMoved();
    });
  }

  private draw(): void {
    const { from, to, top } = visibleRange(this.scroller.scrollTop, this.rows, this.viewport);
    this.source.want(from, to);
    this.nameSelected();
    const drawn: HTMLElement[] = [];
    for (let index = from; index < to; index++) drawn.push(this.drawRow(index));
    this.body.style.transform = `translateY(${Math.round(top)}px)`;
    this.body.replaceChildren(...drawn);
    const active = this.body.querySelector('[aria-selected="true"]');
    if (active) this.scroller.setAttribute('aria-activedescendant', active.id);
    else this.scroller.removeAttribute('aria-activedescendant');
    // The menu key opens the menu of what has the focus, which is never a row.
    this.scroller.dataset.vscodeContext = active?.getAttribute('data-vscode-context') ?? '{}';
    const inSight: HeapRow[] = [];
    for (let index = from; index < to; index++) {
      const row = this.source.row(index);
      if (row?.kind === 'type') inSight.push(row.row);
    }
    this.events.visible(inSight);
  }

  /** A row can be selected before it is loaded (End, say): its name is taken over when it comes. */
  private nameSelected(): void {
    if (this.selectedKey !== null || this.selectedIndex < 0) return;
    this.selectedKey = this.identityAt(this.selectedIndex);
    if (this.selectedKey !== null) this.tellMoved();
  }

  private tellMoved(): void {
    this.events.moved(Math.round(rowAt(this.scroller.scrollTop, this.rows, this.viewport)), this.selectedKey);
  }

  private drawRow(index: number): HTMLElement {
    const row = this.source.row(index);
    const attributes = {
      class: 'row',
      role: 'row',
      'aria-rowindex': index + 2,
      'data-index': String(index),
      id: `row-${index}`,
    };
    if (!row) {
      return element(
        'div',
        {
          ...attributes,
          class: 'row loading',
          'aria-selected': this.selectedKey === null && index === this.selectedIndex,
        },
        element('div', { role: 'gridcell', class: 'cell name' }, `${strings.heap.loading} …`),
      );
    }
    const identity = identityOf(row);
    const isSelected =
      identity === this.selectedKey && (identity !== null || index === this.selectedIndex) && row.kind !== 'heading';
    if (isSelected) this.selectedIndex = index;
    const selected = { 'aria-selected': isSelected };
    if (row.kind !== 'type') {
      const { testId, cells } = belowCells(row, this.heapBytes);
      const level = { 'aria-level': 2, 'data-of': row.of };
      return element('div', { ...attributes, ...selected, ...level, class: `row below ${row.kind}`, testId }, ...cells);
    }
    const { row: type, expanded } = row;
    const closures = { deep: this.source.closure(type, 'deep'), retained: this.source.closure(type, 'retained') };
    return element(
      'div',
      {
        ...attributes,
        ...selected,
        ...(this.expandable ? { class: 'row expandable', 'aria-level': 1, 'aria-expanded': expanded } : {}),
        testId: 'heap-row',
        'data-key': type.key,
        'data-vscode-context': typeContext(type.key),
      },
      ...rowCells(type, closures, this.heapBytes, this.meaning),
    );
  }

  private get meaning() {
    return this.expandable ? strings.heap.structures.meaningOfType : strings.heap.meaning;
  }

  private titleOf(order: HeapOrder): string {
    return order === 'name' || order === 'objects' ? '' : this.meaning[order];
  }

  private onClick(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]');
    if (!row) return;
    const index = Number(row.dataset.index);
    this.select(index);
    // Who selects text does not want rows to move.
    if (!getSelection()?.toString()) this.act(index);
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
    const row = this.source.row(this.selectedIndex);
    if (!row || !this.expandable) return;
    if (row.kind === 'type') {
      if (row.expanded === inwards) {
        if (inwards) this.select(this.selectedIndex + 1, 1);
      } else this.unfold(this.selectedIndex, inwards);
    } else if (!inwards) {
      let index = this.selectedIndex;
      while (index > 0 && this.source.row(index)?.kind !== 'type') index--;
      this.select(index);
    }
  }

  private onKey(event: KeyboardEvent): void {
    // The header's buttons keep their keys.
    if (event.target !== this.scroller) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      this.copy();
      return;
    }
    if (this.expandable && ['ArrowRight', 'ArrowLeft', 'Enter', ' '].includes(event.key)) {
      event.preventDefault();
      if (event.key.startsWith('Arrow')) this.step(event.key === 'ArrowRight');
      else this.act(this.selectedIndex);
      return;
    }
    const to = rowByKey(event.key, this.selectedIndex, this.rows, this.viewport);
    if (to === undefined) return;
    event.preventDefault();
    this.select(to, to < this.selectedIndex ? -1 : 1);
  }

  private identityAt(index: number): string | null {
    const row = this.source.row(index);
    return row ? identityOf(row) : null;
  }

  /** A heading is passed over, in the direction of the move; there is a row on either side of it. */
  private select(to: number, direction: 1 | -1 = 1): void {
    const index = this.source.row(to)?.kind === 'heading' ? to + direction : to;
    this.selectedIndex = index;
    this.selectedKey = this.identityAt(index);
    this.scroller.scrollTop = scrollTopToShow(index, this.scroller.scrollTop, this.rows, this.viewport);
    this.draw();
    this.tellMoved();
  }

  private copy(): void {
    const row = this.source.row(this.selectedIndex);
    // A selection of text is copied by the browser itself.
    if (!row || getSelection()?.toString()) return;
    void navigator.clipboard.writeText(row.kind === 'type' ? this.lineOfType(row.row) : lineOf(row));
  }

  private lineOfType(row: HeapRow): string {
    const closures = (['deep', 'retained'] as const).map((metric) => this.source.closure(row, metric));
    // A column of its own for each, known or not, so that rows copied at different times fit together.
    const sizes = closures.map((size) => (typeof size === 'object' ? size.bytes : ''));
    return [row.key, row.objects, row.bytes, ...sizes].join('\t');
  }
}
