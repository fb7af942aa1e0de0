// What the picture says, in a sentence above it: the place that owns most, how it changed, and whether objects come and go. The place is looked
// for where people know names: going in from the heap as long as one part has half of it, or nearly all of what its owner has, it is the first
// collection on that way, else the last node before the heap spreads.

import { bytes, percent } from '../../../shared/format';
import type { OwnershipNode } from '../../../shared/protocol/ownership';
import { heldBy } from './labels';
import { nodeName } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.sentence;

/** From which share of the heap on an owner is worth its sentence. */
const half = 0.5;
/** Whoever has so much of what its owner has, stands for it. */
const nearlyAll = 0.8;
const manyNew = 0.25;
const still = 0.01;

export interface Sentence {
  words: string;
  /** The node that it is about. */
  node: OwnershipNode | undefined;
}

export function sentenceOf(graph: OwnershipGraph): Sentence {
  const { answer, largest } = graph;
  const { total, since } = answer;
  const node = mainOwner(graph);
  const parts: string[] = [];
  if (node) {
    const share = `${percent(node.owned, total.bytes)} ${text.ofHeap}`;
    const isMost = node.owned >= half * total.bytes;
    const isSaidOfMany = isMost && areMany(node);
    const claim = isMost
      ? `${placeName(node)} ${isSaidOfMany ? text.own : text.owns} ${share}`
      : `${text.spread} ${placeName(node)}, ${share}`;
    parts.push(since ? `${claim}; ${changeOf(node, isSaidOfMany)} ${text.since} ${since.index}.` : `${claim}.`);
  }
  if (largest.own.bytes > 0 && largest !== node) {
    const most = areMany(largest) ? text.haveMost : text.hasMost;
    parts.push(`${placeName(largest)} ${most}: ${bytes(largest.own.bytes)}.`);
  }
  const churn = churnOf(graph);
  if (churn) parts.push(churn);
  return { words: parts.join(' '), node };
}

/** What owns most of the heap, as a place that people know. */
export function mainOwner({ answer, heap }: OwnershipGraph): OwnershipNode | undefined {
  let at = heap;
  let last: OwnershipNode | undefined;
  for (;;) {
    const [first] = [...at.children].sort((a, b) => b.owned - a.owned);
    const node = first && answer.nodes[first.node];
    if (!first || !node || node.kind === 'other') return last;
    if (last && node.owned < Math.min(half * answer.total.bytes, nearlyAll * last.owned)) return last;
    if (isHeld(node)) return node;
    last = node;
    at = node;
  }
}

/** Collections and arrays of references are told by who holds them. */
const isHeld = ({ kind, key }: OwnershipNode) => (kind === 'collection' || kind === 'array') && heldBy(key) !== '';

/** A cycle is called `Module and 83 more`. */
const areMany = ({ kind }: OwnershipNode) => kind === 'cycle';

/** A collection is known by the field that holds it. */
export function placeName(node: OwnershipNode): string {
  return isHeld(node) ? heldBy(node.key) : nodeName(node);
}

function changeOf({ grown }: OwnershipNode, isSaidOfMany: boolean): string {
  const { they, same } = isSaidOfMany ? text.many : text.one;
  if (grown === 0) return `${they} ${same}`;
  return `${they} ${grown > 0 ? text.grew : text.shrank} ${bytes(Math.abs(grown))}`;
}

function churnOf({ answer, heap }: OwnershipGraph): string | undefined {
  const { since, total } = answer;
  if (!since || total.objects === 0) return undefined;
  const share = heap.newObjects / total.objects;
  if (share < manyNew || heap.grown > still * total.bytes) return undefined;
  return `${percent(heap.newObjects, total.objects)} ${text.fresh}, ${text.churn}.`;
}
