// Leaves as a tree of two levels: types, and the sites of each. Those that grew most come first on both.
import type { Grown, LeafRow } from '../../../extension/src/protocol/growth';
import { bytesGrown } from './growth_words';

export interface LeafType extends Grown {
  type: string;
  sites: LeafRow[];
}

export function leafTree(rows: readonly LeafRow[]): LeafType[] {
  const types = new Map<string, LeafType>();
  for (const row of rows) {
    const none = { objects: 0, bytes: 0 };
    const of = types.get(row.type) ?? { type: row.type, from: none, to: none, sites: [] };
    types.set(row.type, { ...of, from: sum(of.from, row.from), to: sum(of.to, row.to), sites: [...of.sites, row] });
  }
  const byGrowth = (a: Grown, b: Grown) => bytesGrown(b) - bytesGrown(a);
  for (const { sites } of types.values()) sites.sort(byGrowth);
  return [...types.values()].sort(byGrowth);
}

const sum = (a: Grown['from'], b: Grown['from']) => ({ objects: a.objects + b.objects, bytes: a.bytes + b.bytes });
