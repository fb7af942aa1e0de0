// The events of a trace, as words. Numbers and layouts: docs/formats/anttracks.md.

export const kinds = {
  nothing: 0x00,
  mark: 0x01,
  gcStart: 0x02,
  gcEnd: 0x03,
  gcInfo: 0x04,
  gcFailed: 0x05,
  spaceCreate: 0x06,
  spaceAlloc: 0x07,
  spaceRelease: 0x08,
  spaceRedefine: 0x09,
  spaceDestroy: 0x0a,
  threadAlive: 0x0b,
  threadDeath: 0x0c,
  tlab: 0x0d,
  plab: 0x0e,
  allocSlow: 0x0f,
  interpreterSlow: 0x10,
  interpreterSlowDeviant: 0x11,
  interpreterNormal: 0x12,
  interpreterFast: 0x13,
  c1Slow: 0x14,
  c1SlowDeviant: 0x15,
  c1Normal: 0x16,
  c1Fast: 0x17,
  c1FastDeviant: 0x18,
  c2Slow: 0x19,
  c2SlowDeviant: 0x1a,
  c2Normal: 0x1b,
  c2Fast: 0x1c,
  c2FastDeviant: 0x1d,
  moveSlow: 0x1e,
  moveFastWide: 0x1f,
  moveFast: 0x20,
  moveFastNarrow: 0x21,
  moveRegion: 0x22,
  keepAlive: 0x23,
  moveSlowPointers: 0x27,
  moveFastWidePointers: 0x28,
  moveFastPointers: 0x29,
  keepAlivePointers: 0x2a,
  objectPointers: 0x2b,
  arrayPointers: 0x2c,
  rootPointers: 0x2d,
  oldPointers: 0x2e,
  strayPointers: 0x3f,
};
export const barrier = { ordered: 1, full: 2 };

const entriesPerEvent = 12;
/** How a pointer is written. */
export const entry = { relative: 1, absolute: 2, none: 3 };
const mostExtraWords = 2 * entriesPerEvent;
const kind = (number) => number << 26;

export const nothing = -1;

export class Events {
  #file;

  constructor(file) {
    this.#file = file;
  }

  space(thread, index, bottom, bytes, type) {
    const buffer = this.#begin(thread, kinds.spaceCreate, 6);
    buffer.word(index);
    buffer.address(bottom);
    buffer.address(bytes);
    this.#begin(thread, kinds.spaceAlloc, 2, type << 18).word(index);
  }

  threadAlive(thread, name) {
    const words = Math.floor(name.length / 4) + 1; // the last one has a zero byte
    const buffer = this.#begin(thread, kinds.threadAlive, 3 + words, 3 << 8);
    buffer.address(thread);
    for (let word = 0; word < words; word++) {
      let packed = 0;
      for (let at = 4 * word; at < 4 * word + 4; at++) packed = (packed << 8) | (name.charCodeAt(at) || 0);
      buffer.word(packed);
    }
  }

  localBuffer(thread, event, start, bytes) {
    const buffer = this.#begin(thread, event, 5);
    buffer.address(bytes);
    buffer.address(start);
  }

  /** In the thread's own buffer, at its top. */
  fastAllocation(thread, event, site, length) {
    this.#begin(thread, event, 2, this.#siteAndLength(site, length));
    this.#longLength(thread, site, length);
  }

  slowAllocation(thread, event, address, site, length, { type, bytes } = {}) {
    this.#begin(thread, event, 6, this.#siteAndLength(site, length)).address(address);
    this.#longLength(thread, site, length);
    const buffer = this.#file.bufferOf(thread);
    if (type !== undefined) buffer.word(type);
    if (bytes !== undefined) buffer.word(bytes);
  }

  #siteAndLength(site, length) {
    return site & 0x800000 ? site : (site << 8) | Math.min(length, 255);
  }

  #longLength(thread, site, length) {
    if (!(site & 0x800000) && length >= 255) this.#file.bufferOf(thread).word(length);
  }

  /** Everything before it is before, and everything after it after. */
  collectionStart(thread, collection) {
    this.#collection(thread, kinds.gcStart, collection);
  }

  collectionEnd(thread, collection) {
    this.#collection(thread, kinds.gcEnd, collection);
  }

  #collection(thread, event, { type, cause, id, milliseconds, base }) {
    this.#file.flushAll();
    const buffer = this.#begin(thread, event, 6, (type << 16) | (cause << 8));
    buffer.word(id);
    buffer.address(milliseconds);
    buffer.address(base);
    buffer.flush(barrier.full);
  }

  collectedSpace(thread, index, id) {
    this.#begin(thread, kinds.gcInfo, 2, index).word(id);
  }

  barrier(thread) {
    const buffer = this.#begin(thread, 0, 1);
    buffer.flush(barrier.ordered);
  }

  move(thread, from, to) {
    const buffer = this.#begin(thread, kinds.moveSlow, 5);
    buffer.address(from);
    buffer.address(to);
  }

  /** @param {number} toSpace where the thread's buffer is that takes the object */
  moveFast(thread, toSpace, relative) {
    if (relative < 1 << 22) this.#begin(thread, kinds.moveFastNarrow, 1, (toSpace << 24) | (relative << 2));
    else this.#begin(thread, kinds.moveFast, 2, toSpace << 24).word(relative);
  }

  moveRegion(thread, count, from, to) {
    const buffer = this.#begin(thread, kinds.moveRegion, 5, count);
    buffer.address(from);
    buffer.address(to);
  }

  moveWithPointers(thread, from, to, pointers) {
    const buffer = this.#begin(thread, kinds.moveSlowPointers, 5);
    const head = buffer.length - 1;
    buffer.address(from);
    buffer.address(to);
    this.#pointers(thread, head, to, pointers, kinds.objectPointers);
  }

  moveFastWithPointers(thread, toSpace, relative, to, pointers) {
    const buffer = this.#begin(thread, kinds.moveFastPointers, 2, toSpace << 24);
    const head = buffer.length - 1;
    buffer.word(relative);
    this.#pointers(thread, head, to, pointers, kinds.objectPointers);
  }

  /** Of one object or root. More than twelve go on in events of the same kind, those of objects that stay in such of their own. */
  pointersOf(thread, event, owner, pointers, more = event) {
    if (pointers.length === 0 && event !== kinds.keepAlivePointers) return;
    const buffer = this.#begin(thread, event, 3);
    const head = buffer.length - 1;
    buffer.address(owner);
    this.#pointers(thread, head, owner, pointers, more);
  }

  #pointers(thread, head, owner, pointers, more) {
    const buffer = this.#file.bufferOf(thread);
    let base = owner;
    const many = Math.min(pointers.length, entriesPerEvent);
    for (let index = 0; index < many; index++) {
      const pointer = pointers[index];
      let how = entry.none;
      if (pointer !== nothing) {
        const distance = (base - pointer) / 8;
        // Both ways occur: which one the VM chooses for near targets is its own affair.
        how = Math.abs(distance) >= 2 ** 31 || pointer % 128 === 0 ? entry.absolute : entry.relative;
        if (how === entry.absolute) buffer.address(pointer);
        else buffer.word(distance);
        base = pointer;
      }
      buffer.words[head] |= how << (22 - 2 * index);
    }
    if (pointers.length > entriesPerEvent) this.pointersOf(thread, more, owner, pointers.slice(entriesPerEvent), more);
  }

  #begin(thread, event, words, more = 0) {
    const buffer = this.#file.bufferOf(thread);
    buffer.room(words + mostExtraWords);
    buffer.word(kind(event) | more);
    return buffer;
  }
}
