// What the engine can be asked: the parameters of each question, and whether a value has them. Generated from
// docs/questions.schema.json by `npm run generate`: do not edit. Questions are declared in native/answer (docs/architecture.md).
import {
  type ChecksOf,
  isCount,
  isFlag,
  isText,
  listOf,
  numberFrom,
  oneOf,
  optional,
  recordOf,
  textLike,
} from './parameter_checks';

/** What a trace is: format, JVM, and of one point live objects and bytes, references and GC roots. */
export interface InfoArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
}

/** The points of a trace, its garbage collections, and which window to look at. */
export type TimelineArgs = Record<never, never>;

/** How the groups of the heap develop over many points, and which of them grow steadily. */
export interface TrendArgs {
  /** The first point: a number, first, or a time such as 12.5s. Without it the first. */
  from?: string;
  /** The last point. Without it the last one that was not taken as the program ended, if there are two others. */
  to?: string;
  /** Which points between them: 3 for every third, 10s for points at least ten seconds apart. Without it all, but at most 200. */
  every?: string;
  /** What to group by: properties separated by commas, each dividing the rows of the one before it, such as "type, site" or "type, leaves(deep)[type, site]" (docs/groupings.md lists them). By default "type". */
  by?: string;
  /** The rows below one row: the keys that lead there, the outermost first; several rows of a level as one set, with ` | ` between their keys. */
  path?: string[];
  /** structures: only data structures, each as one object; top-level: only those that no other one owns. */
  filter?: 'structures' | 'top-level';
  /** Only objects for which this holds, in the words of `where` of the question `inspect`. */
  where?: string;
  /** Of what: bytes or objects of the rows themselves, of all that they lead to (deep), or of what would be freed if all of a row vanished (retained). By default "bytes". */
  metric?: 'bytes' | 'objects' | 'deep-bytes' | 'deep-objects' | 'retained-bytes' | 'retained-objects';
  /** Which rows come first: by their value at the start or the end, on average, by absolute or relative growth, or those that grow steadily. By default "absolute". */
  sort?: 'start' | 'end' | 'average' | 'absolute' | 'relative' | 'sustained';
  /** How many rows at the most, up to 50. By default 5. */
  limit?: number;
  /** Tell what the other rows come to together; deep and retained sizes of all of them as one group. By default true. */
  other?: boolean;
  /** Only rows whose name contains this, in either case. */
  search?: string;
  /** Only these rows. */
  keys?: string[];
  /** Answer after so many milliseconds, with the points that are done; who asks again goes on. 0: when all are done. By default 0. */
  within?: number;
}

/** The heap at one point, grouped by type or by other properties. */
export interface HeapArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** A point to compare with: rows then have their sizes at both. For one level of rows. */
  from?: string;
  /** What to group by: properties separated by commas, each dividing the rows of the one before it, such as "type, site" or "type, leaves(deep)[type, site]" (docs/groupings.md lists them). By default "type". */
  by?: string;
  /** The rows below one row: the keys that lead there, the outermost first; several rows of a level as one set, with ` | ` between their keys. */
  path?: string[];
  /** structures: only data structures, each as one object; top-level: only those that no other one owns. */
  filter?: 'structures' | 'top-level';
  /** Only objects for which this holds, in the words of `where` of the question `inspect`. */
  where?: string;
  /** live: what GC roots reach; unreachable: the rest; all: both, counted in one fast pass. By default "live". */
  count?: 'live' | 'unreachable' | 'all';
  /** Sizes to show: shallow (always); deep: all that these objects lead to; retained: what would be freed if all of them vanished; both are exact. gain: what could be gained of the objects that are waste, as the question `waste` tells it. */
  metrics?: ('shallow' | 'deep' | 'retained' | 'gain')[];
  /** Show other sizes, too, where they happen to be known already. By default true. */
  alsoKnown?: boolean;
  /** The order of rows. By default "bytes". */
  sort?: 'bytes' | 'shallow' | 'objects' | 'name' | 'deep' | 'retained' | 'gain' | 'growth';
  /** The smallest first; by name: Z first unless this is set. By default false. */
  ascending?: boolean;
  /** Only rows whose name contains this, in either case. */
  search?: string;
  /** How many rows to leave out at the beginning. By default 0. */
  offset?: number;
  /** How many rows at the most. By default 100. */
  limit?: number;
  /** How many levels of rows: from 2 on, rows have those below them. By default 1. */
  depth?: number;
  /** How many rows at the most below each row. By default 5. */
  limitBelow?: number;
}

