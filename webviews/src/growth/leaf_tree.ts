// Leaves as a tree of two levels: types, and the sites of each. Those that grew most come first on both: by themselves, or where what
// they lead to grew, by that.
import type { Grown, GrownLeaves, LeafRow, LeafTypeRow } from '../../../shared/protocol/growth';
import { bytesGrown } from './growth_words';

export interface LeafType extends LeafTypeRow {
  sites: LeafRow[];
  /** A sum of what was worked out from samples. */
  estimated?: boolean;
}

/** `told`: the types as the engine sums them up, with rows that are not here, and what they lead to, which is no sum. */
export function leafTree(
  rows: readonly LeafRow[],
  told: readonly LeafTypeRow[] = [],
  order: 'own' | 'deep' = 'own',
): LeafType[] {
  const types = new Map<string, LeafType>();
  for (const row of rows) {
    const none = { objects: 0, bytes: 0 };
    const of = types.get(row.type) ?? { type: row.type, from: none, to: none, sites: [] };
    types.set(row.type, {
      ...of,
      from: sum(of.from, row.from),
      to: sum(of.to, row.to),
      sites: [...of.sites, row],
      ...(of.estimated || row.estimated ? { estimated: true } : {}),
    });
  }
  const knownOf = ({ type, sites: [first, ...others] }: LeafType): Partial<LeafType> => {
    const known = told.find((each) => each.type === type);
    // What is told of a type was counted, whatever its sites are worked out from.
    if (known) return { ...known, estimated: false };
    return first?.deep && others.length === 0 ? { deep: first.deep } : {};
  };
  const grownBy = (of: GrownLeaves) => (order === 'deep' && of.deep ? bytesGrown(of.deep) : bytesGrown(of));
  const byGrowth = (a: GrownLeaves, b: GrownLeaves) => grownBy(b) - grownBy(a);
  for (const { sites } of types.values()) sites.sort(byGrowth);
  return [...types.values()].map((type) => ({ ...type, ...knownOf(type) })).sort(byGrowth);
}

const sum = (a: Grown['from'], b: Grown['from']) => ({ objects: a.objects + b.objects, bytes: a.bytes + b.bytes });
