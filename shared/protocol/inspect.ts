// One object or a group of them, and what holds it, as the engine answers it: `inspect` of docs/json.md.
import type { Point, Size, SizeMetric, Warning } from './answers';
import type { RootText } from './growth';
import type { ShownObject } from './object_answer';

export type { InspectArgs } from './question_args';

/** A root, or a static field, and the object that it holds. */
export interface HolderText extends RootText {
  /** Whether it holds a member of the group itself. */
  direct: boolean;
  object: ShownObject;
}

/** Objects of one type that paths reach in one way from the node above. */
export interface PathNode {
  /** On the first level: what holds it. */
  root?: HolderText;
  /** Below it: the field, `[*]` for elements of an array, `<class>` for a class that its instances keep. */
  via?: string;
  type: string;
  objects: number;
  /** Of the group, here or further down. */
  members: number;
  /** Some of them lead to others of them. */
  repeats: boolean;
  /** Id of one of them. */
  example: string;
  /** The head of a data structure, or a part of the one above it. */
  role?: 'head' | 'inner';
  /** Of a single object: how many of the group it holds alone. */
  holdsAlone?: number;
  /** And whether there is but one reference to it from elsewhere. */
  byOneReference?: boolean;
  children: PathNode[];
}

/** What was not asked for is not there. */
export interface InspectAnswer {
  point: Point;
  group: Size & { what: string; live: boolean; deep?: Size; retained?: Size };
  object?: ShownObject;
  dominator?: ShownObject;
  roots?: HolderText[];
  allRoots?: number;
  paths?: { root: HolderText; steps: { via?: string; object: ShownObject }[] }[];
  pathTree?: PathNode[];
  closure?: { kind: SizeMetric; types: number; rows: (Size & { key: string })[] };
  containing?: ShownObject[];
  allContaining?: number;
  objects?: ShownObject[];
  warnings?: Warning[];
}
