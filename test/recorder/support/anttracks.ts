// Traces of the AntTracks VM with what heap dumps of the same moments say: where they are, and what is in them. They are too large for the
// repository; docs/testing.md says where they are looked for.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { heaptrail } from './heaptrail';
import { readableName } from './histogram';
import { build, root } from './places';
import type { Line } from './recordings';

const data = process.env.HEAPTRAIL_ANTTRACKS ?? path.resolve(root, '../shared/data/anttracks');
const ending = '.tar.zst';

/** The names of all traces that there are. */
export const traceNames = existsSync(data)
  ? readdirSync(data)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .sort()
  : [];

export const haveTraces = traceNames.length > 0;

/** What a describe block adds to its name when there are no traces, so that skipping is not silent. */
export const orNoTraces = (title: string): string =>
  haveTraces ? title : `${title} (SKIPPED: no traces in ${data}; HEAPTRAIL_ANTTRACKS says where others are)`;

export interface Counted {
  readonly objects: number;
  readonly bytes: number;
  readonly references: number;
}

/** A heap right after a collection, by class as the dump names it. */
export interface TrueHeap {
  readonly id: number;
  readonly kind: 'minor' | 'major';
  readonly classes: ReadonlyMap<string, Counted>;
}

export interface UnpackedTrace {
  readonly folder: string;
  readonly truth: readonly TrueHeap[];
  /** What the program printed. */
  readonly printed: string;
  /** What it said of itself at its checkpoints: by class. */
  readonly checkpoints: readonly ReadonlyMap<string, number>[];
  remove(): void;
}

export function unpack(name: string): UnpackedTrace {
  const place = path.join(build, 'anttracks', `${process.pid}`);
  const folder = path.join(place, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['--zstd', '-xf', path.join(data, `${name}${ending}`), '-C', place]);
  const truthFolder = path.join(folder, 'truth');
  const truth = readdirSync(truthFolder)
    .sort()
    .map((file) => trueHeap(path.join(truthFolder, file)));
  const printed = readFileSync(path.join(folder, 'program.txt'), 'utf8');
  return {
    folder,
    truth,
    printed,
    checkpoints: [...printed.matchAll(/^CHECKPOINT \d+ (.*)$/gm)].map(([, text]) => checkpoint(text ?? '')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function trueHeap(file: string): TrueHeap {
  const [, id, kind] = /gc-(\d+)-(minor|major)/.exec(path.basename(file)) ?? [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const classes = new Map<string, Counted>();
  for (const line of lines) {
    const [signature = '', objects, bytes, references] = line.split('\t');
    const counted = { objects: Number(objects), bytes: Number(bytes), references: Number(references) };
    add(classes, nameIn(signature), counted);
  }
  return { id: Number(id), kind: kind === 'minor' ? 'minor' : 'major', classes };
}

/** `java/lang/String` and `[Ljava/lang/String;` as they are in source. */
const nameIn = (signature: string): string => comparableName(readableName(signature).replaceAll('/', '.'));

/** Dumps leave out the number that tells anonymous classes of the VM apart: `Main$$Lambda$1/4711`, `Main$$Lambda$1.4711`. */
export const comparableName = (name: string): string => name.replace(/[/.]\d+(?=(\[\])*$)/, '');

/** `Product=7000 [LItem;=3 both=4000`: words that name no class are counts of something else. */
function checkpoint(text: string): Map<string, number> {
  const counts = [...text.matchAll(/(\S+)=(\d+)/g)].map(([, name = '', count]) => [name, Number(count)] as const);
  return new Map(counts.filter(([name]) => /[$[]|^java/.test(name)).map(([name, count]) => [nameIn(name), count]));
}

export function add(classes: Map<string, Counted>, type: string, more: Counted): void {
  const sum = classes.get(type) ?? { objects: 0, bytes: 0, references: 0 };
  classes.set(type, {
    objects: sum.objects + more.objects,
    bytes: sum.bytes + more.bytes,
    references: sum.references + more.references,
  });
}

/** Calls back with each line of the JSON Lines into which a trace is converted: they would not all fit into memory. */
export function forEachLine(trace: string, see: (line: Line) => void): void {
  const file = `${trace.replace(/\/$/, '')}.heap.jsonl`;
  rmSync(file, { force: true });
  heaptrail('convert', trace, file);
  const input = openSync(file, 'r');
  const piece = Buffer.alloc(1 << 24);
  let rest = '';
  for (let bytes = readSync(input, piece); bytes > 0; bytes = readSync(input, piece)) {
    // Names in these traces have no letters that take several bytes.
    const lines = (rest + piece.toString('latin1', 0, bytes)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) see(JSON.parse(line) as Line);
  }
  closeSync(input);
  rmSync(file);
}

/** Objects at one point, by id, and what they are. */
export interface PointObjects {
  readonly index: number;
  readonly types: ReadonlyMap<number, string>;
  readonly objects: ReadonlyMap<number, Line>;
}

/** Calls back with all objects of each point, in the order of time. */
export function forEachPoint(trace: string, see: (point: PointObjects) => void): void {
  const types = new Map<number, string>();
  let objects = new Map<number, Line>();
  let index = 0;
  forEachLine(trace, (line) => {
    if (line.root !== undefined) return;
    if (line.o !== undefined) objects.set(line.o, line);
    else if (line.type !== undefined && line.name !== undefined) types.set(line.type, line.name);
    else if (line.end !== undefined && line.gc === undefined) {
      see({ index: index++, types, objects });
      objects = new Map();
    }
  });
}

/** Objects and their references by the name of the type, of which no bytes are counted. */
export function countedByType({ types, objects }: PointObjects, nameOf = (name: string): string => name) {
  const ofType = new Map<number, { objects: number; references: number }>();
  for (const { type = -1, refs = [] } of objects.values()) {
    const counted = ofType.get(type) ?? { objects: 0, references: 0 };
    counted.objects++;
    for (const reference of refs) if (reference !== null) counted.references++;
    ofType.set(type, counted);
  }
  const ofName = new Map<string, Counted>();
  for (const [type, counted] of ofType) add(ofName, nameOf(types.get(type) ?? '?'), { ...counted, bytes: 0 });
  return ofName;
}

/** Where in a trace file, in bytes, each of its collections is complete. */
export function collectionEnds(file: string): number[] {
  const bytes = readFileSync(file);
  const ends: number[] = [];
  const [idCount, frameHeader, endOfCollection] = [bytes.readInt32LE(4), 12, 3];
  let at = 8 + 4 * idCount + 8;
  while (at + frameHeader <= bytes.length) {
    const meta = bytes.readUInt32LE(at + 8);
    const body = at + frameHeader;
    at = body + (meta & 0x1fffffff);
    const isAlone = ((meta >>> 29) & 3) === 2;
    if (isAlone && at <= bytes.length && bytes.readUInt32LE(body) >>> 26 === endOfCollection) ends.push(at);
  }
  return ends;
}
