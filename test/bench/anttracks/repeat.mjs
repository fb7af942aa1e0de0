// Makes a trace as long as wanted of a real one: what it tells happens again and again, each time at other addresses and later. What it
// leaves behind is there until the first major collection of the next time.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressFinder } from './addresses.mjs';
import { unpack } from './lzw.mjs';
import { TraceFile } from './trace_file.mjs';

const idWords = 42;
const headerBytes = 4 * (2 + idWords + 1);
const frameHeadBytes = 12;
const mebibyte = 1 << 20;
const pause = 1000; // milliseconds between two times

/**
 * @param from a folder with a trace of one file, without announcements
 * @returns bytes before and after packing, how often all was repeated, and whether each of one time's collections is major
 */
export function repeatTrace(from, to, megabytes) {
  mkdirSync(to, { recursive: true });
  for (const name of ['symbols', 'class_definitions']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
  const symbols = readFileSync(join(from, 'symbols'));
  const finder = new AddressFinder({
    anchors: (symbols.readInt32LE(headerBytes) & 1) !== 0,
    classType: typeOfClassObjects(symbols),
  });
  const original = readFileSync(join(from, 'trace'));
  const frames = [...framesOf(original)].map((frame) => ({ ...frame, ...finder.find(frame.words) }));
  // What came after the last collection belongs to no heap.
  frames.length = frames.findLastIndex(({ ended }) => ended.length > 0) + 1;
  const { step, duration } = extentOf(frames);

  const ids = new Int32Array(original.buffer.slice(original.byteOffset + 8, original.byteOffset + 8 + 4 * idWords));
  const file = new TraceFile(join(to, 'trace'), ids);
  let repetitions = 0;
  for (; file.bytes < megabytes * 1e6; repetitions++) {
    for (const { thread, level, isPacked, words, addresses, milliseconds } of frames) {
      const moved = words.slice();
      for (const at of addresses) add(moved, at, repetitions * step);
      for (const at of milliseconds) add(moved, at, repetitions * (duration + pause));
      file.frame(thread, new Uint8Array(moved.buffer), level, isPacked);
    }
  }
  file.close();
  const { bytes, plainBytes } = file;
  return { bytes, plainBytes, repetitions, collections: frames.flatMap(({ ended }) => ended) };
}

/** What must be known of the heaps of a repeated trace, from those of the one time. */
export function repeatedHeaps(once, collections, repetitions) {
  const heaps = [];
  let before = { objects: 0, references: 0 };
  for (let time = 0; time < repetitions; time++) {
    let left = before;
    for (const [at, { isMajor }] of collections.entries()) {
      if (isMajor) left = { objects: 0, references: 0 };
      const { objects, references } = once[at];
      heaps.push({ objects: objects + left.objects, references: references + left.references });
    }
    before = heaps.at(-1);
  }
  return heaps;
}

function* framesOf(file) {
  for (let at = headerBytes + 4; at + frameHeadBytes <= file.length; ) {
    const thread = Number(file.readBigUInt64LE(at));
    const meta = file.readUInt32LE(at + 8);
    const from = at + frameHeadBytes;
    at = from + (meta & 0x1fffffff);
    if (at > file.length) return; // the VM was killed
    const body = file.subarray(from, at);
    const isPacked = meta >>> 31 === 1;
    const plain = isPacked ? unpack(body) : Uint8Array.from(body);
    const words = new Uint32Array(plain.buffer, 0, plain.length >>> 2);
    yield { thread, level: (meta >>> 29) & 3, isPacked, words };
  }
}

/** How far all the addresses reach, and until when. */
function extentOf(frames) {
  let [lowest, highest, duration] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const { words, addresses, milliseconds } of frames) {
    for (const at of addresses) {
      const address = wide(words, at);
      if (address === 0) continue;
      lowest = Math.min(lowest, address);
      highest = Math.max(highest, address);
    }
    for (const at of milliseconds) duration = Math.max(duration, wide(words, at));
  }
  return { step: (Math.floor((highest - lowest) / mebibyte) + 2) * mebibyte, duration };
}

const wide = (words, at) => words[at] + words[at + 1] * 2 ** 32;

/** Zero is no address. */
function add(words, at, distance) {
  const before = wide(words, at);
  if (before === 0) return;
  words[at] = (before + distance) >>> 0;
  words[at + 1] = Math.floor((before + distance) / 2 ** 32);
}

/** The number of the type that stands for java.lang.Class: in front of its name, behind the tag of a type. */
function typeOfClassObjects(symbols) {
  const tag = 24;
  for (let at = symbols.indexOf('Ljava/lang/Class;'); at >= 0; at = symbols.indexOf('Ljava/lang/Class;', at + 1)) {
    if (symbols[at - 5] === tag) return symbols.readInt32LE(at - 4);
  }
  throw new Error('the symbols have no java.lang.Class');
}
