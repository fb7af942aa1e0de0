// The ownership picture without a page: how a graph is unfolded and laid out, its hatchings and colours, how it is walked, searched and drawn.
import { describe, expect, it } from 'vitest';
import type { OwnershipAnswer, OwnershipNode } from '../../shared/protocol/ownership';
import { FakeOwnershipAnswers } from '../../webviews/dev/fake_ownership';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { blockAt, frameOf, partOf, type Rect, rectOf, roomOf } from '../../webviews/src/ownership/block_frame';
import { neighbour } from '../../webviews/src/ownership/block_keys';
import { type Block, copiesOf, layoutBlocks, leastSize, wayTo } from '../../webviews/src/ownership/block_layout';
import {
  blockColour,
  contrast,
  mix,
  ownColour,
  type Palette,
  type Rgb,
  rgbOf,
  strength,
  wordsOn,
} from '../../webviews/src/ownership/colours';
import { historyLine } from '../../webviews/src/ownership/history_line';
import { fontSize, heldBy, type LabelLine, labelOf } from '../../webviews/src/ownership/labels';
import { marked } from '../../webviews/src/ownership/marker_list';
import {
  graphOf,
  grownShare,
  newShare,
  nodesOn,
  nodesWith,
  type OwnershipGraph,
  strongestWay,
} from '../../webviews/src/ownership/ownership_graph';
import { sentenceOf } from '../../webviews/src/ownership/ownership_sentence';
import { drawPicture, type Hatching, type Pen } from '../../webviews/src/ownership/picture';
import { SvgPen } from '../../webviews/src/ownership/svg_pen';
import { layoutTimeBar, nearestPoint } from '../../webviews/src/ownership/time_bar_layout';
import { lookAt, shownWay, step } from '../../webviews/src/ownership/zoom_trail';

type Change = Partial<Omit<OwnershipNode, 'children'>>;

/**
 * `heap 0 → a 60, b 40` and `a 10 → c 50`: a node, its own bytes, and what of its owned bytes comes through which others. What a node owns is
 * the sum.
 */
function graphFrom(lines: string[], changes: Record<string, Change> = {}, answer: Partial<OwnershipAnswer> = {}) {
  const parsed = lines.map((line) => {
    const [head = '', tail = ''] = line.split(' → ');
    const [key = '', own = '0'] = head.split(' ');
    const below = tail === '' ? [] : tail.split(', ').map((each) => each.split(' '));
    return { key, own: Number(own), below: below.map(([name = '', owned]) => ({ name, owned: Number(owned) })) };
  });
  const index = (name: string) => parsed.findIndex(({ key }) => key === name);
  const nodes = parsed.map(({ key, own, below }, id): OwnershipNode => {
    const owned = own + below.reduce((sum, each) => sum + each.owned, 0);
    return {
      id,
      key,
      label: key,
      kind: id === 0 ? 'heap' : 'class',
      type: `shop.${key}`,
      own: { objects: Math.ceil(own / 10), bytes: own },
      owned,
      members: [],
      newObjects: 0,
      grown: 0,
      set: null,
      children: below.map(({ name, owned: part }) => ({ node: index(name), owned: part, references: 1 })),
      ...changes[key],
    };
  });
  const total = { objects: 100, bytes: nodes[0]?.owned ?? 0 };
  const point = { index: 3, t: 30, ...total };
  const since = { ...point, index: 2, t: 20 };
  const made: OwnershipAnswer = {
    point,
    since,
    model: 'objects',
    threshold: 0.1,
    total,
    nodes,
    warnings: [],
    ...answer,
  };
  return graphOf(made) ?? expect.unreachable('there are nodes');
}

const named = ({ byKey }: OwnershipGraph, key: string) => byKey.get(key) ?? expect.unreachable(`there is no ${key}`);
const room = { length: 1000, levels: 10 };
const places = (blocks: readonly Block[]) =>
  blocks.map(({ node, level, start, size }) => [node.key, level, Math.round(start), Math.round(size)]);

