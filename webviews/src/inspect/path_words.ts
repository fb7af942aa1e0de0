// What the nodes of merged paths say: who holds, which objects, how many of the group they lead to, and where to cut.

import { count, counted, percent, splitType } from '../../../shared/format';
import type { HolderText, PathNode } from '../../../shared/protocol/inspect';
import { rootName } from '../root_item';
import { strings } from '../strings';
import type { ShownNode } from './path_fold';

const text = strings.inspect.paths;
const objectsWords = ['object', 'objects'] as const;

/** Two lines in a box. */
export function nodeLines(shown: ShownNode, members: number): [string, string] {
  const { node, kind } = shown;
  if (kind === 'more') return [`${count(shown.hidden)} ${text.more}`, shareLine(shown, members)];
  if (kind === 'holder') return node.root ? holderLines(node.root) : ['', ''];
  return [typeLabel(node), shareLine(shown, members)];
}

/** `ConcurrentHashMap`, `QueryKey × 10,000`. */
export function typeLabel({ type, objects }: PathNode): string {
  const own = splitType(type).ownPart;
  return objects > 1 ? `${own} × ${count(objects)}` : own;
}

/** What holds, and what kind of thing that is. */
export function holderLines(holder: HolderText): [string, string] {
  const { thread, label } = holder;
  const name = rootName(holder);
  if (name === label) return [label, thread ?? ''];
  return [name, thread === undefined ? label : `${label}, ${text.thread} ${thread}`];
}

/** Beside the line that leads there. Long ways through a structure are shortened in the middle. */
export function viaLabel({ via }: ShownNode): string {
  const most = 26;
  if (via.length <= most) return via;
  const steps = via.split(/(?=[.[<])/);
  return `${steps[0]}…${steps.at(-1)}`;
}

/** Where cutting one reference frees at least half of the group. */
export const isCut = ({ kind, node }: ShownNode, members: number): boolean =>
  kind === 'objects' && node.byOneReference === true && 2 * (node.holdsAlone ?? 0) >= members;

/** The second line of objects: what cutting there frees, or how many they lead to. */
export function shareLine(shown: ShownNode, members: number): string {
  if (shown.kind === 'holder') return '';
  if (isCut(shown, members)) return `${text.frees} ${percent(shown.node.holdsAlone ?? 0, members)} ${text.ifCut}`;
  if (members === 1) return text.leadsToIt;
  return shown.members === members ? text.leadsToAll : `${text.leadsTo} ${percent(shown.members, members)}`;
}

/** For whoever does not see the drawing. */
export function nodeSentence(shown: ShownNode, members: number): string {
  const { node, kind, via } = shown;
  if (kind === 'more') return `${count(shown.hidden)} ${text.more}`;
  if (kind === 'holder') return holderLines(node.root as HolderText).join(', ');
  return [
    `${via === '' ? '' : `${text.through} ${via}: `}${counted(node.objects, objectsWords)} ${text.ofType} ${node.type}`,
    ...(node.repeats ? [text.linked] : []),
    ...(shown.folded === undefined ? [] : [shown.folded ? text.isFolded : text.isUnfolded]),
    shareLine(shown, members),
  ].join(', ');
}
