// The benchmark of growth: from opening a recording of 20 million live objects at both ends of the window to the answer which data
// structures grew, as the editor asks for it: through the addon, in a process of its own. What that costs in time and memory, how long
// nothing is heard of it meanwhile, and how soon it ends when it is cancelled. In three ways to grow: one map takes in more lists; each
// list takes in one entry more; nothing takes in anything, but the arrays in the entries get longer.
// Prints one table, writes build/bench/growth.json, and exits with 1 when a limit is broken.
//
//   node test/bench/growth.mjs [--millions 20] [--grows map,lists,payloads | --recording FILE] [--rounds 3] [--threads 2]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { recordManyObjects } from './many_objects.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const release = join(root, 'build', 'release');
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: {
    millions: { type: 'string', default: '20' },
    grows: { type: 'string', default: 'map,lists,payloads' },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '2' },
    recording: { type: 'string' },
    // What this file runs itself with: one answer, or one that is cancelled after so many seconds.
    answer: { type: 'string' },
    cancel: { type: 'string' },
  },
});
const limits = { seconds: 25, silence: 0.5, cancel: 0.2, peakBytes: 4e9 };

// Both ends of the window.
const recorded = { points: 2, hundredths: 5 };

const seconds = () => performance.now() / 1000;

/** Of this process. */
function peakBytes() {
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}

function questions(recording) {
  const addon = createRequire(import.meta.url)(join(release, 'heaptrail.node'));
  const open = {
    paths: [recording],
    followWeak: false,
    threads: Number(options.threads),
    cache: '',
    mostCacheBytes: 0,
  };
  return { addon, open, growth: (handle) => ({ trace: handle, from: 'first', to: 'last', limit: 50, leaves: 5 }) };
}

/** In a process of its own: the answer, and what getting it was like. */
async function answer(recording) {
  const { addon, open, growth } = questions(recording);
  const began = seconds();
  let heard = began;
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  let worked = cpuSeconds();
  let silence = { seconds: 0, cpuSeconds: 0, phase: '' };
  let phase = 'Opening';
  let reports = 0;
  const hear = (progress) => {
    const silent = { seconds: seconds() - heard, cpuSeconds: cpuSeconds() - worked, phase };
    if (silent.seconds > silence.seconds) silence = silent;
    heard = seconds();
    worked = cpuSeconds();
    phase = progress?.phase ?? phase;
    reports++;
  };
  const { handle } = JSON.parse(await addon.ask('open', open, hear).promise);
  hear();
  const opened = seconds();
  const grown = JSON.parse(await addon.ask('growth', growth(handle), hear).promise);
  hear();
  const { window, counts, structures, suspects } = grown;
  return {
    seconds: seconds() - began,
    cpuSeconds: cpuSeconds(),
    opening: opened - began,
    reports,
    silence: silence.seconds,
    silenceCpu: silence.cpuSeconds,
    silentIn: silence.phase,
    peakBytes: peakBytes(),
    from: window.from.objects,
    to: window.to.objects,
    survivors: counts.survivors,
    strongest: structures[0].type,
    suspect: suspects[0]?.type ?? null,
  };
}

/** In a process of its own: how long after its cancellation the question is over. */
async function cancelled(recording, after) {
  const { addon, open, growth } = questions(recording);
  const { handle } = JSON.parse(await addon.ask('open', open).promise);
  const job = addon.ask('growth', growth(handle));
  const over = job.promise.then(
    () => false,
    () => true,
  );
  await sleep(after * 1000);
  const began = seconds();
  job.cancel();
  const wasCancelled = await over;
  return { wasCancelled, seconds: seconds() - began };
}

function inItsOwnProcess(recording, ...words) {
  const command = [fileURLToPath(import.meta.url), '--threads', options.threads, ...words, '--answer', recording];
  return JSON.parse(
    execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
}

function measure(recording, where) {
  // Seconds that others had the processors are among those counted here: CPU seconds tell what is ours.
  const load = loadavg();
  const runs = Array.from({ length: Number(options.rounds) }, () => inItsOwnProcess(recording));
  const best = runs.reduce((one, other) => (one.seconds < other.seconds ? one : other));
  const most = (of, key) => Math.max(...of.map((run) => run[key]));
  // Cancelled at moments all over the time that it takes.
  const cancels = Array.from({ length: 8 }, (_, index) => {
    const after = ((index + 0.5) / 8) * (best.seconds - best.opening);
    return { after, ...inItsOwnProcess(recording, '--cancel', `${after}`) };
  }).filter(({ wasCancelled }) => wasCancelled);
  const row = {
    grows: where,
    load: load[0],
    from: best.from,
    to: best.to,
    survivors: best.survivors,
    fileMB: Math.round(statSync(recording).size / 1e6),
    opening: best.opening,
    seconds: best.seconds,
    cpuSeconds: best.cpuSeconds,
    reports: best.reports,
    silence: most(runs, 'silence'),
    silenceCpu: most(runs, 'silenceCpu'),
    silentIn: runs.toSorted((one, other) => other.silence - one.silence)[0].silentIn,
    cancel: most(cancels, 'seconds'),
    cancels: cancels.length,
    peakBytes: most(runs, 'peakBytes'),
    suspect: best.suspect,
  };
  const broken = Object.entries(limits)
    .filter(([key, limit]) => row[key] > limit)
    .map(([key, limit]) => `${where}: ${key}: ${row[key]}, limit ${limit}`);
  if (best.strongest !== 'java.util.HashMap') {
    broken.push(`${where}: the strongest should be the map, and is ${best.strongest}`);
  }
  if (cancels.length === 0) broken.push(`${where}: nothing was cancelled in time`);
  return { row, runs, cancels, broken };
}

async function bench() {
  const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
  try {
    const measured = [];
    for (const where of options.recording === undefined ? options.grows.split(',') : ['recording']) {
      const recording =
        options.recording ?? (await recordManyObjects({ ...recorded, millions: options.millions, where, folder }));
      measured.push(measure(recording, where));
    }
    console.table(measured.map(({ row }) => row));
    const broken = measured.flatMap((one) => one.broken);
    for (const text of broken) console.log(`LIMIT BROKEN: ${text}`);
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'growth.json'), `${JSON.stringify({ limits, measured, broken }, null, 2)}\n`);
    return broken.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (options.answer === undefined) process.exit((await bench()) ? 0 : 1);
const told =
  options.cancel === undefined ? await answer(options.answer) : await cancelled(options.answer, Number(options.cancel));
console.log(JSON.stringify(told));
process.exit(0);
