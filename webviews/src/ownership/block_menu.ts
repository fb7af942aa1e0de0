// What can be done with a block: look into it, keep its history in sight, and go on in other tabs.
import type { OwnershipNode } from '../../../shared/protocol/ownership';
import { mostPinned, type ObjectSet, type PointWindow } from '../../../shared/protocol/view';
import type { OpenSource } from '../growth/source_link';
import type { MenuEntry } from '../popup_menu';
import { fullName } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.menu;

export interface BlockActions {
  enter(): void;
  togglePin(): void;
  group(): void;
  inspect(): void;
  growth(): void;
  source(): void;
  copy(): void;
}

/** Where else one can go on. */
export interface Elsewhere {
  openSource: OpenSource;
  inspect(set: ObjectSet): void;
  group(set: ObjectSet): void;
  growth(window: PointWindow): void;
}

/** What leads out of the picture. */
export function waysElsewhere(
  node: OwnershipNode,
  { answer }: Pick<OwnershipGraph, 'answer'>,
  elsewhere: Elsewhere,
): Omit<BlockActions, 'enter' | 'togglePin'> {
  const withSet = (use: (set: ObjectSet) => void) => () => {
    if (node.set) use({ ...node.set, filter: null });
  };
  return {
    group: withSet((set) => elsewhere.group(set)),
    inspect: withSet((set) => elsewhere.inspect(set)),
    growth: () => answer.since && elsewhere.growth({ from: answer.since.index, to: answer.point.index }),
    source: () => {
      // An array has no source: that of what is in it says where it is declared.
      const name = node.type?.replace(/(?:\[\])+$/, '');
      if (name) elsewhere.openSource({ class: name, name: '', static: false }, false);
    },
    copy: () => void navigator.clipboard.writeText(fullName(node)),
  };
}

export function entriesOf(
  node: OwnershipNode,
  { answer }: Pick<OwnershipGraph, 'answer'>,
  pinned: readonly string[],
  actions: BlockActions,
): MenuEntry[] {
  const isPinned = pinned.includes(node.key);
  const isFull = !isPinned && pinned.length >= mostPinned;
  const unless = (isPossible: boolean, reason: string) => (isPossible ? {} : { reason });
  const hasSource = node.type !== null && hasClass(node.type);
  return [
    { words: text.enter, testId: 'block-enter', key: 'Enter', choose: actions.enter },
    {
      words: isPinned ? text.unpin : text.pin,
      testId: 'block-pin',
      key: 'P',
      choose: actions.togglePin,
      ...unless(!isFull, text.tooMany),
    },
    {
      words: text.group,
      testId: 'block-group',
      isApart: true,
      choose: actions.group,
      ...unless(node.set !== null, text.noSet),
    },
    { words: text.inspect, testId: 'block-inspect', choose: actions.inspect, ...unless(node.set !== null, text.noSet) },
    {
      words: text.growth,
      testId: 'block-growth',
      choose: actions.growth,
      ...unless(answer.since !== null, text.noGrowth),
    },
    { words: text.source, testId: 'block-source', choose: actions.source, ...unless(hasSource, text.noSource) },
    { words: text.copy, testId: 'block-copy', isApart: true, choose: actions.copy },
  ];
}

/** Arrays of numbers have no source. */
export const hasClass = (type: string): boolean =>
  !/^(?:boolean|byte|char|short|int|long|float|double)(?:\[\])*$/.test(type);
