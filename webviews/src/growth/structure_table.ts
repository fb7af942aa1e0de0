// The table of structures: rows of any number, ordered by a metric, everything by keyboard. A grid of which only the rows in sight
// exist. As high as its rows, up to a dozen of them: the page scrolls around it.
import type { GrowthOrder, GrowthRow } from '../../../extension/src/protocol/growth';
import { element } from '../dom';
import { typeContext } from '../editor_context';
import { strings } from '../strings';
import { contentHeight, rowByKey, rowHeight, scrollTopToShow, visibleRange } from '../virtual_rows';
import { metrics } from './growth_words';
import { lineOf, structureCells } from './structure_cells';

const text = strings.growth;
const mostRowsHigh = 12;
const headerHeight = 29;

export interface StructureRows {
  row(index: number): GrowthRow | undefined;
  want(from: number, to: number): void;
}

export interface StructureTableEvents {
  sort(order: GrowthOrder): void;
  select(row: GrowthRow): void;
  /** Its source; beside or here, the other way round where `swapped`. */
  open(row: GrowthRow, swapped: boolean): void;
}

export class StructureTable {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly header = element('div', { class: 'header', role: 'rowgroup' });
  private readonly space = element('div', { class: 'space', role: 'rowgroup' });
  private readonly body = element('div', { class: 'rows', role: 'presentation' });
  private readonly headers = new Map<GrowthOrder, HTMLElement>();
  private readonly resizing = new ResizeObserver(() => this.draw());
  private rows = 0;
  private selected: string | null = null;
  private selectedIndex = -1;
  private drawing = 0;

  constructor(
    private readonly name: { label: string; testId: string },
    private readonly source: StructureRows,
    private readonly events: StructureTableEvents,
  ) {
    this.fillHeader();
    this.space.append(this.body);
    this.scroller = element(
      'div',
      {
        class: 'scroller',
        tabindex: 0,
        testId: name.testId,
        role: 'grid',
        'aria-label': name.label,
        'aria-colcount': metrics.length + 1,
      },
      this.header,
      this.space,
    );
    this.element = element('div', { class: 'table growth-table' }, this.scroller);
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

  showOrder(order: GrowthOrder): void {
    this.element.dataset.order = order;
    for (const [name, header] of this.headers) {
      header.setAttribute('aria-sort', name === order ? 'descending' : 'none');
    }
  }

  update(rows: number): void {
    this.rows = rows;
    this.element.hidden = rows === 0;
    this.scroller.setAttribute('aria-rowcount', String(rows + 1));
    this.space.style.height = `${contentHeight(rows)}px`;
    this.scroller.style.height = `${headerHeight + Math.min(rows, mostRowsHigh) * rowHeight + 2}px`;
    this.draw();
  }

  /** Shows the structure as the selected one, if it is here. */
  select(id: string | null): void {
    if (id === this.selected) return;
    this.selected = id;
    this.selectedIndex = -1;
    this.draw();
  }

  scrollToTop(): void {
    this.scroller.scrollTop = 0;
  }

  focus(): void {
    this.scroller.focus();
  }

  private get viewport(): number {
    return this.scroller.clientHeight - this.header.offsetHeight;
  }

  private fillHeader(): void {
    const name = element('div', { role: 'columnheader', class: 'cell name', 'aria-colindex': 1 }, text.table.name);
    const sizes = metrics.map((metric, i) => {
      const button = element('button', { type: 'button', testId: `growth-by-${metric}` }, text.metrics[metric]);
      button.addEventListener('click', () => this.events.sort(metric));
      const cell = element(
        'div',
        {
          role: 'columnheader',
          class: `cell grown grown-${metric}`,
          title: text.meaning[metric],
          'aria-colindex': i + 2,
        },
        button,
      );
      this.headers.set(metric, cell);
      return cell;
    });
    this.header.append(element('div', { class: 'row', role: 'row', 'aria-rowindex': 1 }, name, ...sizes));
  }

  private scheduleDraw(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { from, to, top } = visibleRange(this.scroller.scrollTop, this.rows, this.viewport);
    this.source.want(from, to);
    const drawn: HTMLElement[] = [];
    for (let index = from; index < to; index++) drawn.push(this.drawRow(index));
    this.body.style.transform = `translateY(${Math.round(top)}px)`;
    this.body.replaceChildren(...drawn);
    const active = this.body.querySelector('[aria-selected="true"]');
    if (active) this.scroller.setAttribute('aria-activedescendant', active.id);
    else this.scroller.removeAttribute('aria-activedescendant');
    this.scroller.dataset.vscodeContext = active?.getAttribute('data-vscode-context') ?? '{}';
  }

  private drawRow(index: number): HTMLElement {
    const row = this.source.row(index);
    const isSelected = row !== undefined && row.id === this.selected;
    if (isSelected) this.selectedIndex = index;
    const attributes = {
      role: 'row',
      'aria-rowindex': index + 2,
      'data-index': String(index),
      id: `${this.name.testId}-${index}`,
      'aria-selected': isSelected,
    };
    if (!row) {
      const cell = element('div', { role: 'gridcell', class: 'cell name' }, `${strings.heap.loading} …`);
      return element('div', { ...attributes, class: 'row loading' }, cell);
    }
    return element(
      'div',
      {
        ...attributes,
        class: 'row',
        testId: 'growth-row',
        'data-id': row.id,
        'data-vscode-context': typeContext(row.type),
      },
      ...structureCells(row, (_, swapped) => this.events.open(row, swapped)),
    );
  }

  private onClick(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]');
    if (row) this.selectAt(Number(row.dataset.index));
  }

  private onKey(event: KeyboardEvent): void {
    // The header's buttons keep their keys.
    if (event.target !== this.scroller) return;
    const row = this.source.row(this.selectedIndex);
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      // A selection of text is copied by the browser itself.
      if (row && !getSelection()?.toString()) void navigator.clipboard.writeText(lineOf(row));
      return;
    }
    if (event.key === 'Enter' && row) {
      event.preventDefault();
      this.events.open(row, event.ctrlKey || event.metaKey);
      return;
    }
    const to = rowByKey(event.key, this.selectedIndex, this.rows, this.viewport);
    if (to === undefined) return;
    event.preventDefault();
    this.selectAt(to);
  }

  private selectAt(index: number): void {
    this.scrollIntoView(index);
    const row = this.source.row(index);
    // A row that is not there yet cannot be told from others: it is selected where it lies, once it came.
    if (!row) return;
    this.selected = row.id;
    this.selectedIndex = index;
    this.draw();
    this.events.select(row);
  }

  private scrollIntoView(index: number): void {
    this.scroller.scrollTop = scrollTopToShow(index, this.scroller.scrollTop, this.rows, this.viewport);
  }
}
