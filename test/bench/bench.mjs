// The benchmark of whole runs: how long the program takes on generated heap dumps of 1, 10 and 40 million objects.
//
// Absolute times say little on a shared machine, so each is stated as a multiple of the CPU time that md5sum takes for
// the same file in the same round, with the file in the page cache. Every answer is also compared with what the
// generator knows to be in the file. Prints one table, writes build/bench/results.json, and exits with 1 when a limit
// is broken. The dumps are deleted.
//
//   node test/bench/bench.mjs [--objects 1,10,40] [--rounds 5] [--keep]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const program = join(root, 'build', 'release', 'heaptrail');
const generator = join(root, 'build', 'release', 'generate_dump');
const folder = join(root, 'build', 'bench');

// Multiples of md5sum's CPU time, and bytes of memory. They hold for large dumps; on small ones starting a process counts.
const limits = { histogram: 1, graph: 4, peakBytes: 1.4e9, fromMillions: 10 };

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
  const { objects, bytes } = JSON.parse(answer).total;
  const parts = part === 'all' ? [truth.live, truth.unreachable] : [truth.live];
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
  const commands = {
    md5sum: ['md5sum', dump],
    histogram: [program, 'heap', dump, '--by', 'type', '--count', 'all', '--json', '--quiet'],
    graph: [program, 'heap', dump, '--by', 'type', '--json', '--quiet'],
  };
  const runs = { md5sum: [], histogram: [], graph: [] };
  await measure(['cp', dump, '/dev/null']); // into the page cache
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(` ${round + 1}/${rounds}`);
    for (const [name, command] of Object.entries(commands)) {
      const run = await measure(command);
      if (name === 'histogram') check(run.output, truth, 'all');
      if (name === 'graph') check(run.output, truth, 'live');
      runs[name].push(run);
    }
  }
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
  };
}

function broken(result) {
  if (result.millions < limits.fromMillions) return [];
  const found = [];
  for (const part of ['histogram', 'graph']) {
    const { ratio, peakBytes } = result[part];
    if (ratio > limits[part])
      found.push(`${part} of ${result.millions} million takes ${ratio.toFixed(2)} × md5sum, limit ${limits[part]}`);
    if (peakBytes > limits.peakBytes)
      found.push(
        `${part} of ${result.millions} million takes ${gigabytes(peakBytes)} GB, limit ${gigabytes(limits.peakBytes)}`,
      );
  }
  return found;
}

const gigabytes = (bytes) => (bytes / 1e9).toFixed(2);

function table(results) {
  const rows = [
    [
      'objects',
      'file GB',
      'md5sum s',
      'histogram s',
      '× md5sum',
      'peak GB',
      'graph s',
      '× md5sum',
      'wall s',
      'peak GB',
      'own GB',
    ],
  ];
  for (const { objects, fileBytes, md5sumCpuSeconds, histogram, graph } of results) {
    rows.push([
      objects.toLocaleString('en'),
      gigabytes(fileBytes),
      md5sumCpuSeconds.toFixed(2),
      histogram.cpuSeconds.toFixed(2),
      histogram.ratio.toFixed(2),
      gigabytes(histogram.peakBytes),
      graph.cpuSeconds.toFixed(2),
      graph.ratio.toFixed(2),
      graph.wallSeconds.toFixed(2),
      gigabytes(graph.peakBytes),
      gigabytes(graph.ownBytes),
    ]);
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column])).join('  ')).join('\n');
}

for (const needed of [program, generator]) {
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
writeFileSync(
  join(folder, 'results.json'),
  `${JSON.stringify({ date: new Date().toISOString(), cpu: cpus()[0].model, rounds, limits, results, breaches }, null, 2)}\n`,
);
console.log(table(results));
console.log(`\nCPU seconds (user + system), medians of ${rounds} rounds. "own" is memory that is no mapped file.`);
console.log(
  `Limits from ${limits.fromMillions} million objects on: histogram ${limits.histogram} × md5sum, graph ${limits.graph} × md5sum, peak ${gigabytes(limits.peakBytes)} GB.`,
);
for (const breach of breaches) console.log(`LIMIT BROKEN: ${breach}`);
process.exit(breaches.length > 0 ? 1 : 0);