/** One metric of some rows of the heap, or of all, which is then known. */
export interface SizesArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** What to group by: properties separated by commas, each dividing the rows of the one before it, such as "type, site" or "type, leaves(deep)[type, site]" (docs/groupings.md lists them). By default "type". */
  by?: string;
  /** The rows below one row: the keys that lead there, the outermost first; several rows of a level as one set, with ` | ` between their keys. */
  path?: string[];
  /** structures: only data structures, each as one object; top-level: only those that no other one owns. */
  filter?: 'structures' | 'top-level';
  /** Only objects for which this holds, in the words of `where` of the question `inspect`. */
  where?: string;
  /** deep: all that the objects of a row lead to; retained: what would be freed if all of them vanished. */
  metric: 'deep' | 'retained';
  /** Which rows; without any, all of them. */
  keys?: string[];
}

/** One object or a group: its sizes, what holds it, and how. */
export interface InspectArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** An object, by its id: 0x7f0a31c8 or decimal. */
  object?: string;
  /** All live objects for which this holds: type=PATTERN, extends=PATTERN, package=NAME, site=PATTERN, thread=PATTERN, loader=PATTERN, length>N, bytes>=N, age>N (collections survived), space=eden|survivor|old, id=N, born-after=POINT, structures, top-level, rooted and others (docs/groupings.md), with and, or, not and parentheses. */
  where?: string;
  /** What to group by: properties separated by commas, each dividing the rows of the one before it, such as "type, site" or "type, leaves(deep)[type, site]" (docs/groupings.md lists them). By default "type". */
  by?: string;
  /** The objects of one row of this grouping: the keys that lead there, the outermost first; several rows of a level as one set, with ` | ` between their keys. */
  path?: string[];
  /** structures: only data structures, each as one object; top-level: only those that no other one owns. */
  filter?: 'structures' | 'top-level';
  /** Deep and retained size of the group. By default true. */
  sizes?: boolean;
  /** The GC roots and static fields that lead there. By default false. */
  roots?: boolean;
  /** Of these only variables: static fields, local variables, JNI locals. By default false. */
  variablesOnly?: boolean;
  /** Do not look behind the first root on a way. By default false. */
  firstRoots?: boolean;
  /** Paths from GC roots: the shortest different ones, and all merged. By default false. */
  paths?: boolean;
  /** With the merged paths: what each object on them holds alone of the group, and whether one reference holds that object. By default false. */
  cuts?: boolean;
  /** How many different paths. By default 5. */
  mostPaths?: number;
  /** Leave out paths through soft references. By default false. */
  noSoft?: boolean;
  /** Whether values are shown, of traces that hold them (heap dumps): numbers, texts, and what an object stands for. By default "on". */
  values?: 'on' | 'off';
  /** The types in the deep or retained closure. */
  closure?: 'deep' | 'retained';
  /** The data structures that the objects are parts or leaves of. By default false. */
  containing?: boolean;
  /** The largest objects of the group. By default false. */
  objects?: boolean;
  /** What makes an object large; deep sizes are estimates here. By default "retained". */
  sort?: 'retained' | 'deep' | 'bytes';
  /** How many rows of each list at the most. By default 50. */
  top?: number;
}

/** One object: its fields or elements, who refers to it, and what it keeps alive. */
export interface ObjectArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** The object, by its id. */
  object: string;
  /** Whether values are shown, of traces that hold them (heap dumps): numbers, texts, and what an object stands for. By default "on". */
  values?: 'on' | 'off';
  /** How many fields or elements to leave out at the beginning. By default 0. */
  offset?: number;
  /** How many fields or elements at the most. By default 100. */
  limit?: number;
  /** Of a collection, how many entries or elements to leave out at the beginning. By default 0. */
  itemsOffset?: number;
  /** How many entries or elements of a collection at the most. By default 100. */
  itemsLimit?: number;
  /** The live objects that refer to it, and by which of their fields. By default false. */
  referrers?: boolean;
  /** How many of them to leave out at the beginning. By default 0. */
  referrersOffset?: number;
  /** How many of them at the most. By default 20. */
  referrersLimit?: number;
  /** What it retains, the object through which all paths to it lead, and those to which all paths lead through it: the next ones only, those that retain most first. By default false. */
  dominated?: boolean;
  /** How many of these to leave out at the beginning. By default 0. */
  dominatedOffset?: number;
  /** How many of these at the most. By default 20. */
  dominatedLimit?: number;
  /** A shortest path from a GC root. By default false. */
  path?: boolean;
}

