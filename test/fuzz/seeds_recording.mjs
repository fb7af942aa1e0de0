// Writes the seeds of the fuzzer of recordings: contents of chunks (fuzz_recording.cc frames them) with every kind of
// record, symbol and event.
//
//   node test/fuzz/seeds_recording.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const number = (value) => {
  const bytes = [];
  for (let left = BigInt(value); ; left >>= 7n) {
    if (left < 0x80n) return Buffer.from([...bytes, Number(left)]);
    bytes.push(Number(left & 0x7fn) | 0x80);
  }
};
const signed = (value) => number(value >= 0 ? 2 * value : -2 * value - 1);
const numbers = (...values) => Buffer.concat(values.map(number));
const text = (value) => Buffer.concat([number(value.length), Buffer.from(value)]);
const all = (...parts) => Buffer.concat(parts);
const list = (...values) => numbers(values.length, ...values);

const chunk = (kind, point, ...content) => {
  const bytes = all(...content);
  return all(Buffer.from([kind, point, bytes.length & 0xff, bytes.length >> 8]), bytes);
};

const start = chunk(1, 0, text('VM'), text('17'), text(''), numbers(1, 2, 1, 512, ...Array(9).fill(16), 4, 8, 1));

const string = (value) => all(number(1), text(value));
const type = (classObject, signature, superclass, interfaces, ...fields) =>
  all(
    numbers(2, classObject, signature, superclass, 0),
    list(...interfaces),
    number(fields.length),
    numbers(...fields.flat()),
  );
const names = [
  'Ljava/lang/Object;',
  'Ljava/lang/Class;',
  'La/Node;',
  '[La/Node;',
  'next',
  'cache',
  '[I',
  'main',
  'n',
  'I',
];
const symbols = chunk(
  2,
  0,
  ...names.map(string),
  type(1, 1, 0, []),
  type(2, 2, 1, [], [5 << 1, 1]),
  type(3, 3, 1, [5], [5 << 1, 3], [(6 << 1) | 1, 3], [9 << 1, 10]),
  type(4, 4, 1, []),
  type(5, 1, 0, [], [(6 << 1) | 1, 1]),
  type(6, 7, 1, []),
  numbers(3, 3, 8, 0, 42), // a frame
  numbers(4, 1, 1), // a site
  numbers(5, 20, 1, 8), // a thread
  numbers(6, 1, 1), // an origin
  numbers(7, 3, 24), // bytes of an instance
);

// An object's number is told by its distance from the one expected.
const object = (step, flags, ...rest) =>
  all(number((step >= 0 ? 2 * step : -2 * step - 1) * 4 + flags), numbers(...rest));
const objects = all(
  object(2, 1, 2, 96), // 2: java.lang.Class, of unusual size
  object(0, 0, 2), // 3
  object(0, 0, 2), // 4
  object(5, 2, 3, 1), // 10: a node, with an origin
  object(0, 0, 3), // 11
  object(0, 0, 4, 500), // 12: an array
  object(0, 0, 6, 7), // 13: of ints
  object(6, 1, 0, 0, 48), // 20: of a class that is told later
);
const group = (referrerStep, ...references) =>
  all(
    number((referrerStep >= 0 ? 2 * referrerStep : -2 * referrerStep - 1) * 4),
    number(references.length),
    ...references,
  );
const more = (referrerStep, base, ...references) =>
  all(
    number((referrerStep >= 0 ? 2 * referrerStep : -2 * referrerStep - 1) * 4 + 1),
    numbers(base, references.length),
    ...references,
  );
const toNext = (slotStep) => all(signed(slotStep), number(0));
const to = (slotStep, distance) =>
  all(signed(slotStep), number((distance >= 0 ? 2 * distance : -2 * distance - 1) + 1));
