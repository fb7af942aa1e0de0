// The tree of places where the heap grew: how it is walked and laid out, and as a part of the Growth tab.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GrowthTreeNode } from '../../shared/protocol/growth_tree';
import type { ChartImage } from '../../shared/protocol/view';
import { fakeGrowthTree } from '../../webviews/dev/fake_growth_tree';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { partsOf } from '../../webviews/src/growth/tree/icicle_chart';
import { layoutIcicle, mostLevels, rowHeight } from '../../webviews/src/growth/tree/icicle_layout';
import {
  bornShare,
  growthTogether,
  isWithin,
  type Place,
  placesOf,
  placesWith,
  wayTo,
} from '../../webviews/src/growth/tree/place_tree';
import { heldAs, placeName, typeWords } from '../../webviews/src/growth/tree/place_words';
import { acted, all, last, makeGrowthPage, open, pass, saved, text } from './growth_page';
import { byId, key, must } from './page';

/** `root 100`, `root.cache 80`: each name is a field, and below it lies what it holds. */
function treeOf(...lines: string[]): Place[] {
  const names: string[] = [];
  const nodes = lines.map((line): GrowthTreeNode => {
    const [name = '', growth = '0', born] = line.split(' ');
    names.push(name);
    return {
      parent: names.indexOf(name.slice(0, Math.max(0, name.lastIndexOf('.')))),
      type: `shop.${name.split('.').at(-1)}`,
      via: name.split('.').at(-1) ?? '',
      field: null,
      from: { objects: 1, bytes: 10 },
      to: { objects: 1, bytes: 10 + Number(growth) },
      members: { from: 1, to: 4, ...(born === undefined ? {} : { born: Number(born) }) },
      folded: { from: 0, to: 0 },
    };
  });
  return placesOf({ nodes });
}
const called = (places: Iterable<Place>) => [...places].map(({ node }) => node.via);
const top = ([first]: Place[]): Place => first ?? expect.unreachable('there is a place');

describe('the places', () => {
  const places = treeOf('heap 100', 'heap.cache 80', 'heap.cache.key 30', 'heap.cache.value 50', 'heap.jobs 15');
  it('know what holds them, and what they hold', () => {
    expect(called(top(places).children)).toEqual(['cache', 'jobs']);
    expect(places.map(({ depth }) => depth)).toEqual([0, 1, 2, 2, 1]);
    const [, cache, key] = places;
    if (!cache || !key) throw new Error('there are places');
    expect(called(wayTo(key))).toEqual(['heap', 'cache', 'key']);
    expect([isWithin(key, cache), isWithin(cache, key), isWithin(cache, cache)]).toEqual([true, false, true]);
  });
  it('are found by field and type; what is within another one counts once', () => {
    expect(called(placesWith(places, ' KEY'))).toEqual(['key']);
    expect(called(placesWith(places, 'shop.'))).toHaveLength(5);
    expect(placesWith(places, ' ').size).toBe(0);
    expect(growthTogether(placesWith(places, 'shop.'))).toBe(100);
    expect(growthTogether(new Set([...placesWith(places, 'key'), ...placesWith(places, 'jobs')]))).toBe(45);
  });
  it('say how much of them was born, where anybody knows', () => {
    const [known, unknown, none] = treeOf('heap 90 1', 'heap.a 1', 'heap.b -10 0').map(({ node }) => bornShare(node));
    expect([known, unknown, none]).toEqual([0.25, undefined, 0]);
    expect(bornShare({ members: { from: 0, to: 0, born: 0 } })).toBeUndefined();
  });
  it('are called after the field and the type, or after how they are held', () => {
    const [heap, cache] = places.map(({ node }) => node);
    if (!heap || !cache) throw new Error('there are places');
    expect([heldAs(heap), typeWords(heap)]).toEqual(['', 'The whole heap']);
    expect(placeName(cache)).toBe('cache cache');
    expect(placeName({ ...cache, via: '~', shared: true })).toBe('held by several cache');
    expect(placeName({ ...cache, via: '', class: true })).toBe('class cache');
  });
});

