// The benchmark of whole runs: how long the program takes on generated heap dumps of 1, 10 and 40 million objects.
//
// Absolute times say little on a shared machine, so each is stated as a multiple of the CPU time that md5sum takes for
// the same file in the same round, with the file in the page cache. Every answer is also compared with what the
// generator knows to be in the file. Prints one table, writes build/bench/results.json, and exits with 1 when a limit
// is broken. The dumps are deleted.
//
//   node test/bench/bench.mjs [--objects 1,10,40] [--rounds 5] [--keep]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const program = join(root, 'build', 'release', 'heaptrail');
const generator = join(root, 'build', 'release', 'generate_dump');
const timeGraph = join(root, 'build', 'release', 'time_graph');
const folder = join(root, 'build', 'bench');

// What must hold for large dumps (on small ones starting a process counts): multiples of md5sum's CPU time and bytes of
// memory of whole runs; …
const runLimits = {
  histogram: { ratio: 1, peakBytes: 1.4e9 },
  graph: { ratio: 4, peakBytes: 1.4e9 },
  dominators: { ratio: 6, peakBytes: 1.8e9 },
};
const fromMillions = 10;
// … the retained sizes of all types against the dominators; seconds to open again from the cache; how much more an object
// may cost in the largest dump than in the smallest; how much faster two threads must be where both work.
const limits = { typesToDominators: 3, reopenSeconds: 0.5, growth: 1.5, speedup: 1.5 };

// Phases of time_graph in which all threads work.
const parallelPhases = [
  'Reading objects',
  'Reading references',
  'Telling inner objects from leaves',
  'Finding dominators of leaves',
  'Turning references round',
];

