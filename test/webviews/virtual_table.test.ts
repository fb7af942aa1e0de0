// The frame of tables, with a table that has as little as possible of its own.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { element } from '../../webviews/src/dom';
import { type RowContents, type RowSource, VirtualTable } from '../../webviews/src/virtual_table';
import { key, makePage, must } from './page';

/** Multiples of a thousand cannot be selected; of anonymous ones only the place is known. */
interface NumberRow {
  value: number;
  anonymous?: boolean;
}
type NumberOrder = 'value' | 'digits';

class NumberTable extends VirtualTable<NumberRow, NumberOrder> {
  readonly selections: (string | null)[] = [];
  readonly ownKeys: string[] = [];

  constructor(source: RowSource<NumberRow>, sort: (order: NumberOrder) => void) {
    super(
      {
        table: { class: 'table', testId: 'numbers' },
        grid: { label: 'Numbers', testId: 'numbers-grid' },
        rowId: 'number',
        columns: [
          { words: 'Sign', header: { class: 'cell sign' } },
          { words: 'Value', header: { class: 'cell value' }, sorts: { by: 'value', testId: 'by-value' } },
          { words: 'Digits', header: { class: 'cell digits' }, sorts: { by: 'digits', testId: 'by-digits' } },
        ],
        sort,
      },
      source,
    );
  }

  showOrder(order: NumberOrder, direction: 'ascending' | 'descending'): void {
    this.markOrder(order, direction);
  }

  protected override identityOf({ value, anonymous }: NumberRow): string | null {
    return anonymous ? null : String(value);
  }
  protected override contentsOf({ value }: NumberRow): RowContents {
    return {
      attributes: { 'data-value': String(value), 'data-vscode-context': `{"number":${value}}` },
      cells: [element('div', { role: 'gridcell' }, String(value))],
    };
  }
  protected override lineOf({ value }: NumberRow): string {
    return `number ${value}`;
  }
  protected override isSelectable({ value }: NumberRow): boolean {
    return value % 1000 !== 0;
  }
  protected override onSelected(): void {
    this.selections.push(this.selectedKey);
  }
  protected override onOwnKey({ key }: KeyboardEvent): boolean {
    this.ownKeys.push(key);
    return key === 'Enter';
  }
}

let table: NumberTable;
let numbers: (NumberRow | undefined)[];
let wanted: [number, number][];
let sorted: NumberOrder[];

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => ({ value: first + i }));

function show(rows: (NumberRow | undefined)[]): void {
  numbers = rows;
  wanted = [];
  sorted = [];
  const source: RowSource<NumberRow> = {
    row: (index) => numbers[index],
    want: (...range) => wanted.push(range),
  };
  table = new NumberTable(source, (order) => sorted.push(order));
  document.body.replaceChildren(table.element);
  table.start();
  table.update(rows.length);
}

const grid = () => must('numbers-grid');
const drawn = () => [...document.querySelectorAll<HTMLElement>('.rows .row')];
const rowAt = (index: number) =>
  document.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? expect.unreachable(`row ${index} is not drawn`);
const selected = () => drawn().filter((row) => row.getAttribute('aria-selected') === 'true');
const scrollTo = (scrollTop: number) => {
  grid().scrollTop = scrollTop;
  grid().dispatchEvent(new Event('scroll'));
};

beforeEach(() => makePage(600));

describe('the rows of a table', () => {
  it('exist in sight only, are asked for when they come there, and count as all of them', () => {
    show(numbersFrom(1, 10_000));
    expect(drawn().length).toBeLessThan(50);
    expect(grid().getAttribute('aria-rowcount')).toBe('10001');
    expect(document.querySelector<HTMLElement>('.space')?.style.height).toBe('240000px');
    scrollTo(24 * 5000);
    vi.advanceTimersByTime(50);
    expect(rowAt(5000).getAttribute('aria-rowindex')).toBe('5002');
    expect(drawn().length).toBeLessThan(50);
    const [first, end] = wanted.at(-1) ?? expect.unreachable('no row was asked for');
    expect([first, end]).toEqual([Number(drawn()[0]?.dataset.index), first + drawn().length]);
  });
  it('say so while they are on their way', () => {
    show([{ value: 1 }, undefined]);
    expect(rowAt(1).className).toBe('row loading');
    expect(rowAt(1).textContent).toBe('Loading …');
    numbers = numbersFrom(1, 2);
    table.update(2);
    expect(rowAt(1).className).toBe('row');
    expect(rowAt(1).textContent).toBe('2');
  });
  it('are drawn once however often the table scrolls before it is seen', () => {
    show(numbersFrom(1, 1000));
    const before = wanted.length;
    for (const scrollTop of [100, 200, 300]) scrollTo(scrollTop);
    expect(wanted).toHaveLength(before);
    vi.advanceTimersByTime(50);
    expect(wanted).toHaveLength(before + 1);
  });
  it('are not drawn any more when the table is taken away', () => {
    show(numbersFrom(1, 1000));
    const before = wanted.length;
    scrollTo(2400);
    table.stop();
    vi.advanceTimersByTime(50);
    expect(wanted).toHaveLength(before);
  });
});

