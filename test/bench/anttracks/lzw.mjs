// The codec of AntTracks frames, as the VM writes it: LZW with codes of growing width, begun anew in each frame.
//
// Codes lie in the stream most significant bit first, 8 bits wide in the beginning. A code of nothing but ones says that the next ones are a
// bit wider; with the code 0 behind it, which needs no wider code, it is the end.

const hashBits = 16;
const hashMask = (1 << hashBits) - 1;

export class LzwEncoder {
  // From a known string and the byte behind it, as one number, to the code of both: a hash table with linear probing.
  #keys = new Int32Array(1 << hashBits);
  #codes = new Uint16Array(1 << hashBits);
  /** Where packed frames go: its first bytes, until the next one is packed. */
  output = new Uint8Array(1 << 16);
  #length = 0;
  #bits = 0;
  #held = 0;
  #width = 8;

  /**
   * @param {Uint8Array} data at most 28 KB: codes have 16 bits
   * @returns how many bytes of `output` it takes
   */
  encode(data) {
    this.#keys.fill(-1);
    this.#length = this.#bits = this.#held = 0;
    this.#width = 8;
    let next = 256;
    let known = data[0];
    for (let at = 1; at < data.length; at++) {
      const key = (known << 8) | data[at];
      const place = this.#find(key);
      if (this.#keys[place] === key) {
        known = this.#codes[place];
        continue;
      }
      this.#keys[place] = key;
      this.#codes[place] = next++;
      this.#code(known);
      known = data[at];
    }
    if (data.length > 0) this.#code(known);
    this.#put(this.#ones(), this.#width++);
    this.#put(0, this.#width);
    if (this.#bits > 0) this.output[this.#length++] = this.#held << (8 - this.#bits);
    return this.#length;
  }

  /** The place of the key in the table, or the one where it belongs. */
  #find(key) {
    let place = Math.imul(key, 0x9e3779b1) >>> (32 - hashBits);
    while (this.#keys[place] !== key && this.#keys[place] !== -1) place = (place + 1) & hashMask;
    return place;
  }

  #ones() {
    return (1 << this.#width) - 1;
  }

  #code(code) {
    // The VM widens one code before it must.
    while (code >= this.#ones() - 1) this.#put(this.#ones(), this.#width++);
    this.#put(code, this.#width);
  }

  #put(value, bits) {
    this.#held = (this.#held << bits) | value;
    this.#bits += bits;
    while (this.#bits >= 8) {
      this.#bits -= 8;
      this.output[this.#length++] = this.#held >>> this.#bits;
    }
    this.#held &= (1 << this.#bits) - 1;
  }
}

/** @returns what a packed frame was before */
export function unpack(packed) {
  const output = [];
  // Of each code beyond bytes: where in the output its text begins, and how long it is.
  const from = [];
  const lengths = [];
  let [at, held, bits, width] = [0, 0, 0, 8];
  const code = () => {
    while (bits < width) {
      if (at === packed.length) throw new Error('a packed frame has no end');
      held = ((held << 8) | packed[at++]) & 0xffffff;
      bits += 8;
    }
    bits -= width;
    return (held >>> bits) & ((1 << width) - 1);
  };
  let last; // where the text of the code before was put
  for (;;) {
    let next = code();
    if (next === (1 << width) - 1) {
      width++;
      next = code();
      if (next === 0) return Uint8Array.from(output);
      if (next === (1 << width) - 1) throw new Error('a packed frame widens its codes twice');
    }
    const start = output.length;
    if (last !== undefined) {
      from.push(last);
      lengths.push(start - last + 1); // with the byte that comes now
    }
    if (next < 256) output.push(next);
    else for (let i = 0; i < lengths[next - 256]; i++) output.push(output[from[next - 256] + i]);
    last = start;
  }
}