/** The data structures in the heap: which hold how much. */
export interface StructuresArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** structures: all; top-level: only those that no other structure contains and alone keeps. By default "structures". */
  filter?: 'structures' | 'top-level';
  /** Only structures whose type contains this, in either case. */
  search?: string;
  /** Only structures for whose head this holds, in the words of `where` of the question `inspect`. */
  where?: string;
  /** The order: what would be freed without the head; what belongs to the structure, alone or with the structures it contains; how many leaves it has; its type. By default "retained". */
  sort?: 'retained' | 'structure' | 'deep-structure' | 'leaves' | 'type';
  /** The smallest first; by type: Z first unless this is set. By default false. */
  ascending?: boolean;
  /** More sizes: deep (all that the head leads to); retained is always shown. */
  metrics?: ('deep' | 'retained')[];
  /** List the objects of each: own, or deep for those of contained structures too. */
  members?: 'own' | 'deep';
  /** List the heads of the structures in each. By default true. */
  contained?: boolean;
  /** Count the parts that belong to no structure: do the descriptions fit?. By default false. */
  coverage?: boolean;
  /** How many structures to leave out at the beginning. By default 0. */
  offset?: number;
  /** How many structures at the most. By default 50. */
  limit?: number;
}

/** Who owns the heap at one point: classes, collections by their holders. */
export interface OwnershipArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** How what is shared is divided: objects: among all references to each object; counts: by what explains best how many objects and references there are at up to 24 points. By default "objects". */
  model?: 'objects' | 'counts';
  /** What owns a smaller percentage of the heap is put into `other`. By default 0.1. */
  threshold?: number;
  /** Which roots have a node of their own: classes with their static fields, threads, all others; without any of these words all have. */
  roots?: ('static' | 'thread' | 'system' | 'none')[];
  /** How many levels the tree in text has. By default 6. */
  depth?: number;
}

/** What some nodes own of the heap at many points. */
export interface OwnershipHistoryArgs {
  /** The first point: a number, first, or a time such as 12.5s. Without it the first. */
  from?: string;
  /** The last point. Without it the last one that was not taken as the program ended, if there are two others. */
  to?: string;
  /** Which points between them: 3 for every third, 10s for points at least ten seconds apart. Without it all, but at most 200. */
  every?: string;
  /** Answer after so many milliseconds, with the points that are done; who asks again goes on. 0: when all are done. By default 0. */
  within?: number;
  /** Which nodes, by their keys; the heap is always there. */
  keys?: string[];
  /** How what is shared is divided: objects: among all references to each object; counts: by what explains best how many objects and references there are at up to 24 points. By default "objects". */
  model?: 'objects' | 'counts';
}

/** Memory that the heap could do without: copies, empty and sparse collections, boxed numbers. */
export interface WasteArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** Whether values are shown, of traces that hold them (heap dumps): numbers, texts, and what an object stands for. By default "on". */
  values?: 'on' | 'off';
  /** How many rows of each list at the most. By default 20. */
  limit?: number;
}

/** Threads with their stacks, what local variables and thread locals hold, and what that retains. */
export interface ThreadsArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** Only threads whose name contains this, in either case. */
  search?: string;
  /** Whether values are shown, of traces that hold them (heap dumps): numbers, texts, and what an object stands for. By default "on". */
  values?: 'on' | 'off';
  /** How many threads at the most. By default 50. */
  limit?: number;
  /** How many objects of each frame at the most. By default 10. */
  limitObjects?: number;
}

