// Writes the seeds of the fuzzer of cache files: contents of such files (fuzz_archive.cc says how they are divided into
// columns and stream) that are right as a whole, as far as fuzzing can go from there.
//
//   node test/fuzz/seeds_archive.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const u1 = (value) => Buffer.from([value]);
const u4 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u8 = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const all = (...parts) => Buffer.concat(parts);
const text = (value) => all(u8(value.length), Buffer.from(value));
const list = (...values) => all(u8(values.length), ...values);

// The columns of a value: `column`, the words of `bits`, the two of `narrow`, and those of `ids`.
const columns = (...sizes) => all(u1(sizes.length), ...sizes.map(u1), ...sizes.map((size) => Buffer.alloc(size, 0x41)));

const symbols = all(
  list(
    all(
      text('java.util.HashMap'),
      u1(0), // an instance
      u1(0),
      u4(0xffffffff), // without superclass
      list(all(text('next'), u1(0))),
      u4(48),
      u4(0),
    ),
  ),
  list(list(all(text('A'), text('run'), text('A.java'), u4(42)))),
  list(all(text('main'), u4(0))),
);
const ids = all(u8(0), u8(0), list(u8(7)), list());
const full = all(
  u8(7),
  text('text'),
  list(u4(1), u4(2)),
  list(all(u8(1), u4(2))),
  list(list(text('a'), text('')), list()),
  all(u1(1), text('maybe')),
  u8(64),
  ids,
  symbols,
);
const nothing = all(
  u8(0),
  text(''),
  list(),
  list(),
  list(),
  u1(0),
  u8(0),
  u8(0),
  u8(0),
  list(),
  list(),
  list(),
  list(),
  list(),
);

const seeds = {
  full: all(columns(12, 8, 6, 0, 4, 16, 4), full),
  nothing: all(columns(0, 0, 0, 0, 0, 0, 0), nothing),
  'odd-columns': all(columns(13, 7, 5, 3, 1, 9, 2), full),
  'too-few-columns': all(columns(12), full),
  'cut-off': all(columns(12, 8, 6, 0, 4, 16, 4), full.subarray(0, 60)),
};

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_archive.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(seeds)) writeFileSync(join(folder, name), bytes);
