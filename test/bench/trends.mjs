// The benchmark of trends: thirty points of two million objects by type, as the editor asks for them, through the addon in a process of its own: what
// that costs in time, until the first lines are known and until all is, and in memory, against one heap alone. Then the view itself, in a
// browser without a window, of the same recording: how long after its editor was opened the first line is drawn. What counts is processor time,
// of all threads: a machine with nothing else to do takes no longer than that, and others on the machine do not change it.
// Prints tables, writes build/bench/trends.json, and exits with 1 when a limit is broken.
//
//   node test/bench/trends.mjs [--millions 2] [--points 30] [--rounds 3] [--threads 2] [--recording FILE]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { countThreadTime, openBrowser, writePage } from './browser.mjs';
import { recordManyObjects } from './many_objects.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: {
    millions: { type: 'string', default: '2' },
    points: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '2' },
    recording: { type: 'string' },
    // What this file runs itself with: the metric of a trend, or of one heap.
    trend: { type: 'string' },
    heap: { type: 'string' },
  },
});
const limits = { bytes: 20, 'retained-bytes': 60, firstLines: 2, firstLineDrawn: 2, heaps: 2 };
const metrics = /** @type {const} */ (['bytes', 'retained-bytes']);
/** As long as the view waits for a first answer, and how much longer for each that follows. */
const patience = { first: 400, growth: 1.5 };

const addon = () => createRequire(import.meta.url)(join(root, 'build', 'release', 'heaptrail.node'));
const toOpen = (/** @type {string} */ recording) => ({
  paths: [recording],
  followWeak: false,
  threads: Number(options.threads),
  cache: '',
  mostCacheBytes: 0,
});