describe('the icicle', () => {
  const cellsOf = (places: Place[], width: number, at = top(places)) =>
    layoutIcicle(at, width).cells.map(({ place, x, y, width: cell }) => [place.node.via, x, y / rowHeight, cell]);

  it('is as wide as places grew, each below what holds it', () => {
    const places = treeOf('heap 100', 'heap.cache 80', 'heap.cache.key 30', 'heap.cache.value 50', 'heap.jobs 15');
    expect(cellsOf(places, 1000)).toEqual([
      ['heap', 0, 0, 1000],
      ['cache', 0, 1, 800],
      ['key', 0, 2, 300],
      ['value', 300, 2, 500],
      ['jobs', 800, 1, 150],
    ]);
    expect(layoutIcicle(top(places), 1000).height).toBe(3 * rowHeight);
  });
  it('gives the place that is looked at the whole width', () => {
    const places = treeOf('heap 100', 'heap.cache 80', 'heap.cache.key 20', 'heap.jobs 15');
    expect(cellsOf(places, 400, places[1])).toEqual([
      ['cache', 0, 0, 400],
      ['key', 0, 1, 100],
    ]);
  });
  it('lets parts share the width of what grew less than they did together, and leaves out what shrank', () => {
    const places = treeOf('heap 100', 'heap.a 90', 'heap.b 60', 'heap.c -50');
    expect(cellsOf(places, 300)).toEqual([
      ['heap', 0, 0, 300],
      ['a', 0, 1, 180],
      ['b', 180, 1, 120],
    ]);
  });
  it('shows what grew in what shrank as wide as that', () => {
    const places = treeOf('heap -400', 'heap.pool -300', 'heap.pool.open 60', 'heap.log 20');
    expect(cellsOf(places, 400)).toEqual([
      ['heap', 0, 0, 400],
      ['pool', 0, 1, 300],
      ['open', 0, 2, 300],
      ['log', 300, 1, 100],
    ]);
  });
  it('has no cell narrower than a pixel, and says where more lies below', () => {
    const places = treeOf('heap 1000', 'heap.a 999', 'heap.b 1', 'heap.a.c 999');
    const { cells } = layoutIcicle(top(places), 500);
    expect(cells.map(({ place, isCut }) => [place.node.via, isCut])).toEqual([
      ['heap', true],
      ['a', false],
      ['c', false],
    ]);
    expect(cellsOf(places, 1000)).toHaveLength(4);
  });
  it('ends after so many levels, and goes on from a lower place', () => {
    const names = Array.from({ length: mostLevels + 5 }, (_, i) =>
      Array.from({ length: i + 1 }, (_, j) => `p${j}`).join('.'),
    );
    const places = treeOf(...names.map((name) => `${name} 100`));
    const { cells } = layoutIcicle(top(places), 100);
    expect([cells.length, cells.at(-1)?.isCut]).toEqual([mostLevels, true]);
    expect(layoutIcicle(places[10] ?? top(places), 100).cells.at(-1)?.place).toBe(places.at(-1));
  });
  it('overlaps nowhere, and leaves no cell its parent, with thousands of places', () => {
    const timeline = fakeTimeline({ points: 12, gcs: 0, seconds: 254 });
    const [from, to] = [timeline.points[4], timeline.points[11]];
    if (!from || !to) throw new Error('there are points');
    const answer = fakeGrowthTree({ from, to, chosen: 'asked' }, { places: 2000 });
    expect(answer.nodes.length).toBeGreaterThan(2000);
    const tree = top(placesOf(answer));
    const { cells } = layoutIcicle(tree, 1200);
    // Processor time, in microseconds: a busy machine makes everything else long.
    const before = process.cpuUsage();
    layoutIcicle(tree, 1200);
    expect(process.cpuUsage(before).user).toBeLessThan(50_000);
    const byPlace = new Map(cells.map((cell) => [cell.place, cell]));
    const ends = new Map<number, number>();
    for (const { place, x, y, width } of cells) {
      expect(width).toBeGreaterThanOrEqual(1);
      expect(x).toBeGreaterThanOrEqual((ends.get(y) ?? 0) - 1e-6);
      ends.set(y, x + width);
      const parent = place.parent && byPlace.get(place.parent);
      if (!parent) continue;
      expect(x).toBeGreaterThanOrEqual(parent.x - 1e-6);
      expect(x + width).toBeLessThanOrEqual(parent.x + parent.width + 1e-6);
    }
  });
  it('writes as much as there is room for: the field before the type, the type before the share', () => {
    const [, place] = treeOf('heap 100', 'heap.byToken 80');
    const point = { index: 0, t: 0, objects: 1, bytes: 10 };
    if (!place) throw new Error('there is a place');
    const words = (room: number) => {
      const { via, type, share } = partsOf(
        place,
        { growth: 100, window: { from: point, to: point, chosen: 'asked' } },
        room,
      );
      return [via, type, share.replaceAll('\u2009', ' ')];
    };
    expect(words(40)).toEqual(['byToken', ' byToken', '80.0 %']);
    expect(words(15)).toEqual(['byToken', ' byToken', '']);
    expect(words(13)).toEqual(['byToken', ' by…en', '']);
    expect(words(10)).toEqual(['byToken', '', '']);
    expect(words(5)).toEqual(['by…en', '', '']);
  });
});

