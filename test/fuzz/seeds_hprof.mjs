// Writes the seeds of the fuzzer: tiny heap dumps that between them have every kind of record and sub-record.
//
//   node test/fuzz/seeds_hprof.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const u1 = (value) => Buffer.from([value]);
const u2 = (value) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u4 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u8 = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const all = (...parts) => Buffer.concat(parts);

/** Type codes of fields and elements, with the bytes of a value. */
const kinds = {
  boolean: [4, 1],
  char: [5, 2],
  float: [6, 4],
  double: [7, 8],
  byte: [8, 1],
  short: [9, 2],
  int: [10, 4],
  long: [11, 8],
};

/** The records of a dump whose ids have 4 or 8 bytes. */
function format(idBytes) {
  const id = idBytes === 8 ? u8 : u4;
  const record = (tag, ...body) => {
    const bytes = all(...body);
    return all(u1(tag), u4(0), u4(bytes.length), bytes);
  };
  const field = (name, kind) => all(id(name), u1(kind === 'reference' ? 2 : kinds[kind][0]));
  return {
    id,
    header: (version) => all(Buffer.from(`JAVA PROFILE ${version}\0`), u4(idBytes), u8(1_795_000_000_000)),
    record,
    string: (number, text) => record(0x01, id(number), Buffer.from(text)),
    loadClass: (serial, object, name) => record(0x02, u4(serial), id(object), u4(1), id(name)),
    frame: (number, method) => record(0x04, id(number), id(method), id(method), id(method), u4(1), u4(42)),
    stackTrace: (serial, thread, ...frames) =>
      record(0x05, u4(serial), u4(thread), u4(frames.length), ...frames.map(id)),
    classDump: ({ object, parent = 0, bytes, statics = [], fields = [] }) =>
      all(
        u1(0x20),
        id(object),
        u4(1),
        id(parent),
        id(0),
        id(0),
        id(0),
        id(0),
        id(0),
        u4(bytes),
        u2(1),
        u2(0),
        u1(10),
        u4(7), // a constant pool with one number
        u2(statics.length),
        ...statics.map(([name, kind, value]) => all(field(name, kind), value)),
        u2(fields.length),
        ...fields.map(([name, kind]) => field(name, kind)),
      ),
    instance: (object, type, ...values) => {
      const body = all(...values);
      return all(u1(0x21), id(object), u4(1), id(type), u4(body.length), body);
    },
    references: (object, type, ...elements) =>
      all(u1(0x22), id(object), u4(1), u4(elements.length), id(type), ...elements.map(id)),
    primitives: (object, kind, length) =>
      all(u1(0x23), id(object), u4(1), u4(length), u1(kinds[kind][0]), Buffer.alloc(length * kinds[kind][1], 0x61)),
  };
}

const names = [
  'java/lang/Object',
  'java/lang/Class',
  'java/lang/ref/Reference',
  'java/lang/ref/WeakReference',
  'a/B',
  '[La/B;',
  'next',
  'value',
  'referent',
  'x',
  '<init>',
];
const nameId = (name) => 1000 + names.indexOf(name);
const [objectClass, classClass, referenceClass, weakClass, b, bs] = [
  0x10000, 0x10100, 0x10200, 0x10300, 0x10400, 0x10500,
];
const classes = [
  [objectClass, 'java/lang/Object'],
  [classClass, 'java/lang/Class'],
  [referenceClass, 'java/lang/ref/Reference'],
  [weakClass, 'java/lang/ref/WeakReference'],
  [b, 'a/B'],
  [bs, '[La/B;'],
];

/** What comes before the heap, and the heap's classes and objects. */
function parts(f) {
  const symbols = all(
    ...names.map((name) => f.string(nameId(name), name)),
    ...classes.map(([object, name], i) => f.loadClass(i + 1, object, nameId(name))),
    f.frame(2000, nameId('<init>')),
    f.stackTrace(1, 1, 2000),
  );
  const allKinds = Object.keys(kinds);
  const zero = (kind) => Buffer.alloc(kinds[kind][1]);
  const classDumps = all(
    f.classDump({ object: objectClass, bytes: 0 }),
    f.classDump({ object: classClass, parent: objectClass, bytes: 0 }),
    f.classDump({
      object: referenceClass,
      parent: objectClass,
      bytes: f.id(0).length,
      fields: [[nameId('referent'), 'reference']],
    }),
    f.classDump({ object: weakClass, parent: referenceClass, bytes: f.id(0).length }),
    f.classDump({
      object: b,
      parent: objectClass,
      bytes: 2 * f.id(0).length + 30,
      statics: [[nameId('x'), 'reference', f.id(0x20000)], ...allKinds.map((kind) => [nameId('x'), kind, zero(kind)])],
      fields: [
        [nameId('next'), 'reference'],
        [nameId('value'), 'reference'],
        ...allKinds.map((kind) => [nameId('x'), kind]),
      ],
    }),
    f.classDump({ object: bs, parent: objectClass, bytes: 0 }),
  );
  const instanceOfB = (object, next, value) => f.instance(object, b, f.id(next), f.id(value), ...allKinds.map(zero));
  const objects = all(
    instanceOfB(0x20000, 0x20040, 0x20080),
    instanceOfB(0x20040, 0x20000, 0),
    f.references(0x20080, bs, 0x20000, 0, 0x20040, 0x99999),
    f.instance(0x200a0, weakClass, f.id(0x20100)),
    instanceOfB(0x20100, 0x20100, 0x200a0),
    ...allKinds.map((kind, i) => f.primitives(0x20200 + 0x40 * i, kind, i)),
  );
  return { symbols, classDumps, objects };
}

