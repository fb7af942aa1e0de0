// Where the addresses are in a frame of events: all that has to change when the same is to happen elsewhere. Layouts: docs/formats/anttracks.md.
// What announces objects in a new file is not known here.

const event = {
  collectionBegin: 0x02,
  collectionEnd: 0x03,
  threadAlive: 0x0b,
  firstAllocation: 0x0f,
  lastAllocation: 0x1d,
  rootPointers: 0x2d,
};

/** Of the other events: how many words, and which of them begin an address. */
const plain = new Map([
  [0x00, { words: 1, at: [] }],
  [0x01, { words: 3, at: [] }],
  [0x04, { words: 2, at: [] }],
  [0x05, { words: 1, at: [] }],
  [0x06, { words: 6, at: [2] }],
  [0x07, { words: 2, at: [] }],
  [0x08, { words: 2, at: [] }],
  [0x09, { words: 6, at: [2] }],
  [0x0a, { words: 4, at: [] }],
  [0x0c, { words: 3, at: [] }],
  [0x0d, { words: 5, at: [3] }],
  [0x0e, { words: 5, at: [3] }],
  [0x1e, { words: 5, at: [1, 3] }],
  [0x1f, { words: 3, at: [1] }],
  [0x20, { words: 2, at: [] }],
  [0x21, { words: 1, at: [] }],
  [0x22, { words: 5, at: [1, 3] }],
  [0x23, { words: 3, at: [1] }],
]);
/** Of those with pointers behind them. */
const withPointers = new Map([
  [0x27, { words: 5, at: [1, 3] }],
  [0x28, { words: 3, at: [1] }],
  [0x29, { words: 2, at: [] }],
  [0x2a, { words: 3, at: [1] }],
  [0x2b, { words: 3, at: [1] }],
  [0x2c, { words: 3, at: [1] }],
  [event.rootPointers, { words: 3, at: [] }],
  [0x2e, { words: 3, at: [1] }],
  [0x3f, { words: 3, at: [1] }],
]);

const allocationEvents = {
  slowWithType: new Set([0x11, 0x15, 0x1a]),
  normal: new Set([0x12, 0x16, 0x1b]),
  fast: new Set([0x13, 0x17, 0x1c]),
  fastWithType: 0x1d,
};
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
    if (kind === event.collectionBegin || kind === event.collectionEnd) {
      found.milliseconds.push(at + 2);
      found.addresses.push(at + 4);
      if (kind === event.collectionEnd) found.ended.push({ isMajor: major.has((first >>> 16) & 0xff) });
      return 6;
    }
    if (kind === event.threadAlive) return 3 + nameWords(words, at + 3);
    if (kind >= event.firstAllocation && kind <= event.lastAllocation) return this.#allocation(words, at, found);
    throw new Error(`the event ${kind.toString(16)} cannot be repeated`);
  }

  #allocation(words, at, found) {
    const first = words[at];
    const kind = first >>> 26;
    const isBig = (first & 0x800000) !== 0;
    const more = !isBig && (first & 0xff) === 0xff ? 1 : 0;
    if (kind === allocationEvents.fastWithType) return 2;
    if (allocationEvents.fast.has(kind)) return 1 + more;
    found.addresses.push(at + 1);
    if (allocationEvents.normal.has(kind)) return 3 + more;
    const hasType = allocationEvents.slowWithType.has(kind) || (!isBig && ((first >>> 8) & 0x7fff) < firstOrdinarySite);
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
    if (how === 3) continue;
    // Roots do not move with the heap, so the way from one to an object is another one.
    if (how === 1 && isFirst && words[at] >>> 26 === event.rootPointers) throw new Error('a root is near the heap');
    if (how === 2) addresses.push(next);
    next += how;
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
