// Writes a well-formed trace of the AntTracks VM, and what is in its heap after each collection.
//
// A small Java VM is simulated (anttracks/machine.mjs): threads allocate in buffers of their own, minor collections evacuate, major ones
// compact, and the trace has an event for everything. What lives is known, so that a reader's answers can be compared with it.
//
//   node test/bench/generate_anttracks.mjs --out FOLDER --truth FILE.json [--sessions 2000] [--collections 8] [--major-every 4]
//     [--live-share 0.3] [--distinct 64] [--buffer-bytes 4096] [--no-pointers] [--no-compress] [--seed 1]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { kinds } from './anttracks/events.mjs';
import { Machine } from './anttracks/machine.mjs';
import { sites, typeOf, writeProgram } from './anttracks/program.mjs';
import { TraceFile } from './anttracks/trace_file.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    truth: { type: 'string' },
    /** Between two collections; about eight objects each. */
    sessions: { type: 'string', default: '2000' },
    collections: { type: 'string', default: '8' },
    'major-every': { type: 'string', default: '4' },
    /** How many of them stay for the whole run. */
    'live-share': { type: 'string', default: '0.3' },
    /** So many different lengths of names: with more than sessions that live, names tell which is which. */
    distinct: { type: 'string', default: '64' },
    'buffer-bytes': { type: 'string', default: '4096' },
    'no-pointers': { type: 'boolean', default: false },
    'no-compress': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
if (options.out === undefined || options.truth === undefined) throw new Error('expected --out FOLDER and --truth FILE');
const [perCycle, collections, majorEvery, distinct] = ['sessions', 'collections', 'major-every', 'distinct'].map(
  (name) => Number(options[name]),
);
const liveShare = Number(options['live-share']);
/** Of sessions: in chains that are let go from time to time. */
const passingShare = 0.1;
const pointers = !options['no-pointers'];
const lastingChains = 24;
const passingChains = 16;

let state = BigInt(options.seed);
/** From 0 to below the limit (SplitMix64). */
function random(limit) {
  state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  let mixed = state;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
  return Number((mixed ^ (mixed >> 31n)) >> 11n) % limit;
}

const itemsOf = (number) => (number % 500 === 499 ? 200 : number % 7);
const nameLengthOf = (number) => number % distinct;
const averageSessionBytes = 40 + 24 + 16 + 2 * (distinct / 2) + 16 + 16 + 4 * 28;
const edenBytes =
  Math.ceil((perCycle * averageSessionBytes * 1.4 + 40 * Number(options['buffer-bytes'])) / 65536) * 65536;
const keptSessions = Math.ceil(perCycle * (collections + 1) * (liveShare + passingShare) * 1.1) + 1000;

mkdirSync(options.out, { recursive: true });
const ids = Array.from({ length: 42 }, () => random(2 ** 31));
writeProgram(options.out, ids, { pointers });
const file = new TraceFile(join(options.out, 'trace'), ids, { compress: !options['no-compress'] });
const machine = new Machine(file, {
  edenBytes,
  oldBytes: Math.ceil((keptSessions * averageSessionBytes * 1.5) / 65536) * 65536 + (1 << 20),
  mostObjects: keptSessions * 9,
  bufferBytes: Number(options['buffer-bytes']),
  pointers,
});
const threads = ['main', 'worker-1', 'worker-2'].map((name, number) => machine.startThread(name, number));

// The class object with the static field that holds all chains.
const [main] = threads;
const classType = typeOf['Ljava/lang/Class;'];
const mirror = machine.keep(classType, 0, 6, machine.allocateMirror(classType));
const chainCount = lastingChains + passingChains;
const table = keep(main, kinds.interpreterFast, sites.chains, chainCount, chainCount);
machine.set(mirror, 5, table);
const chains = Array.from({ length: chainCount }, (_, index) => {
  const chain = keep(main, kinds.interpreterFast, sites.chain, 0, 1);
  machine.set(table, index, chain);
  return { object: chain, newest: -1 };
});

/** An object that may live on. */
function keep(thread, event, site, length, references) {
  const type = typeOf[site.type];
  return machine.keep(type, length, references, machine.allocate(thread, event, site.id, type, length));
}

/** One of which only its allocation is told. */
function waste(thread, event, site, length) {
  machine.allocate(thread, event, site.id, typeOf[site.type], length);
}

function wasteSession(thread, number) {
  waste(thread, kinds.c2Fast, sites.session, 0);
  waste(thread, kinds.c2Fast, sites.string, 0);
  waste(thread, kinds.c1Fast, sites.chars, nameLengthOf(number));
  waste(thread, kinds.c1Fast, sites.items, itemsOf(number));
  for (let item = 0; item < itemsOf(number); item++) waste(thread, kinds.interpreterFast, sites.item, 0);
}

function keepSession(thread, number, chain) {
  const session = keep(thread, kinds.c2Fast, sites.session, 0, 3);
  const name = keep(thread, kinds.c2Fast, sites.string, 0, 1);
  machine.set(name, 0, keep(thread, kinds.c1Fast, sites.chars, nameLengthOf(number), 0));
  const items = keep(thread, kinds.c1Fast, sites.items, itemsOf(number), itemsOf(number));
  for (let index = 0; index < itemsOf(number); index++) {
    const item = keep(thread, kinds.interpreterFast, sites.item, 0, 1);
    machine.set(item, 0, session);
    machine.set(items, index, item);
  }
  machine.set(session, 0, chain.newest);
  machine.set(session, 1, name);
  machine.set(session, 2, items);
  machine.set(chain.object, 0, session);
  chain.newest = session;
  thread.current = session;
}

let keptNumber = 0;
for (let cycle = 1; cycle <= collections; cycle++) {
  for (let made = 0; made < perCycle && machine.hasRoom(16 * distinct + 16384, threads.length); made++) {
    const thread = threads[random(threads.length)];
    const fate = random(1000) / 1000;
    if (fate < liveShare) keepSession(thread, keptNumber++, chains[random(lastingChains)]);
    else if (fate < liveShare + passingShare)
      keepSession(thread, keptNumber++, chains[lastingChains + random(passingChains)]);
    else wasteSession(thread, made);
  }
  const dropped = chains[lastingChains + (cycle % passingChains)];
  dropped.newest = -1;
  machine.set(dropped.object, 0, -1);
  if (cycle % majorEvery === 0) machine.collectAll(threads, mirror);
  else machine.collectYoung(threads, mirror);
}
file.close();
const truth = { bytes: file.bytes, plainBytes: file.plainBytes, collections: machine.collections };
writeFileSync(options.truth, JSON.stringify(truth));
