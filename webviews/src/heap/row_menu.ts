// What can be done with a row, or with several: they are a set of objects, which can be looked at in other ways.
import type { Field } from '../../../shared/protocol/growth';
import type { ObjectSet } from '../../../shared/protocol/view';
import type { MenuEntry } from '../popup_menu';
import { strings } from '../strings';
import type { Preset } from './presets';
import type { GroupTreeRow } from './tree_rows';

const text = strings.explore.menu;

export interface RowActions {
  /** The objects of the row, or of several together. */
  set: ObjectSet;
  isOne: boolean;
  presets: readonly Preset[];
  /** Whether the largest structures can be listed below it. */
  listsStructures: boolean;
  /** Goes into the set, divided so. */
  group(by: string): void;
  /** Goes into it, to be divided as somebody writes. */
  groupOtherwise(): void;
  inspect: ((set: ObjectSet) => void) | undefined;
  expand(): void;
  describe(type: string): void;
  openField(field: Field): void;
  copy(): void;
}

export function entriesOf(row: GroupTreeRow, actions: RowActions): MenuEntry[] {
  const { set, inspect } = actions;
  const entries: MenuEntry[] = [];
  if (inspect) entries.push({ words: text.inspect, testId: 'row-inspect', key: 'I', choose: () => inspect(set) });
  entries.push({ words: text.group, testId: 'row-group', more: () => groupings(row, actions) });
  if (actions.listsStructures && actions.isOne && !row.expanded) {
    entries.push({ words: text.structures, testId: 'row-structures', choose: () => actions.expand() });
  }
  entries.push(...otherObjects(set, actions));
  const field = row.level === 'owner' && actions.isOne ? fieldOf(row.row.key) : undefined;
  if (field) {
    entries.push({ words: text.field, testId: 'row-field', isApart: true, choose: () => actions.openField(field) });
  }
  const isType = row.level === 'type' && actions.isOne;
  if (isType) {
    const type = row.row.key;
    entries.push({
      words: text.describe,
      testId: 'row-describe',
      isApart: true,
      choose: () => actions.describe(type),
    });
  }
  entries.push({ words: text.copy, testId: 'row-copy', isApart: !isType, choose: () => actions.copy() });
  return entries;
}

/** `com.acme.Store.names[]` is the field `names`; what no field holds stands in parentheses. */
export function fieldOf(owner: string): Field | undefined {
  const parts = /^([^(].*)\.([^.]+?)(?:\[\])?$/.exec(owner);
  return parts?.[1] && parts[2] ? { class: parts[1], name: parts[2], static: false } : undefined;
}

/** Where the set leads on to others. */
function otherObjects({ filter }: ObjectSet, { group }: RowActions): MenuEntry[] {
  const goTo = (name: keyof typeof ways): MenuEntry => ({
    words: text[name],
    testId: `row-${name}`,
    choose: () => group(ways[name]),
  });
  const all = [goTo('referrers'), goTo('dominators'), goTo('containing'), goTo('closure')];
  return filter ? [...all, goTo('leaves')] : all;
}

const ways = {
  referrers: 'referrers[type]',
  dominators: 'dominators[type]',
  containing: 'containing-structures[type]',
  closure: 'closure[type]',
  leaves: 'leaves(deep)[type]',
} as const;

function groupings({ level }: GroupTreeRow, { presets, group, groupOtherwise }: RowActions): MenuEntry[] {
  const entries = presets
    // The objects of a row all have the key of the row already.
    .filter(({ rows, by }) => rows === undefined && by !== level)
    .map(
      ({ id, name, by, reason }): MenuEntry => ({
        words: name,
        testId: `row-group-${id}`,
        choose: () => group(by),
        ...(reason ? { reason: reason.why } : {}),
      }),
    );
  return [
    ...entries,
    { words: text.otherGrouping, testId: 'row-group-other', isApart: true, choose: () => groupOtherwise() },
  ];
}
