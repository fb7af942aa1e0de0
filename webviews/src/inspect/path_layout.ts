// Where the nodes of merged paths go: a column for each step from what holds on the left to the group on the right, as wide as its words; a
// node in the middle of what it leads to. A function of nodes and of the width of a character, drawn elsewhere.
import type { ShownNode } from './path_fold';
import { nodeLines, viaLabel } from './path_words';

export interface PlacedNode {
  shown: ShownNode;
  x: number;
  y: number;
  width: number;
  parent: PlacedNode | undefined;
  children: PlacedNode[];
}

export interface PathLayout {
  nodes: PlacedNode[];
  width: number;
  height: number;
}

export const nodeHeight = 38;
const rowGap = 10;
const padding = 10;
const leastGap = 34;
/** How wide a letter of the second line is, in letters of the first one. */
export const detailScale = 0.85;
/** What a structure’s sign takes of its box. */
export const foldCharacters = 3;
const characters = { least: 8, most: 34 } as const;

export function layoutPaths(tree: readonly ShownNode[], members: number, characterWidth: number): PathLayout {
  const columns: { node: number; via: number }[] = [];
  const measure = (shown: ShownNode, depth: number): void => {
    const column = columns[depth] ?? { node: characters.least, via: 0 };
    columns[depth] = column;
    const sign = shown.folded === undefined ? 0 : foldCharacters;
    const [name, detail] = nodeLines(shown, members);
    const longest = sign + Math.max(name.length, Math.ceil(detailScale * detail.length));
    column.node = Math.max(column.node, Math.min(characters.most, longest));
    column.via = Math.max(column.via, viaLabel(shown).length);
    for (const child of shown.children) measure(child, depth + 1);
  };
  for (const top of tree) measure(top, 0);

  const lefts: number[] = [];
  let right = 0;
  columns.forEach(({ node, via }, depth) => {
    const gap = depth === 0 ? 0 : Math.max(leastGap, via * characterWidth + 16);
    lefts.push(right + gap);
    right += gap + node * characterWidth + 2 * padding;
  });

  const nodes: PlacedNode[] = [];
  let bottom = 0;
  const place = (shown: ShownNode, depth: number, parent: PlacedNode | undefined): PlacedNode => {
    const width = (columns[depth]?.node ?? 0) * characterWidth + 2 * padding;
    const placed: PlacedNode = { shown, x: lefts[depth] ?? 0, y: 0, width, parent, children: [] };
    nodes.push(placed);
    placed.children = shown.children.map((child) => place(child, depth + 1, placed));
    const [first, last] = [placed.children[0], placed.children.at(-1)];
    if (first && last) placed.y = (first.y + last.y) / 2;
    else {
      placed.y = bottom;
      bottom += nodeHeight + rowGap;
    }
    return placed;
  };
  for (const top of tree) place(top, 0, undefined);
  return { nodes, width: Math.ceil(right), height: Math.max(0, bottom - rowGap) };
}
