// The benchmark of charts of trends, in a browser without a window and without a graphics card: how long it takes to lay out and draw fifty lines of
// hundreds of points, with everything that belongs to them: the legend, the words, and the last line with what is told of the cursor. Data are made up.
// What counts is the processor time of the page's main thread, and how many times that is what bare lines with as many points take, in the same page:
// neither others on the machine nor a slower one change that much.
// Prints one table, writes build/bench/trend_picture.json, and exits with 1 when a limit is broken.
//
//   node test/bench/trend_picture.mjs [--points 500] [--rounds 30]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { countThreadTime, middle, openBrowser, writePage } from './browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const results = join(root, 'build', 'bench');
const { values: options } = parseArgs({
  options: { points: { type: 'string', default: '500' }, rounds: { type: 'string', default: '30' } },
});
const [points, rounds] = [Number(options.points), Number(options.rounds)];
const limits = { series: 50, points: 200, timesBare: 6 };
const displays = ['lines', 'stacked', 'multiples'];

/** A chart whose host knows the answer at once; drawn again as it is when a question was answered, or its width or display changed. */
const page = `
import '../src/styles.css';
import './themes.css';
import { defaultViewState } from '../../shared/protocol/view';
import { TrendChartView } from '../src/trends/trend_chart';
import { Turns } from '../src/trends/turns';
import { info } from './fake_host';

document.body.className = 'vscode-dark';
const [count, series] = [${points}, ${limits.series}];
const times = Array.from({ length: count }, (_, index) => ({ index, t: 3 * index, total: 0 }));
const lines = Array.from({ length: series }, (_, line) => {
  const values = times.map(({ index }) => {
    const noise = ((index * 7919 + line * 104729) % 1000) / 1000;
    return Math.round(1e6 * (line + 1) * (0.5 + index / count) + 2e6 * noise);
  });
  const growth = {
    absolute: values.at(-1) - values[0], relative: 1, slopePerMinute: 1e5 * line, rSquared: 0.9,
    growsAtEveryPoint: false, sustained: line === 3, confidence: 0.99,
  };
  return { key: 'com.example.service.part' + line + '.CachedResult$Entry' + line, goesOn: true, values, growth };
});
for (const [i, point] of times.entries()) point.total = lines.reduce((sum, { values }) => sum + values[i], 0) * 2;
const told = {
  from: { ...times[0], objects: 1, bytes: 1 }, to: { ...times.at(-1), objects: 1, bytes: 1 },
  by: 'type', path: [], level: 'type', rowsBy: 'type', where: '', filter: null, metric: 'bytes', sort: 'absolute',
  points: times, wanted: count, complete: true, totalSeries: 840, series: lines,
  other: { keys: 790, values: times.map(({ total }) => total / 2) },
  sentence: 'Entry3 grows steadily.', warnings: [],
};
const nothing = () => {};
let chart = { ...defaultViewState.trends.charts[0], top: series };
const host = { ask: () => ({ promise: Promise.resolve({ ...told }), cancel: nothing }), save: nothing, act: nothing };
const view = new TrendChartView(
  { name: 'trend-0', host, info: info([]), fileName: 'app.heaptrail', presets: [], shownWarnings: [], turns: new Turns(), lastPoint: () => null },
  chart, null,
  {
    changed: (changed) => { chart = changed; }, drill: nothing, hasRoom: () => true, close: null, goTo: nothing,
    zoom: nothing, cursor: (seconds) => view.showCursor(seconds), learn: nothing, timeOf: () => undefined,
    inspect: nothing, group: nothing, showGrowth: nothing,
  },
);
document.querySelector('#app').append(view.element);
view.start();
const svg = view.element.querySelector('svg.trend-svg');
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
window.show = async (display) => {
  await frame();
  const select = view.element.querySelector('[data-testid="trend-display"]');
  select.value = display;
  select.dispatchEvent(new Event('change'));
  await frame();
  return { lines: svg.querySelectorAll('path.line').length, points: svg.querySelector('path.line').getAttribute('d').split('L').length };
};
/** From an answer that has come to what is painted of it. */
window.draw = async (times) => {
  const took = [];
  for (let i = 0; i < times; i++) {
    const begin = performance.now();
    view.ask();
    await frame();
    took.push(performance.now() - begin);
  }
  return took;
};
/** The floor: as many lines of as many points, put into a page at once and painted, and a row of text for each. */
const bare = document.createElement('div');
const height = 300;
const most = Math.max(...lines.flatMap(({ values }) => values));
const svgName = 'http://www.w3.org/2000/svg';
function drawBare() {
  const drawing = document.createElementNS(svgName, 'svg');
  drawing.setAttribute('width', '1200');
  drawing.setAttribute('height', String(height));
  const rows = document.createElement('ul');
  for (const { key, values } of lines) {
    const path = document.createElementNS(svgName, 'path');
    const places = values.map((value, i) => (1200 * i) / count + ',' + (height * (1 - value / most)).toFixed(1));
    path.setAttribute('d', 'M' + places.join('L'));
    path.setAttribute('fill', 'none');
    path.setAttribute('stroke', 'currentColor');
    drawing.append(path);
    const row = document.createElement('li');
    row.textContent = key + ' ' + values.at(-1).toLocaleString();
    rows.append(row);
  }
  bare.replaceChildren(drawing, rows);
}
window.drawBare = async (times) => {
  view.element.hidden = true;
  document.querySelector('#app').append(bare);
  for (let i = 0; i < times; i++) {
    drawBare();
    await frame();
  }
  bare.remove();
  view.element.hidden = false;
  await frame();
};
/** The pointer goes over the chart, from point to point. */
window.point = async (times) => {
  const { left, width, top, height } = svg.getBoundingClientRect();
  for (let i = 0; i < times; i++) {
    const clientX = left + width * (0.1 + (0.7 * i) / times);
    svg.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: top + height / 2, bubbles: true }));
    await frame();
  }
};`;

