// The answer about one object: schema 1 of docs/json.md. What is asked for it is in question_args.ts.
import type { Frame, Point, Size } from './answers';
import type { RootText } from './growth';

/** An object as lists tell it. */
export interface ShownObject {
  id: string;
  type: string;
  bytes: number;
  /** Of arrays. */
  length?: number;
  /** Collections survived. */
  age?: number;
  space?: string;
  /** What it stands for (a string's text, a number, a date), where values are shown. */
  text?: string;
  retained?: Size;
}

export type ValueType = 'reference' | 'boolean' | 'char' | 'byte' | 'short' | 'int' | 'long' | 'float' | 'double';

/** One of the three, or nothing where it is not known: values are shown of heap dumps only. */
export interface Content {
  /** Null for a reference that leads nowhere. Longs, chars and what is no number are text. */
  value?: string | number | boolean | null;
  object?: ShownObject;
  /** The id of an object that the trace does not have. */
  missing?: string;
}

export interface FieldRow extends Content {
  /** That declares it. */
  class?: string;
  name: string;
  static?: true;
  type: ValueType;
}

export interface ElementRow extends Content {
  index: number;
}

/** A key, a value or an element: one of a collection. */
export interface CollectionPart extends Content {
  type: ValueType;
}

/** What the object is as a collection, by the roles in its description. */
export interface CollectionItems {
  kind: 'entries' | 'elements';
  size: number;
  /** There are at least so many: a large collection that was not counted to its end. */
  more?: true;
  /** Of the first one that is listed. */
  offset: number;
  items: { key?: CollectionPart; value: CollectionPart }[];
}

export interface ReferrerRow {
  /** The first of its fields and elements that refer to the object: `table`, `[17]`, `static cache`. */
  via: string[];
  /** How many do. */
  references: number;
  object: ShownObject;
}

export interface ObjectPath {
  root: RootText;
  steps: { via?: string; object: ShownObject }[];
}

export interface ObjectAnswer {
  point: Point;
  object: ShownObject;
  live: boolean;
  /** The nearest first. */
  superclasses: string[];
  /** Of its class, where that can be unloaded. */
  loader?: ShownObject;
  /** Where it was allocated, innermost first; empty where the trace does not tell. */
  site: Frame[];
  thread?: string;
  /** Whether values are shown; otherwise nobody wants them, the trace holds none, or they cannot be read. */
  values: 'shown' | 'off' | 'none' | 'unread';
  valuesProblem?: string;
  /** Of the first field or element that is listed. */
  offset: number;
  allFields?: number;
  fields?: FieldRow[];
  /** Of arrays, instead of fields. */
  allElements?: number;
  element?: ValueType;
  elements?: ElementRow[];
  collection?: CollectionItems;
  /** What follows is there as far as it was asked for. */
  allReferrers?: number;
  referrersOffset?: number;
  referrers?: ReferrerRow[];
  dominator?: ShownObject | null;
  allDominated?: number;
  dominatedOffset?: number;
  dominated?: ShownObject[];
  path?: ObjectPath | null;
  /** Before this step of the path so many are left out. */
  pathGap?: { before: number; steps: number };
}
