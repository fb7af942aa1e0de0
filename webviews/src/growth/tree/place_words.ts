// How a place in the growth tree is called, and what there is to say of it in numbers. For the chart, its tooltip, and its twin as a table.

import { bytes, count, objects, percent, splitType } from '../../../../shared/format';
import type { Suspect } from '../../../../shared/protocol/growth';
import type { GrowthTreeNode, TreeWhole } from '../../../../shared/protocol/growth_tree';
import { strings } from '../../strings';
import { deltaBytes, heapGrew, isWhole } from '../growth_words';
import { bornShare, type Place } from './place_tree';

const text = strings.growth.tree;

/** The field, or how else it is held: what stands before the type. */
export function heldAs({ via, shared, class: isClass, parent }: GrowthTreeNode): string {
  if (parent < 0) return '';
  if (isClass) return text.class;
  return shared ? text.shared : via;
}

/** Without its package; the whole heap has no type. */
export const typeWords = ({ type, parent }: GrowthTreeNode): string =>
  parent < 0 ? text.wholeHeap : splitType(type).ownPart;

/** `cache ConcurrentHashMap`. */
export const placeName = (node: GrowthTreeNode): string =>
  [heldAs(node), typeWords(node)].filter((part) => part !== '').join(' ');

export const growthShare = ({ growth }: Place, whole: TreeWhole): string => percent(growth, whole.growth);

/** What the shares of places are shares of. */
export const shareOf = ({ window }: Pick<TreeWhole, 'window'>): string =>
  isWhole(window) || !heapGrew(window) ? strings.growth.whole.share : strings.growth.ofGrowth;

export interface PlaceFact {
  label: string;
  value: string;
}

/** Exact numbers: of both ends, or of the one heap that there is. */
export function placeFacts(place: Place, whole: TreeWhole): PlaceFact[] {
  const { node } = place;
  const { from, to, members, folded, parent } = node;
  if (isWhole(whole.window)) {
    return [
      { label: text.retains, value: `${heldBytes(place, whole)} (${count(to.bytes)} B)` },
      ...(parent < 0 ? [] : [{ label: text.members, value: count(members.to) }]),
      ...(folded.to > 0 ? [{ label: text.folded, value: objects(folded.to) }] : []),
    ];
  }
  const share = bornShare(node);
  const isFolded = folded.from + folded.to > 0;
  return [
    { label: text.grewBy, value: grewBy(place, whole) },
    {
      label: text.retained,
      value: `${bytes(from.bytes)} → ${bytes(to.bytes)} (${count(from.bytes)} → ${count(to.bytes)} B)`,
    },
    ...(parent < 0 ? [] : [{ label: text.members, value: `${count(members.from)} → ${objects(members.to)}` }]),
    ...(isFolded ? [{ label: text.folded, value: `${count(folded.from)} → ${objects(folded.to)}` }] : []),
    ...(share === undefined ? [] : [{ label: text.born, value: `${percent(share, 1)} ${text.ofIts}` }]),
  ];
}

/** In short, for who does not see the chart; the numbers are told of the place that is chosen, and in the table. */
export function placeSentence(place: Place, whole: TreeWhole): string {
  const { node } = place;
  const pilesUp = node.suspect === undefined ? [] : [`${text.suspect} ${node.suspect}`];
  const size = isWhole(whole.window) ? heldBytes(place, whole) : grewBy(place, whole);
  return [placeName(node), size, ...pilesUp].join('; ');
}

/** `+206.4 MiB, 79.4 % of the heap’s growth` */
const grewBy = (place: Place, whole: TreeWhole) =>
  `${deltaBytes(place.node)}, ${growthShare(place, whole)} ${shareOf(whole)}`;

/** `5.6 MiB, 82.0 % of the heap` */
const heldBytes = (place: Place, whole: TreeWhole) =>
  `${bytes(place.node.to.bytes)}, ${growthShare(place, whole)} ${shareOf(whole)}`;

/** `Suspect 1: SessionStore.byToken holds …`, where things pile up. */
export function suspectWords({ suspect }: GrowthTreeNode, suspects: readonly Suspect[]): string | undefined {
  if (suspect === undefined) return undefined;
  const sentence = suspects.find(({ rank }) => rank === suspect)?.sentence;
  return `${text.suspect} ${suspect}${sentence === undefined ? '' : `: ${sentence}`}`;
}