/** Two caches share strings, and these have bytes: s has 30 bytes, of which 24 are seen through b. */
const shared = graphFrom(['heap 0 → a 60, b 40', 'a 54 → s 6', 'b 16 → s 24', 's 10 → bytes 20', 'bytes 20']);

describe('the blocks', () => {
  const blocks = layoutBlocks(shared.heap, shared, room);
  it('unfold a graph: what several own is there once for each, in proportion', () => {
    const ownedBy = (key: string) => blocks.filter(({ node }) => node.key === key).map(({ owned }) => owned);
    expect(ownedBy('s')).toEqual([6, 24]);
    expect(ownedBy('bytes')).toEqual([4, 16]);
    expect(copiesOf(blocks).get(named(shared, 's'))).toBe(2);
  });
  it('are as large as what they own, the largest first, and leave a gap at the end: their own bytes', () => {
    expect(places(blocks)).toEqual([
      ['heap', 0, 0, 1000],
      ['a', 1, 0, 600],
      ['b', 1, 600, 400],
      ['s', 2, 0, 60],
      ['s', 2, 600, 240],
      ['bytes', 3, 0, 40],
      ['bytes', 3, 600, 160],
    ]);
  });
  it('of all copies together own what the node owns', () => {
    const timeline = fakeTimeline({ points: 12, gcs: 0, seconds: 100 });
    const graph = graphOf(new FakeOwnershipAnswers(timeline).ownership({ at: '8' })) ?? expect.unreachable();
    const all = layoutBlocks(graph.heap, graph, { length: 1e9, levels: 30 });
    const sums = new Map<OwnershipNode, number>();
    for (const { node, owned } of all) sums.set(node, (sums.get(node) ?? 0) + owned);
    expect(all.length).toBeGreaterThan(2 * graph.answer.nodes.length);
    for (const node of graph.answer.nodes) expect((sums.get(node) ?? 0) / node.owned).toBeCloseTo(1, 4);
    // The gap: what is beside a block and its own bytes are all that it owns.
    for (const block of all) {
      const beside = block.children.reduce((sum, child) => sum + (all[child]?.owned ?? 0), 0);
      const own = block.node.own.bytes * (block.owned / block.node.owned);
      expect((beside + own) / block.owned).toBeCloseTo(1, 4);
    }
  });
  it('end where nobody could see them, and say so', () => {
    const short = layoutBlocks(shared.heap, shared, { length: 40, levels: 10 });
    expect(short.every(({ size }) => size >= leastSize)).toBe(true);
    expect(short.filter(({ isCut }) => isCut).map(({ node }) => node.key)).toEqual(['s']);
    const flat = layoutBlocks(shared.heap, shared, { length: 1000, levels: 2 });
    expect(flat.filter(({ isCut }) => isCut).map(({ node }) => node.key)).toEqual(['a', 'b']);
    expect(blocks.some(({ isCut }) => isCut)).toBe(false);
  });
  it('of a node that is looked at show all of it, whoever owns it', () => {
    const inside = layoutBlocks(named(shared, 's'), shared, room);
    expect(places(inside)).toEqual([
      ['s', 0, 0, 1000],
      ['bytes', 1, 0, 667],
    ]);
    expect(inside[0]?.owned).toBe(30);
  });
  it('tell the way to them', () => {
    const last = blocks.at(-1) ?? expect.unreachable();
    expect(wayTo(blocks, last)).toEqual(['b', 's', 'bytes']);
    expect(wayTo(blocks, blocks[0] as Block)).toEqual([]);
  });
});

