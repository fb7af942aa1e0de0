// Writes the seeds of the fuzzer of AntTracks traces: contents of the files (fuzz_anttracks.cc frames them) with every
// kind of record and event, for Parallel's spaces and for G1's regions.
//
//   node test/fuzz/seeds_anttracks.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const all = (...parts) => Buffer.concat(parts);
const u8 = (value) => Buffer.from([value]);
const u16 = (value) => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);
const words = (...values) => all(...values.map(u32));
const text = (value) => Buffer.from(value, 'latin1');
const part = (what, content) => all(u8(what), u16(content.length), content);

// Symbols.
const cause = (id, name) => all(u8(17), u32(id), text(`${name}\0`), u8(1));
const special = (id, name) => all(u8(84), u16(id), text(`${name}\0`), u32(0));
const siteId = (id) => (id < 0x8000 ? u16(id) : all(u16(id >> 8), u8(id & 0xff)));
const site = (id, type, ...frames) =>
  all(u8(42), siteId(id), u32(frames.length), ...frames.flatMap(([frame, bci]) => [text(frame), u32(bci)]), u32(type));
const fields = (...list) =>
  all(
    u32(list.length),
    ...list.flatMap(([index, descriptor, name, flags]) => [u32(index), text(descriptor), text(`${name} `), u16(flags)]),
  );
const type = (id, signature, size, ...lists) =>
  all(
    u8(24),
    u32(id),
    text(signature),
    u32(size),
    ...lists.flatMap((list, level) => [u8(level === 0 ? 56 : 57), fields(...list)]),
  );
const mirror = (id, size, signature, ...list) =>
  all(
    u8(24),
    u32(id),
    text('Ljava/lang/Class;'),
    u32(size),
    u8(55),
    text(signature),
    signature.startsWith('L') ? all(fields(...list), u8(57), fields()) : Buffer.alloc(0),
  );

const classFields = [[0, 'Ljava.lang.String;', 'name', 2]];
const node = [
  [2, 'La.Node;', 'cache', 8],
  [1, '[La.Node;', 'children', 0],
  [0, 'La.Node;', 'next', 0],
];
const reference = [
  [3, 'Ljava.lang.ref.Reference;', 'discovered', 2],
  [2, 'Ljava.lang.ref.Reference;', 'next', 0],
  [1, 'Ljava.lang.ref.ReferenceQueue;', 'queue', 0],
  [0, 'Ljava.lang.Object;', 'referent', 2],
];
const symbols = part(
  0,
  all(
    cause(14, 'Allocation Failure'),
    special(1, 'VM internal'),
    type(1, 'Ljava/lang/Object;', 16, []),
    type(2, 'Ljava/lang/Class;', 32, classFields, []),
    type(3, '[I', 0x1004),
    type(4, '[La/Node;', 0x1004),
    type(5, 'La/Node;', 24, node, []),
    type(6, 'Ljava/lang/ref/Reference;', 32, reference, []),
    type(7, 'Ljava/lang/ref/WeakReference;', 32, [], reference, []),
    type(8, '[Ljava/lang/Object;', 0x1004),
    mirror(2, 32, 'La/Node;', ...[...node].reverse()),
    mirror(2, 32, '[I'),
    site(0x80000d, 5, ['a.Node.make(I)La/Node;', 3], ['a.Main.main([Ljava/lang/String;)V', 1]),
    site(20, 4, ['a.Node.<init>()V', 7]),
    site(21, 3, ['$$Recursion.repeat_1_last_frames_n_times()V', 1]),
    site(22, 7, ['a.Node.weak()V', 0]),
  ),
);
// What the events below need of them. Changes to symbols are tried with the seeds that have all; with the others, which
// are about events, most of an input would be symbols otherwise, and of its time.
const fewSymbols = part(
  0,
  all(
    type(2, 'Ljava/lang/Class;', 32, [], []),
    type(3, '[I', 0x1004),
    type(4, '[La/Node;', 0x1004),
    type(5, 'La/Node;', 24, node, []),
    type(7, 'Ljava/lang/ref/WeakReference;', 32, reference, []),
    ...[site(0x80000d, 5), site(20, 4), site(21, 3), site(22, 7)],
  ),
);
const classes = part(1, all(u8(14), u32(5), u32(8), Buffer.from('cafebabe00000034', 'hex')));

