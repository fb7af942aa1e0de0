// The benchmark of exploring: a heap of 20 million objects that is open, as the editor has it (one engine process, through the addon), and
// what somebody does there in the first minutes. And what it takes to read values of a dump of 2 GB that the system has no page of.
// Every number is the median of several questions that nothing was kept for; the wall clock, and processor time of all threads.
// Prints one table, writes build/bench/explore.json, and exits with 1 when a limit is broken in the best round by the clock.
//
//   ./run bench explore [--objects 20000000] [--dump FILE] [--large FILE] [--recording FILE] [--rounds 5] [--threads 2]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { recordManyObjects } from './many_objects.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const release = join(root, 'build', 'release');
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: {
    objects: { type: 'string', default: '20000000' },
    dump: { type: 'string' },
    large: { type: 'string' },
    recording: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: '2' },
  },
});
/** In one question about sizes. */
const mostKeys = 256;
const rounds = Number(options.rounds);
const engine = createRequire(import.meta.url)(join(release, 'heaptrail.node'));

/** @type {{ what: string, limit: number | null, wall: number[], processor: number[] }[]} */
const rows = [];

async function ask(/** @type {string} */ name, /** @type {object} */ args) {
  return JSON.parse(await engine.ask(name, args, () => {}).promise);
}

async function timed(
  /** @type {string} */ what,
  /** @type {number | null} */ limit,
  /** @type {() => Promise<any>} */ work,
) {
  const before = process.cpuUsage();
  const start = performance.now();
  const answer = await work();
  const wall = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  let row = rows.find((each) => each.what === what);
  if (!row) {
    row = { what, limit, wall: [], processor: [] };
    rows.push(row);
  }
  row.wall.push(wall);
  row.processor.push((user + system) / 1e6);
  return answer;
}

async function opened(/** @type {string} */ dump) {
  const asked = { paths: [dump], followWeak: false, threads: Number(options.threads), cache: '', mostCacheBytes: 0 };
  const { handle } = await ask('open', asked);
  return handle;
}

function generated(/** @type {string} */ folder, /** @type {string} */ objects) {
  const dump = join(folder, `${objects}.hprof`);
  execFileSync(join(release, 'generate_dump'), ['--objects', objects, '--out', dump, '--truth', `${dump}.json`]);
  return dump;
}

const recorded = (/** @type {string} */ folder) =>
  recordManyObjects({
    millions: String(Number(options.objects) / 1e6),
    where: 'map',
    points: 1,
    hundredths: 0,
    folder,
  });

async function explore(/** @type {string} */ dump) {
  const trace = await opened(dump);
  const page = { trace, limit: 200 };
  // What is open has its heap, its dominators and its structures: the first question of each kind waits for them.
  await timed('the heap, the first time', null, () => ask('heap', page));
  await timed('retained sizes of all types, the first time', null, () => ask('sizes', { trace, metric: 'retained' }));
  for (let round = 0; round < rounds; round++) {
    // A condition that holds for all makes another question of it each time: nothing of it is kept.
    const all = `bytes>=${round}`;
    await timed('type', 0.5, () => ask('heap', { ...page, where: all }));
    const { rows: types } = await ask('heap', { ...page, by: 'type, length', where: all });
    await timed('type → package, 200 rows with five below each', 1.5, () =>
      ask('heap', { ...page, by: 'type, package', where: all, depth: 2, limitBelow: 5 }),
    );
    const keys = types.slice(0, 200).map((/** @type {{ key: string }} */ { key }) => key);
    await timed('retained, of the 200 rows in sight', 3, async () => {
      // As the view does, which asks for those in sight first.
      for (let from = 0; from < keys.length; from += mostKeys) {
        const some = keys.slice(from, from + mostKeys);
        await ask('sizes', { trace, by: 'type, length', where: all, metric: 'retained', keys: some });
      }
    });
    const largest = keys[round % keys.length];
    await timed('one row expanded (of the largest)', 0.3, () =>
      ask('heap', { ...page, by: 'type, owner', path: [largest] }),
    );
    await timed('the same below a condition', null, () =>
      ask('heap', { ...page, by: 'type, owner', where: all, path: [largest] }),
    );
    await timed('bytes to gain, by type', null, () =>
      ask('heap', { ...page, where: all, metrics: ['gain'], sort: 'gain' }),
    );
    const { objects } = await ask('inspect', { trace, where: `type=${largest}`, objects: true, top: 20 });
    const id = objects[round % objects.length].id;
    await timed('the page of one object', 0.05, () => ask('object', { trace, object: id }));
  }
  engine.close?.(trace);
}

/** Dumps have no sites: of a recording, whose objects have samples. */
async function sites(/** @type {string} */ recording) {
  const trace = await opened(recording);
  const page = { trace, limit: 200 };
  await ask('heap', page);
  for (let round = 0; round < rounds; round++) {
    await timed('type → site of a recording, 200 rows with five below each', 1.5, () =>
      ask('heap', { ...page, by: 'type, site', where: `bytes>=${round}`, depth: 2, limitBelow: 5 }),
    );
  }
  engine.close?.(trace);
}

/** Of a file that the system has forgotten. */
async function valuesCold(/** @type {string} */ dump) {
  const trace = await opened(dump);
  const { objects } = await ask('inspect', {
    trace,
    where: 'type=java.lang.String or type=java.util.HashMap',
    objects: true,
    top: 200,
  });
  await ask('object', { trace, object: objects[0].id });
  for (let round = 0; round < rounds; round++) {
    const { id } = objects[1 + ((round * 37) % (objects.length - 1))];
    // Clean pages of the file are dropped; those that somebody writes would stay, and nobody does.
    execFileSync('python3', [
      '-c',
      'import os,sys\nf=os.open(sys.argv[1],os.O_RDONLY)\nos.posix_fadvise(f,0,0,os.POSIX_FADV_DONTNEED)',
      dump,
    ]);
    await timed('values of one object, 2 GB dump, cold', 0.2, () => ask('object', { trace, object: id }));
  }
  engine.close?.(trace);
}

const median = (/** @type {number[]} */ numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
try {
  await explore(options.dump ?? generated(folder, options.objects));
  await sites(options.recording ?? (await recorded(folder)));
  await valuesCold(options.large ?? generated(folder, '40000000'));
  const table = rows.map(({ what, limit, wall, processor }) => ({
    what,
    limit,
    wall: Number(median(wall).toFixed(4)),
    processor: Number(median(processor).toFixed(4)),
    best: Number(Math.min(...wall).toFixed(4)),
  }));
  console.table(table);
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'explore.json'), JSON.stringify(table, undefined, 2));
  const broken = table.filter(({ limit, best }) => limit !== null && best > limit);
  for (const { what, best, limit } of broken) console.error(`${what}: ${best} s, the limit is ${limit} s`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
