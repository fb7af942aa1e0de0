// Unfolds the graph to a tree of blocks, from the node that is looked at: a node with several owners is there once for each, as large as its
// part that they own. The blocks of what a node owns lie beside it from its beginning on, the largest first; what they leave at the end are
// the node's own bytes. Places are numbers along one axis and levels along the other: which is which, the frame says. A function of graph and
// room, drawn elsewhere. What would be narrower than can be seen is not there, so that no graph unfolds for ever.
import type { OwnershipNode } from '../../../shared/protocol/ownership';
import type { OwnershipGraph } from './ownership_graph';

export interface Block {
  /** Its place in the list. */
  index: number;
  node: OwnershipNode;
  /** Bytes that this copy owns. */
  owned: number;
  /** The block that owns it; -1 for the one that is looked at. */
  parent: number;
  level: number;
  /** Along the axis of sizes. */
  start: number;
  size: number;
  /** Blocks of what it owns. */
  children: number[];
  /** It owns more than is shown: levels end, or what follows is too small. */
  isCut: boolean;
}

export interface Room {
  /** Along the axis of sizes. */
  length: number;
  levels: number;
}

/** Of a block along the axis of sizes. */
export const leastSize = 2;

/** Level by level, so that a list that is cut off lacks the deepest. */
export function layoutBlocks(top: OwnershipNode, { answer }: Pick<OwnershipGraph, 'answer'>, room: Room): Block[] {
  const blocks: Block[] = [];
  const put = (node: OwnershipNode, owned: number, parent: number, level: number, start: number, size: number) => {
    const block = { index: blocks.length, node, owned, parent, level, start, size, children: [], isCut: false };
    blocks.push(block);
    blocks[parent]?.children.push(block.index);
  };
  put(top, top.owned, -1, 0, 0, room.length);
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    const { node, owned, size } = block;
    let start = block.start;
    for (const child of bySize(node)) {
      // This copy's part of what the node owns through the child.
      const part = node.owned > 0 ? child.owned / node.owned : 0;
      const below = answer.nodes[child.node];
      if (!below || block.level + 1 >= room.levels || part * size < leastSize) {
        block.isCut ||= child.owned > 0;
        break;
      }
      put(below, part * owned, i, block.level + 1, start, part * size);
      start += part * size;
    }
  }
  return blocks;
}

const sorted = new WeakMap<OwnershipNode, OwnershipNode['children']>();

/** The largest first. A node is unfolded many times, and sorted once. */
function bySize(node: OwnershipNode): OwnershipNode['children'] {
  const known = sorted.get(node);
  if (known) return known;
  const children = [...node.children].sort((a, b) => b.owned - a.owned || a.node - b.node);
  sorted.set(node, children);
  return children;
}

/** How often each node is there. */
export function copiesOf(blocks: readonly Block[]): ReadonlyMap<OwnershipNode, number> {
  const copies = new Map<OwnershipNode, number>();
  for (const { node } of blocks) copies.set(node, (copies.get(node) ?? 0) + 1);
  return copies;
}

/** The keys on the way to a block from the one that is looked at, without that. */
export function wayTo(blocks: readonly Block[], block: Block): string[] {
  const way: string[] = [];
  for (let at: Block | undefined = block; at && at.parent >= 0; at = blocks[at.parent]) way.unshift(at.node.key);
  return way;
}
