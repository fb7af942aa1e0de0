// What groupings and conditions are made of. Generated from docs/questions.schema.json by `npm run generate`: do not edit.
// Properties are declared in native/classify/properties.

export interface ObjectProperty {
  name: string;
  /** What it is: a sentence without its full stop. */
  description: string;
  /** Whether it puts objects into rows, or goes on to others, which the properties in its brackets divide. */
  inGroupings: 'divides' | 'nothing' | 'leads-on';
  /** Words for its parentheses. */
  options: readonly { word: string; description: string }[];
  /** What stands behind its name in conditions: none where it has no place in them, nothing where its name is enough. */
  comparedWith: 'pattern' | 'name' | 'number' | 'word' | 'id' | 'point' | 'nothing' | 'none';
  /** All that it can be compared with, where these are few. */
  words: readonly string[];
}

/** In the order in which people are told of them. */
export const objectProperties: readonly ObjectProperty[] = [
  {
    name: 'type',
    description: 'The class of the object, or which kind of array it is',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'extends',
    description: 'The class of the object, or one that it extends',
    inGroupings: 'nothing',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'package',
    description: 'The package of the class, a level for each part of its name',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'name',
    words: [],
  },
  {
    name: 'loader',
    description: "The class loader of the object's class, where it can be unloaded",
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'site',
    description: 'The method and line that allocated the object',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'callchain',
    description: 'The callers of the method that allocated the object, a level for each',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'allocating-package',
    description: 'The package of the method that allocated the object, a level for each part of its name',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'name',
    words: [],
  },
  {
    name: 'thread',
    description: 'The thread that allocated the object',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'length',
    description: 'How many elements an array has; rows are powers of ten',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'number',
    words: [],
  },
  {
    name: 'fill',
    description: 'How many of the elements of an array of references are not null, in percent; rows are tens',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'number',
    words: [],
  },
  {
    name: 'elements',
    description: 'How many elements, keys and values a data structure has; rows are powers of ten',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'number',
    words: [],
  },
  {
    name: 'bytes',
    description: 'The size of the object itself; rows are powers of two',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'number',
    words: [],
  },
  {
    name: 'age',
    description: 'How many garbage collections the object has survived',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'number',
    words: [],
  },
  {
    name: 'space',
    description: 'Where the collector keeps the object: eden, survivor or old',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'word',
    words: ['eden', 'survivor', 'old'],
  },
  {
    name: 'id',
    description: "The object's id: decimal, or hexadecimal after 0x",
    inGroupings: 'nothing',
    options: [],
    comparedWith: 'id',
    words: [],
  },
  {
    name: 'born-after',
    description: 'Whether the object was not there yet at a point of the trace',
    inGroupings: 'nothing',
    options: [],
    comparedWith: 'point',
    words: [],
  },
  {
    name: 'points-old',
    description: 'At how many points of the trace before this one the object was there already',
    inGroupings: 'nothing',
    options: [],
    comparedWith: 'number',
    words: [],
  },
  {
    name: 'reachable',
    description: 'Whether GC roots lead to the object',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'nothing',
    words: [],
  },
  {
    name: 'structures',
    description: 'Whether the object is the head of a data structure; rows are the described types',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'nothing',
    words: [],
  },
  {
    name: 'top-level',
    description: 'Whether the object is the head of a data structure that no other one contains and alone keeps',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'nothing',
    words: [],
  },
  {
    name: 'leaves',
    description:
      'What data structures hold: goes from their heads to their leaves, which the properties in brackets divide',
    inGroupings: 'leads-on',
    options: [
      { word: 'own', description: 'of each structure by itself, a contained structure being one leaf' },
      { word: 'deep', description: 'also those of contained structures, and of what these contain' },
    ],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'containing-structures',
    description:
      'The data structures that hold the objects: goes to their heads, which the properties in brackets divide',
    inGroupings: 'leads-on',
    options: [],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'closure',
    description:
      'What would vanish with the objects: goes to all of it, themselves included, which the properties in brackets divide',
    inGroupings: 'leads-on',
    options: [
      { word: 'retained', description: 'what would become unreachable if all of them vanished' },
      { word: 'deep', description: 'everything that they lead to' },
    ],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'place',
    description: 'The field that holds the object, such as SessionStore.byToken, with [] for each collection between',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'references',
    description: 'What the objects refer to: goes to all of it, which the properties in brackets divide',
    inGroupings: 'leads-on',
    options: [],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'referrers',
    description: 'What refers to the objects: goes to all of it, which the properties in brackets divide',
    inGroupings: 'leads-on',
    options: [],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'dominators',
    description:
      'The nearest objects without which these would vanish: goes to them, which the properties in brackets divide',
    inGroupings: 'leads-on',
    options: [],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'dominator-tree',
    description:
      "What alone holds the object, a level for each field and type on the way: a row's bytes are what it retains",
    inGroupings: 'divides',
    options: [],
    comparedWith: 'none',
    words: [],
  },
  {
    name: 'owner',
    description: 'The field of the program that holds the object, or the array or collection in which it lies',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'ownership',
    description:
      'The node of the ownership picture that the object is in, such as Node[] ← HashMap ← Session.attributes',
    inGroupings: 'divides',
    options: [],
    comparedWith: 'pattern',
    words: [],
  },
  {
    name: 'waste',
    description: 'What the heap could do without: copies, empty and sparse collections, boxed numbers',
    inGroupings: 'divides',
    options: [{ word: 'hide', description: 'without the objects that are no waste' }],
    comparedWith: 'word',
    words: [
      'equal-strings',
      'equal-arrays',
      'empty-arrays',
      'empty-collections',
      'sparse-collections',
      'sparse-arrays',
      'boxed-numbers',
    ],
  },
  {
    name: 'rooted',
    description: 'Which GC roots hold the object itself: kind, class and field, or kind, thread, method and variable',
    inGroupings: 'divides',
    options: [
      { word: 'variables', description: 'only static fields, local variables and JNI locals' },
      { word: 'stacks', description: 'only what threads hold on their stacks: thread, method and variable' },
      { word: 'hide', description: 'without the objects that no root holds' },
    ],
    comparedWith: 'nothing',
    words: [],
  },
  {
    name: 'indirectly-rooted',
    description: 'Which GC roots lead to the object, itself or through others: in rows as those of `rooted`',
    inGroupings: 'divides',
    options: [
      { word: 'variables', description: 'only static fields, local variables and JNI locals' },
      { word: 'stacks', description: 'only what threads hold on their stacks: thread, method and variable' },
      { word: 'hide', description: 'without the objects that no such root leads to' },
    ],
    comparedWith: 'none',
    words: [],
  },
];
