// Who owns the heap, as the engine answers the questions `ownership` and `ownershipHistory` (docs/json.md): a small graph without cycles,
// whose nodes are classes, collections by who refers to them, cycles, and roots.
import type { Point, Size, Warning } from './answers';
import type { ObjectSet } from './view';

export type { OwnershipArgs, OwnershipHistoryArgs } from './question_args';

export type OwnershipModel = 'objects' | 'counts';

/** Roots that can be nodes of their own. */
export type OwnershipRoot = 'static' | 'thread' | 'system';

export interface OwnershipNode {
  /** Its index. */
  id: number;
  /** The same at all points: `Node[] ← HashMap ← Session.attributes`. */
  key: string;
  /** Short: `Node[]`. */
  label: string;
  kind: 'heap' | 'class' | 'collection' | 'array' | 'cycle' | OwnershipRoot | 'other';
  /** The class to go to. */
  type: string | null;
  /** Its own objects. */
  own: Size;
  /** In bytes: its own ones, and its part of what it refers to. */
  owned: number;
  /** Of a cycle, the classes in it: the first ones. */
  members: string[];
  /** Objects that were born since the point before, and live. */
  newObjects: number;
  /** By how many bytes what it owns grew since then; may be negative. */
  grown: number;
  /** How to ask about its objects, where a grouping can say it. */
  set: Omit<ObjectSet, 'filter'> | null;
  /** Which part of its owned bytes comes through which node. These and its own bytes are all that it owns. */
  children: { node: number; owned: number; references: number }[];
}

export interface OwnershipAnswer {
  point: Point;
  /** The point before, for what is new and what grew; null at the first one. */
  since: Point | null;
  model: OwnershipModel;
  /** Nodes that own a smaller share of the heap are added up as other. */
  threshold: number;
  /** The live heap: what the first node owns. */
  total: Size;
  nodes: OwnershipNode[];
  warnings: Warning[];
}

/** Of one node, at each of the points; 0 where it is not there. */
export interface OwnershipSeries {
  key: string;
  own: number[];
  owned: number[];
  objects: number[];
  references: number[];
}

export interface OwnershipHistoryAnswer {
  /** Those done so far, in the order of time. */
  points: { index: number; t: number }[];
  /** How many there will be. */
  wanted: number;
  complete: boolean;
  /** The heap itself is the first. */
  series: OwnershipSeries[];
}