describe('the frame', () => {
  const area = { width: 1200, height: 600 };
  const blocks = layoutBlocks(shared.heap, shared, roomOf('right', area));
  it('puts levels beside each other, or below', () => {
    const right = frameOf('right', area, 4);
    const down = frameOf('down', area, 4);
    const [, a, b] = blocks as [Block, Block, Block];
    expect(rectOf(a, right)).toEqual({ x: 300, y: 0, width: 299, height: 359 });
    expect(rectOf(b, right)).toMatchObject({ x: 300, y: 360 });
    expect(rectOf(b, down)).toMatchObject({ x: 360, y: 64, height: 71 });
  });
  it('never has a level that is too narrow for a name', () => {
    for (const width of [260, 400, 800, 1280, 1900]) {
      const { levels } = roomOf('right', { width, height: 500 });
      expect(width / levels).toBeGreaterThanOrEqual(84);
    }
  });
  it('finds the block at a place, also in the hair between two', () => {
    const frame = frameOf('right', area, 4);
    const at = (x: number, y: number) => blockAt(blocks, frame, x, y)?.node.key;
    expect([at(10, 10), at(310, 10), at(310, 359.5), at(310, 400), at(610, 550)]).toEqual([
      'heap',
      'a',
      'a',
      'b',
      undefined,
    ]);
  });
  it('measures hatchings along the sizes: new things from the beginning, growth from the end', () => {
    const rect = { x: 10, y: 20, width: 100, height: 200 };
    expect(partOf(rect, 0.25, 'start', 'right')).toEqual({ x: 10, y: 20, width: 100, height: 50 });
    expect(partOf(rect, 0.25, 'end', 'right')).toEqual({ x: 10, y: 170, width: 100, height: 50 });
    expect(partOf(rect, 0.25, 'start', 'down')).toEqual({ x: 10, y: 20, width: 25, height: 200 });
    expect(partOf(rect, 0.25, 'end', 'down')).toEqual({ x: 85, y: 20, width: 25, height: 200 });
  });
});

describe('the hatchings', () => {
  const changes = { a: { newObjects: 3, grown: 15 }, b: { newObjects: 99, grown: -8 }, heap: { newObjects: 25 } };
  const lines = ['heap 0 → a 60, b 40', 'a 60', 'b 40'];
  const graph = graphFrom(lines, changes);
  it('are shares of its own objects, and of what it owns', () => {
    expect(newShare(graph, named(graph, 'a'))).toBe(0.5);
    expect(grownShare(graph, named(graph, 'a'))).toBe(0.25);
    expect(newShare(graph, graph.heap)).toBe(0.25);
  });
  it('never leave a block: what shrank has no growth', () => {
    expect(newShare(graph, named(graph, 'b'))).toBe(1);
    expect(grownShare(graph, named(graph, 'b'))).toBe(0);
  });
  it('are unknown at the first point', () => {
    const first = graphFrom(lines, changes, { since: null });
    expect([newShare(first, named(first, 'a')), grownShare(first, named(first, 'a'))]).toEqual([undefined, undefined]);
  });
});

const palette: Palette = {
  background: [30, 30, 30],
  foreground: [204, 204, 204],
  muted: [150, 150, 150],
  low: [0, 200, 0],
  middle: [200, 200, 0],
  high: [220, 0, 0],
  'safe-low': [40, 35, 30],
  'safe-high': [230, 150, 30],
  new: [0, 100, 250],
  grown: [255, 255, 255],
  outline: [80, 80, 80],
  found: [0, 120, 215],
  history: [200, 50, 180],
};

