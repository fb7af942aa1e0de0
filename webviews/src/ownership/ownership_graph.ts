// The answer as a graph that can be walked both ways: nodes by their keys, and the owners of each. Nothing is drawn here.
import type { OwnershipAnswer, OwnershipNode } from '../../../shared/protocol/ownership';

/** One of those that own a node. */
export interface Owner {
  node: OwnershipNode;
  /** What of the owned bytes comes to it. */
  owned: number;
  references: number;
}

export interface OwnershipGraph {
  answer: OwnershipAnswer;
  /** The whole heap. */
  heap: OwnershipNode;
  byKey: ReadonlyMap<string, OwnershipNode>;
  /** By the index of what is owned; the largest first. */
  owners: readonly Owner[][];
  /** Own bytes of the node that has most: the measure of colours. What is left out is no node. */
  largest: OwnershipNode;
}

/** Undefined for an answer without nodes: a heap in which nothing lives. */
export function graphOf(answer: OwnershipAnswer): OwnershipGraph | undefined {
  const { nodes } = answer;
  const [heap] = nodes;
  if (!heap) return undefined;
  const owners: Owner[][] = nodes.map(() => []);
  for (const node of nodes) {
    for (const child of node.children)
      owners[child.node]?.push({ node, owned: child.owned, references: child.references });
  }
  for (const list of owners) list.sort((a, b) => b.owned - a.owned);
  const coloured = nodes.filter(({ kind }) => kind !== 'other');
  const largest = coloured.reduce((most, node) => (node.own.bytes > most.own.bytes ? node : most), heap);
  return { answer, heap, byKey: new Map(nodes.map((node) => [node.key, node])), owners, largest };
}

/** The nodes on a way that are there at this point, up to the first one that is not; the heap is always the first. */
export function nodesOn({ heap, byKey }: OwnershipGraph, way: readonly string[]): OwnershipNode[] {
  const nodes = [heap];
  for (const key of way) {
    const node = byKey.get(key);
    if (!node) break;
    nodes.push(node);
  }
  return nodes;
}

/** From the heap to a node, through the owner that owns most of it each time: without the heap. */
export function strongestWay({ owners }: OwnershipGraph, node: OwnershipNode): string[] {
  const way: string[] = [];
  let at = node;
  for (;;) {
    const owner = owners[at.id]?.[0];
    if (!owner) return way;
    way.unshift(at.key);
    at = owner.node;
  }
}

/** By name, class, or a class of a cycle; none for no words. */
export function nodesWith({ answer }: OwnershipGraph, words: string): ReadonlySet<OwnershipNode> {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return new Set();
  const says = (text: string | null) => text?.toLowerCase().includes(wanted) === true;
  return new Set(
    answer.nodes.filter(
      ({ key, label, type, members }) => says(label) || says(key) || says(type) || members.some(says),
    ),
  );
}

/** The share of its objects that were born since the point before; undefined where nobody knows. */
export function newShare({ answer }: OwnershipGraph, node: OwnershipNode): number | undefined {
  if (!answer.since) return undefined;
  const objects = node.kind === 'heap' ? answer.total.objects : node.own.objects;
  return objects > 0 ? within(node.newObjects / objects) : 0;
}

/** The share of what it owns that came since the point before; 0 where it shrank, undefined where nobody knows. */
export function grownShare({ answer }: OwnershipGraph, { grown, owned }: OwnershipNode): number | undefined {
  if (!answer.since) return undefined;
  return owned > 0 ? within(grown / owned) : 0;
}

const within = (share: number) => Math.max(0, Math.min(1, share));