// Events.
const wide = (value) => [value % 2 ** 32, Math.floor(value / 2 ** 32)];
const event = (id, rest, ...more) => words(((id << 26) | rest) >>> 0, ...more);
const space = (index, bottom, bytes) => event(0x06, 0, index, ...wide(bottom), ...wide(bytes));
const use = (index, kind, mode = 0) => event(0x07, (kind << 18) | (mode << 10), index);
const gc = (id, kind, number, base) => event(id, (kind << 16) | (14 << 8), number, ...wide(10 * number), ...wide(base));
const tlab = (start, bytes) => event(0x0d, 0, ...wide(bytes), ...wide(start));
const plab = (start, bytes) => event(0x0e, 0, ...wide(bytes), ...wide(start));
const big = 0x80000d;
const kinds = (...list) => list.reduce((bits, kind, i) => bits | (kind << (22 - 2 * i)), 0);
const thread = (address, name) =>
  event(0x0b, 3 << 8, ...wide(address), ...[...`${name}\0\0\0\0`.slice(0, 4)].map((c) => c.charCodeAt(0) << 24));
const frame = (owner, ...events) => part(owner, all(...events));

const spaces = frame(
  3,
  ...[space(0, 0x100000, 0x10000), use(0, 2), space(1, 0x200000, 0x10000), use(1, 0)],
  ...[space(2, 0x300000, 0x4000), use(2, 1), space(3, 0x310000, 0x4000), use(3, 1)],
);
const program = frame(
  4,
  thread(4, 'm'),
  tlab(0x200000, 0x1000),
  event(0x13, big), // 200000: a node
  event(0x17, (20 << 8) | 3), // 200018: an array of three
  event(0x1c, (21 << 8) | 255, 300), // 200038: of 300 ints
  event(0x0f, 1 << 8, ...wide(0x2004f8), 2, 32), // a class object
  event(0x0f, 1 << 8, ...wide(0x200518), 2, 32), // another one
  event(0x10, (22 << 8) | 0, ...wide(0x200538)), // a weak reference
  event(0x12, big, ...wide(0x200558)), // a node
  event(0x11, (20 << 8) | 2, ...wide(0x200570), 4), // an array
  event(0x1d, big, 5), // 200588
  event(0x01, 0, 7, 0),
);
const minor = (pointers, number) =>
  all(
    frame(3, gc(0x02, 0, number, 0x200000)),
    frame(3, event(0x04, 1, number), event(0x04, 2, number)),
    frame(
      5,
      plab(0x310000, 0x1000),
      plab(0x100000, 0x1000),
      ...(pointers
        ? [
            event(0x29, (1 << 24) | kinds(1, 3), 0, -3 >>> 0), // a node, to the array
            event(0x29, (1 << 24) | kinds(1, 3, 3), 3, 3), // the array, to the node
            event(0x28, (2 << 24) | kinds(3), ...wide(0x2004f8)), // the class object
            event(0x27, kinds(2, 3, 3), ...wide(0x200538), ...wide(0x310800), ...wide(0x310000)),
            event(0x2e, kinds(3, 3), ...wide(0x100000)),
            event(0x2d, kinds(2, 3), ...wide(2), ...wide(0x310000)),
            event(0x2d, kinds(1), ...wide(4), 1),
          ]
        : [
            event(0x20, 1 << 24, 0),
            event(0x21, (1 << 24) | (3 << 2)),
            event(0x1f, 2 << 24, ...wide(0x2004f8)),
            event(0x1e, 0, ...wide(0x200538), ...wide(0x310800)),
          ]),
      event(0x0f, (2 << 8) | 4, ...wide(0x310820), 3), // a filler
    ),
    frame(3, gc(0x03, 0, number, 0x200000)),
  );
const major = (pointers, number) =>
  all(
    frame(3, gc(0x02, 1, number, 0)),
    frame(
      5,
      ...(pointers
        ? [
            event(0x2a, kinds(3), ...wide(0x100000)),
            event(0x27, kinds(2, 3), ...wide(0x310000), ...wide(0x100040), ...wide(0x100058)),
            event(0x27, 0, ...wide(0x310018), ...wide(0x100058)),
            event(0x2c, kinds(3, 2), ...wide(0x100058), ...wide(0x100040)),
            event(0x2c, kinds(3), ...wide(0x100058)),
            event(0x2b, kinds(3), ...wide(0x100058)),
            event(0x2d, kinds(2), ...wide(3), ...wide(0x100040)),
          ]
        : [event(0x22, 1, ...wide(0x100000), ...wide(0x100000)), event(0x22, 2, ...wide(0x310000), ...wide(0x100040))]),
    ),
    frame(3, gc(0x03, 1, number, 0)),
  );
const parallel = (pointers) => all(spaces, program, minor(pointers, 1), major(pointers, 2));

