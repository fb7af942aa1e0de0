// A Java VM as far as its trace tells: spaces, local allocation buffers, and a collector of two generations that moves objects as
// ParallelOld does. What is alive is found by marking, so the trace and what is told of it come from one heap.
import { barrier, Events, kinds, nothing } from './events.mjs';
import { census, generations, Heap, spaces } from './heap.mjs';
import { alignment, arrayHeader, bytesOf, causes, typeOf, types, vmSites } from './program.mjs';

const smallestFiller = arrayHeader;
const fillerType = typeOf['[I'];
const intBytes = 4;
/** Longer arrays are scanned in pieces by minor collections, the last piece first. */
const pieceElements = 50;
const longArrayBytes = 75 * 8;
const ageOfOld = 2;
const typesOfSpaces = { eden: 0, survivor: 1, old: 2 };
/** Of the bottom of the old space, this share may be dead and stays where it is. */
const deadShareKept = 0.02;

const roots = { threads: 3, minorClassLoaders: 7, majorClassLoaders: 9 };
const vmThread = 0x7f00_0000_1000;
const workers = [0x7f00_0000_2000, 0x7f00_0000_3000];

class Space {
  constructor(index, bottom, bytes) {
    this.index = index;
    this.bottom = this.top = bottom;
    this.end = bottom + bytes;
  }
  take(bytes) {
    if (this.top + bytes > this.end) throw new Error(`space ${this.index} is full`);
    this.top += bytes;
    return this.top - bytes;
  }
}

export class Machine {
  collections = [];
  #milliseconds = 0;
  /** What fills gaps in the survivor and old spaces since the last collection: addresses and lengths. */
  #fillers = { survivor: [], old: [] };
  /** Objects of the spaces; those of the old one in the order of their addresses. */
  #young = [];
  #old = [];
  /** Old objects that may refer to young ones. */
  #dirty = new Set();

  /** @param {{ edenBytes: number, oldBytes: number, mostObjects: number, bufferBytes: number, pointers: boolean }} options */
  constructor(file, { edenBytes, oldBytes, mostObjects, bufferBytes, pointers }) {
    this.heap = new Heap(mostObjects);
    this.events = new Events(file);
    this.file = file;
    this.pointers = pointers;
    this.bufferBytes = bufferBytes;
    const bottom = 0x6_c000_0000;
    // Everything may survive, and each worker leaves a buffer half empty.
    const survivorBytes = 2 * edenBytes + 4 * bufferBytes;
    this.old = new Space(0, bottom, oldBytes);
    this.eden = new Space(1, this.old.end, edenBytes);
    this.from = new Space(2, this.eden.end, survivorBytes);
    this.to = new Space(3, this.from.end, survivorBytes);
    for (const [space, type] of [
      [this.old, typesOfSpaces.old],
      [this.eden, typesOfSpaces.eden],
      [this.from, typesOfSpaces.survivor],
      [this.to, typesOfSpaces.survivor],
    ]) {
      this.events.space(vmThread, space.index, space.bottom, space.end - space.bottom, type);
    }
    file.bufferOf(vmThread).flush(barrier.ordered);
  }

  /** A thread that allocates in buffers of its own. */
  startThread(name, number) {
    const thread = { address: 0x7f00_1000_0000 + 0x1000 * number, top: 0, end: 0, current: -1 };
    this.events.threadAlive(thread.address, name);
    return thread;
  }

  /** @returns whether there is room for so many bytes and what threads have begun */
  hasRoom(bytes, threads) {
    return this.eden.top + bytes + (threads + 1) * this.bufferBytes < this.eden.end;
  }

  /**
   * The address of a new object.
   * @param {number} event which of the fast ones tells of it
   */
  allocate(thread, event, site, type, length) {
    const bytes = bytesOf(type, length);
    const { events } = this;
    if (bytes > this.bufferBytes / 4) {
      const address = this.eden.take(bytes);
      events.slowAllocation(thread.address, kinds.interpreterSlow, address, site, length);
      return address;
    }
    if (!fits(thread, bytes)) {
      this.retire(thread);
      thread.top = this.eden.take(this.bufferBytes);
      thread.end = thread.top + this.bufferBytes;
      events.localBuffer(thread.address, kinds.tlab, thread.top, this.bufferBytes);
      // The first one goes the slow way and lies in the buffer all the same.
      events.slowAllocation(thread.address, kinds.interpreterSlow, thread.top, site, length);
    } else {
      events.fastAllocation(thread.address, event, site, length);
    }
    thread.top += bytes;
    return thread.top - bytes;
  }

