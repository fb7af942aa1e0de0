// What of the merged paths is drawn: a data structure is one node until it is unfolded, and of many branches those that most of the
// objects take. A function of the answer and of what was unfolded.

import { viaText } from '../../../shared/format';
import type { PathNode } from '../../../shared/protocol/inspect';

export interface ShownNode {
  /** The way to it: the same as long as the answer is. */
  key: string;
  kind: 'holder' | 'objects' | 'more';
  /** Of holders, the first object that it holds. */
  node: PathNode;
  /** How it is reached: `.cache`, `.table[*].key`; empty below a holder. */
  via: string;
  /** It is a structure of which the parts on the way can be hidden: whether they are. */
  folded: boolean | undefined;
  /** Of kind `more`: how many branches it stands for. */
  hidden: number;
  /** The objects of the group here or further down. */
  members: number;
  children: ShownNode[];
}

/** Branches with less than this share of what comes through their node wait to be asked for; one is always shown. */
const leastShare = 0.03;
const mostBranches = 5;

export interface Unfolded {
  /** Keys of structures whose parts are shown. */
  structures: ReadonlySet<string>;
  /** Keys of nodes of which all branches are shown. */
  branches: ReadonlySet<string>;
}

export function shownPaths(tree: readonly PathNode[], unfolded: Unfolded): ShownNode[] {
  const holders = tree.map((node, i) => {
    const key = String(i);
    const below = objectsNode({ node, via: '', key: `${key}.0` }, unfolded);
    return { ...shown('holder', key, node, ''), children: [below] };
  });
  return withoutSmall(holders, 'all', tree[0], unfolded);
}

interface Way {
  node: PathNode;
  via: string;
  key: string;
}

function objectsNode({ node, via, key }: Way, unfolded: Unfolded): ShownNode {
  const canFold = node.role === 'head' && node.children.some((child) => isPassedThrough(child));
  const folded = canFold ? !unfolded.structures.has(key) : undefined;
  const ways = waysBelow(node, key, folded === true);
  const children = ways.map((way) => objectsNode(way, unfolded));
  return { ...shown('objects', key, node, via), folded, children: withoutSmall(children, key, node, unfolded) };
}

/** The nodes below; where the structure is folded, those behind its parts. */
function waysBelow({ children }: PathNode, key: string, skipsParts: boolean, via = ''): Way[] {
  return children.flatMap((node, i) => {
    const way = { node, via: via + viaText(node.via ?? ''), key: `${key}.${i}` };
    return skipsParts && isPassedThrough(node) ? waysBelow(node, way.key, true, way.via) : [way];
  });
}

/** A part of a structure at which no path ends. */
const isPassedThrough = ({ role, children }: PathNode) => role === 'inner' && children.length > 0;

function withoutSmall(
  nodes: ShownNode[],
  key: string,
  above: PathNode | undefined,
  { branches }: Unfolded,
): ShownNode[] {
  if (!above || branches.has(key)) return nodes;
  const together = nodes.reduce((sum, { members }) => sum + members, 0);
  const kept = nodes.filter(({ members }, i) => i === 0 || (i < mostBranches && members >= leastShare * together));
  const hidden = nodes.slice(kept.length);
  if (hidden.length < 2) return nodes;
  const members = hidden.reduce((sum, node) => sum + node.members, 0);
  return [...kept, { ...shown('more', `${key}.more`, above, ''), hidden: hidden.length, members }];
}

const shown = (kind: ShownNode['kind'], key: string, node: PathNode, via: string): ShownNode => ({
  key,
  kind,
  node,
  via,
  folded: undefined,
  hidden: 0,
  members: node.members,
  children: [],
});