const failed = all(
  frame(3, gc(0x02, 0, 3, 0x200000), event(0x04, 1, 3)),
  frame(5, plab(0x310000, 0x1000), event(0x20, 1 << 24, 0)),
  frame(3, event(0x05, 1), gc(0x03, 0, 3, 0x200000)),
);
// Another space over eden and the survivors: which of them an address lies in decides where objects are put.
const overlapping = frame(3, space(4, 0x1f0000, 0x400000), use(4, 2));
// Something lies beside where objects were until they moved, so that both cannot have been there.
const beside = all(
  frame(4, tlab(0x200000, 0x1000), event(0x10, (22 << 8) | 0, ...wide(0x200208)), event(0x12, big, ...wide(0x200238))),
  frame(3, gc(0x02, 0, 3, 0x200000), event(0x04, 1, 3)),
  frame(
    5,
    event(0x27, kinds(2, 3, 3), ...wide(0x200208), ...wide(0x310800), ...wide(0x310900)),
    event(0x1e, 0, ...wide(0x200238), ...wide(0x310900)),
    event(0x0f, 2 << 8, ...wide(0x200200), 3),
    event(0x0f, 2 << 8, ...wide(0x200230), 3),
  ),
  frame(3, gc(0x03, 0, 3, 0x200000)),
);
// Objects far away from each other: the third lies in the spare end of the table of addresses that the second made as
// long as it may be, and the fourth below the beginning.
const far = frame(
  4,
  ...[0, 3 * 2 ** 38, 2 ** 40 - 0x1900000, -0x1900000].map((away) => event(0x12, big, ...wide(0x10000000 + away))),
);
const sync = all(
  u8(2),
  u16(0),
  spaces,
  frame(3, gc(0x02, 2, 3, 0)),
  frame(
    5,
    event(0x24, big, 5, ...wide(0x100040), ...wide(0x100000)),
    event(0x25, 20 << 8, 4, ...wide(0x100058), 3),
    event(0x25, 1 << 8, 2, ...wide(0x100078), 32),
  ),
  frame(3, gc(0x03, 1, 3, 0)),
);
const regions = all(
  fewSymbols,
  frame(
    3,
    ...Array.from({ length: 12 }, (_, i) => all(space(i, 0x100000 + i * 0x1000, 0x1000), event(0x08, 0, i))),
    ...[use(0, 0), use(1, 2, 1), use(2, 2, 2)],
  ),
  frame(
    4,
    tlab(0x100000, 0x1000),
    event(0x13, big),
    event(0x17, (20 << 8) | 3),
    event(0x0f, (1 << 8) | 255, ...wide(0x101000), 1500, 3),
  ),
  frame(3, gc(0x02, 0, 1, 0x100000), event(0x04, 0, 1), event(0x08, 0, 0), use(3, 1)),
  frame(
    5,
    plab(0x103000, 0x1000),
    event(0x27, kinds(3, 3), ...wide(0x100000), ...wide(0x103000)),
    event(0x23, 0, ...wide(0x101000)),
  ),
  frame(3, gc(0x03, 0, 1, 0)),
  frame(6, event(0x2e, kinds(2, 3), ...wide(0x103000), ...wide(0x103000))),
  frame(3, event(0x08, 0, 1), event(0x0a, 0, 8, ...wide(4)), event(0x0c, 0, ...wide(4))),
  frame(3, gc(0x02, 1, 2, 0)),
  frame(5, event(0x23, 0, ...wide(0x103000))),
  frame(3, gc(0x03, 1, 2, 0)),
);
// A frame of one MARK event, packed: codes of eight bits, then the end.
const packed = all(
  fewSymbols,
  spaces,
  part(0x83, Buffer.from([0, 0, 0, 4, 7, 0, 0, 0, 0, 0, 0, 0, 0xff, 0, 0])),
  minor(false, 1),
);

const seeds = {
  parallel: all(u8(1), symbols, classes, parallel(false)),
  'parallel-pointers': all(u8(2), symbols, classes, parallel(true), minor(true, 3), major(true, 4)),
  failed: all(u8(2), fewSymbols, parallel(true), program, failed, major(true, 4)),
  overlapping: all(u8(2), fewSymbols, parallel(true), overlapping, program, minor(true, 3), major(true, 4)),
  beside: all(u8(2), fewSymbols, parallel(true), beside, major(true, 4)),
  far: all(u8(2), fewSymbols, far),
  rotated: all(u8(2), fewSymbols, parallel(true), sync),
  anchors: all(u8(1), spaces, part(4, words(0, 0xffff00ff))),
  regions: all(u8(2), regions),
  packed: all(u8(2), packed),
  'plain-files': all(u8(0), part(0, words(0x00c0ffee, 1, 4711, 0, 2, 8)), part(3, words(0x00c0ffee, 1, 4711, 1, 0))),
};

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_anttracks.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(seeds)) writeFileSync(join(folder, name), bytes);