describe('the colours', () => {
  it('go from green to red with own bytes', () => {
    expect(ownColour(palette, 'usual', 0)).toEqual(palette.low);
    expect(ownColour(palette, 'usual', 0.25)).toEqual(palette.middle);
    expect(ownColour(palette, 'usual', 1)).toEqual(palette.high);
  });
  it('of the other scale become only lighter, step by step, so that every eye can tell them apart', () => {
    const light = ([red, green, blue]: Rgb) => 0.21 * red + 0.72 * green + 0.07 * blue;
    const steps = [0, 0.1, 0.3, 0.6, 1].map((share) => light(ownColour(palette, 'safe', share)));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect((steps.at(-1) ?? 0) - (steps[0] ?? 0)).toBeGreaterThan(90);
  });
  it('are the paler the more often a node is shown, but never gone', () => {
    const [once = 0, twice = 0, often = 0, always = 0] = [1, 2, 30, 1e9].map((copies) => strength(0.5, copies));
    expect(once).toBeGreaterThan(twice);
    expect(twice).toBeGreaterThan(often);
    expect(always).toBeGreaterThanOrEqual(0.25);
  });
  it('can be read on, whatever they are', () => {
    for (const scale of ['usual', 'safe'] as const) {
      for (const share of [0, 0.05, 0.25, 0.5, 1]) {
        for (const copies of [1, 4, 100]) {
          const colour = blockColour(palette, scale, share, copies);
          expect(contrast(colour, wordsOn(colour, palette))).toBeGreaterThan(4.5);
        }
      }
    }
  });
  it('are read from what browsers compute', () => {
    expect(rgbOf('rgb(1, 2, 3)')).toEqual([1, 2, 3]);
    expect(rgbOf('rgba(1, 2, 3, 0.5)')).toEqual([1, 2, 3]);
    expect(rgbOf('#ff8000')).toEqual([255, 128, 0]);
    expect(rgbOf('color(srgb 0.2 0.4 1)')).toEqual([51, 102, 255]);
    expect(rgbOf('')).toEqual([128, 128, 128]);
    expect(mix([0, 0, 0], [100, 200, 50], 0.5)).toEqual([50, 100, 25]);
  });
});

describe('the labels', () => {
  const graph = graphFrom(['heap 0 → nodes 700, rest 300', 'nodes 700', 'rest 300'], {
    nodes: { key: 'Node[] ← HashMap ← Session.attributes', label: 'Node[]', kind: 'collection' },
  });
  const [, block] = layoutBlocks(graph.heap, graph, room) as [Block, Block];
  const words = (width: number, height: number) =>
    labelOf(block, { x: 0, y: 0, width, height }, 1000, 7).map((line) => line.words);
  it('say as much as there is room for', () => {
    expect(words(200, 60)).toEqual(['Node[]', '70.0\u2009% · 700\u2009B', '← Session.attributes']);
    expect(words(200, 36)).toEqual(['Node[]', '70.0\u2009% · 700\u2009B']);
    expect(words(200, 18)).toEqual(['Node[]  70.0\u2009%']);
    expect(words(70, 36)).toEqual(['Node[]', '70.0\u2009%']);
    expect(words(70, 18)).toEqual(['Node[]']);
  });
  it('are not there where letters would be too small, or too few', () => {
    expect(fontSize).toBeGreaterThanOrEqual(11);
    expect([words(200, 14), words(24, 60)]).toEqual([[], []]);
  });
  it('never leave their block', () => {
    for (let width = 4; width < 260; width += 7) {
      for (let height = 2; height < 90; height += 5) {
        for (const line of labelOf(block, { x: 50, y: 80, width, height }, 1000, 7)) {
          expect(line.x + 7 * line.words.length).toBeLessThanOrEqual(50 + width);
          expect(line.y - fontSize + 1).toBeGreaterThanOrEqual(80);
          expect(line.y + 3).toBeLessThanOrEqual(80 + height + 1);
        }
      }
    }
  });
  it('call a collection by who holds it', () => {
    expect(heldBy('Node[] ← HashMap ← Session.attributes')).toBe('Session.attributes');
    expect(heldBy('Session')).toBe('');
  });
});

