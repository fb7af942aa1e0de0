// The program that a generated trace is of: which types it has, where it allocates them, and the files that tell both.
//
// It is a service that keeps sessions in chains: each session refers to the one before, its name, and its items, each of which refers back.
// A class object holds the table of all chains.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { classFile } from './class_file.mjs';
import { fileHeader, fileKinds } from './trace_file.mjs';

const isStatic = 0x8;
const field = (name, descriptor, flags = 0) => ({ name, descriptor, flags });

/** Sizes as a VM with compressed references has them. Those of the JDK come without class files, as in traces that leave them out. */
export const types = [
  { signature: 'Ljava/lang/Object;', bytes: 16, fields: [] },
  {
    signature: 'Ljava/lang/Class;',
    bytes: 96,
    bytesOfEach: 104, // with the one static field of the class that it is of
    fields: [field('classLoader', 'Ljava/lang/ClassLoader;'), field('name', 'Ljava/lang/String;')],
    hidden: 3, // the VM's own: protection domain, lock, signers
  },
  {
    signature: 'Ljava/lang/String;',
    bytes: 24,
    fields: [field('value', '[C'), field('hash', 'I')],
  },
  { signature: '[C', element: 2 },
  { signature: '[I', element: 4 },
  {
    signature: 'Lorg/example/Service;',
    bytes: 16,
    fields: [field('chains', '[Lorg/example/Chain;', isStatic)],
    own: true,
  },
  {
    signature: 'Lorg/example/Chain;',
    bytes: 24,
    fields: [field('newest', 'Lorg/example/Session;'), field('count', 'I')],
    own: true,
  },
  { signature: '[Lorg/example/Chain;', element: 4, references: true },
  {
    signature: 'Lorg/example/Session;',
    bytes: 40,
    fields: [
      field('next', 'Lorg/example/Session;'),
      field('name', 'Ljava/lang/String;'),
      field('limit', 'I', isStatic),
      field('items', '[Lorg/example/Item;'),
      field('id', 'J'),
      field('hits', 'I'),
    ],
    own: true,
  },
  { signature: '[Lorg/example/Item;', element: 4, references: true },
  {
    signature: 'Lorg/example/Item;',
    bytes: 24,
    fields: [field('owner', 'Lorg/example/Session;'), field('amount', 'I')],
    own: true,
  },
].map((type, index) => ({ ...type, id: index + 1, array: type.element !== undefined }));

export const typeOf = Object.fromEntries(types.map((type) => [type.signature, type.id]));

export const arrayHeader = 16;
export const alignment = 8;
export function bytesOf(type, length) {
  const { bytes, bytesOfEach, element, array } = types[type - 1];
  return array ? Math.ceil((arrayHeader + element * length) / alignment) * alignment : (bytesOfEach ?? bytes);
}

/** Small sites are of arrays, of the VM, and of compiled code; big ones of instances. */
export const bigSite = 0x800000;
const frames = (...calls) => calls.map(([signature, bci]) => ({ signature, bci }));
const main = ['org.example.Service.main([Ljava/lang/String;)V', 31];
const open = ['org.example.Service.open(Ljava/lang/String;)Lorg/example/Session;', 17];
export const sites = {
  session: { id: bigSite + 13, type: 'Lorg/example/Session;', frames: frames(open) },
  string: {
    id: bigSite + 14,
    type: 'Ljava/lang/String;',
    frames: frames(['org.example.Service.name(J)Ljava/lang/String;', 4]),
  },
  item: {
    id: bigSite + 15,
    type: 'Lorg/example/Item;',
    frames: frames(['org.example.Session.<init>(Ljava/lang/String;I)V', 52], open, main),
  },
  chain: { id: bigSite + 0x1234, type: 'Lorg/example/Chain;', frames: frames(['org.example.Service.<clinit>()V', 12]) },
  chars: {
    id: 13,
    type: '[C',
    frames: frames(['java.lang.String.<init>([CII)V', 43], ['org.example.Service.name(J)Ljava/lang/String;', 9]),
  },
  items: {
    id: 300,
    type: '[Lorg/example/Item;',
    frames: frames(['org.example.Session.<init>(Ljava/lang/String;I)V', 21]),
  },
  chains: { id: 14, type: '[Lorg/example/Chain;', frames: frames(['org.example.Service.<clinit>()V', 3]) },
};
/** Of the VM itself, without a type. */
export const vmSites = { internal: 1, collector: 2 };