describe('the header of a table', () => {
  it('sorts by columns that can be sorted by, and numbers all of them', () => {
    show(numbersFrom(1, 3));
    const headers = [...document.querySelectorAll('[role="columnheader"]')];
    expect(headers.map((header) => header.getAttribute('aria-colindex'))).toEqual(['1', '2', '3']);
    expect(grid().getAttribute('aria-colcount')).toBe('3');
    expect(headers[0]?.querySelector('button')).toBeNull();
    must('by-digits').click();
    expect(sorted).toEqual(['digits']);
  });
  it('says which column orders the rows, and in which direction', () => {
    show(numbersFrom(1, 3));
    const directions = () =>
      [...document.querySelectorAll('[role="columnheader"]')].map((header) => header.getAttribute('aria-sort'));
    table.showOrder('value', 'ascending');
    expect(directions()).toEqual([null, 'ascending', 'none']);
    table.showOrder('digits', 'descending');
    expect(directions()).toEqual([null, 'none', 'descending']);
    expect(must('numbers').dataset.order).toBe('digits');
  });
  it('keeps the keys of its buttons', () => {
    show(numbersFrom(1, 3));
    key(must('by-value'), 'ArrowDown');
    key(must('by-value'), 'Enter');
    expect(selected()).toEqual([]);
    expect(table.ownKeys).toEqual([]);
  });
});

describe('the selected row of a table', () => {
  it('is moved by keys, stays within the rows and in sight, and is named by the grid', () => {
    show(numbersFrom(1, 500));
    key(grid(), 'ArrowUp');
    expect(selected()).toEqual([rowAt(0)]);
    for (const name of ['ArrowDown', 'PageDown', 'PageUp', 'ArrowDown']) key(grid(), name);
    expect(selected()).toEqual([rowAt(2)]);
    key(grid(), 'End');
    key(grid(), 'ArrowDown');
    expect(selected()).toEqual([rowAt(499)]);
    expect(grid().scrollTop).toBe(500 * 24 - 600);
    expect(grid().getAttribute('aria-activedescendant')).toBe(rowAt(499).id);
    key(grid(), 'Home');
    expect(grid().scrollTop).toBe(0);
    expect(table.selections).toEqual(['1', '2', '26', '2', '3', '500', '500', '1']);
  });
  it('is the one that is clicked', () => {
    show(numbersFrom(1, 5));
    rowAt(3).querySelector<HTMLElement>('[role="gridcell"]')?.click();
    expect(selected()).toEqual([rowAt(3)]);
    expect(table.selections).toEqual(['4']);
  });
  it('is none that cannot be selected: the move goes on to the one behind', () => {
    show(numbersFrom(998, 5));
    for (let i = 0; i < 3; i++) key(grid(), 'ArrowDown');
    expect(selected()).toEqual([rowAt(3)]);
    key(grid(), 'ArrowUp');
    expect(selected()).toEqual([rowAt(1)]);
    rowAt(2).click();
    expect(selected()).toEqual([rowAt(3)]);
  });
  it('is none that cannot be selected where one comes to lie at its place', () => {
    show([...numbersFrom(1, 3), undefined]);
    key(grid(), 'End');
    numbers = [...numbersFrom(1, 3), { value: 1000, anonymous: true }];
    table.update(4);
    expect(selected()).toEqual([]);
  });
  it('can be selected before it comes, and is told when it came', () => {
    show([...numbersFrom(1, 3), undefined]);
    key(grid(), 'End');
    expect(selected()).toEqual([rowAt(3)]);
    expect(table.selections).toEqual([null]);
    numbers = numbersFrom(1, 4);
    table.update(4);
    expect(selected()).toEqual([rowAt(3)]);
    expect(table.selections).toEqual([null, '4']);
    // From then on it is recognised, wherever it lies.
    numbers.unshift(...numbers.splice(3));
    table.update(4);
    expect(selected()).toEqual([rowAt(0)]);
  });
  it('is found again in another order, and moved on from there', () => {
    show(numbersFrom(1, 5));
    table.clear('4');
    table.update(5);
    expect(selected()).toEqual([rowAt(3)]);
    numbers.reverse();
    table.update(5);
    expect(selected()).toEqual([rowAt(1)]);
    key(grid(), 'ArrowDown');
    expect(selected()).toEqual([rowAt(2)]);
    table.clear(null);
    table.update(5);
    expect(selected()).toEqual([]);
  });
  it('is told by its place where nothing else tells it from others', () => {
    show([{ value: 1 }, { value: 2, anonymous: true }, { value: 3, anonymous: true }]);
    key(grid(), 'End');
    expect(selected()).toEqual([rowAt(2)]);
  });
  it('gives the grid its context menu while it is in sight', () => {
    show(numbersFrom(1, 500));
    expect(grid().dataset.vscodeContext).toBe('{}');
    key(grid(), 'ArrowDown');
    expect(grid().dataset.vscodeContext).toBe('{"number":1}');
    scrollTo(24 * 300);
    vi.advanceTimersByTime(50);
    expect(grid().dataset.vscodeContext).toBe('{}');
    expect(grid().hasAttribute('aria-activedescendant')).toBe(false);
  });
});

describe('the keys of a table', () => {
  it('are taken from the editor only where they do something', () => {
    show(numbersFrom(1, 5));
    // What is prevented, dispatchEvent answers with false.
    expect(key(grid(), 'x')).toBe(true);
    expect(key(grid(), 'ArrowDown')).toBe(false);
    expect(key(grid(), 'Enter')).toBe(false);
    expect(table.ownKeys).toEqual(['x', 'ArrowDown', 'Enter']);
    expect(selected()).toEqual([rowAt(0)]);
  });
  it.each(['ctrlKey', 'metaKey'])('copy the selected row with %s, unless text is selected', (modifier) => {
    const writeText = vi.fn(async (_: string) => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    show(numbersFrom(1, 5));
    const copy = () => key(grid(), 'c', { [modifier]: true });
    copy();
    expect(writeText).not.toHaveBeenCalled();
    key(grid(), 'ArrowDown');
    getSelection()?.selectAllChildren(rowAt(2));
    copy();
    expect(writeText).not.toHaveBeenCalled();
    getSelection()?.removeAllRanges();
    copy();
    expect(writeText.mock.calls).toEqual([['number 1']]);
  });
});