describe('the keyboard', () => {
  const blocks = layoutBlocks(shared.heap, shared, room);
  const go = (from: number, key: string, direction: 'right' | 'down' = 'right') =>
    neighbour(blocks, blocks[from] as Block, key, direction)?.index;
  it('goes into what a block owns, and out again', () => {
    expect([
      go(0, 'ArrowRight'),
      go(1, 'ArrowRight'),
      go(6, 'ArrowRight'),
      go(4, 'ArrowLeft'),
      go(0, 'ArrowLeft'),
    ]).toEqual([1, 3, undefined, 2, undefined]);
  });
  it('goes along a level, past what owns them', () => {
    expect([go(3, 'ArrowDown'), go(4, 'ArrowUp'), go(4, 'ArrowDown'), go(1, 'ArrowUp')]).toEqual([
      4,
      3,
      undefined,
      undefined,
    ]);
    expect([go(4, 'Home'), go(3, 'End')]).toEqual([3, 4]);
  });
  it('turns with the picture', () => {
    expect([go(0, 'ArrowDown', 'down'), go(3, 'ArrowUp', 'down'), go(3, 'ArrowRight', 'down')]).toEqual([1, 1, 4]);
    expect(go(0, 'Enter', 'down')).toBeUndefined();
  });
});

describe('the graph', () => {
  it('knows the owners of each node, the largest first, and the strongest way to it', () => {
    const owners = shared.owners[named(shared, 's').id] ?? [];
    expect(owners.map(({ node, owned }) => [node.key, owned])).toEqual([
      ['b', 24],
      ['a', 6],
    ]);
    expect(strongestWay(shared, named(shared, 'bytes'))).toEqual(['b', 's', 'bytes']);
    expect(strongestWay(shared, shared.heap)).toEqual([]);
  });
  it('goes a way as far as it is there', () => {
    expect(nodesOn(shared, ['b', 'gone', 'bytes']).map(({ key }) => key)).toEqual(['heap', 'b']);
  });
  it('is searched by name, class and the classes of a cycle', () => {
    const graph = graphFrom(['heap 0 → a 10, b 10', 'a 10', 'b 10'], { b: { members: ['shop.TreeNode'] } });
    const found = (words: string) => [...nodesWith(graph, words)].map(({ key }) => key);
    expect([found('TREEnode'), found('shop.a'), found(' '), found('zz')]).toEqual([['b'], ['a'], [], []]);
  });
});

describe('looking into nodes', () => {
  it('goes back and forward, and forgets what was ahead', () => {
    let zoom = { entries: [[]] as string[][], at: 0 };
    zoom = lookAt(lookAt(zoom, ['a']), ['a', 's']);
    zoom = step(zoom, -1);
    expect(shownWay(zoom)).toEqual(['a']);
    expect(shownWay(step(zoom, 1))).toEqual(['a', 's']);
    zoom = lookAt(zoom, ['b']);
    expect(zoom).toEqual({ entries: [[], ['a'], ['b']], at: 2 });
    expect(step(zoom, 1)).toBe(zoom);
    expect(lookAt(zoom, ['b'])).toBe(zoom);
  });
});

describe('the history line', () => {
  const points = [0, 10, 20, 60].map((t, index) => ({ index, t }));
  const rect = { x: 0, y: 0, width: 60, height: 45 };
  it('climbs with what is owned, and forks at the shown point as wide as its neighbours are far', () => {
    const line = historyLine(points, [10, 20, 40, 40], 2, rect) ?? expect.unreachable();
    expect(line.line.map(({ x, y }) => [x, y])).toEqual([
      [0, 30],
      [10, 20],
      [20, 0],
      [60, 0],
    ]);
    expect(line.fork).toMatchObject({ left: 10, handle: 20, right: 60 });
  });
  it('forks at the nearest of the points that were not left out', () => {
    const some = [0, 4, 8].map((index) => ({ index, t: 10 * index }));
    const line = historyLine(some, [1, 2, 3], 5, rect) ?? expect.unreachable();
    expect(line.fork).toMatchObject({ left: 0, handle: 30, right: 60 });
  });
  it('needs room, and more than one point', () => {
    expect(historyLine(points, [1, 1, 1, 1], 2, { ...rect, width: 20 })).toBeUndefined();
    expect(historyLine(points.slice(0, 1), [1], 0, rect)).toBeUndefined();
    expect(historyLine(points, [1, 1, 1, 1], 7, rect)?.fork).toBeNull();
  });
});

