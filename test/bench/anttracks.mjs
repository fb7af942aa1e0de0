// The benchmark of AntTracks traces: how fast a trace of more than 100 MB with millions of live objects is read, how long it then takes to
// get at the heap of any of its collections, and what that costs in memory. What is found is compared with what the generator knows.
//
// Reading is stated as a multiple of the CPU time that md5sum takes for the same file in the same round, too: absolute times say little on
// a shared machine. For the same reason CPU time is what counts of jumps; on an idle machine they take less, since threads share the work.
// Prints one table, writes build/bench/anttracks.json, and exits with 1 when a limit is broken. The trace is deleted.
//
// Where there are real traces (HEAPTRAIL_ANTTRACKS says where, see docs/testing.md) the largest one is read, too: that its heaps are right is for
// the tests to say.
//
//   node test/bench/anttracks.mjs [--sessions 100000] [--collections 12] [--rounds 3] [--keep]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const timer = join(root, 'build', 'release', 'time_anttracks');
const generator = join(root, 'test', 'bench', 'generate_anttracks.mjs');
const results = join(root, 'build', 'bench');
const realTraces = process.env.HEAPTRAIL_ANTTRACKS ?? join(root, '..', 'shared', 'data', 'anttracks');

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    collections: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
/**
 * Multiples of md5sum's CPU time (wanted are 16, that is 40 MB of the file, packed as it is, in a second, where md5sum takes 640); CPU seconds
 * to any point; bytes at the peak, besides the file, which is mapped. A trace without pointers is small for what happens in it, so that how
 * fast its bytes are read has no limit.
 */
const limits = { toMd5sum: 30, jumpCpuSeconds: 2, peakBytesPerObject: 200 };

/** Says where a heap is not what was written. */
function check(jumps, collections) {
  for (const { point, objects, references } of jumps) {
    const known = collections[point];
    if (objects !== known.objects || references !== known.references) {
      const found = `${objects} objects and ${references} references`;
      throw new Error(`point ${point}: ${found} instead of ${known.objects} and ${known.references}`);
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

function bench(name, ...kind) {
  const folder = join(results, `anttracks-${name}`);
  const truthFile = `${folder}.json`;
  const size = ['--sessions', options.sessions, '--collections', options.collections, '--buffer-bytes', '65536'];
  process.stderr.write(`${name}: generating`);
  execFileSync(process.execPath, [generator, '--out', folder, '--truth', truthFile, ...size, ...kind]);
  const truth = JSON.parse(readFileSync(truthFile, 'utf8'));
  const collections = kind.includes('--no-pointers')
    ? truth.collections.map((collection) => ({ ...collection, references: 0 }))
    : truth.collections;
  const runs = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    process.stderr.write(` ${round + 1}/${options.rounds}`);
    const md5sum = md5sumCpu(join(folder, 'trace'));
    const run = JSON.parse(execFileSync(timer, [folder, '0'], { encoding: 'utf8' }));
    check(run.jumps, collections);
    runs.push({ ...run, toMd5sum: run.open.cpu / md5sum });
  }
  process.stderr.write('\n');
  if (!options.keep) rmSync(folder, { recursive: true });
  rmSync(truthFile);
  // Noise only adds: the best of the rounds.
  const least = (value) => Math.min(...runs.map(value));
  const objects = Math.max(...collections.map((collection) => collection.objects));
  const openCpu = least(({ open }) => open.cpu);
  const peakBytes = least((run) => run.peakBytes);
  return {
    name,
    megabytes: truth.bytes / 1e6,
    plainMegabytes: truth.plainBytes / 1e6,
    mostObjects: objects,
    openWall: least(({ open }) => open.wall),
    openCpu,
    toMd5sum: least(({ toMd5sum }) => toMd5sum),
    megabytesPerCpuSecond: truth.bytes / 1e6 / openCpu,
    plainMegabytesPerCpuSecond: truth.plainBytes / 1e6 / openCpu,
    slowestJumpWall: least(({ jumps }) => Math.max(...jumps.map(({ wall }) => wall))),
    slowestJumpCpu: least(({ jumps }) => Math.max(...jumps.map(({ cpu }) => cpu))),
    peakBytes,
    peakBytesPerObject: (peakBytes - truth.bytes) / objects,
  };
}

/** The largest archive of a real trace, or nothing. */
function largestRealTrace() {
  if (!existsSync(realTraces)) return undefined;
  const archives = readdirSync(realTraces).filter((name) => name.endsWith('.tar.zst'));
  const bytes = (name) => statSync(join(realTraces, name)).size;
  return archives.sort((a, b) => bytes(b) - bytes(a))[0];
}

/** What holds for every trace: how fast it is opened. */
function benchReal(archive) {
  const folder = join(results, 'anttracks-real');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--zstd', '-xf', join(realTraces, archive), '-C', folder]);
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const symbols = files.find((file) => basename(file) === 'symbols');
  if (symbols === undefined) throw new Error(`${archive} has no symbols file`);
  const traces = files.filter((file) => /^trace(_\d+)?$/.test(basename(file)) && dirname(file) === dirname(symbols));
  const megabytes = traces.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const runs = Array.from({ length: Number(options.rounds) }, () =>
    JSON.parse(execFileSync(timer, [dirname(symbols), '0'], { encoding: 'utf8' })),
  );
  rmSync(folder, { recursive: true });
  const openCpu = Math.min(...runs.map(({ open }) => open.cpu));
  return {
    name: basename(archive, '.tar.zst'),
    megabytes,
    openWall: Math.min(...runs.map(({ open }) => open.wall)),
    openCpu,
    megabytesPerCpuSecond: megabytes / openCpu,
    slowestJumpWall: Math.min(...runs.map(({ jumps }) => Math.max(...jumps.map(({ wall }) => wall)))),
    slowestJumpCpu: Math.min(...runs.map(({ jumps }) => Math.max(...jumps.map(({ cpu }) => cpu)))),
    peakBytes: Math.min(...runs.map((run) => run.peakBytes)),
  };
}

mkdirSync(results, { recursive: true });
const rows = [bench('pointers'), bench('no-pointers', '--no-pointers')];
const archive = largestRealTrace();
if (archive === undefined) console.error(`no real trace in ${realTraces}: only generated ones are read`);
else rows.push(benchReal(archive));
console.table(
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        typeof value === 'number' ? Math.round(value * 100) / 100 : value,
      ]),
    ),
  ),
);
writeFileSync(join(results, 'anttracks.json'), `${JSON.stringify({ limits, rows }, null, 2)}\n`);
const holds = ({ name, toMd5sum, slowestJumpCpu, peakBytesPerObject }) =>
  (name !== 'pointers' || toMd5sum <= limits.toMd5sum) &&
  slowestJumpCpu <= limits.jumpCpuSeconds &&
  (peakBytesPerObject === undefined || peakBytesPerObject <= limits.peakBytesPerObject);
const broken = rows.filter((row) => !holds(row));
for (const row of broken) console.error(`limit broken, trace with ${row.name}: ${JSON.stringify(limits)}`);
process.exitCode = broken.length > 0 ? 1 : 0;
