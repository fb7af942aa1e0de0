// The blocks as a table for those who cannot see them, or want to read numbers one below the other: made when it is opened.

import { bytes, count, percent } from '../../../shared/format';
import { button, element } from '../dom';
import { type Block, wayTo } from './block_layout';
import { nodeName, signedBytes } from './node_words';
import { newShare, type OwnershipGraph } from './ownership_graph';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.table;
const mostRows = 400;

export class BlockTable {
  readonly element: HTMLDetailsElement;
  private readonly place = element('div', { class: 'ownership-table' });
  private blocks: readonly Block[] = [];
  private graph: OwnershipGraph | undefined;

  /** @param lookAt is told the way from the node that is looked at */
  constructor(private readonly lookAt: (way: string[]) => void) {
    this.element = element('details', { testId: 'ownership-twin' }, element('summary', {}, text.title), this.place);
    this.element.addEventListener('toggle', () => this.fill());
  }

  show(blocks: readonly Block[], graph: OwnershipGraph): void {
    this.blocks = blocks;
    this.graph = graph;
    this.fill();
  }

  private fill(): void {
    const { graph } = this;
    if (!this.element.open || !graph) return;
    const { since } = graph.answer;
    const heads = [
      text.name,
      text.owned,
      text.share,
      text.own,
      text.objects,
      ...(since ? [text.fresh, text.grown] : []),
    ];
    const head = element('tr', {}, ...heads.map((words) => element('th', { 'aria-label': words }, words)));
    for (const cell of head.children) cell.setAttribute('scope', 'col');
    const rows = inOrder(this.blocks)
      .slice(0, mostRows)
      .map((block) => this.rowOf(block, graph));
    this.place.replaceChildren(
      element('table', {}, element('thead', {}, head), element('tbody', { testId: 'ownership-rows' }, ...rows)),
    );
  }

  private rowOf(block: Block, graph: OwnershipGraph): HTMLElement {
    const { node, owned, level } = block;
    const { total, since } = graph.answer;
    const fresh = newShare(graph, node);
    const name = button(nodeName(node), () => this.lookAt(wayTo(this.blocks, block)), {
      class: 'link',
      title: node.key,
      'aria-label': `${nodeName(node)}, ${text.level} ${level + 1}`,
    });
    const first = element('th', { class: 'name' }, name);
    first.setAttribute('scope', 'row');
    first.style.paddingInlineStart = `${8 + 14 * Math.min(level, 12)}px`;
    const number = (words: string) => element('td', { class: 'number' }, words);
    const cells = [
      bytes(Math.round(owned)),
      percent(owned, total.bytes),
      bytes(node.own.bytes),
      count(node.own.objects),
    ];
    const changes = since ? [fresh === undefined ? '' : percent(fresh, 1), signedBytes(node.grown)] : [];
    return element('tr', {}, first, ...[...cells, ...changes].map(number));
  }
}

/** Each before what it owns. */
function inOrder(blocks: readonly Block[]): Block[] {
  const order: Block[] = [];
  const walk = (block: Block | undefined) => {
    if (!block) return;
    order.push(block);
    for (const child of block.children) walk(blocks[child]);
  };
  walk(blocks[0]);
  return order;
}
