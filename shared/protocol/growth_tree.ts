// Where the heap grew, by place: the dominator trees of both ends laid over each other, as the engine answers the question `growthTree`
// (docs/json.md). Places that grew little are not in it.
import type { Size } from './answers';
import type { Field, GrowthWindow } from './growth';

export type { GrowthTreeArgs } from './question_args';

export interface GrowthTreeNode {
  /** Index of the place that holds this one, always a smaller one; -1 for the whole heap, which is the first. */
  parent: number;
  type: string;
  /** How the parent refers to it: a field's name, `[]` for an element, `static CACHE`; says nothing where several hold it. */
  via: string;
  /** Its declaration. */
  field: Field | null;
  /** Several hold its members: the parent dominates them, but does not refer to them. */
  shared?: boolean;
  /** The class object of `type`. */
  class?: boolean;
  /** What all members retain. */
  from: Size;
  to: Size;
  /** Objects at this place; and how many of those at the end were born in the window, which is not known of heap dumps. */
  members: { from: number; to: number; born?: number };
  /** Those of them that were met again further inside, as in lists and trees. */
  folded: { from: number; to: number };
  /** Things pile up here: the rank of the suspect that says so. */
  suspect?: number;
}

/** What all places of a tree are parts of. */
export type TreeWhole = Pick<GrowthTreeAnswer, 'growth' | 'window'>;

export interface GrowthTreeAnswer {
  window: GrowthWindow;
  /** Bytes by which the live heap grew. */
  growth: number;
  /** Places that grew by fewer bytes are left out. */
  least: number;
  /** Whether it is known what was born in the window. */
  identity: boolean;
  /** Parents before what they hold; of those with one parent, the ones that grew most first. */
  nodes: GrowthTreeNode[];
}
