// Which columns the table has: a menu with a box for each that can be taken away, and one for what there is to gain, which takes the place
// of what objects lead to. One of sizes always stays.
import type { GainColumn, HeapColumn, ViewState } from '../../../shared/protocol/view';
import { element } from '../dom';
import { Menu } from '../menu';
import { strings } from '../strings';
import { showsGain, tellsWaste } from './shown_set';

const text = strings.heap;
const sizes: readonly HeapColumn[] = ['bytes', 'deep', 'retained'];
const all: readonly HeapColumn[] = ['objects', ...sizes];

export interface ColumnsEvents {
  columns(hidden: HeapColumn[]): void;
  gain(gain: GainColumn): void;
}

export class ColumnsMenu {
  readonly element: HTMLElement;
  private readonly boxes = new Map<HeapColumn, HTMLInputElement>();
  private readonly gain = element('input', { type: 'checkbox', testId: 'column-gain' });
  private isOfWaste = false;

  constructor(state: ViewState, events: ColumnsEvents) {
    const items = all.map((column) => {
      const box = element('input', { type: 'checkbox', testId: `column-${column}` });
      box.addEventListener('change', () => events.columns(all.filter((each) => !this.boxes.get(each)?.checked)));
      this.boxes.set(column, box);
      return element('label', { class: 'menu-item check' }, box, text.columns[column]);
    });
    this.gain.addEventListener('change', () => {
      // Rows of waste have it by themselves, others do not.
      const other = this.isOfWaste ? 'hidden' : 'shown';
      events.gain(this.gain.checked === this.isOfWaste ? 'of-waste' : other);
    });
    items.push(element('label', { class: 'menu-item check', title: text.gainMenu }, this.gain, text.columns.gain));
    this.element = new Menu(text.columnsMenu, 'heap-columns', items).element;
    this.show(state);
  }

  show(state: ViewState): void {
    const isGainShown = showsGain(state);
    this.isOfWaste = tellsWaste(state);
    this.gain.checked = isGainShown;
    this.gain.disabled = !showsGain({ ...state, gain: 'shown' });
    const isShown = (column: HeapColumn) => (column === 'deep' && isGainShown) || !state.hiddenColumns.includes(column);
    for (const [column, box] of this.boxes) {
      box.checked = !state.hiddenColumns.includes(column);
      const others = sizes.filter((size) => size !== column && isShown(size));
      box.disabled = sizes.includes(column) && box.checked && others.length === 0;
    }
  }
}
