// How much of the picture has what was searched for.

import { counted } from '../../../shared/format';
import type { Block } from './block_layout';
import { nodesWith, type OwnershipGraph } from './ownership_graph';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.found;

/** Empty where nothing is searched for. */
export function foundWords(graph: OwnershipGraph, blocks: readonly Block[], search: string): string {
  const words = search.trim();
  if (words === '') return '';
  const nodes = nodesWith(graph, search);
  if (nodes.size === 0) return `${text.none} “${words}”`;
  const seen = blocks.filter(({ node }) => nodes.has(node)).length;
  return `${counted(nodes.size, text.nodes)} ${text.in} ${counted(seen, text.blocks)}`;
}