const specialSites = [
  'VM internal',
  'VM GC',
  'VM GC dead space',
  'VM GC scavenge zombie',
  'java.lang.Object.clone',
  'java.lang.String.intern',
  'java.io.ObjectInputStream.allocateNewObject',
  'java.io.ObjectInputStream.allocateNewArray',
  'java.lang.reflect.Array.newArray',
  'java.lang.reflect.Array.newMultiArray',
  'java.lang.reflect.Constructor.newInstance',
  'java.lang.reflect.Method.invoke',
];

export const causes = { systemGc: 0, allocationFailure: 14, ergonomics: 23 };
const causeNames = { 0: 'System.gc()', 14: 'Allocation Failure', 23: 'Ergonomics' };

/** The files beside the trace. */
export function writeProgram(folder, ids, { pointers }) {
  const symbols = new Records();
  symbols
    .bytes(fileHeader(ids, fileKinds.symbols))
    .i32(pointers ? 2 : 0)
    .i32(8)
    .text('');
  for (let cause = 0; cause < 27; cause++) {
    symbols
      .u8(17)
      .i32(cause)
      .text(causeNames[cause] ?? `cause ${cause}`)
      .u8(Number(cause === 14));
  }
  for (const [index, name] of specialSites.entries())
    symbols
      .u8(84)
      .site(index + 1)
      .text(name)
      .i32(0);
  for (const { id, type, frames } of Object.values(sites)) {
    symbols.u8(42).site(id).i32(frames.length);
    for (const { signature, bci } of frames) symbols.raw(signature).i32(bci);
    symbols.i32(typeOf[type]);
  }
  for (const type of types) {
    symbols.u8(24).i32(type.id).raw(type.signature);
    symbols.i32(type.array ? (arrayHeader << 8) | type.element : type.bytes);
    if (type.array) continue;
    symbols.u8(56).fields(type.fields.toReversed(), type.fields);
    if (type.signature !== 'Ljava/lang/Object;') symbols.u8(57).fields([], []);
  }
  writeMirror(symbols, 'Lorg/example/Service;');
  writeFileSync(join(folder, 'symbols'), symbols.content());

  const classes = new Records();
  classes.bytes(fileHeader(ids, fileKinds.classDefinitions)).i32(0).text('');
  for (const { id, signature, fields } of types.filter(({ own }) => own)) {
    const file = classFile({ name: signature.slice(1, -1), superclass: 'java/lang/Object', fields });
    classes.u8(14).i32(id).i32(file.length).bytes(file);
  }
  writeFileSync(join(folder, 'class_definitions'), classes.content());
}

/** The record for a class object: of which class it is. Its static fields are that class's. */
function writeMirror(symbols, signature) {
  const type = types[typeOf['Ljava/lang/Class;'] - 1];
  const { fields } = types[typeOf[signature] - 1];
  symbols.u8(24).i32(type.id).raw(type.signature).i32(type.bytes);
  symbols.u8(55).raw(signature).fields(fields, fields).u8(57).fields([], []);
}

class Records {
  #parts = [];

  bytes(bytes) {
    this.#parts.push(bytes);
    return this;
  }
  u8(value) {
    return this.bytes(Buffer.of(value));
  }
  i32(value) {
    return this.bytes(Buffer.from(Int32Array.of(value).buffer));
  }
  raw(text) {
    return this.bytes(Buffer.from(text));
  }
  text(text) {
    return this.raw(`${text}\0`);
  }
  /** Two bytes for a small one, three for a big one: 8 to 15, 16 to 23, 0 to 7. */
  site(id) {
    if (id < bigSite) return this.bytes(Buffer.of(id & 0xff, id >> 8));
    return this.bytes(Buffer.of((id >> 8) & 0xff, (id >> 16) & 0xff, id & 0xff));
  }
  /** @param all where the positions are those of the class file */
  fields(fields, all) {
    this.i32(fields.length);
    for (const field of fields) {
      this.i32(all.indexOf(field)).raw(field.descriptor.replaceAll('/', '.')).raw(`${field.name} `);
      this.bytes(Buffer.of(field.flags & 0xff, field.flags >> 8));
    }
    return this;
  }
  content() {
    return Buffer.concat(this.#parts);
  }
}