const root = (kind, target, ...details) => numbers(kind * 4 + 2, target, ...details);
const events = all(
  ...[1, 2, 3].map((kind) => root(kind, 0)), // the class objects
  root(4, 0, 1, 3, 1, 5), // a variable of a stack leads to 10
  group(10, toNext(1), to(2, -7)), // fields of 10
  group(2, to(400, -1)), // 12 is an array
  more(0, 1, to(3, -2)),
  group(-9, to(0, 1), to(8, 7), to(1, 1)), // 3 is a class object
  root(5, 0, 1, 1, 0),
  root(0, 0),
  root(6, 0),
  numbers(20 * 4 + 3, 3), // the class of 20
);
const heap = (point) => chunk(5, point, number(objects.length), objects, events);
const point = (n) =>
  all(chunk(4, n, numbers(n * 1_000_000_000, 0)), heap(n), chunk(6, n, numbers(8, 7, 300, 1000), list(1), list(1)));
const collections = chunk(3, 0, numbers(1000, 50, 1, 8, 9, 1, 5, 100, 70));

// Of a light point: nodes, arrays by their length, a class object and a thread; roots; references.
const counts = chunk(
  8,
  3,
  number(4),
  numbers(0, 3, 0, 0, 2, 48),
  numbers(0, 6, 0, 2, 1, 64),
  numbers(1, 3, 0, 0, 1, 96),
  numbers(2, 1, 1, 0, 1, 16),
  numbers(2, 4, 1, 1, 1, 6, 1, 3, 1),
  numbers(2, 0, 1, 1, 2, 0, 2),
);
const lightPoint = all(
  chunk(4, 3, numbers(3_000_000_000, 0)),
  counts,
  chunk(6, 3, numbers(5, 3, 224, 9), list(), list()),
);
/** One that tells collections apart: held by a field, by a part of that one, by a static field, by a thread; the last is of none. */
const heldCounts = chunk(
  8,
  4,
  number(5),
  numbers(0, 4, 0, 0, 2, 48),
  numbers(0, 3, 0, 0, 5, 96),
  numbers(0, 4, 0, 0, 1, 24),
  numbers(0, 4, 0, 0, 1, 24),
  numbers(0, 4, 0, 0, 1, 24),
  numbers(1, 4, 1, 3, 1),
  numbers(2, 0, 1, 5, 1, 2, 1),
  number(4),
  numbers(4, 1, 3, 0),
  numbers(4, 4, 0, 0),
  numbers(4, 2, 3, 1),
  numbers(4, 5, 1, 4),
  numbers(1, 1, 2, 3, 4),
);
const heldPoint = all(
  chunk(4, 4, numbers(4_000_000_000, 0)),
  heldCounts,
  chunk(6, 4, numbers(10, 7, 216, 9), list(), list()),
);
/** How full two pools were, three times. */
const uses = chunk(9, 0, list(8, 9), number(250), signed(100), signed(5), number(250), signed(-90), signed(5));

/** Several events tell the class of an object; counting took another one than the heap. A fuzzer found it. */
const severalClasses = [
  'AQEAGAACVk0CMTcAAQIBgAQQEBAQEBAQEBAECAECAKAAARJMamF2YS9sYW5nL09iamVjdDsBEUxqYXZhL2xhbmcvQ2xhc3M7AQhM',
  'YS9Ob2RlOwEJW0xhL05vZGU7AQRuZXR4AQVjYWNoZQECW0kBBG1haW4BAW4BAUkCAQEAAAAAAgICAQAAAQoBAgMDAQABBQMKAw0D',
  'EgoCBAQBAAAAAgUBAAAAAQ0BAgYHAQAAAAMDCAAqBAEBBRQBCAYBAQcDGAQBBgCAlOsD3AAFAUcAFxECYAACAAIqAwEAAwCt9AMA',
  'BgcwAAAwBgAKAA4AEgABAwEFUAICAAQOEAGgBgIBAQEGBEQDAAMQDwIDFgABAQACJxoAUwMGAQoACAesAugHAQEBAQMACgDoBzIB',
  'CAkBBWRGBAIGAICo1rkHAAUCRwAXEQJgAAIAAioDAQADAAT0MwAGBzIAADDTAAoADgASAAEAAAAAAAAABA4QAaAGAgEGAQEERAMA',
  'AxAPAgMWAAEBAAIAGgBTAwYCCgAIB6wC6AcBAQE7',
].join('');