/** What grew between two points: the suspects, and every data structure's share. */
export interface GrowthArgs {
  /** Where the window begins: a number, first, last, a time such as 12.5s, or nothing, for all that the heap holds where it ends. Without either end, the window in which the heap grew most, or two lows of one that goes up and down; of a trace with one point, all that it holds. */
  from?: string;
  /** Where the window ends. */
  to?: string;
  /** A package that is the program's own, such as com.acme: whose lines and fields are named first. Without any it is taken from where the program was started. */
  own?: string[];
  /** The order: by what was added to what a structure retains, to all it leads to, to what belongs to it, or to that with the structures it contains. By default "retained". */
  sort?: 'retained' | 'deep' | 'structure' | 'deep-structure';
  /** Structures alive at both ends, those born in the window, or all of them. By default "survivor". */
  category?: 'survivor' | 'born' | 'all';
  /** From which percentage of the heap's growth on a size counts as growing. By default 5. */
  threshold?: number;
  /** Only structures whose type contains this, in either case. */
  search?: string;
  /** Only structures that grew by a tenth of a percent of the heap's growth or more. By default false. */
  grown?: boolean;
  /** How many structures to leave out at the beginning. By default 0. */
  offset?: number;
  /** How many structures at the most; 0 for the suspects alone. By default 50. */
  limit?: number;
  /** Show for each structure so many types and sites of leaves. By default 0. */
  leaves?: number;
}

/** All about the growth of one data structure. */
export interface GrowthOfArgs {
  /** Where the window begins: a number, first, last, a time such as 12.5s, or nothing, for all that the heap holds where it ends. Without either end, the window in which the heap grew most, or two lows of one that goes up and down; of a trace with one point, all that it holds. */
  from?: string;
  /** Where the window ends. */
  to?: string;
  /** A package that is the program's own, such as com.acme: whose lines and fields are named first. Without any it is taken from where the program was started. */
  own?: string[];
  /** The structure, by the id of its head at the end of the window. */
  id: string;
  /** From which percentage of the heap's growth on a size counts as growing. By default 5. */
  threshold?: number;
  /** Whose leaves of that structure: own, or deep for those of contained structures too. Without it what fits how the structure grew. */
  leaves?: 'own' | 'deep';
  /** How many rows of leaves to leave out at the beginning. By default 0. */
  offset?: number;
  /** How many rows of leaves at the most. By default 50. */
  limit?: number;
}

/** Where the heap grew, place by place. */
export interface GrowthTreeArgs {
  /** Where the window begins: a number, first, last, a time such as 12.5s, or nothing, for all that the heap holds where it ends. Without either end, the window in which the heap grew most, or two lows of one that goes up and down; of a trace with one point, all that it holds. */
  from?: string;
  /** Where the window ends. */
  to?: string;
  /** A package that is the program's own, such as com.acme: whose lines and fields are named first. Without any it is taken from where the program was started. */
  own?: string[];
  /** From which percentage of the heap's growth on suspects are marked. By default 5. */
  threshold?: number;
}

/** Propose descriptions of the containers that grew and that nobody described. */
export interface InferredArgs {
  /** Where the window begins: a number, first, last, a time such as 12.5s, or nothing, for all that the heap holds where it ends. Without either end, the window in which the heap grew most, or two lows of one that goes up and down; of a trace with one point, all that it holds. */
  from?: string;
  /** Where the window ends. */
  to?: string;
  /** A package that is the program's own, such as com.acme: whose lines and fields are named first. Without any it is taken from where the program was started. */
  own?: string[];
}

/** For builds: fail where data structures grew more than rules allow. */
export interface CheckArgs {
  /** The rules, one a line (docs/rules.md). */
  rules: string;
  /** What the answer and complaints are to call the rules. By default "rules". */
  rulesFile?: string;
  /** Where the window begins: a number, first, last, a time such as 12.5s, or nothing, for all that the heap holds where it ends. Without either end, the window in which the heap grew most, or two lows of one that goes up and down; of a trace with one point, all that it holds. */
  from?: string;
  /** Where the window ends. */
  to?: string;
  /** A package that is the program's own, such as com.acme: whose lines and fields are named first. Without any it is taken from where the program was started. */
  own?: string[];
  /** From which percentage of the heap's growth on a size counts as growing. By default 5. */
  threshold?: number;
  /** How many structures for each rule at the most. By default 20. */
  limit?: number;
}

/** The types of a trace that a pattern stands for. */
export interface TypesArgs {
  /** As in a description: java.util.HashMap+, com.acme.*Node[], *. By default "*". */
  pattern?: string;
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** The package that names without a dot belong to. */
  namespace?: string;
  /** How many types at the most. By default 50. */
  limit?: number;
  /** The names of the fields that these types have, inherited ones too. By default false. */
  fields?: boolean;
}

