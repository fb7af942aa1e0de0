// Which columns the table has: a menu with a box for each that can be taken away. One of sizes always stays.
import type { HeapColumn } from '../../../shared/protocol/view';
import { element } from '../dom';
import { Menu } from '../menu';
import { strings } from '../strings';

const text = strings.heap;
const sizes: readonly HeapColumn[] = ['bytes', 'deep', 'retained'];
const all: readonly HeapColumn[] = ['objects', ...sizes];

export class ColumnsMenu {
  readonly element: HTMLElement;
  private readonly boxes = new Map<HeapColumn, HTMLInputElement>();

  constructor(hidden: readonly HeapColumn[], choose: (hidden: HeapColumn[]) => void) {
    const items = all.map((column) => {
      const box = element('input', { type: 'checkbox', testId: `column-${column}` });
      box.addEventListener('change', () => choose(all.filter((each) => !this.boxes.get(each)?.checked)));
      this.boxes.set(column, box);
      return element('label', { class: 'menu-item check' }, box, text.columns[column]);
    });
    this.element = new Menu(text.columnsMenu, 'heap-columns', items).element;
    this.show(hidden);
  }

  show(hidden: readonly HeapColumn[]): void {
    for (const [column, box] of this.boxes) {
      box.checked = !hidden.includes(column);
      const others = sizes.filter((size) => size !== column && !hidden.includes(size));
      box.disabled = sizes.includes(column) && box.checked && others.length === 0;
    }
  }
}