  /** A class object, by the VM itself. */
  allocateMirror(type) {
    const bytes = bytesOf(type, 0);
    const address = this.eden.take(bytes);
    this.events.slowAllocation(vmThread, kinds.allocSlow, address, vmSites.internal, 0, { type, bytes });
    return address;
  }

  /** An object that may live longer than to the next collection. */
  keep(type, length, references, address) {
    const object = this.heap.add(type, length, references, spaces.eden, address, this.collections.length);
    this.#young.push(object);
    return object;
  }

  set(object, slot, target) {
    this.heap.set(object, slot, target);
    if (this.heap.space[object] === spaces.old) this.#dirty.add(object);
  }

  retire(buffer) {
    if (buffer.top < buffer.end) this.#fill(vmThread, vmSites.internal, buffer.top, buffer.end);
    buffer.top = buffer.end = 0;
  }

  #fill(thread, site, start, end) {
    const length = (end - start - arrayHeader) / intBytes;
    this.events.slowAllocation(thread, kinds.allocSlow, start, site, length, { type: fillerType });
    return { length, bytes: bytesOf(fillerType, length) };
  }

  // Collections

  #begin(type, cause, threads) {
    for (const thread of threads) this.retire(thread);
    this.#milliseconds += 100;
    const id = this.collections.length + 1;
    const collection = { type, cause, id, milliseconds: this.#milliseconds, base: this.eden.bottom };
    this.events.collectionStart(vmThread, collection);
    return collection;
  }

  #end(collection) {
    this.#milliseconds += 10;
    this.events.collectionEnd(vmThread, { ...collection, milliseconds: this.#milliseconds });
    const objects = [...this.#young, ...this.#old];
    const result = census(this.heap, objects, (object) => this.heap.bytes(object));
    const fillers = [...this.#fillers.survivor, ...this.#fillers.old];
    for (const { bytes } of fillers) result.add(fillerType, 1, bytes, 0);
    const kind = collection.type === 0 ? 'minor' : 'major';
    const seconds = this.#milliseconds / 1000;
    // Without what fills gaps.
    const told = { generations: generations(this.heap, objects, this.collections.length + 1) };
    this.collections.push({ id: collection.id, kind, seconds, ...result.result(), ...told });
  }

  #rootsOf(threads, holder) {
    return [...threads.map(({ current }) => current), holder];
  }

  /** Survivors go to the other survivor space, or to the old one when they have survived before. */
  collectYoung(threads, holder) {
    const { heap, events } = this;
    const collection = this.#begin(0, causes.allocationFailure, threads);
    events.collectedSpace(vmThread, this.eden.index, collection.id);
    events.collectedSpace(vmThread, this.from.index, collection.id);
    events.barrier(vmThread);

    const isYoung = (object) => heap.space[object] !== spaces.old;
    const written = [...this.#dirty];
    const targets = written.flatMap((object) => [...this.#referencesOf(object)]);
    const alive = heap.reach([...this.#rootsOf(threads, holder), ...targets], isYoung);
    // Pointers tell where their targets were when the collection began.
    if (this.pointers) {
      for (const { address, current } of threads) {
        if (current >= 0 && isYoung(current)) {
          events.pointersOf(workers[0], kinds.rootPointers, address, [heap.address[current]]);
        }
      }
      if (isYoung(holder)) {
        events.pointersOf(workers[1], kinds.rootPointers, roots.minorClassLoaders, [heap.address[holder]]);
      }
      for (const object of written) {
        events.pointersOf(workers[0], kinds.oldPointers, heap.address[object], this.#pointers(object, true));
      }
    }
    const buffers = workers.map((address) => ({
      survivor: { address, space: this.to, top: 0, end: 0, kind: typesOfSpaces.survivor, fillers: [] },
      old: { address, space: this.old, top: 0, end: 0, kind: typesOfSpaces.old, fillers: [] },
    }));
    const moved = new Float64Array(alive.length);
    for (const [index, object] of alive.entries()) {
      const { survivor, old } = buffers[(index >> 6) % workers.length];
      const promoted = heap.age[object]++ + 1 >= ageOfOld;
      moved[index] = this.#evacuate(object, promoted ? old : survivor);
    }
    this.#fillers.survivor = [];
    for (const { survivor, old } of buffers) {
      for (const buffer of [survivor, old]) this.#retireWorkerBuffer(buffer);
      this.#fillers.survivor.push(...survivor.fillers);
      this.#fillers.old.push(...old.fillers);
    }
    const promoted = [];
    this.#young = [];
    for (const [index, object] of alive.entries()) {
      heap.address[object] = moved[index];
      const isOld = heap.age[object] >= ageOfOld;
      heap.space[object] = isOld ? spaces.old : spaces.survivor;
      (isOld ? promoted : this.#young).push(object);
    }
    promoted.sort((one, other) => heap.address[one] - heap.address[other]);
    for (const object of promoted) this.#old.push(object);
    const stillDirty = [...written, ...promoted].filter((object) =>
      this.#referencesOf(object).some(isYoungTarget(heap)),
    );
    this.#dirty = new Set(stillDirty);
    this.eden.top = this.eden.bottom;
    this.from.top = this.from.bottom;
    [this.from, this.to] = [this.to, this.from];
    this.#end(collection);
  }

  /** Tells where an object goes, and returns that. */
  #evacuate(object, buffer) {
    const { heap, events } = this;
    const bytes = heap.bytes(object);
    const from = heap.address[object];
    const inPieces = types[heap.type[object] - 1].references && bytes > longArrayBytes;
    const pointers = this.pointers && !inPieces ? this.#pointers(object, true) : [];
    let to;
    if (bytes > this.bufferBytes / 4) {
      to = buffer.space.take(bytes);
      if (this.pointers) events.moveWithPointers(buffer.address, from, to, pointers);
      else events.move(buffer.address, from, to);
    } else {
      if (!fits(buffer, bytes)) {
        this.#retireWorkerBuffer(buffer);
        buffer.top = buffer.space.take(this.bufferBytes);
        buffer.end = buffer.top + this.bufferBytes;
        events.localBuffer(buffer.address, kinds.plab, buffer.top, this.bufferBytes);
      }
      to = buffer.top;
      buffer.top += bytes;
      const relative = (from - this.eden.bottom) / alignment;
      if (this.pointers) events.moveFastWithPointers(buffer.address, buffer.kind, relative, to, pointers);
      else events.moveFast(buffer.address, buffer.kind, relative);
    }
    if (inPieces && this.pointers) this.#pieces(buffer.address, object, to);
    return to;
  }

  #pieces(worker, array, to) {
    const all = this.#pointers(array, true);
    let end = all.length;
    const emit = (from) => {
      for (let at = from; at < end; at += 12) {
        this.events.pointersOf(worker, kinds.arrayPointers, to, all.slice(at, Math.min(at + 12, end)));
      }
      end = from;
    };
    while (end > 75) emit(end - pieceElements);
    emit(0);
  }

  #retireWorkerBuffer(buffer) {
    if (buffer.top < buffer.end) {
      buffer.fillers.push(this.#fill(buffer.address, vmSites.collector, buffer.top, buffer.end));
    }
    buffer.top = buffer.end = 0;
  }

  /** Everything that lives goes to the old space, towards its bottom; what lies there nearly gap-free stays. */
  collectAll(threads, holder) {
    const { heap, events } = this;
    const collection = this.#begin(1, causes.systemGc, threads);
    heap.reach(this.#rootsOf(threads, holder), () => true);
    const young = this.#young.filter((object) => heap.isMarked(object));
    young.sort((one, other) => heap.address[one] - heap.address[other]);
    const alive = this.#old.filter((object) => heap.isMarked(object)).concat(young);
    const staying = this.#staying(alive);

    this.#fillers = { survivor: [], old: [] };
    const target = new Float64Array(alive.length);
    let top = this.old.bottom;
    for (const [index, object] of alive.entries()) {
      const from = heap.address[object];
      if (index < staying && from > top) {
        this.#fillers.old.push(this.#fill(vmThread, vmSites.collector, top, from));
        top = from;
      }
      target[index] = top;
      top += heap.bytes(object);
    }
    const before = heap.address.slice(0, heap.count);
    for (const [index, object] of alive.entries()) heap.address[object] = target[index];
    if (this.pointers) {
      const currents = threads.map(({ current }) => (current < 0 ? nothing : heap.address[current]));
      events.pointersOf(vmThread, kinds.rootPointers, roots.threads, currents);
      events.pointersOf(vmThread, kinds.rootPointers, roots.majorClassLoaders, [heap.address[holder]]);
    }
    events.barrier(vmThread);
    if (this.pointers) this.#moveEach(alive, before);
    else this.#moveRuns(alive, before);

    for (const object of alive) heap.space[object] = spaces.old;
    this.#old = alive;
    this.#young = [];
    this.#dirty = new Set();
    this.old.top = top;
    for (const space of [this.eden, this.from, this.to]) space.top = space.bottom;
    this.#end(collection);
  }

  /** How many of the live objects, from the bottom, are not worth moving. */
  #staying(alive) {
    const { heap, old } = this;
    let dead = 0;
    let expected = old.bottom;
    let staying = 0;
    for (const [index, object] of alive.entries()) {
      if (heap.space[object] !== spaces.old) break;
      dead += heap.address[object] - expected;
      expected = heap.address[object] + heap.bytes(object);
      if (dead <= deadShareKept * (expected - old.bottom)) staying = index + 1;
    }
    return staying;
  }

  #moveEach(alive, before) {
    const { heap, events } = this;
    for (const object of alive) {
      const [from, to] = [before[object], heap.address[object]];
      const worker = workers[(to >>> 19) % workers.length];
      const pointers = this.#pointers(object, false);
      if (from === to) events.pointersOf(worker, kinds.keepAlivePointers, to, pointers, kinds.objectPointers);
      else events.moveWithPointers(worker, from, to, pointers);
    }
  }

  /** Without pointers, what lay side by side and still does is one event. */
  #moveRuns(alive, before) {
    const { heap, events } = this;
    let begin = 0;
    for (let index = 1; index <= alive.length; index++) {
      const [last, object] = [alive[index - 1], alive[index]];
      const bytes = heap.bytes(last);
      const together =
        object !== undefined &&
        before[object] === before[last] + bytes &&
        heap.address[object] === heap.address[last] + bytes;
      if (together) continue;
      const first = alive[begin];
      events.moveRegion(workers[begin % workers.length], index - begin, before[first], heap.address[first]);
      begin = index;
    }
  }

  #referencesOf(object) {
    const { references, firstReference } = this.heap;
    return references.subarray(firstReference[object], firstReference[object + 1]);
  }

  /**
   * Where an object's references lead, in the order of the trace.
   * @param {boolean} reversed as minor collections tell them: last field first. Elements and static fields are never reversed
   */
  #pointers(object, reversed) {
    const all = Array.from(this.#referencesOf(object), (target) => (target < 0 ? nothing : this.heap.address[target]));
    const type = types[this.heap.type[object] - 1];
    if (!reversed || type.array) return all;
    const own = type.fields.filter(({ descriptor, flags }) => /^[L[]/.test(descriptor) && flags === 0).length;
    const instance = own + (type.hidden ?? 0);
    return [...all.slice(0, instance).reverse(), ...all.slice(instance)];
  }
}

const isYoungTarget = (heap) => (target) => target >= 0 && heap.space[target] !== spaces.old;

/** What is left must be large enough for a filler. */
function fits(buffer, bytes) {
  const left = buffer.end - buffer.top - bytes;
  return left === 0 || left >= smallestFiller;
}
