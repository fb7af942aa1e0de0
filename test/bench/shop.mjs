// The benchmark of a web shop's heap: millions of maps of 1 to 16 entries, small lists and short texts. What the dominator tree and data
// structures cost there, and what the ways through such a heap cost (waste, the dominator tree by places), as whole processes on a cold start,
// against md5sum of the same file in the same round: CPU seconds of user and system together.
// Prints one table, writes build/bench/shop.json, and exits with 1 when a limit is broken.
//
//   node test/bench/shop.mjs [--objects 38000000] [--rounds 3]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const built = (name) => join(root, 'build', 'release', name);
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: { objects: { type: 'string', default: '38000000' }, rounds: { type: 'string', default: '3' } },
});
const limits = { ratio: 4, peakBytes: 1.3e9 };
const runs = {
  retained: ['heap', '--metrics', 'retained'],
  objects: ['inspect', '--where', 'bytes>=0', '--objects', '--top', '20'],
  structures: ['structures', '--top-level'],
  'deep and retained': ['heap', '--metrics', 'deep,retained'],
};
/** Without a limit yet. */
const ways = {
  'dominator tree': ['heap', '--by', 'dominator-tree', '--depth', '1'],
  waste: ['waste'],
};

/** Seconds of CPU and bytes at the peak of one process. */
function measure(command, args) {
  const { status, stderr } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', command, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  const [user, system, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds: user + system, peakBytes: kilobytes * 1024 };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
try {
  const dump = join(folder, 'shop.hprof');
  execFileSync(built('generate_dump'), [
    '--shape',
    'shop',
    '--objects',
    options.objects,
    '--out',
    dump,
    '--truth',
    join(folder, 'truth'),
  ]);
  const rounds = Array.from({ length: Number(options.rounds) }, () => {
    const floor = measure('md5sum', [dump]).seconds;
    return Object.entries({ ...runs, ...ways }).map(([name, [command, ...args]]) => {
      const { seconds, peakBytes } = measure(built('heaptrail'), [command, dump, ...args, '--quiet']);
      return { name, seconds, peakBytes, ratio: seconds / floor };
    });
  });
  const rows = rounds[0].map(({ name }, at) => ({
    name,
    seconds: median(rounds.map((round) => round[at].seconds)),
    ratio: median(rounds.map((round) => round[at].ratio)),
    peakBytes: Math.max(...rounds.map((round) => round[at].peakBytes)),
  }));
  console.log(`${options.objects} objects, ${statSync(dump).size} bytes`);
  console.table(rows);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'shop.json'), `${JSON.stringify({ limits, rows }, null, 2)}\n`);
  const broken = rows.filter(
    ({ name, ratio, peakBytes }) => name in runs && (ratio > limits.ratio || peakBytes > limits.peakBytes),
  );
  for (const { name } of broken) console.error(`limit broken: ${name}, ${JSON.stringify(limits)}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