function memory(/** @type {string} */ name) {
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

/** In a process of its own: a question about a recording, asked until `ask` says that it is answered. */
async function answer(
  /** @type {string} */ recording,
  /** @type {(ask: (name: string, args: object) => Promise<any>, opened: { handle: number }) => Promise<object>} */ use,
) {
  const engine = addon();
  const before = memory('VmRSS');
  const ask = async (/** @type {string} */ name, /** @type {object} */ args) =>
    JSON.parse(await engine.ask(name, args, () => {}).promise);
  const told = await use(ask, await ask('open', toOpen(recording)));
  return { ...told, cpuSeconds: cpuSeconds(), peakBytes: memory('VmHWM') - before };
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const trendOf = (/** @type {string} */ recording, /** @type {string} */ metric) => {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  return answer(recording, async (ask, { handle }) => {
    let firstLines;
    for (let within = patience.first; ; within *= patience.growth) {
      const args = { trace: handle, by: 'type', metric, sort: 'absolute', limit: 5, other: true };
      const told = await ask('trend', { ...args, within: Math.round(within) });
      if (told.points.length > 1) firstLines ??= { wall: seconds(), cpu: cpuSeconds() };
      if (told.complete)
        return { firstLines, seconds: seconds(), points: told.points.length, first: told.series[0].key };
    }
  });
};

const heapOf = (/** @type {string} */ recording, /** @type {string} */ metric) =>
  answer(recording, async (ask, { handle }) => {
    const told = await ask('heap', {
      trace: handle,
      at: 'last',
      metrics: metric === 'bytes' ? ['shallow'] : ['shallow', 'retained'],
      limit: 5,
    });
    return { objects: told.total.objects };
  });

function inItsOwnProcess(/** @type {string} */ recording, /** @type {string[]} */ ...words) {
  const command = [fileURLToPath(import.meta.url), '--threads', options.threads, '--recording', recording, ...words];
  return JSON.parse(
    execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
}

/** In seconds from the beginning of its page, which begins when the recording is opened: when the first line is there to be seen. */
async function firstLineDrawn(/** @type {string} */ recording, /** @type {string} */ address) {
  const engine = addon();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const post = (/** @type {object} */ message) =>
      page.evaluate((data) => window.postMessage(data, '*'), message).catch(() => {});
    let handle = 0;
    const ask = (/** @type {string} */ question, /** @type {object} */ args) =>
      engine.ask(question, { trace: handle, ...args }, () => {}).promise.then(JSON.parse);
    await page.exposeFunction('toExtension', async (/** @type {any} */ message) => {
      if (message.kind === 'ready') {
        ({ handle } = JSON.parse(await engine.ask('open', toOpen(recording), () => {}).promise));
        await post({ kind: 'start', info: await ask('info', {}) });
      } else if (message.kind === 'request') {
        const { id, method, params } = message;
        await ask(method, params).then(
          (result) => post({ kind: 'response', id, result }),
          (failure) => post({ kind: 'rejection', id, failure: { kind: 'engine', message: String(failure) } }),
        );
      }
    });
    /** @type {Promise<number>} */
    const drawn = new Promise((resolve) => void page.exposeFunction('lineIsDrawn', resolve));
    const pageTime = await countThreadTime(page);
    const before = cpuSeconds();
    await page.goto(address);
    const wall = (await drawn) / 1000;
    const cpu = cpuSeconds() - before + (await pageTime()) / 1000;
    await page.waitForSelector('.trend[aria-busy="false"]', { timeout: 120_000 });
    return { wall, cpu };
  } finally {
    await browser.close();
  }
}

/** The page of the editor, with the Trends tab in front; says when the first line was painted. */
const page = `
import { defaultViewState, usualSettings } from '../../shared/protocol/view';
import './themes.css';
document.body.className = 'vscode-dark';
window.acquireVsCodeApi = () => ({ postMessage: (message) => window.toExtension(message), setState() {} });
window.addEventListener('message', ({ data }) => {
  if (data.kind !== 'start') return;
  const welcome = {
    kind: 'welcome',
    fileName: 'many.heaptrail',
    state: { ...defaultViewState, tab: 'trends' },
    status: { kind: 'open', info: data.info },
    descriptions: { version: 0, warnings: [] },
    knownGrowth: null,
    settings: usualSettings,
  };
  window.postMessage(welcome, '*');
});
const observer = new MutationObserver(() => {
  const line = document.querySelector('[data-testid="chart-trend"] g.series path.line');
  if (!line?.getAttribute('d')?.includes('L')) return;
  observer.disconnect();
  // One frame later it has been painted.
  requestAnimationFrame(() => setTimeout(() => window.lineIsDrawn(performance.now())));
});
observer.observe(document, { subtree: true, childList: true, attributes: true });
import('../src/main');`;

async function measureView(/** @type {string} */ recording, /** @type {string} */ folder) {
  const dev = join(root, 'webviews', 'dev');
  await build({
    bundle: true,
    logLevel: 'error',
    stdin: { contents: page, resolveDir: dev, sourcefile: 'first_line.ts', loader: 'ts' },
    outfile: join(folder, 'first_line.js'),
  });
  const address = writePage(folder, 'first_line');
  const all = [];
  for (let round = 0; round < Number(options.rounds); round++) all.push(await firstLineDrawn(recording, address));
  return best(all, ({ cpu }) => cpu);
}

const best = (/** @type {any[]} */ runs, /** @type {(run: any) => number} */ of) =>
  runs.reduce((one, other) => (of(one) <= of(other) ? one : other));

async function bench() {
  const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
  try {
    const wanted = { millions: options.millions, where: 'map', points: Number(options.points), hundredths: 1, folder };
    const recording = options.recording ?? (await recordManyObjects(wanted));
    const rows = metrics.map((metric) => {
      const runs = Array.from({ length: Number(options.rounds) }, () => inItsOwnProcess(recording, '--trend', metric));
      const heap = inItsOwnProcess(recording, '--heap', metric);
      const { points, firstLines, ...run } = best(runs, (one) => one.cpuSeconds);
      const peakBytes = Math.max(...runs.map((one) => one.peakBytes));
      return {
        metric,
        points,
        objects: heap.objects,
        'first lines, CPU s': Math.min(...runs.map((one) => one.firstLines.cpu)),
        'wall s': Math.min(...runs.map((one) => one.firstLines.wall)),
        'all, CPU s': run.cpuSeconds,
        'all, wall s': Math.min(...runs.map((one) => one.seconds)),
        'peak MB': peakBytes / 1e6,
        'one heap, MB': heap.peakBytes / 1e6,
        heaps: peakBytes / heap.peakBytes,
      };
    });
    const rounded = (/** @type {unknown} */ value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value);
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, rounded(value)]))),
    );
    const drawn = await measureView(recording, folder);
    const megabytes = Math.round(statSync(recording).size / 1e6);
    console.log(
      `A recording of ${megabytes} MB is opened, and the first line drawn, in ${drawn.cpu.toFixed(2)} s CPU (${drawn.wall.toFixed(2)} s wall; load ${loadavg()[0]?.toFixed(0)}).`,
    );
    const broken = rows.flatMap((row) => [
      ...(row['all, CPU s'] > limits[row.metric] ? [`${row.metric}: ${row['all, CPU s']} s`] : []),
      ...(row['first lines, CPU s'] > limits.firstLines
        ? [`${row.metric}: first lines ${row['first lines, CPU s']} s`]
        : []),
      ...(row.heaps > limits.heaps ? [`${row.metric}: ${row.heaps} heaps`] : []),
    ]);
    if (drawn.cpu > limits.firstLineDrawn) broken.push(`first line drawn: ${drawn.cpu} s`);
    for (const text of broken) console.log(`LIMIT BROKEN: ${text}`);
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'trends.json'), `${JSON.stringify({ limits, rows, drawn, broken }, null, 2)}\n`);
    return broken.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { trend, heap, recording } = options;
if (trend === undefined && heap === undefined) process.exit((await bench()) ? 0 : 1);
const told = trend === undefined ? await heapOf(recording ?? '', heap ?? '') : await trendOf(recording ?? '', trend);
console.log(JSON.stringify(told));
process.exit(0);