describe('the time bar', () => {
  it('is the darker the more is in use, and knows the nearest point', () => {
    const timeline = fakeTimeline({ points: 11, gcs: 0, seconds: 110 });
    const layout = layoutTimeBar(timeline, 400);
    expect(layout.points.map(({ x }) => Math.round(x))).toEqual([0, 40, 80, 120, 160, 200, 240, 280, 320, 360, 400]);
    expect(layout.used.at(-1)).toBe(1);
    expect(layout.used[0]).toBeLessThan(0.5);
    expect([
      nearestPoint(layout, 0),
      nearestPoint(layout, 59),
      nearestPoint(layout, 61),
      nearestPoint(layout, 999),
    ]).toEqual([0, 1, 2, 10]);
    expect(nearestPoint(layoutTimeBar({ points: [], gcs: [] }, 400), 5)).toBeUndefined();
  });
  it('has markers in the order of time, each with a name of its own, and one for a time', () => {
    const two = marked(marked([], 50), 10);
    expect(two).toEqual([
      { t: 10, name: 'Marker 2' },
      { t: 50, name: 'Marker 1' },
    ]);
    expect(marked(two, 10)).toEqual(two);
  });
});

describe('the sentence', () => {
  it('names the collection that owns most, by its field, and how it grew', () => {
    const graph = graphFrom(
      ['heap 0 → static 90, x 10', 'static 1 → map 89', 'map 9 → Session 80', 'Session 80', 'x 10'],
      {
        map: { key: 'HashMap ← SessionStore.byToken', kind: 'collection', grown: 2048 },
      },
    );
    expect(sentenceOf(graph).words).toBe(
      'SessionStore.byToken owns 89.0\u2009% of the heap; it grew by 2.0\u2009KiB since point 2. Session has the most bytes of its own: 80\u2009B.',
    );
  });
  it('speaks of classes that refer to each other as of many', () => {
    const cycle = { kind: 'cycle', label: 'Module and 83 more' } as const;
    const inside = graphFrom(['heap 0 → static 90, x 10', 'static 1 → all 89', 'all 89', 'x 10'], {
      all: { ...cycle, grown: 2048 },
    });
    expect(sentenceOf(inside).words).toContain(
      'Module and 83 more own 89.0\u2009% of the heap; they grew by 2.0\u2009KiB since',
    );
    const apart = graphFrom(['heap 0 → map 60, all 40', 'map 10 → x 50', 'x 20 → y 30', 'y 30', 'all 40'], {
      all: cycle,
    });
    expect(sentenceOf(apart).words).toContain('Module and 83 more have the most bytes of their own: 40\u2009B.');
  });
  it('names the field that holds an array of references, which is no collection by itself', () => {
    const graph = graphFrom(
      ['heap 10 → array 90', 'array 10 → answer 80', 'answer 80'],
      { array: { key: 'Answer[] ← Cache.LATEST', kind: 'array' } },
      { since: null },
    );
    expect(sentenceOf(graph).words).toContain('Cache.LATEST owns 90.0\u2009% of the heap.');
  });
  it('names an owner at a light point, too, whose counts tell collections apart', () => {
    const graph = graphFrom(
      ['heap 10 → map 90', 'map 90'],
      { map: { key: 'HashMap ← Store.all', kind: 'collection' } },
      { since: null },
    );
    graph.answer.point.light = true;
    expect(sentenceOf(graph).words).toContain('Store.all owns 90.0\u2009% of the heap.');
  });
  it('says that no owner has half', () => {
    const graph = graphFrom(['heap 0 → a 30, b 25, c 45', 'a 30', 'b 25', 'c 45'], {}, { since: null });
    expect(sentenceOf(graph).words).toContain(
      'No single owner has half of the heap; the largest is c, 45.0\u2009% of the heap.',
    );
  });
  it('says that objects come and go where many are new and nothing grew', () => {
    const churn = { heap: { newObjects: 60, grown: 0 } };
    const lines = ['heap 0 → a 100', 'a 100'];
    expect(sentenceOf(graphFrom(lines, churn)).words).toContain(
      '60.0\u2009% of all objects are new, but the heap did not grow',
    );
    const growing = { heap: { newObjects: 60, grown: 20 } };
    expect(sentenceOf(graphFrom(lines, growing)).words).not.toContain('come and go');
  });
});

