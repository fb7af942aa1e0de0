// What is said of a node: its name, its numbers, one of its blocks in a sentence.

import { bytes, count, counted, objects, percent } from '../../../shared/format';
import type { OwnershipNode } from '../../../shared/protocol/ownership';
import type { Block } from './block_layout';
import { newShare, type OwnershipGraph } from './ownership_graph';
import { ownershipStrings as text } from './ownership_strings';

export function nodeName({ kind, label }: OwnershipNode): string {
  if (kind === 'heap') return text.heap;
  if (kind === 'other') return text.other;
  // A class and its static fields, or a thread and its class, would have one name.
  return kind === 'static' || kind === 'thread' ? `${kind} ${label}` : label;
}

/** With who holds it, where a name alone could be several. */
export const fullName = (node: OwnershipNode): string =>
  node.kind === 'heap' || node.kind === 'other' ? nodeName(node) : node.key;

export const signedBytes = (difference: number): string =>
  difference === 0 ? `0${'\u2009'}B` : `${difference < 0 ? '−' : '+'}${bytes(Math.abs(difference))}`;

export interface Fact {
  label: string;
  value: string;
}

/** The numbers of a block and of its node. @param copies how often the node is in the picture */
export function factsOf({ node, owned }: Block, copies: number, graph: OwnershipGraph): Fact[] {
  const { total, since } = graph.answer;
  const { facts } = text;
  const share = newShare(graph, node);
  const list: Fact[] = [
    { label: facts.owned, value: `${bytes(node.owned)} (${percent(node.owned, total.bytes)} ${facts.ofHeap})` },
  ];
  if (copies > 1) {
    const part = `${bytes(Math.round(owned))}, ${percent(owned, node.owned)}`;
    list.push({ label: facts.copies, value: `${copies} ${facts.times} ${facts.part} ${part}` });
  }
  if (node.kind !== 'heap') list.push({ label: facts.own, value: ownWords(node) });
  if (since && share !== undefined) {
    const fresh = `${count(node.newObjects)} (${percent(share, 1)} ${facts.ofObjects})`;
    list.push({ label: `${facts.fresh} ${facts.since} ${since.index}`, value: fresh });
    list.push({ label: facts.grown, value: signedBytes(node.grown) });
  }
  const references = (graph.owners[node.id] ?? []).reduce((sum, owner) => sum + owner.references, 0);
  if (references > 0) list.push({ label: facts.references, value: count(references) });
  if (node.members.length > 0) list.push({ label: facts.members, value: membersOf(node) });
  return list;
}

function ownWords({ own }: OwnershipNode): string {
  const each = own.objects > 1 ? `, ${bytes(Math.round(own.bytes / own.objects))} ${text.facts.each}` : '';
  return `${objects(own.objects)}, ${bytes(own.bytes)}${each}`;
}

function membersOf({ members }: OwnershipNode): string {
  const few = members.slice(0, 4).join(', ');
  return members.length > 4 ? `${few}, ${members.length - 4} ${text.facts.more}` : few;
}

/** For those who cannot see it. */
export function blockSentence(block: Block, copies: number, graph: OwnershipGraph): string {
  const facts = factsOf(block, copies, graph).map(({ label, value }) => `${label} ${value}`);
  const below = counted(block.children.length, ['block inside', 'blocks inside']);
  return [fullName(block.node), text.kinds[block.node.kind], ...facts, below].join('. ');
}
