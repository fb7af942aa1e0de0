// A trace file of the AntTracks VM, event by event: every thread has a buffer of its own, which becomes a frame when it is full or when
// the whole world stops.
import { closeSync, openSync, writeSync } from 'node:fs';
import { LzwEncoder } from './lzw.mjs';

const bufferWords = 4096;
export const fileKinds = { symbols: 0, trace: 1, classDefinitions: 2 };

/** What every file of a run begins with; `ids` are the same in all of them. */
export function fileHeader(ids, kind) {
  return Buffer.from(Int32Array.of(0x00c0ffee, ids.length, ...ids, kind).buffer);
}

export const low = (address) => address >>> 0;
export const high = (address) => Math.floor(address / 2 ** 32);

/** The events that a thread has written since its last frame. */
export class ThreadBuffer {
  words = new Uint32Array(bufferWords);
  length = 0;
  #file;

  constructor(file, thread) {
    this.#file = file;
    this.thread = thread;
  }

  /** Makes room for an event of so many words, which is never cut in two. */
  room(words) {
    if (this.length + words > bufferWords) this.flush();
  }

  word(value) {
    this.words[this.length++] = value;
  }

  address(value) {
    this.words[this.length++] = value >>> 0;
    this.words[this.length++] = Math.floor(value / 2 ** 32);
  }

  /** Without `level`, nothing is said about the order of this and other threads' frames. */
  flush(level = 0) {
    if (this.length === 0) return;
    this.#file.frame(this.thread, new Uint8Array(this.words.buffer, 0, 4 * this.length), level);
    this.length = 0;
  }
}

export class TraceFile {
  #file;
  #pending = [];
  #pendingBytes = 0;
  #encoder = new LzwEncoder();
  #compress;
  #buffers = new Map();
  /** Before and after packing, without the files' headers. */
  plainBytes = 0;
  bytes = 0;

  constructor(path, ids, { compress = true } = {}) {
    this.#compress = compress;
    this.#file = openSync(path, 'w');
    this.#write(fileHeader(ids, fileKinds.trace));
    this.#write(Buffer.alloc(4)); // the first file of a ring
  }

  /** @param {number} thread the address of the VM's structure for it */
  bufferOf(thread) {
    let buffer = this.#buffers.get(thread);
    if (!buffer) {
      buffer = new ThreadBuffer(this, thread);
      this.#buffers.set(thread, buffer);
    }
    return buffer;
  }

  /** Everything written so far comes before everything written later. */
  flushAll() {
    for (const buffer of this.#buffers.values()) buffer.flush();
  }

  /** Unless told otherwise it is packed where the VM does so: what orders others never is. */
  frame(thread, data, level, pack = this.#compress && level === 0) {
    let body = data;
    let meta = data.length | (level << 29);
    if (pack) {
      const packed = this.#encoder.encode(data);
      if (packed < data.length) {
        body = this.#encoder.output.subarray(0, packed);
        meta = packed | (1 << 31);
      }
    }
    const head = Buffer.alloc(12);
    head.writeUInt32LE(low(thread), 0);
    head.writeUInt32LE(high(thread), 4);
    head.writeInt32LE(meta, 8);
    this.#write(head);
    this.#write(Buffer.from(body)); // a copy: the buffers are used again
    this.plainBytes += head.length + data.length;
    this.bytes += head.length + body.length;
  }

  close() {
    this.flushAll();
    this.#flushFile();
    closeSync(this.#file);
  }

  #write(bytes) {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > 4 << 20) this.#flushFile();
  }

  #flushFile() {
    writeSync(this.#file, Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