const { values: options } = parseArgs({
  options: {
    objects: { type: 'string', default: '1,10,40' },
    rounds: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);

/** Of a process that is running now: the most memory it had so far, and the part of what it has that is no mapped file. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (key) => 1024 * Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { peak: bytes('VmHWM'), own: bytes('RssAnon') + bytes('RssShmem') };
  } catch {
    return { peak: 0, own: 0 };
  }
}

function childOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0];
  } catch {
    return '';
  }
}

/** Runs a command; bash says in milliseconds what it cost, /proc what memory it had. */
async function measure(command) {
  const shell = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" 2>&3', 'bash', ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'inherit'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let output = '';
  let times = '';
  shell.stdout.on('data', (data) => (output += data));
  shell.stderr.on('data', (data) => (times += data));
  let peakBytes = 0;
  let ownBytes = 0;
  const watch = setInterval(() => {
    const memory = memoryOf(childOf(shell.pid));
    peakBytes = Math.max(peakBytes, memory.peak);
    ownBytes = Math.max(ownBytes, memory.own);
  }, 5);
  const status = await new Promise((resolve, reject) => shell.on('close', resolve).on('error', reject));
  clearInterval(watch);
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}`);
  const [wall, user, system] = times.trim().split(' ').map(Number);
  return { output, wall, cpu: user + system, peakBytes, ownBytes };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Says where an answer differs from the truth. */
function check(answer, truth, part) {
  const { total, group } = JSON.parse(answer);
  // Everything that is live is freed if everything that is live vanishes.
  const { objects, bytes } = total ?? group.retained;
  const parts = part === 'histogram' ? [truth.live, truth.unreachable] : [truth.live];
  for (const [name, found] of Object.entries({ objects, bytes })) {
    const expected = parts.reduce((sum, tally) => sum + tally[name], 0);
    if (found !== expected) throw new Error(`${part}: ${found} ${name} instead of ${expected}`);
  }
}

async function bench(millions) {
  const dump = join(folder, `${millions}m.hprof`);
  const truthFile = join(folder, `${millions}m.json`);
  process.stderr.write(`${millions} million objects: generating`);
  const made = spawnSync(generator, ['--objects', `${millions * 1e6}`, '--out', dump, '--truth', truthFile]);
  if (made.status !== 0) throw new Error(`generate_dump: ${made.stderr}`);
  const truth = JSON.parse(readFileSync(truthFile, 'utf8'));
  const cache = join(folder, `${millions}m.cache`);
  const heap = [program, 'heap', dump, '--by', 'type', '--json', '--quiet'];
  const retained = [...heap, '--metrics', 'retained', '--sort', 'retained'];
  const largest = ['--where', 'extends=java.lang.Object or length>=0', '--objects', '--top', '20'];
  const commands = {
    md5sum: ['md5sum', dump],
    histogram: [...heap, '--count', 'all'],
    graph: heap,
    dominators: [program, 'inspect', dump, ...largest, '--json', '--quiet'],
  };
  const runs = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  await measure(['cp', dump, '/dev/null']); // into the page cache
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(` ${round + 1}/${rounds}`);
    for (const [name, command] of Object.entries(commands)) {
      const run = await measure(command);
      if (name !== 'md5sum') check(run.output, truth, name);
      runs[name].push(run);
    }
  }
  const first = await measure([...retained, '--cache', cache]);
  const again = [];
  for (let round = 0; round < rounds; round++) again.push(await measure([...retained, '--cache', cache]));
  if (again.some((run) => run.output !== first.output)) throw new Error('the cache answers something else');
  const cacheBytes = readdirSync(cache).reduce((sum, file) => sum + statSync(join(cache, file)).size, 0);
  rmSync(cache, { recursive: true });
  const phases = { one: await phasesOf(dump, 1), two: await phasesOf(dump, 2) };
  process.stderr.write('\n');
  if (!options.keep) rmSync(dump);
  const cpu = (name) => median(runs[name].map((run) => run.cpu));
  const ratio = (name) => median(runs[name].map((run, round) => run.cpu / runs.md5sum[round].cpu));
  const part = (name) => ({
    cpuSeconds: cpu(name),
    wallSeconds: median(runs[name].map((run) => run.wall)),
    ratio: ratio(name),
    peakBytes: Math.max(...runs[name].map((run) => run.peakBytes)),
    ownBytes: Math.max(...runs[name].map((run) => run.ownBytes)),
  });
  return {
    millions,
    objects: truth.live.objects + truth.unreachable.objects,
    references: truth.references,
    fileBytes: truth.fileBytes,
    md5sumCpuSeconds: cpu('md5sum'),
    histogram: part('histogram'),
    graph: part('graph'),
    dominators: part('dominators'),
    firstWithCacheSeconds: first.wall,
    reopenSeconds: median(again.map((run) => run.wall)),
    cacheBytes,
    phases,
    typesToDominators: cpuOf(phases.one, 'retained sizes of all types') / cpuOf(phases.one, 'dominators'),
    speedup: parallelSeconds(phases.one) / parallelSeconds(phases.two),
  };
}

/** What the parts of the work cost in one process; the least of the rounds, since noise only adds. */
async function phasesOf(dump, threads) {
  const all = [];
  for (let round = 0; round < rounds; round++) {
    all.push(JSON.parse((await measure([timeGraph, dump, String(threads)])).output));
  }
  const least = (index, key) => Math.min(...all.map((phases) => phases[index][key]));
  return all[0].map((phase, index) => ({ ...phase, wall: least(index, 'wall'), cpu: least(index, 'cpu') }));
}

const cpuOf = (phases, group) => phases.filter((p) => p.of === group).reduce((sum, p) => sum + p.cpu, 0);
const parallelSeconds = (phases) =>
  phases.filter((p) => parallelPhases.includes(p.phase)).reduce((sum, p) => sum + p.wall, 0);

function broken(result) {
  if (result.millions < fromMillions) return [];
  const found = [];
  const must = (what, value, limit, atLeast = false) => {
    if (atLeast ? value >= limit : value <= limit) return;
    found.push(`${what} of ${result.millions} million: ${value.toFixed(2)}, limit ${limit}`);
  };
  for (const [part, { ratio, peakBytes }] of Object.entries(runLimits)) {
    must(`${part}: × md5sum`, result[part].ratio, ratio);
    must(`${part}: peak GB`, result[part].peakBytes / 1e9, peakBytes / 1e9);
  }
  must('retained sizes of all types against dominators', result.typesToDominators, limits.typesToDominators);
  must('opening again, seconds', result.reopenSeconds, limits.reopenSeconds);
  must('speed-up of parallel parts with two threads', result.speedup, limits.speedup, true);
  return found;
}

/** How much more one object costs in the largest dump than in the smallest. */
function growth(results) {
  const cost = ({ dominators, objects }) => dominators.cpuSeconds / objects;
  return cost(results.at(-1)) / cost(results[0]);
}

const gigabytes = (bytes) => (bytes / 1e9).toFixed(2);

function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column])).join('  ')).join('\n');
}

function table(results) {
  const parts = Object.keys(runLimits);
  const head = [
    'objects',
    'file GB',
    'md5sum s',
    ...parts.flatMap((part) => [`${part} s`, '× md5sum', 'wall s', 'peak GB']),
  ];
  const rows = results.map((result) => [
    result.objects.toLocaleString('en'),
    gigabytes(result.fileBytes),
    result.md5sumCpuSeconds.toFixed(2),
    ...parts.flatMap((part) => [
      result[part].cpuSeconds.toFixed(2),
      result[part].ratio.toFixed(2),
      result[part].wallSeconds.toFixed(2),
      gigabytes(result[part].peakBytes),
    ]),
  ]);
  return aligned([head, ...rows]);
}

function groupTable(results) {
  const head = ['objects', 'types s', '/ dominators', 'deep s', 'reopen s', 'cache GB', '2 threads', 'ns/object'];
  const rows = results.map((result) => [
    result.objects.toLocaleString('en'),
    cpuOf(result.phases.one, 'retained sizes of all types').toFixed(2),
    result.typesToDominators.toFixed(2),
    cpuOf(result.phases.one, 'deep sizes of all types').toFixed(2),
    result.reopenSeconds.toFixed(3),
    gigabytes(result.cacheBytes),
    `${result.speedup.toFixed(2)} ×`,
    ((1e9 * result.dominators.cpuSeconds) / result.objects).toFixed(0),
  ]);
  return aligned([head, ...rows]);
}

for (const needed of [program, generator, timeGraph]) {
  if (!existsSync(needed)) {
    console.error(`${needed} is missing: build it with cmake --preset release && cmake --build --preset release`);
    process.exit(2);
  }
}
mkdirSync(folder, { recursive: true });
const results = [];
try {
  for (const millions of options.objects.split(',').map(Number)) results.push(await bench(millions));
} finally {
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.hprof') && !options.keep) rmSync(join(folder, file));
  }
}
const breaches = results.flatMap(broken);
if (results.length > 1 && growth(results) > limits.growth) {
  breaches.push(`an object costs ${growth(results).toFixed(2)} × as much in the largest dump as in the smallest`);
}
writeFileSync(
  join(folder, 'results.json'),
  `${JSON.stringify({ date: new Date().toISOString(), cpu: cpus()[0].model, rounds, runLimits, limits, results, breaches }, null, 2)}\n`,
);
console.log(`${table(results)}\n\n${groupTable(results)}`);
console.log(`
CPU seconds (user + system) of whole runs, medians of ${rounds} rounds. histogram: one pass, everything counted. graph: all
references read, live objects found. dominators: what every single object retains, and the twenty that retain most.
types, deep: exact retained and deep sizes of every type, CPU seconds of these parts. reopen: wall seconds of the same
answer from the cache. 2 threads: speed-up of the parts in which all threads work. ns/object: of "dominators".`);
for (const breach of breaches) console.log(`LIMIT BROKEN: ${breach}`);
process.exit(breaches.length > 0 ? 1 : 0);