const folder = mkdtempSync(join(tmpdir(), 'trend-picture-'));
await build({
  bundle: true,
  logLevel: 'error',
  stdin: { contents: page, resolveDir: join(root, 'webviews', 'dev'), sourcefile: 'trend.ts', loader: 'ts' },
  outfile: join(folder, 'trend.js'),
});
const browser = await openBrowser();
const measured = [];
try {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(writePage(folder, 'trend'));
  const threadTime = await countThreadTime(tab);
  for (const display of displays) {
    const { lines, points: drawn } = await tab.evaluate((wanted) => show(wanted), display);
    // What is compiled and cached at first, is not what one waits for while working.
    await tab.evaluate(() => draw(5));
    const began = await threadTime();
    const took = await tab.evaluate((times) => draw(times), rounds);
    const drawMs = ((await threadTime()) - began) / rounds;
    const barely = await threadTime();
    await tab.evaluate((times) => drawBare(times), rounds);
    const bareMs = ((await threadTime()) - barely) / rounds;
    const pointed = await threadTime();
    await tab.evaluate((times) => point(times), rounds);
    const cursorMs = ((await threadTime()) - pointed) / rounds;
    measured.push({ display, lines, points: drawn, drawMs, bareMs, wallMs: middle(took), cursorMs });
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

console.log(
  '| display | lines | points | processor for a picture | bare lines and rows | for a step of the cursor | wall, median |',
);
console.log('|---|---|---|---|---|---|---|');
const ms = (value) => `${value.toFixed(1)} ms`;
for (const { display, lines, points: drawn, drawMs, bareMs, cursorMs, wallMs } of measured) {
  console.log(`| ${display} | ${lines} | ${drawn} | ${ms(drawMs)} | ${ms(bareMs)} | ${ms(cursorMs)} | ${ms(wallMs)} |`);
}
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'trend_picture.json'), JSON.stringify({ limits, measured }, null, 2));
const broken = measured.flatMap(({ display, lines, points: drawn, drawMs, bareMs }) => [
  ...(lines < limits.series ? [`${display}: only ${lines} lines were drawn`] : []),
  ...(drawn < Math.min(points, limits.points) ? [`${display}: a line has only ${drawn} points`] : []),
  ...(drawMs > limits.timesBare * bareMs
    ? [`${display}: ${ms(drawMs)} for a picture, ${ms(bareMs)} for bare lines, limit ${limits.timesBare} times as much`]
    : []),
]);
for (const text of broken) console.log(`LIMIT BROKEN: ${text}`);
process.exitCode = broken.length > 0 ? 1 : 0;