/** What is called a class loader has references behind its fields, where its classes would go. Found by a fuzzer. */
const noLoader = [
  'AQEAGAACVk0CMTcAAQIBgAQQEBAQEBAxEBAECAECAKAAARJMamF2YS9sYW5nL09iamVjdDsBEUxqYXZhL2xzZ2wvamF2YS5sAQhM',
  'YS9Ob2RlOwEJW0xhL05vZGU7AQRuZXh0AQVjYWNoZQECW0kBBG1haW4BAW4BAUkCAQEAAAAAAgICAQAAAQoBAgMDAQABBQMKAw0D',
  'EgoCBAQBAAAAAgUBAAAAAQ0BAgYHAQAAAAMDCAAqBAEBBRQBCAYBAQcDGAQBBgCAlOvcAwAFAUcAFxECYAACAAIqAwEAAwAE9AMA',
  'BgcxAAAwBgAKAA4AEgABAwEFUAIDAAQOEEGgBgIBAQYBBEQDAAMQDwIDFgABAWEuThoAUwMGAQoACAesAugHAQEBAQMACgDoBzIB',
  'CAkBBWRGBAIGAICo1rkHAAUCRwAXEQJgAAIAAioDAQADAAT0AwAGBzEAADAGACEADgASAAEDAQVQAgIABA4CAaABAQYQAQYERAMA',
  'AxAPAgMWAAEBAAIAGgBTAwYCCgAIB6wC6AcBAQEB',
].join('');
/** Slots so far out that the one behind them is 0. Found by a fuzzer. */
const slotsFarOut = [
  'AQEAGAACVk0CMTcAAQIBgAQQEBAQEBAQEBAECAECAKAAARJMamF2YS9sYW5nL09iamVjdDsBEUxqYXZhL2xhbmcvQ2xhc3M7AQhM',
  'YS9Ob2RlOwEJW0xhL05vZGU7AQRuZXh0AQVjYWNoZQECW0kBBG1haW4BAW4BAUkCAQEAAAAAAgICAQAAAQoBAgMDAQABBQMKAw0D',
  'EgoCBAQBAAAAAgUBAAAAAQ0BAgYHAQAAAAMDCAAqBAEBBRQBCAYBAQcDGAQBBgCAlOvcAwAFAUcAFxECYAACAAIqAwEAAwAE9AMA',
  'BgcxAAAwBgAKAA4AEgABAwEFUAIDAwEFUAICAAQOEAGgBgIBAQEGBEQDAAMQDwIDFhoAUwMGAQoACAesAugHAQEBAQMACgDoBzIB',
  'CAkBBWRGBAIGAICo1rkHAAUCRwAXEQJgAAIAAioDAQADAAT0AwAGBzEAADAGAAoADgASAAEDAQVQAgIABA4QAaAGAgEBAQYERAMA',
  'AxAPAgMWAAEBAAIAGgBTAwYCCgAIB6wC6AcBAQEB',
].join('');

const chunks = all(start, symbols, point(1), collections, point(2));
const seeds = {
  light: all(Buffer.from([1]), start, symbols, point(1), uses, lightPoint),
  held: all(Buffer.from([1]), start, symbols, point(1), heldPoint),
  chunks: all(Buffer.from([1]), chunks),
  'with-index': all(Buffer.from([2]), chunks),
  'middle-of-point': all(Buffer.from([1]), start, symbols, point(1), chunk(4, 2, numbers(1, 0)), heap(2)),
  'several-classes': Buffer.from(severalClasses, 'base64'),
  'no-loader': Buffer.from(noLoader, 'base64'),
  'slots-far-out': Buffer.from(slotsFarOut, 'base64'),
  'plain-file': all(Buffer.from([0]), Buffer.from('HEAPTRAIL RECORDING 2\n\x1a\0'), Buffer.from('HCNK')),
};

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_recording.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(seeds)) writeFileSync(join(folder, name), bytes);