describe('the tree in the Growth tab', () => {
  beforeEach(makeGrowthPage);
  const openTree = (more: Parameters<typeof open>[0] = {}) =>
    open({ ...more, growth: { shown: 'tree', ...more.growth }, wait: 1000 });
  const places = () => all('tree-place');
  const place = (label: string) =>
    places().find((each) => each.querySelector('.spoken')?.textContent?.startsWith(label)) ??
    expect.unreachable(`there is no ${label}`);
  const click = (cell: HTMLElement, init: MouseEventInit = {}) =>
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init }));
  const focused = () => document.activeElement?.querySelector('.spoken')?.textContent?.split(';')[0];

  it('is asked for when it is to be seen, and that is remembered', async () => {
    const { host } = await open();
    const asked = vi.spyOn(host.answers, 'growthTree');
    expect(byId('growth-tree')?.hidden).toBe(true);
    must('growth-shown-tree').querySelector('input')?.click();
    expect(text('tree-loading')).toContain('Looking for the places …');
    await pass(400);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(last(saved).growth.shown).toBe('tree');
    expect(must('growth-table').closest<HTMLElement>('.growth-columns')?.hidden).toBe(true);
    expect(places().length).toBeGreaterThan(10);
    must('growth-shown-structures').querySelector('input')?.click();
    must('growth-shown-tree').querySelector('input')?.click();
    expect(asked).toHaveBeenCalledTimes(1);
  });
  it('is all there is where no structure is described', async () => {
    await open({ trace: { undescribed: true }, wait: 1000 });
    expect(byId('growth-tree')?.hidden).toBe(false);
    expect(must('growth-shown-tree').closest<HTMLElement>('.segments')?.hidden).toBe(true);
  });
  it('begins at what the first suspect piles up, with numbers and links', async () => {
    await openTree();
    const card = text('tree-card')?.replaceAll('\u2009', ' ');
    expect(card).toMatch(
      /^\[\] ConcurrentHashMap\$NodeSuspect 1: 92,208 JourneyService\.QueryKeys were added to JourneyService\.cache/,
    );
    expect(card).toMatch(/Grew by\+.* MiB, 79\.4 % of the heap’s growth/);
    expect(card).toContain('Objects12,004 → 104,212 objects');
    expect(card).toContain('Of them further inside311 → 8,402 objects');
    expect(card).toContain('Born in the window89.0 % of its objects');
    place('cache ConcurrentHashMap').focus();
    must('tree-field').click();
    must('tree-class').click();
    const service = 'com.example.travel.journey.planning.JourneyService';
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { class: service, name: 'cache', static: false }, beside: true },
      { kind: 'open-field', field: { class: 'java.util.concurrent.ConcurrentHashMap', name: '', static: false } },
    ]);
  });
  it('opens the source of a place with Ctrl and a click', async () => {
    await openTree();
    click(place('boards HashMap'), { ctrlKey: true });
    expect(acted).toMatchObject([{ kind: 'open-field', field: { name: 'boards' } }]);
    expect(byId('tree-way')?.hidden).toBe(true);
  });
  it('looks at a place alone by click or Enter, and goes back', async () => {
    await openTree();
    const before = places().length;
    click(place('sessions'));
    expect(places().length).toBeLessThan(before);
    expect(must('tree-way').textContent).toContain('sessions ConcurrentHashMap');
    key(place('[] Session;'), 'Enter');
    expect(must('tree-way').querySelectorAll('li')).toHaveLength(4);
    // What is looked at leads out again.
    click(place('[] Session;'));
    expect(must('tree-way').querySelectorAll('li')).toHaveLength(3);
    must('tree-back').click();
    must('tree-back').click();
    must('tree-back').click();
    expect(places()).toHaveLength(before);
    expect(must<HTMLButtonElement>('tree-back').disabled).toBe(true);
  });
  it('is walked through by key: down, up, and along siblings', async () => {
    await openTree();
    place('The whole heap').focus();
    const keys = (...names: string[]) => {
      for (const name of names) key(document.activeElement ?? document.body, name);
      return focused();
    };
    expect(keys('ArrowDown')).toBe('static INSTANCE Server');
    expect(keys('ArrowDown', 'ArrowRight')).toBe('sessions ConcurrentHashMap');
    expect(keys('ArrowLeft')).toBe('service JourneyService');
    expect(keys('ArrowUp', 'ArrowRight')).toBe('held by several ArrayList');
    expect(keys('Home')).toBe('The whole heap');
    expect(places().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    keys('ArrowDown', 'ArrowDown', 'Enter');
    expect(focused()).toBe('service JourneyService');
    keys('Backspace');
    expect([byId('tree-way')?.hidden, focused()]).toEqual([true, 'service JourneyService']);
  });
  it('marks what is searched for, says how much that is, and leads there', async () => {
    await openTree();
    key(document.body, '/');
    const search = must<HTMLInputElement>('tree-search');
    expect(document.activeElement).toBe(search);
    search.value = 'string';
    search.dispatchEvent(new Event('input'));
    await pass(200);
    expect(text('tree-found')?.replaceAll('\u2009', ' ')).toBe('4 places, 35.8 % of the heap’s growth');
    expect(places().filter(({ classList }) => classList.contains('found'))).toHaveLength(4);
    click(place('sessions'));
    key(search, 'Enter');
    expect(focused()).toBe('name String');
    search.value = '';
    search.dispatchEvent(new Event('input'));
    await pass(200);
    expect([text('tree-found'), places().some(({ classList }) => classList.contains('passed'))]).toEqual(['', false]);
  });
  it('tells exact numbers of what is pointed at', async () => {
    await openTree();
    place('sessions').dispatchEvent(new Event('pointerenter'));
    expect(text('tree-tooltip')).toContain('com.example.travel.web.Server.sessions');
    expect(text('tree-tooltip')?.replaceAll('\u2009', ' ')).toMatch(/\d{3},\d{3} → .* B\)/);
    place('sessions').dispatchEvent(new Event('pointerleave'));
    expect(must('tree-tooltip').hidden).toBe(true);
  });
  it('has a twin as a table, whose rows unfold by key', async () => {
    await openTree();
    const rows = () => all('tree-row').map((row) => row.getAttribute('aria-label'));
    // The heaviest way is unfolded, down to where things pile up.
    expect(rows()).toContain('[] ConcurrentHashMap$Node');
    expect(rows()).not.toContain('key JourneyService$QueryKey');
    const [heap] = all('tree-row');
    heap?.focus();
    key(document.activeElement ?? document.body, 'ArrowDown');
    key(document.activeElement ?? document.body, 'ArrowLeft');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    expect(rows()).toEqual(expect.arrayContaining(['static TYPES ConcurrentReferenceHashMap']));
    expect(rows()).not.toContain('service JourneyService');
    key(document.activeElement ?? document.body, 'Enter');
    expect(last(acted)).toMatchObject({ kind: 'open-field', field: { name: 'INSTANCE', static: true } });
    key(document.activeElement ?? document.body, 'ArrowLeft');
    expect(document.activeElement).toBe(all('tree-row')[0]);
  });
  it('says of heap dumps that nobody knows what was born', async () => {
    await openTree({
      trace: { timeline: fakeTimeline({ points: 4, gcs: 0, seconds: 5400 }), growth: { match: 'path' } },
    });
    expect(text('growth-tree')).toContain('Heap dumps do not tell what was born');
    expect(text('tree-card')).not.toContain('Born');
    expect(places()[0]?.classList.contains('born-unknown')).toBe(true);
  });
  it('tells of one heap what places retain: nothing grew there, and all was born', async () => {
    await open({ trace: { timeline: fakeTimeline({ points: 1, gcs: 0, seconds: 0 }) } });
    await pass(400);
    const said = () => text('growth-tree')?.replaceAll('\u2009', ' ') ?? '';
    expect(said()).toContain('As wide as what a place retains');
    expect(said()).not.toMatch(/Born|Grew|→/);
    expect(text('tree-card')?.replaceAll('\u2009', ' ')).toMatch(/Retains.* MiB, \d+\.\d % of the heap \([\d,]+ B\)/);
    expect(all('tree-row')[0]?.closest('.place-table')?.querySelectorAll('[role="columnheader"]')).toHaveLength(4);
    expect(all('tree-row')[0]?.querySelectorAll('[role="gridcell"]')).toHaveLength(4);
    expect(must('chart-tree').getAttribute('aria-label')).toContain('hold the heap');
    expect(places().every((each) => !/grow/.test(each.textContent ?? ''))).toBe(true);
  });
  it('says why there is none', async () => {
    await openTree({ trace: { growth: { scattered: true } } });
    expect(text('tree-empty')).toContain('No place grew by more than');
    expect(places()).toHaveLength(0);
  });
  it('shows of a heap that shrank what grew in it, with shares of the heap', async () => {
    await openTree({ state: { window: { from: 10, to: 11 } } });
    expect(places().length).toBeGreaterThan(5);
    const said = text('tree-card')?.replaceAll('\u2009', ' ') ?? '';
    expect(said).toMatch(/\+[\d.]+ MiB, [\d.]+ % of the heap/);
    expect(said).not.toContain('of the heap’s growth');
  });
  it('can be given up and asked for again, and says what went wrong', async () => {
    const { host } = await open();
    must('growth-shown-tree').querySelector('input')?.click();
    must('tree-loading').querySelector('button')?.click();
    await pass(50);
    expect(text('tree-failed')).toContain('were not looked for');
    vi.spyOn(host.answers, 'growthTree').mockReturnValueOnce({
      promise: Promise.reject({ kind: 'memory', message: 'too large' }),
      cancel: () => undefined,
    });
    must('tree-retry').click();
    await pass(0);
    expect(text('tree-failed')).toContain('too large');
    must('tree-retry').click();
    await pass(400);
    expect(places().length).toBeGreaterThan(10);
  });
  it('is saved as a picture that needs no editor', async () => {
    const { host } = await openTree();
    must('save-tree-svg').click();
    await pass(0);
    const [what, image] = vi.mocked(host.save).mock.calls[0] ?? expect.unreachable('nothing was saved');
    expect(what).toBe('saveImage');
    const { data } = image as ChartImage;
    expect(data).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(data).toContain('Where the heap grew');
    expect(data).not.toMatch(/class=|data-|var\(|color\(/);
  });
  it('draws few elements for thousands of places', async () => {
    await openTree({ trace: { growth: { places: 2000 } } });
    expect(places().length).toBeGreaterThan(50);
    expect(must('chart-tree').querySelectorAll('*').length).toBeLessThan(3000);
    expect(must('tree-table').querySelectorAll('*').length).toBeLessThan(500);
  });
});
