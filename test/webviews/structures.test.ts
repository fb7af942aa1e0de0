// The Heap tab in data structure mode.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeapArgs, SizesArgs, StructuresArgs } from '../../shared/protocol/answers';
import { defaultViewState, type HeldDescriptions, type ViewState } from '../../shared/protocol/view';
import { type FakeHost, type FakeTrace, fakeHost, info } from '../../webviews/dev/fake_host';
import { App } from '../../webviews/src/app';
import { byId, key, makePage, must, rows } from './page';

let host: FakeHost;
let app: App;
let saved: ViewState[];
let asked: { heap: HeapArgs[]; sizes: SizesArgs[]; structures: StructuresArgs[] };
const last = <T>(list: T[]): T => list.at(-1) ?? expect.unreachable('nothing was asked');
const inMode = { tab: 'heap', rows: 'structures' } as const;
const own: HeldDescriptions = { version: 1, warnings: [] };

async function open(state: Partial<ViewState> = inMode, trace: Partial<FakeTrace> = {}, descriptions = own) {
  document.body.innerHTML = '<div id="app"></div>';
  const fake = fakeHost({ types: 840, ...trace });
  asked = { heap: [], sizes: [], structures: [] };
  saved = [];
  const { heap, sizes, structures } = fake.answers;
  Object.assign(fake.answers, {
    heap: (...[args, onProgress]: Parameters<typeof heap>) => {
      asked.heap.push(args);
      return heap(args, onProgress);
    },
    sizes: (...[args, onProgress]: Parameters<typeof sizes>) => {
      asked.sizes.push(args);
      return sizes(args, onProgress);
    },
    structures: (...[args, onProgress]: Parameters<typeof structures>) => {
      asked.structures.push(args);
      return structures(args, onProgress);
    },
  });
  host = {
    ...fake,
    save: vi.fn(),
    saveState: (now) => saved.push(now),
  };
  app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  const status = { kind: 'open' as const, info: info([{ message: 'the file ends early' }]) };
  app.welcome('a.hprof', { ...defaultViewState, ...state }, status, descriptions);
  await pass(200);
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const type = (name: string) =>
  document.querySelector<HTMLElement>(`[data-key="${name}"]`) ?? expect.unreachable(`no row of ${name}`);
const structures = () => [...document.querySelectorAll<HTMLElement>('[data-testid="structure-row"]')];
const selected = () => document.querySelector<HTMLElement>('.row[aria-selected="true"]');
const scroller = () => must('heap-scroller');
const choose = (rows: ViewState['rows']) => must(`rows-${rows}`).querySelector('input')?.click();

beforeEach(() => makePage(600));

describe('the switch to data structures', () => {
  it('shows the types of heads, without those that others own, and is remembered', async () => {
    await open({ tab: 'heap' });
    expect(scroller().getAttribute('role')).toBe('grid');
    choose('structures');
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ filter: 'top-level', count: 'live' });
    expect(rows()).toContain('java.util.concurrent.ConcurrentHashMap');
    expect(rows()).not.toContain('byte[]');
    expect(must('sort-objects').textContent).toBe('Structures');
    expect(must('heap-total').textContent).toBe('10 types · 959,595 structures');
    expect(must('count-live').closest<HTMLElement>('.segments')?.hidden).toBe(true);
    expect(last(saved)).toMatchObject({ rows: 'structures', sort: 'retained' });
    choose('objects');
    await pass(200);
    expect(rows()).toContain('byte[]');
    expect(last(asked.heap)).not.toHaveProperty('filter');
    expect(must('sort-objects').textContent).toBe('Objects');
    expect(must('count-live').closest<HTMLElement>('.segments')?.hidden).toBe(false);
  });
  it('is a group of radio buttons with a name', async () => {
    await open();
    const group = must('rows-structures').parentElement;
    expect([group?.getAttribute('role'), group?.getAttribute('aria-label')]).toEqual([
      'radiogroup',
      'What the rows are',
    ]);
    expect(must('rows-structures').querySelector('input')?.checked).toBe(true);
  });
  it('keeps sizes of structures apart from those of objects', async () => {
    await open();
    await pass(12_000);
    expect(asked.sizes.every(({ filter }) => filter === 'top-level')).toBe(true);
    expect(asked.sizes.filter(({ keys }) => keys === undefined)).toHaveLength(2);
    choose('objects');
    await pass(12_000);
    expect(asked.sizes.filter(({ filter, keys }) => !filter && keys === undefined)).toHaveLength(2);
  });
  it('counts live heads, whatever was counted of objects', async () => {
    await open({ ...inMode, count: 'all' });
    expect(last(asked.heap)).toMatchObject({ filter: 'top-level', count: 'live' });
    await pass(1000);
    expect(asked.sizes.length).toBeGreaterThan(0);
  });
  it('exports what is shown', async () => {
    await open({ ...inMode, search: 'hash' });
    must('export-json').click();
    expect(host.save).toHaveBeenCalledWith('export', {
      args: { filter: 'top-level', sort: 'bytes', ascending: false, search: 'hash', count: 'live' },
      format: 'json',
    });
  });
  it('leads from a bar of the overview to what holds the objects of that type, whatever the Heap tab shows', async () => {
    await open({ rows: 'structures' });
    key(document.querySelector('[data-key="java.util.ArrayList"]') ?? expect.unreachable('no bar'), 'Enter');
    await pass(200);
    expect(last(saved)).toMatchObject({ tab: 'inspect', rows: 'structures' });
    expect(last(saved)?.inspect.entries.at(-1)).toMatchObject({ set: { path: ['java.util.ArrayList'], filter: null } });
  });
});