/** Writes down what it is told to draw. */
class RecordingPen implements Pen {
  readonly hatched: { rect: Rect; hatching: Hatching }[] = [];
  readonly labels: LabelLine[] = [];
  readonly outlines: Rgb[] = [];
  readonly lines: number[] = [];
  fill() {}
  outline(_: Rect, colour: Rgb) {
    this.outlines.push(colour);
  }
  hatch(rect: Rect, hatching: Hatching) {
    this.hatched.push({ rect, hatching });
  }
  words(line: LabelLine) {
    this.labels.push(line);
  }
  line(points: readonly { x: number; y: number }[]) {
    this.lines.push(points.length);
  }
}

describe('the picture', () => {
  const graph = graphFrom(['heap 0 → a 60, b 40', 'a 60', 'b 40'], { a: { newObjects: 3, grown: 15 } });
  const area = { width: 600, height: 400 };
  const blocks = layoutBlocks(graph.heap, graph, roomOf('right', area));
  const frame = frameOf('right', area, 2);
  const base = {
    graph,
    blocks,
    frame,
    palette,
    scale: 'usual',
    characterWidth: 7,
    found: undefined,
    history: undefined,
  } as const;
  it('hatches what is new from the top and growth from the bottom', () => {
    const pen = new RecordingPen();
    drawPicture(pen, base);
    const [fresh, grown] = pen.hatched;
    expect(pen.hatched.map(({ hatching }) => hatching)).toEqual(['new', 'grown']);
    expect([fresh?.rect.y, fresh?.rect.height]).toEqual([0, 239 / 2]);
    expect([(grown?.rect.y ?? 0) + (grown?.rect.height ?? 0), grown?.rect.height]).toEqual([239, 239 / 4]);
  });
  it('marks what was searched for, and keeps the rest quiet', () => {
    const pen = new RecordingPen();
    drawPicture(pen, { ...base, found: nodesWith(graph, 'b') });
    expect(pen.outlines.filter((colour) => colour === palette.found)).toHaveLength(1);
    expect(pen.hatched).toEqual([]);
  });
  it('has the history in the block that is looked at only', () => {
    const pen = new RecordingPen();
    const points = [0, 1, 2, 3].map((index) => ({ index, t: index }));
    drawPicture(pen, { ...base, history: { points, owned: [1, 2, 3, 4] } });
    // Each stroke is drawn twice: on a ground of its own.
    expect(pen.lines).toEqual([4, 4, 2, 2, 4, 4]);
  });
  it('is written as SVG with the same parts, its title and its legend', () => {
    const pen = new SvgPen(palette, { name: 'Mono', other: 'Mono' });
    drawPicture(pen, base);
    const { text, height } = pen.finish(area, { title: 'a <b> & c', legend: ['one', 'two'] });
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect([...parsed.querySelectorAll('svg > text')].map((each) => each.textContent)).toEqual([
      'a <b> & c',
      'one',
      'two',
    ]);
    expect(parsed.querySelectorAll('rect[fill="url(#new)"]')).toHaveLength(1);
    expect(parsed.querySelectorAll('g text.n')).toHaveLength(3);
    expect(height).toBeGreaterThan(area.height);
  });
});
