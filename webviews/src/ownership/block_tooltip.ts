// What a block says when the pointer or the keyboard is on it.
import { element } from '../dom';
import type { Area, Rect } from './block_frame';
import type { Block } from './block_layout';
import { factsOf, fullName } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { ownershipStrings as text } from './ownership_strings';

const gap = 8;
const width = 380;

export class BlockTooltip {
  readonly element = element('div', {
    class: 'tooltip block-tooltip',
    'aria-hidden': true,
    testId: 'ownership-tooltip',
  });

  constructor() {
    this.hide();
  }

  /** Beside the block where there is room, so that what it owns stays in sight as far as it can. */
  show(block: Block, rect: Rect, area: Area, copies: number, graph: OwnershipGraph): void {
    const facts = factsOf(block, copies, graph).map(({ label, value }) =>
      element('tr', {}, element('td', {}, label), element('td', { class: 'number' }, value)),
    );
    this.element.replaceChildren(
      element('div', { class: 'name' }, fullName(block.node)),
      element('div', { class: 'kind' }, text.kinds[block.node.kind]),
      element('table', {}, ...facts),
    );
    this.element.hidden = false;
    const height = this.element.offsetHeight;
    const isRoomBelow = rect.y + Math.min(rect.height, 40) + gap + height <= area.height;
    const top = isRoomBelow ? rect.y + Math.min(rect.height, 40) + gap : Math.max(0, rect.y - gap - height);
    this.element.style.top = `${top}px`;
    this.element.style.left = `${Math.max(0, Math.min(rect.x + gap, area.width - width))}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