describe('a type of structures', () => {
  const map = 'java.util.concurrent.ConcurrentHashMap';

  it('unfolds to its largest structures with where they were allocated, twenty at a time', async () => {
    await open();
    type(map).click();
    expect(type(map).getAttribute('aria-expanded')).toBe('true');
    expect(must('structures-loading').textContent).toContain('Loading');
    await pass(500);
    expect(last(asked.structures)).toEqual({
      filter: 'top-level',
      where: `type="${map}"`,
      sort: 'retained',
      offset: 0,
      limit: 20,
      contained: false,
    });
    expect(structures()).toHaveLength(20);
    expect(structures()[1]?.textContent).toMatch(/^0x[0-9a-f]+HashSet\.<init>HashSet\.java:103300,000/);
    expect(structures()[1]?.querySelector('.name')?.getAttribute('title')).toContain('java.util.HashSet.<init>');
    expect(must('structures-heading').textContent).toBe('Largest structuresLeavesStructureDeep structureRetained');
    expect(must('structures-more').textContent).toBe('Show More (292 left)');
    must('structures-more').click();
    await pass(500);
    expect(last(asked.structures)).toMatchObject({ offset: 20, limit: 20 });
    expect(scroller().getAttribute('aria-rowcount')).toBe(String(1 + 10 + 1 + 40 + 1));
    type(map).click();
    expect(structures()).toEqual([]);
    expect(last(saved).expanded).toEqual([]);
  });
  it('is walked into and out of with the arrow keys', async () => {
    await open();
    expect(scroller().getAttribute('role')).toBe('treegrid');
    key(scroller(), 'End');
    for (let row = 0; row < 5; row++) key(scroller(), 'ArrowUp');
    const name = selected()?.dataset.key ?? expect.unreachable('nothing is selected');
    key(scroller(), 'ArrowRight');
    expect(type(name).getAttribute('aria-expanded')).toBe('true');
    // Into what is not there yet: the first that comes.
    key(scroller(), 'ArrowRight');
    await pass(500);
    expect(selected()).toBe(structures()[0]);
    expect(selected()?.getAttribute('aria-level')).toBe('2');
    key(scroller(), 'ArrowDown');
    expect(selected()).toBe(structures()[1]);
    key(scroller(), 'ArrowUp');
    key(scroller(), 'ArrowUp');
    // The heading between them is none to stop at.
    expect(selected()).toBe(type(name));
    key(scroller(), 'ArrowDown');
    expect(selected()).toBe(structures()[0]);
    key(scroller(), 'ArrowLeft');
    expect(selected()).toBe(type(name));
    key(scroller(), 'ArrowLeft');
    expect(type(name).getAttribute('aria-expanded')).toBe('false');
    key(scroller(), 'Enter');
    expect(type(name).getAttribute('aria-expanded')).toBe('true');
  });
  it('keeps its keys while its rows are put in another order', async () => {
    await open({ ...inMode, sort: 'retained', search: 'hashmap' });
    key(scroller(), 'ArrowDown');
    const name = selected()?.dataset.key ?? expect.unreachable('nothing is selected');
    key(scroller(), 'ArrowRight');
    while (last(asked.heap).sort !== 'retained') await pass(10);
    key(scroller(), 'ArrowRight');
    expect(selected()).toBe(structures()[0]);
    await pass(100);
    expect(rows()[0]).not.toBe(name);
    expect(selected()).toBe(structures()[0]);
    expect(last(saved).selected).toContain(`${name}\n`);
    key(scroller(), 'ArrowLeft');
    expect(selected()).toBe(type(name));
  });
  it('is not shown where another order could not be had', async () => {
    await open();
    const { heap: works } = host.answers;
    host.answers.heap = () => Promise.reject({ kind: 'memory', message: 'too little memory' });
    must('sort-name').click();
    expect(rows()).toHaveLength(10);
    await pass(100);
    expect([must('heap-failed').textContent, rows()]).toEqual([expect.stringContaining('too little memory'), []]);
    host.answers.heap = works;
    must('heap-failed').querySelector('button')?.click();
    await pass(100);
    expect(rows()).toHaveLength(10);
    expect(byId('heap-failed')).toBeNull();
  });
  it('goes on with Enter where the list ends, and stays at the first that comes', async () => {
    await open({ ...inMode, search: 'ArrayDeque', expanded: ['java.util.ArrayDeque'] });
    await pass(500);
    key(scroller(), 'End');
    expect(selected()).toBe(must('structures-more'));
    key(scroller(), 'Enter');
    await pass(500);
    expect(selected()).toBe(structures()[20]);
  });
  it('that was unfolded is so again, also in another order', async () => {
    await open({ ...inMode, expanded: [map] });
    await pass(500);
    expect(structures()).toHaveLength(20);
    must('sort-name').click();
    await pass(500);
    expect(type(map).getAttribute('aria-expanded')).toBe('true');
    expect(asked.structures).toHaveLength(1);
    expect(last(saved)).toMatchObject({ sort: 'name', expanded: [map] });
  });
  it('says why its structures cannot be shown, and tries again', async () => {
    await open();
    const { structures: works } = host.answers;
    host.answers.structures = () => ({
      promise: Promise.reject({ kind: 'memory', message: 'too little memory' }),
      cancel: () => {},
    });
    type(map).click();
    await pass(100);
    expect(must('structures-failed').textContent).toContain('too little memory');
    host.answers.structures = works;
    must('structures-failed').click();
    await pass(500);
    expect(structures()).toHaveLength(20);
  });
  it('cancels what nobody waits for any more', async () => {
    await open();
    const cancel = vi.fn();
    host.answers.structures = () => ({ promise: new Promise(() => undefined), cancel });
    type(map).click();
    type(map).click();
    expect(cancel).toHaveBeenCalledTimes(1);
    type(map).click();
    must('tab-overview').click();
    expect(cancel).toHaveBeenCalledTimes(2);
  });
});