/** From now on these descriptions of data structures hold for the trace. */
export interface DescribeArgs {
  /** Whether the descriptions that come with Heaptrail hold, too. By default true. */
  shipped?: boolean;
  /** Files of descriptions (docs/language.md); of two descriptions of a type the later one holds. */
  files?: { name: string; text: string }[];
}

/** A first description of a type, to be corrected. */
export interface ProposalArgs {
  /** The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that `timeline` suggests; without one the last, or the one before the heap fell. By default "suggested". */
  at?: string;
  /** The type to be described. */
  type: string;
}

/** Put all that is known of the trace into the cache it was opened with. */
export type StoreArgs = Record<never, never>;

/** The parameters of each question, by its name. */
export interface QuestionArgs {
  info: InfoArgs;
  timeline: TimelineArgs;
  trend: TrendArgs;
  heap: HeapArgs;
  sizes: SizesArgs;
  inspect: InspectArgs;
  object: ObjectArgs;
  structures: StructuresArgs;
  ownership: OwnershipArgs;
  ownershipHistory: OwnershipHistoryArgs;
  waste: WasteArgs;
  threads: ThreadsArgs;
  growth: GrowthArgs;
  growthOf: GrowthOfArgs;
  growthTree: GrowthTreeArgs;
  inferred: InferredArgs;
  check: CheckArgs;
  types: TypesArgs;
  describe: DescribeArgs;
  proposal: ProposalArgs;
  store: StoreArgs;
}