const u4s = (...values) => all(...values.map(u4));

function roots(f) {
  const at = f.id(0x20000);
  return all(
    u1(0xff),
    at,
    u1(0x01),
    at,
    f.id(5),
    u1(0x02),
    at,
    u4s(1, 0),
    u1(0x03),
    at,
    u4s(1, 0),
    u1(0x04),
    at,
    u4(1),
    u1(0x05),
    f.id(b),
    u1(0x06),
    at,
    u4(1),
    u1(0x07),
    at,
    u1(0x08),
    at,
    u4s(1, 1),
  );
}

function androidRoots(f) {
  const at = f.id(0x20000);
  const plain = [0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x90].flatMap((tag) => [u1(tag), at]);
  return all(
    u1(0xfe),
    u4(1),
    f.id(nameId('x')), // HEAP_DUMP_INFO
    ...plain,
    u1(0x8e),
    at,
    u4s(1, 0), // a JNI monitor
    u1(0xc3),
    f.id(0x30000),
    u4(1),
    u4(4),
    u1(8), // PRIMITIVE_ARRAY_NODATA
  );
}

/** Records that the old hprof agent wrote besides heaps. */
function agentRecords(f) {
  return all(
    f.record(0x03, u4(6)), // unload class
    f.record(0x06, u2(0), u4(0), u4s(1, 2), u8(3), u8(4), u4(0)), // allocation sites
    f.record(0x07, u4s(1, 2), u8(3), u8(4)), // heap summary
    f.record(0x0a, u4(1), f.id(0x20000), u4(1), f.id(1000), f.id(1001), f.id(1002)), // start thread
    f.record(0x0b, u4(1)), // end thread
    f.record(0x0d, u4(0), u4(0)), // CPU samples
    f.record(0x0e, u4(1), u2(4)), // control settings
  );
}

function seeds() {
  const wide = format(8);
  const narrow = format(4);
  const w = parts(wide);
  const n = parts(narrow);
  const segmented = all(
    wide.header('1.0.2'),
    w.symbols,
    wide.record(0x1c, w.classDumps),
    wide.record(0x1c, w.objects),
    wide.record(0x1c, roots(wide)),
    wide.record(0x2c),
  );
  return {
    'segments-8.hprof': segmented,
    'one-record-4.hprof': all(
      narrow.header('1.0.1'),
      n.symbols,
      agentRecords(narrow),
      narrow.record(0x0c, n.classDumps, n.objects, roots(narrow)),
    ),
    'android-4.hprof': all(
      narrow.header('1.0.3'),
      n.symbols,
      narrow.record(0x1c, androidRoots(narrow), n.classDumps, n.objects),
      narrow.record(0x2c),
    ),
    'objects-before-classes-8.hprof': all(
      wide.header('1.0.2'),
      w.symbols,
      wide.record(0x1c, roots(wide), w.objects),
      wide.record(0x1c, w.classDumps),
      wide.record(0x2c),
    ),
    'segments-8.hprof.gz': gzipSync(segmented, { level: 0 }),
    // Two members, and more than is unpacked before a thread does it.
    'members-8.hprof.gz': all(
      gzipSync(all(wide.header('1.0.2'), w.symbols, wide.record(0x1c, w.classDumps, w.objects)), { level: 0 }),
      gzipSync(all(wide.record(0x1c, wide.primitives(0x30000, 'byte', 40_000), roots(wide)), wide.record(0x2c))),
    ),
    // Nothing is a root, and what a static field of a/B holds refers to its class weakly.
    'held-unseen-8.hprof': all(
      wide.header('1.0.2'),
      w.symbols,
      wide.record(0x1c, w.classDumps, wide.instance(0x20000, weakClass, wide.id(b))),
      wide.record(0x2c),
    ),
    'no-heap-8.hprof': all(wide.header('1.0.2'), w.symbols),
  };
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_hprof.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(seeds())) writeFileSync(join(folder, name), bytes);
