// What a place in the growth tree says when the pointer or the keyboard is on it. Screen readers have it from the place itself.
import type { Suspect } from '../../../../shared/protocol/growth';
import type { TreeWhole } from '../../../../shared/protocol/growth_tree';
import { element } from '../../dom';
import { strings } from '../../strings';
import { fieldWords } from '../growth_words';
import { type IcicleCell, rowHeight } from './icicle_layout';
import { heldAs, placeFacts, suspectWords, typeWords } from './place_words';

const gap = 6;
const width = 480;

export class IcicleTooltip {
  readonly element = element('div', { class: 'tooltip tree-tooltip', 'aria-hidden': true, testId: 'tree-tooltip' });

  constructor() {
    this.hide();
  }

  /** Below the place; no further right than there is room. */
  show(cell: IcicleCell, around: { top: number; width: number }, whole: TreeWhole, suspects: readonly Suspect[]): void {
    const { node } = cell.place;
    const { field, type } = node;
    const suspect = suspectWords(node, suspects);
    const facts = placeFacts(cell.place, whole).map(({ label, value }) =>
      element('tr', {}, element('td', {}, label), element('td', { class: 'number' }, value)),
    );
    this.element.replaceChildren(
      element(
        'div',
        { class: 'name' },
        element('span', { class: 'via' }, heldAs(node)),
        ` ${node.parent < 0 ? typeWords(node) : type}`,
      ),
      ...(field ? [element('div', { class: 'field' }, fieldWords(field))] : []),
      ...(node.shared ? [element('div', { class: 'field' }, strings.growth.tree.sharedTitle)] : []),
      ...(suspect === undefined ? [] : [element('div', { class: 'suspect' }, suspect)]),
      element('table', {}, ...facts),
    );
    this.element.style.top = `${around.top + cell.y + rowHeight + gap}px`;
    this.element.style.left = `${Math.max(0, Math.min(cell.x, around.width - width))}px`;
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
