// The benchmark of data structures: how long it takes to detect all of them in a heap of 20 million objects, against the time that
// finding what is live takes in the same process, and what that costs in memory.
// Prints one table, writes build/bench/structures.json, and exits with 1 when a limit is broken.
//
//   node test/bench/structures.mjs [--millions 20] [--rounds 3]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const timer = join(root, 'build', 'release', 'time_structures');
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: { millions: { type: 'string', default: '20' }, rounds: { type: 'string', default: '3' } },
});
const limits = { ratio: 1.5, bytesPerObject: 8 };

/** A heap dump of test/programs/ManyObjects.java. */
async function dumpOf(millions, folder) {
  execFileSync('javac', ['-d', folder, join(root, 'test', 'programs', 'ManyObjects.java')]);
  const java = spawn('java', ['-Xmx6g', '-XX:+UseParallelGC', '-cp', folder, 'ManyObjects', millions], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(java, 'exit');
  await once(createInterface(java.stdout), 'line');
  const dump = join(folder, 'many.hprof');
  execFileSync('jcmd', [String(java.pid), 'GC.heap_dump', dump], { stdio: 'ignore' });
  java.stdin.end();
  await ended;
  return dump;
}

const best = (runs, key) => Math.min(...runs.map((run) => run[key]));

const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
try {
  const dump = await dumpOf(options.millions, folder);
  const rows = [1, 0].map((threads) => {
    const runs = Array.from({ length: Number(options.rounds) }, () =>
      JSON.parse(execFileSync(timer, [dump, String(threads)], { encoding: 'utf8' })),
    );
    return {
      threads: threads === 0 ? 'all' : '1',
      objects: runs[0].objects,
      structures: runs[0].structures,
      marking: best(runs, 'marking'),
      detecting: best(runs, 'detecting'),
      deep: best(runs, 'deep'),
      ratio: best(runs, 'detecting') / best(runs, 'marking'),
      bytesPerObject: best(runs, 'bytesPerObject'),
    };
  });
  console.table(rows);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'structures.json'), `${JSON.stringify({ limits, rows }, null, 2)}\n`);
  const broken = rows.filter((row) => row.ratio > limits.ratio || row.bytesPerObject > limits.bytesPerObject);
  for (const row of broken) console.error(`limit broken with ${row.threads} thread(s): ${JSON.stringify(limits)}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
