// Where the addresses are in a frame of events: all that has to change when the same is to happen elsewhere. Layouts: docs/formats/anttracks.md.
// What announces objects in a new file is not known here.

import { entry, kinds } from './events.mjs';

/** How many words events have that always have so many, and which of them begin an address. */
const plain = new Map([
  [kinds.nothing, { words: 1, at: [] }],
  [kinds.mark, { words: 3, at: [] }],
  [kinds.gcInfo, { words: 2, at: [] }],
  [kinds.gcFailed, { words: 1, at: [] }],
  [kinds.spaceCreate, { words: 6, at: [2] }],
  [kinds.spaceAlloc, { words: 2, at: [] }],
  [kinds.spaceRelease, { words: 2, at: [] }],
  [kinds.spaceRedefine, { words: 6, at: [2] }],
  [kinds.spaceDestroy, { words: 4, at: [] }],
  [kinds.threadDeath, { words: 3, at: [] }],
  [kinds.tlab, { words: 5, at: [3] }],
  [kinds.plab, { words: 5, at: [3] }],
  [kinds.c2FastDeviant, { words: 2, at: [] }],
  [kinds.moveSlow, { words: 5, at: [1, 3] }],
  [kinds.moveFastWide, { words: 3, at: [1] }],
  [kinds.moveFast, { words: 2, at: [] }],
  [kinds.moveFastNarrow, { words: 1, at: [] }],
  [kinds.moveRegion, { words: 5, at: [1, 3] }],
  [kinds.keepAlive, { words: 3, at: [1] }],
]);
/** The same of those with pointers behind these words. */
const withPointers = new Map([
  [kinds.moveSlowPointers, { words: 5, at: [1, 3] }],
  [kinds.moveFastWidePointers, { words: 3, at: [1] }],
  [kinds.moveFastPointers, { words: 2, at: [] }],
  [kinds.keepAlivePointers, { words: 3, at: [1] }],
  [kinds.objectPointers, { words: 3, at: [1] }],
  [kinds.arrayPointers, { words: 3, at: [1] }],
  [kinds.rootPointers, { words: 3, at: [] }],
  [kinds.oldPointers, { words: 3, at: [1] }],
  [kinds.strayPointers, { words: 3, at: [1] }],
]);

const fast = new Set([kinds.interpreterFast, kinds.c1Fast, kinds.c2Fast]);
const normal = new Set([kinds.interpreterNormal, kinds.c1Normal, kinds.c2Normal]);
const slow = new Set([kinds.allocSlow, kinds.interpreterSlow, kinds.c1Slow, kinds.c2Slow]);
const slowDeviant = new Set([kinds.interpreterSlowDeviant, kinds.c1SlowDeviant, kinds.c2SlowDeviant]);
const allocations = new Set([...fast, ...normal, ...slow, ...slowDeviant]);
const firstOrdinarySite = 13;
const major = new Set([1, 2]);

export class AddressFinder {
  #extraWords;
  #classType;

  /** `anchors`: a word stands behind every event. `classType`: the number of java.lang.Class, whose objects tell their size. */
  constructor({ anchors, classType }) {
    this.#extraWords = anchors ? 1 : 0;
    this.#classType = classType;
  }

  /**
   * @param {Uint32Array} words of a frame
   * @returns where addresses begin, and numbers of milliseconds, and which collections end: whether they are major ones
   */
  find(words) {
    const found = { addresses: [], milliseconds: [], ended: [] };
    for (let at = 0; at < words.length; at += this.#extraWords) at += this.#one(words, at, found);
    return found;
  }

  /** @returns how many words the event has */
  #one(words, at, found) {
    const first = words[at];
    const kind = first >>> 26;
    const known = plain.get(kind) ?? withPointers.get(kind);
    if (known) {
      for (const place of known.at) found.addresses.push(at + place);
      return plain.has(kind) ? known.words : known.words + pointers(words, at, known.words, found.addresses);
    }
    if (kind === kinds.gcStart || kind === kinds.gcEnd) {
      found.milliseconds.push(at + 2);
      found.addresses.push(at + 4);
      if (kind === kinds.gcEnd) found.ended.push({ isMajor: major.has((first >>> 16) & 0xff) });
      return 6;
    }
    if (kind === kinds.threadAlive) return 3 + nameWords(words, at + 3);
    if (allocations.has(kind)) return this.#allocation(words, at, found);
    throw new Error(`the event ${kind.toString(16)} cannot be repeated`);
  }

  #allocation(words, at, found) {
    const first = words[at];
    const kind = first >>> 26;
    const isBig = (first & 0x800000) !== 0;
    const more = !isBig && (first & 0xff) === 0xff ? 1 : 0;
    if (fast.has(kind)) return 1 + more;
    found.addresses.push(at + 1);
    if (normal.has(kind)) return 3 + more;
    const hasType = slowDeviant.has(kind) || (!isBig && ((first >>> 8) & 0x7fff) < firstOrdinarySite);
    if (!hasType) return 3 + more;
    return 4 + more + (words[at + 3 + more] === this.#classType ? 1 : 0);
  }
}

/** @returns how many words they have */
function pointers(words, at, head, addresses) {
  let next = at + head;
  let left = (words[at] << 8) >>> 0;
  let isFirst = true;
  for (; left >>> 30 !== 0; left = (left << 2) >>> 0) {
    const how = left >>> 30;
    if (how === entry.none) continue;
    // Roots do not move with the heap, so the way from one to an object is another one.
    if (how === entry.relative && isFirst && words[at] >>> 26 === kinds.rootPointers) {
      throw new Error('a root is near the heap');
    }
    if (how === entry.absolute) addresses.push(next);
    next += how; // the number of words, too
    isFirst = false;
  }
  return next - at - head;
}

function nameWords(words, at) {
  const hasEnd = (word) => [24, 16, 8, 0].some((shift) => ((word >>> shift) & 0xff) === 0);
  let count = 1;
  while (count < 12 && !hasEnd(words[at + count - 1])) count++;
  return count;
}
