// The benchmark of AntTracks traces: how fast traces of more than 100 MB are read, how long it then takes to get at the heap of any of their
// collections, and what that costs in memory. One is the largest real trace, as it is and repeated until it is long enough
// (anttracks/repeat.mjs); the others are generated, with millions of live objects. What is found is compared with what must be there.
//
// Reading is stated as a multiple of the CPU time that md5sum takes for the same file in the same round, too: absolute times say little on
// a shared machine. For the same reason CPU time is what counts of jumps; on an idle machine they take less, since threads share the work.
// Prints one table, writes build/bench/anttracks.json, and exits with 1 when a limit is broken. The traces are deleted.
//
// HEAPTRAIL_ANTTRACKS says where real traces are (docs/testing.md); without them only generated ones are read.
//
//   node test/bench/anttracks.mjs [--sessions 100000] [--collections 12] [--megabytes 110] [--rounds 3] [--keep]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { repeatedHeaps, repeatTrace } from './anttracks/repeat.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const timer = join(root, 'build', 'release', 'time_anttracks');
const generator = join(root, 'test', 'bench', 'generate_anttracks.mjs');
const results = join(root, 'build', 'bench');
const realTraces = process.env.HEAPTRAIL_ANTTRACKS ?? join(root, '..', 'shared', 'data', 'anttracks');

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    collections: { type: 'string', default: '12' },
    /** Of the real trace that is repeated. */
    megabytes: { type: 'string', default: '110' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
/**
 * CPU seconds to any point; bytes at the peak, besides the file, which is mapped; and multiples of md5sum's CPU time: 16 are 40 MB of the
 * file, packed as it is, in a second where md5sum takes 640. What is packed well or has no pointers is small for what happens in it, so that
 * how fast its bytes are read has a limit of its own, or none.
 */
const limits = { jumpCpuSeconds: 2, peakBytesPerObject: 200, toMd5sum: { repeated: 16, pointers: 30 } };

/** With fewer, what a trace takes besides them counts for more. */
const manyObjects = 1_000_000;

const read = (folder) => JSON.parse(execFileSync(timer, [folder, '0'], { encoding: 'utf8', maxBuffer: 1 << 24 }));

/** Says where a heap is not what it must be. */
function check(jumps, heaps) {
  for (const { point, objects, references } of jumps) {
    const known = heaps[point];
    if (objects !== known?.objects || references !== known.references) {
      const found = `${objects} objects and ${references} references`;
      throw new Error(`point ${point}: ${found} instead of ${known?.objects} and ${known?.references}`);
    }
  }
}

function md5sumCpu(file) {
  const script = 'TIMEFORMAT="%U %S"; time md5sum "$1" > /dev/null';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return stderr
    .trim()
    .split(' ')
    .map(Number)
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** Reads the trace as often as wanted. `heaps`: what must be found. */
function measured(name, folder, { plainBytes, heaps } = {}) {
  const files = readdirSync(folder).filter((file) => /^trace(_\d+)?$/.test(file));
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const runs = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    process.stderr.write(`\r${name}: ${round + 1}/${options.rounds}`);
    const md5sum = files.reduce((sum, file) => sum + md5sumCpu(join(folder, file)), 0);
    const run = read(folder);
    if (heaps) check(run.jumps, heaps);
    runs.push({ ...run, toMd5sum: run.open.cpu / md5sum });
  }
  process.stderr.write('\n');
  // Noise only adds: the best of the rounds.
  const least = (value) => Math.min(...runs.map(value));
  const objects = Math.max(...runs[0].jumps.map((jump) => jump.objects));
  const openCpu = least(({ open }) => open.cpu);
  const peakBytes = least((run) => run.peakBytes);
  return {
    name,
    megabytes: bytes / 1e6,
    ...(plainBytes && { plainMegabytes: plainBytes / 1e6, plainMegabytesPerCpuSecond: plainBytes / 1e6 / openCpu }),
    points: runs[0].jumps.length,
    mostObjects: objects,
    openWall: least(({ open }) => open.wall),
    openCpu,
    toMd5sum: least(({ toMd5sum }) => toMd5sum),
    megabytesPerCpuSecond: bytes / 1e6 / openCpu,
    slowestJumpWall: least(({ jumps }) => Math.max(...jumps.map(({ wall }) => wall))),
    slowestJumpCpu: least(({ jumps }) => Math.max(...jumps.map(({ cpu }) => cpu))),
    peakBytes,
    ...(objects >= manyObjects && { peakBytesPerObject: (peakBytes - bytes) / objects }),
  };
}

function benchGenerated(name, ...kind) {
  const folder = join(results, `anttracks-${name}`);
  const truthFile = `${folder}.json`;
  const size = ['--sessions', options.sessions, '--collections', options.collections, '--buffer-bytes', '65536'];
  process.stderr.write(`${name}: generating`);
  execFileSync(process.execPath, [generator, '--out', folder, '--truth', truthFile, ...size, ...kind]);
  const { plainBytes, collections } = JSON.parse(readFileSync(truthFile, 'utf8'));
  const heaps = kind.includes('--no-pointers') ? collections.map((heap) => ({ ...heap, references: 0 })) : collections;
  const row = measured(name, folder, { plainBytes, heaps });
  if (!options.keep) rmSync(folder, { recursive: true });
  rmSync(truthFile);
  return row;
}

/** The largest archive of a real trace, or nothing. */
function largestRealTrace() {
  if (!existsSync(realTraces)) return undefined;
  const archives = readdirSync(realTraces).filter((name) => name.endsWith('.tar.zst'));
  const bytes = (name) => statSync(join(realTraces, name)).size;
  return archives.sort((a, b) => bytes(b) - bytes(a))[0];
}

/** As it is, and repeated. The tests compare its heaps with heap dumps; those of the repeated one follow from them. */
function benchReal(archive) {
  const unpacked = join(results, 'anttracks-real');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['--zstd', '-xf', join(realTraces, archive), '-C', unpacked]);
  const files = readdirSync(unpacked, { recursive: true }).map((name) => join(unpacked, name));
  const symbols = files.find((file) => basename(file) === 'symbols');
  if (symbols === undefined) throw new Error(`${archive} has no symbols file`);
  const folder = dirname(symbols);
  const once = measured(basename(archive, '.tar.zst'), folder);

  const repeatedFolder = join(results, 'anttracks-repeated');
  process.stderr.write('repeated: generating');
  const { plainBytes, repetitions, collections } = repeatTrace(folder, repeatedFolder, Number(options.megabytes));
  const heapsOnce = read(folder).jumps.sort((a, b) => a.point - b.point);
  const heaps = repeatedHeaps(heapsOnce, collections, repetitions);
  const repeated = measured('repeated', repeatedFolder, { plainBytes, heaps });
  for (const each of options.keep ? [unpacked] : [unpacked, repeatedFolder]) rmSync(each, { recursive: true });
  return [once, repeated];
}

/** Numbers that a table has room for. */
const rounded = (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);

mkdirSync(results, { recursive: true });
const rows = [benchGenerated('pointers'), benchGenerated('no-pointers', '--no-pointers')];
const archive = largestRealTrace();
if (archive === undefined) console.error(`no real trace in ${realTraces}: only generated ones are read`);
else rows.push(...benchReal(archive));
console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, rounded(value)]))));
writeFileSync(join(results, 'anttracks.json'), `${JSON.stringify({ limits, rows }, null, 2)}\n`);
const holds = (row) =>
  row.toMd5sum <= (limits.toMd5sum[row.name] ?? Number.POSITIVE_INFINITY) &&
  row.slowestJumpCpu <= limits.jumpCpuSeconds &&
  (row.peakBytesPerObject ?? 0) <= limits.peakBytesPerObject;
const broken = rows.filter((row) => !holds(row));
for (const row of broken) console.error(`limit broken, trace with ${row.name}: ${JSON.stringify(limits)}`);
process.exitCode = broken.length > 0 ? 1 : 0;