describe('descriptions', () => {
  it('that find nothing are explained, with what one looks like', async () => {
    await open(inMode, { undescribed: true });
    expect(must('heap-empty').textContent).toMatch(/^No object here is the head of a described data structure\./);
    expect(must('heap-empty').querySelector('pre')?.textContent).toContain('DS com.example.Cache {');
  });
  it('are not to blame for a search that finds nothing', async () => {
    await open({ ...inMode, search: 'zzz' });
    expect(must('heap-empty').textContent).toContain('No type of data structure contains “zzz”');
  });
  it('that change are asked about again, and only where they matter', async () => {
    await open({ ...inMode, expanded: ['java.util.TreeMap'] });
    await pass(12_000);
    const before = { heap: asked.heap.length, structures: asked.structures.length };
    app.showDescriptions({ version: 2, warnings: [] });
    expect(must('heap-total').textContent).toBe('Finding the data structures …');
    await pass(1000);
    expect(asked.heap.length).toBeGreaterThan(before.heap);
    expect(asked.structures).toHaveLength(before.structures + 1);
    expect(must('heap-total').textContent).toMatch(/^10 types/);
    choose('objects');
    await pass(12_000);
    const heap = asked.heap.length;
    app.showDescriptions({ version: 3, warnings: [] });
    await pass(1000);
    expect(asked.heap).toHaveLength(heap);
  });
  it('that do not fit are warned of beside the structures, not beside objects', async () => {
    const wide = [{ message: 'the description of A takes in too much' }, { message: 'the file ends early' }];
    await open(inMode, { wide }, { version: 1, warnings: [{ message: 'the descriptions in a.ds are left out' }] });
    const banners = () => [...document.querySelectorAll('[data-testid="warnings"]')].map((each) => each.textContent);
    // What is true of the whole file is said once, above.
    expect(banners()).toEqual([
      'The file ends early.',
      'The descriptions in a.ds are left out. (1 more)The description of A takes in too much.',
    ]);
    choose('objects');
    await pass(200);
    expect(banners()).toEqual(['The file ends early.']);
    expect(byId('heap-empty')).toBeNull();
  });
});
