// The objects of a generated trace: what they are, where they lie, what they refer to, and which of them live. Knows nothing of the format.
import { bytesOf, types } from './program.mjs';

export const spaces = { none: 0, eden: 1, survivor: 2, old: 3 };

/** Objects have numbers, for life; columns are by number. */
export class Heap {
  count = 0;
  #references = 0;

  constructor(most) {
    this.type = new Uint8Array(most);
    this.length = new Uint16Array(most);
    this.space = new Uint8Array(most);
    this.age = new Uint8Array(most);
    /** How many collections had ended by then. */
    this.born = new Uint16Array(most);
    this.address = new Float64Array(most);
    /** Where an object's references begin; they end where the next one's begin. An object's number, or -1. */
    this.firstReference = new Uint32Array(most + 1);
    this.references = new Int32Array(4 * most).fill(-1);
    /** Marked objects carry the number of the last marking. */
    this.mark = new Uint16Array(most);
    this.marking = 0;
  }

  add(type, length, references, space, address, born) {
    const object = this.count++;
    if (object >= this.type.length) throw new Error('more objects than were expected');
    this.type[object] = type;
    this.length[object] = length;
    this.space[object] = space;
    this.address[object] = address;
    this.born[object] = born;
    this.#references += references;
    if (this.#references > this.references.length) throw new Error('more references than were expected');
    this.firstReference[object + 1] = this.#references;
    return object;
  }

  bytes(object) {
    return bytesOf(this.type[object], this.length[object]);
  }

  set(object, slot, target) {
    this.references[this.firstReference[object] + slot] = target;
  }

  /**
   * Marks what can be reached, and gives it in no particular order.
   * @param {(object: number) => boolean} within what is gone through; the rest counts as marked already
   */
  reach(roots, within) {
    this.marking++;
    const found = [];
    const meet = (object) => {
      if (object < 0 || this.mark[object] === this.marking || !within(object)) return;
      this.mark[object] = this.marking;
      found.push(object);
    };
    for (const root of roots) meet(root);
    for (let at = 0; at < found.length; at++) {
      const end = this.firstReference[found[at] + 1];
      for (let slot = this.firstReference[found[at]]; slot < end; slot++) meet(this.references[slot]);
    }
    return found;
  }

  isMarked(object) {
    return this.mark[object] === this.marking;
  }
}

/** Counts by type, as the names of types are in source. */
export class Census {
  #rows = new Map();
  objects = 0;
  bytes = 0;
  references = 0;

  add(type, objects, bytes, references) {
    const row = this.#rows.get(type) ?? { objects: 0, bytes: 0, references: 0 };
    row.objects += objects;
    row.bytes += bytes;
    row.references += references;
    this.#rows.set(type, row);
    this.objects += objects;
    this.bytes += bytes;
    this.references += references;
  }

  result() {
    const classes = Object.fromEntries([...this.#rows].map(([type, row]) => [nameOf(type), row]));
    return { objects: this.objects, bytes: this.bytes, references: this.references, classes };
  }
}

/** All that a heap has in these objects. */
export function census(heap, objects, bytesOfObject) {
  const sums = types.map(() => ({ objects: 0, bytes: 0, references: 0 }));
  for (const object of objects) {
    const sum = sums[heap.type[object] - 1];
    sum.objects++;
    sum.bytes += bytesOfObject(object);
    const end = heap.firstReference[object + 1];
    for (let slot = heap.firstReference[object]; slot < end; slot++) if (heap.references[slot] >= 0) sum.references++;
  }
  const result = new Census();
  for (const [index, { objects, bytes, references }] of sums.entries()) {
    if (objects > 0) result.add(index + 1, objects, bytes, references);
  }
  return result;
}

/**
 * How many of these objects lie in which space and have survived how many collections: `survivor 1`, `old 3`.
 * @param {number} collections that have ended
 */
export function generations(heap, objects, collections) {
  const names = Object.fromEntries(Object.entries(spaces).map(([name, space]) => [space, name]));
  const counts = {};
  for (const object of objects) {
    const generation = `${names[heap.space[object]]} ${collections - heap.born[object]}`;
    counts[generation] = (counts[generation] ?? 0) + 1;
  }
  return counts;
}

const primitives = { C: 'char', I: 'int' };

function nameOf(type) {
  const { signature } = types[type - 1];
  const [, dimensions = '', element = ''] = /^(\[*)(.*)$/.exec(signature) ?? [];
  return (primitives[element] ?? element.slice(1, -1).replaceAll('/', '.')) + '[]'.repeat(dimensions.length);
}