/** What each parameter of each question must be. */
export const parameterChecks: { readonly [Q in keyof QuestionArgs]: ChecksOf<QuestionArgs[Q]> } = {
  info: { at: optional(isText) },
  timeline: {},
  trend: {
    from: optional(isText),
    to: optional(isText),
    every: optional(isText),
    by: optional(isText),
    path: optional(listOf(isText)),
    filter: optional(oneOf('structures', 'top-level')),
    where: optional(isText),
    metric: optional(oneOf('bytes', 'objects', 'deep-bytes', 'deep-objects', 'retained-bytes', 'retained-objects')),
    sort: optional(oneOf('start', 'end', 'average', 'absolute', 'relative', 'sustained')),
    limit: optional(isCount),
    other: optional(isFlag),
    search: optional(isText),
    keys: optional(listOf(isText, 50)),
    within: optional(isCount),
  },
  heap: {
    at: optional(isText),
    from: optional(isText),
    by: optional(isText),
    path: optional(listOf(isText)),
    filter: optional(oneOf('structures', 'top-level')),
    where: optional(isText),
    count: optional(oneOf('live', 'unreachable', 'all')),
    metrics: optional(listOf(oneOf('shallow', 'deep', 'retained', 'gain'))),
    alsoKnown: optional(isFlag),
    sort: optional(oneOf('bytes', 'shallow', 'objects', 'name', 'deep', 'retained', 'gain', 'growth')),
    ascending: optional(isFlag),
    search: optional(isText),
    offset: optional(isCount),
    limit: optional(isCount),
    depth: optional(isCount),
    limitBelow: optional(isCount),
  },
  sizes: {
    at: optional(isText),
    by: optional(isText),
    path: optional(listOf(isText)),
    filter: optional(oneOf('structures', 'top-level')),
    where: optional(isText),
    metric: oneOf('deep', 'retained'),
    keys: optional(listOf(isText, 256)),
  },
  inspect: {
    at: optional(isText),
    object: optional(textLike(/^(0[xX][0-9a-fA-F]+|[0-9]+)$/)),
    where: optional(isText),
    by: optional(isText),
    path: optional(listOf(isText)),
    filter: optional(oneOf('structures', 'top-level')),
    sizes: optional(isFlag),
    roots: optional(isFlag),
    variablesOnly: optional(isFlag),
    firstRoots: optional(isFlag),
    paths: optional(isFlag),
    cuts: optional(isFlag),
    mostPaths: optional(isCount),
    noSoft: optional(isFlag),
    values: optional(oneOf('on', 'off')),
    closure: optional(oneOf('deep', 'retained')),
    containing: optional(isFlag),
    objects: optional(isFlag),
    sort: optional(oneOf('retained', 'deep', 'bytes')),
    top: optional(isCount),
  },
  object: {
    at: optional(isText),
    object: textLike(/^(0[xX][0-9a-fA-F]+|[0-9]+)$/),
    values: optional(oneOf('on', 'off')),
    offset: optional(isCount),
    limit: optional(isCount),
    itemsOffset: optional(isCount),
    itemsLimit: optional(isCount),
    referrers: optional(isFlag),
    referrersOffset: optional(isCount),
    referrersLimit: optional(isCount),
    dominated: optional(isFlag),
    dominatedOffset: optional(isCount),
    dominatedLimit: optional(isCount),
    path: optional(isFlag),
  },
  structures: {
    at: optional(isText),
    filter: optional(oneOf('structures', 'top-level')),
    search: optional(isText),
    where: optional(isText),
    sort: optional(oneOf('retained', 'structure', 'deep-structure', 'leaves', 'type')),
    ascending: optional(isFlag),
    metrics: optional(listOf(oneOf('deep', 'retained'))),
    members: optional(oneOf('own', 'deep')),
    contained: optional(isFlag),
    coverage: optional(isFlag),
    offset: optional(isCount),
    limit: optional(isCount),
  },
  ownership: {
    at: optional(isText),
    model: optional(oneOf('objects', 'counts')),
    threshold: optional(numberFrom(0, 100)),
    roots: optional(listOf(oneOf('static', 'thread', 'system', 'none'))),
    depth: optional(isCount),
  },
  ownershipHistory: {
    from: optional(isText),
    to: optional(isText),
    every: optional(isText),
    within: optional(isCount),
    keys: optional(listOf(isText, 64)),
    model: optional(oneOf('objects', 'counts')),
  },
  waste: { at: optional(isText), values: optional(oneOf('on', 'off')), limit: optional(isCount) },
  threads: {
    at: optional(isText),
    search: optional(isText),
    values: optional(oneOf('on', 'off')),
    limit: optional(isCount),
    limitObjects: optional(isCount),
  },
  growth: {
    from: optional(isText),
    to: optional(isText),
    own: optional(listOf(isText)),
    sort: optional(oneOf('retained', 'deep', 'structure', 'deep-structure')),
    category: optional(oneOf('survivor', 'born', 'all')),
    threshold: optional(numberFrom(0, 100)),
    search: optional(isText),
    grown: optional(isFlag),
    offset: optional(isCount),
    limit: optional(isCount),
    leaves: optional(isCount),
  },
  growthOf: {
    from: optional(isText),
    to: optional(isText),
    own: optional(listOf(isText)),
    id: textLike(/^(0[xX][0-9a-fA-F]+|[0-9]+)$/),
    threshold: optional(numberFrom(0, 100)),
    leaves: optional(oneOf('own', 'deep')),
    offset: optional(isCount),
    limit: optional(isCount),
  },
  growthTree: {
    from: optional(isText),
    to: optional(isText),
    own: optional(listOf(isText)),
    threshold: optional(numberFrom(0, 100)),
  },
  inferred: { from: optional(isText), to: optional(isText), own: optional(listOf(isText)) },
  check: {
    rules: isText,
    rulesFile: optional(isText),
    from: optional(isText),
    to: optional(isText),
    own: optional(listOf(isText)),
    threshold: optional(numberFrom(0, 100)),
    limit: optional(isCount),
  },
  types: {
    pattern: optional(isText),
    at: optional(isText),
    namespace: optional(isText),
    limit: optional(isCount),
    fields: optional(isFlag),
  },
  describe: { shipped: optional(isFlag), files: optional(listOf(recordOf({ name: isText, text: isText }))) },
  proposal: { at: optional(isText), type: isText },
  store: {},
};

/** How small and large numbers may be, and how long lists. */
export const parameterLimits = {
  trend: { keys: { most: 50 } },
  sizes: { keys: { most: 256 } },
  ownership: { threshold: { least: 0, most: 100 } },
  ownershipHistory: { keys: { most: 64 } },
  growth: { threshold: { least: 0, most: 100 } },
  growthOf: { threshold: { least: 0, most: 100 } },
  growthTree: { threshold: { least: 0, most: 100 } },
  check: { threshold: { least: 0, most: 100 } },
} as const;
