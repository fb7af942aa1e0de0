// The benchmark of the ownership picture, in a browser without a window and without a graphics card: how long it takes to lay out and draw thousands of
// blocks, and how many pictures a second somebody sees who drags through the time of a trace with 300 points. Data are made up (webviews/dev).
// What counts is the processor time of the page's main thread: others on the machine do not change that.
// Prints one table, writes build/bench/ownership_picture.json, and exits with 1 when a limit is broken.
//
//   node test/bench/ownership_picture.mjs [--rounds 60]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { countThreadTime, middle, openBrowser, writePage } from './browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const views = join(root, 'webviews');
const results = join(root, 'build', 'bench');
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } });
const rounds = Number(options.rounds);
const limits = { blocks: 2000, drawMs: 16, framesPerSecond: 30 };

const page = `
import '../src/styles.css';
import './themes.css';
import { graphOf } from '../src/ownership/ownership_graph';
import { PictureView } from '../src/ownership/picture_view';

document.body.className = 'vscode-dark ownership';
// Forty owners of six each, these of two each, and three more inside one another: all of them large enough to be seen.
const nodes = [];
const add = (level, widths) => {
  const id = nodes.length;
  const kind = level === 0 ? 'heap' : level % 3 === 2 ? 'collection' : 'class';
  const key = kind === 'collection' ? 'HashMap ← Owner' + id + '.entries' : 'Type' + id;
  const own = { objects: 100, bytes: widths.length > 0 ? 100 * (id % 5) : 10000 + 100 * (id % 9) };
  const node = {
    id, key, kind, label: key.split(' ')[0], type: null, own, owned: own.bytes, members: [],
    newObjects: (id * 37) % 100, grown: 0, set: null, children: [],
  };
  nodes.push(node);
  for (let i = 0; i < (widths[0] ?? 0); i++) {
    const below = add(level + 1, widths.slice(1));
    node.children.push({ node: below.id, owned: below.owned, references: 1 });
    node.owned += below.owned;
  }
  node.grown = (node.owned * ((id * 13) % 40)) / 100;
  return node;
};
const heap = add(0, [40, 6, 2, 1, 1, 1]);
const total = { objects: 100000, bytes: heap.owned };
const point = { index: 3, t: 30, ...total };
const since = { ...point, index: 2 };
const graph = graphOf({ point, since, model: 'objects', threshold: 0.1, total, nodes, warnings: [] });
let blocks = 0;
const nothing = () => {};
const view = new PictureView({
  enter: nothing, back: nothing, forward: nothing, pin: nothing, menu: nothing,
  drawn: (all) => { blocks = all.length; },
});
document.querySelector('#app').append(view.element);
view.element.querySelector('[role="application"]').style.height = '1250px';
view.show({ graph, top: graph.heap, direction: 'right', scale: 'usual', found: undefined, history: undefined });
const canvas = document.querySelector('[data-testid="ownership-canvas"]');
window.draw = (times) => {
  const took = [];
  for (let i = 0; i < times; i++) {
    const begin = performance.now();
    view.draw();
    // Until this is answered, everything has been painted.
    canvas.getContext('2d').getImageData(0, 0, 1, 1);
    took.push(performance.now() - begin);
  }
  return { blocks, took };
};`;

const folder = mkdtempSync(join(tmpdir(), 'ownership-picture-'));
const bundle = { bundle: true, outdir: folder, logLevel: 'error' };
await build({
  ...bundle,
  stdin: { contents: page, resolveDir: join(views, 'dev'), sourcefile: 'picture.ts', loader: 'ts' },
  outdir: undefined,
  outfile: join(folder, 'picture.js'),
});
await build({ ...bundle, entryPoints: [join(views, 'dev', 'dev.ts')] });
const pages = { picture: writePage(folder, 'picture'), dev: writePage(folder, 'dev') };

const browser = await openBrowser();

async function drawing() {
  const tab = await browser.newPage({ viewport: { width: 2200, height: 1300 } });
  await tab.goto(pages.picture);
  const threadTime = await countThreadTime(tab);
  // What is compiled and cached at first, is not what one waits for while working.
  await tab.evaluate(() => draw(10));
  const before = await threadTime();
  const { blocks, took } = await tab.evaluate((times) => draw(times), rounds);
  const processor = ((await threadTime()) - before) / rounds;
  await tab.close();
  return { blocks, wallMs: middle(took), processorMs: processor };
}

/** Drags over the time bar, one step a frame, there and back; counts the pictures that were drawn. */
async function scrubbing() {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${pages.dev}?bare&scene=ownership-large`);
  await tab.getByTestId('ownership-time').waitFor();
  const threadTime = await countThreadTime(tab);
  await tab.evaluate(() => {
    const bar = document.querySelector('[data-testid="ownership-time"]');
    const picture = document.querySelector('[data-testid="ownership-canvas"]');
    let pictures = 0;
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...place) {
      if (this.canvas === picture) pictures++;
      clear.apply(this, place);
    };
    bar.setPointerCapture = () => {};
    const { left, width, top } = bar.getBoundingClientRect();
    const send = (kind, share) =>
      bar.dispatchEvent(new PointerEvent(kind, { clientX: left + share * width, clientY: top + 5, bubbles: true }));
    const frame = () => new Promise(requestAnimationFrame);
    const points = new Set();
    window.drag = async () => {
      pictures = 0;
      const begin = performance.now();
      send('pointerdown', 0);
      for (let i = 0; i <= 300; i++) {
        send('pointermove', i / 300);
        await frame();
        points.add(bar.getAttribute('aria-valuenow'));
      }
      send('pointerup', 1);
      return { points: points.size, pictures, seconds: (performance.now() - begin) / 1000 };
    };
  });
  // The first time the points come from the engine.
  await tab.evaluate(() => drag());
  const before = await threadTime();
  const measured = await tab.evaluate(() => drag());
  const processorMs = ((await threadTime()) - before) / measured.pictures;
  await tab.close();
  return { ...measured, processorMs, perSecond: measured.pictures / measured.seconds };
}

const draw = await drawing();
const scrub = await scrubbing();
await browser.close();
rmSync(folder, { recursive: true });

const ms = (value) => `${value.toFixed(1)} ms`;
console.log('| | | processor for a picture | wall |');
console.log('|---|---|---|---|');
console.log(`| drawing | ${draw.blocks} blocks | ${ms(draw.processorMs)} | median ${ms(draw.wallMs)} |`);
console.log(
  `| dragging | ${scrub.points} points | ${ms(scrub.processorMs)} | ${scrub.pictures} pictures, ${scrub.perSecond.toFixed(0)} a second |`,
);
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'ownership_picture.json'), JSON.stringify({ draw, scrub }, null, 2));

const broken = [
  draw.blocks < limits.blocks && `only ${draw.blocks} blocks were drawn`,
  draw.processorMs * (limits.blocks / draw.blocks) > limits.drawMs &&
    `${limits.blocks} blocks took more than ${limits.drawMs} ms`,
  scrub.pictures < scrub.points && 'points were passed by without a picture',
  scrub.processorMs > 1000 / limits.framesPerSecond && `fewer than ${limits.framesPerSecond} pictures a second`,
].filter(Boolean);
for (const words of broken) console.error(words);
process.exitCode = broken.length > 0 ? 1 : 0;
