// The Inspect tab: what is asked, what is shown, how one goes on and back.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeapArgs } from '../../shared/protocol/answers';
import type { InspectArgs } from '../../shared/protocol/inspect';
import {
  defaultViewState,
  type Inspected,
  usualSettings,
  type ViewAction,
  type ViewState,
} from '../../shared/protocol/view';
import { type FakeHost, fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import type { Surroundings } from '../../webviews/src/host';
import { byId, key, makePage, must } from './page';

const type = 'com.example.travel.journey.planning.JourneyService$QueryKey';
const ofType: Inspected = { set: { by: 'type', path: [type], where: '', filter: null } };
const timeline = fakeTimeline({ points: 12, gcs: 20, seconds: 254, ends: true });
const asked: InspectArgs[] = [];
const acted: ViewAction[] = [];
const saved: ViewState[] = [];
const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const text = (id: string) => must(id).textContent ?? '';
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => saved.at(-1)?.inspect;

beforeEach(() => {
  makePage();
  for (const list of [asked, acted, saved]) list.length = 0;
});

let app: App;
const alone = { tab: 'inspect', trace: 'file:///orders.hprof' } as const;

async function open(
  entries: Inspected[] = [ofType],
  state: Partial<ViewState> = {},
  place: Partial<Surroundings> = {},
): Promise<FakeHost> {
  document.body.innerHTML = '<div id="app"></div>';
  const fake = fakeHost({ types: 40, slowness: 400, timeline });
  const { inspect } = fake.answers;
  fake.answers.inspect = (args, onProgress) => {
    asked.push(args);
    return inspect(args, onProgress);
  };
  const host = {
    ...fake,
    act: (action: ViewAction) => acted.push(action),
    saveState: (now: ViewState) => saved.push(now),
  };
  app = new App(appElement(), host);
  const trail = { entries, at: entries.length - 1 };
  const view = { ...defaultViewState, tab: 'inspect' as const, inspect: trail, ...state };
  const around = { knownGrowth: null, settings: usualSettings, ...place };
  app.welcome('orders.hprof', view, { kind: 'open', info: info([], timeline) }, undefined, around);
  await pass(600);
  return fake;
}
const appElement = () => document.querySelector<HTMLElement>('#app') ?? document.body;

describe('what is inspected', () => {
  it('is asked for in three questions about the same objects', async () => {
    await open();
    const which = { by: 'type', path: [type], top: 20 };
    expect(asked).toEqual([
      { ...which, sizes: true, closure: 'retained' },
      { ...which, sizes: false, roots: true, paths: true, cuts: true, mostPaths: 0 },
      { ...which, sizes: false, objects: true, containing: true },
    ]);
    expect(text('inspect-title')).toBe('JourneyService$QueryKey');
    expect(text('inspect-objects')).toContain('3,998,112');
    expect(text('inspect-retained')).toMatch(/305\.0\sMiB/);
  });
  it('may be limited otherwise, which is told', async () => {
    const set = { by: 'site, type', path: ['A.b:1', 'x.Y'], where: 'bytes>9', filter: 'top-level' as const };
    await open([{ set }]);
    expect(asked[0]).toMatchObject({ by: 'site, type', path: ['A.b:1', 'x.Y'], where: 'bytes>9', filter: 'top-level' });
    expect(text('inspect-title')).toBe('A.b:1 › Y');
    expect([...document.querySelectorAll('.chips li')].map(({ textContent }) => textContent)).toEqual([
      'grouped by site, type',
      'data structures that no other one owns',
      'where bytes>9',
    ]);
  });
  it('is asked for again when values are shown from now on, or are not any more', async () => {
    await open();
    asked.length = 0;
    const settings = { groupings: [], conditions: [], showsValues: true };
    app.showSettings({ ...settings, groupings: [{ name: 'Mine', words: 'site' }] });
    await pass(600);
    expect(asked).toEqual([]);
    app.showSettings({ ...settings, showsValues: false });
    await pass(600);
    expect(asked).toHaveLength(3);
    expect(text('inspect-title')).toBe('JourneyService$QueryKey');
  });
  it('is copied as a command', async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await open();
    must('inspect-copy').click();
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^heaptrail inspect .* --paths --cuts --objects$/));
    expect(text('inspect-copy')).toBe('Copied');
    vi.unstubAllGlobals();
    makePage();
  });
  it('is nothing at first: then one is shown where to choose', async () => {
    await open([]);
    expect(asked).toEqual([]);
    must('inspect-choose').click();
    expect(byId('heap')).not.toBeNull();
  });
  it('is an object that a list leads to, with a way back', async () => {
    await open();
    all('object-link')[0]?.click();
    await pass(600);
    expect(text('object-page')).toContain('0x7001a0');
    expect(last()).toEqual({ entries: [ofType, { object: '0x7001a0' }], at: 1 });
    [...must('object-page').querySelectorAll('button')].find((each) => each.textContent === 'What Holds It')?.click();
    await pass(600);
    expect(asked.at(-1)).toMatchObject({ object: '0x7001a0', containing: true });
    expect(last()?.entries.at(-1)).toEqual({ holdersOf: '0x7001a0' });
    must('inspect-contents').click();
    await pass(600);
    expect(byId('object-page')).not.toBeNull();
    expect(document.activeElement).toBe(must('inspect'));
    for (let back = 3; back > 0; back--) must('inspect-back').click();
    await pass(600);
    expect(asked.at(-1)).toMatchObject({ path: [type] });
    expect(last()?.at).toBe(0);
    expect(must<HTMLButtonElement>('inspect-back').disabled).toBe(true);
    key(must('inspect'), 'ArrowRight', { altKey: true });
    await pass(600);
    expect(last()?.at).toBe(1);
  });
  it('is a structure that grew, at the end of the window', async () => {
    await open([], { tab: 'growth' });
    await pass(2000);
    must('details-inspect').click();
    await pass(600);
    expect(asked.at(-1)?.object).toMatch(/^0x/);
    expect(byId('inspect')).not.toBeNull();
    expect(last()?.entries).toHaveLength(1);
  });
});

describe('the closure', () => {
  it('is divided in any way, also when another one is chosen, and so is what leads to the Heap tab', async () => {
    const host = await open();
    const { heap } = host.answers;
    const questions: HeapArgs[] = [];
    host.answers.heap = (...args) => {
      questions.push(args[0]);
      return heap(...args);
    };
    const field = must<HTMLInputElement>('closure-by');
    expect(field.value).toBe('type');
    field.value = 'package, type';
    key(field, 'Enter');
    await pass(600);
    const of = { by: 'type, closure(retained)[package, type]', path: [type], limit: 20 };
    expect(questions).toEqual([of]);
    must<HTMLElement>('closure-deep').querySelector('input')?.click();
    await pass(900);
    expect(questions.at(-1)).toEqual({ ...of, by: 'type, closure(deep)[package, type]' });
    must('inspect-group').click();
    expect(saved.at(-1)?.grouping.trail[1]).toMatchObject({ by: 'closure(deep)[package, type]' });
  });
  it('says what is wrong with a grouping, while what was there stays', async () => {
    const host = await open();
    host.answers.heap = () => Promise.reject({ message: 'in the grouping, expected type at position 25, found "x"' });
    const before = must('inspect-closure').querySelectorAll('tbody tr').length;
    const field = must<HTMLInputElement>('closure-by');
    field.value = 'x';
    key(field, 'Enter');
    await pass(600);
    // Counted from where the field begins.
    expect(text('closure-by-message')).toContain('expected type at position 1, found');
    expect(must('inspect-closure').querySelectorAll('tbody tr').length).toBe(before);
  });
  it('is what is retained, or all that is led to', async () => {
    await open();
    must<HTMLElement>('closure-deep').querySelector('input')?.click();
    await pass(600);
    expect(asked.at(-1)).toMatchObject({ closure: 'deep' });
    expect(text('inspect-closure')).toContain('11 more are not shown');
  });
  it('goes on in the Heap tab, where it can be grouped in any way', async () => {
    await open();
    must('inspect-group').click();
    await pass(600);
    const of = { by: 'type', path: [type] };
    expect(saved.at(-1)).toMatchObject({ tab: 'heap', rows: 'objects', grouping: { place: 1, where: '' } });
    expect(saved.at(-1)?.grouping.trail[1]).toMatchObject({ of, by: 'closure(retained)[type]' });
    expect(text('group-by')).toContain('What goes with them');
  });
});

describe('a part that fails', () => {
  it('says so, and the others stay', async () => {
    const fake = fakeHost({ types: 40, slowness: 400 });
    document.body.innerHTML = '<div id="app"></div>';
    const { inspect } = fake.answers;
    let fails = true;
    fake.answers.inspect = (args, onProgress) =>
      args.paths && fails ? Promise.reject({ message: 'not enough memory' }) : inspect(args, onProgress);
    const app = new App(appElement(), fake);
    const view = { ...defaultViewState, tab: 'inspect' as const, inspect: { entries: [ofType], at: 0 } };
    app.welcome('orders.hprof', view, { kind: 'open', info: info([]) });
    await pass(600);
    expect(text('inspect-paths')).toContain('not enough memory');
    expect(text('inspect-roots')).not.toContain('Working');
    expect(text('inspect-objects')).toContain('3,998,112');
    fails = false;
    must('inspect-retry').click();
    await pass(600);
    expect(all('path-node').length).toBeGreaterThan(2);
  });
});

describe('the graph of what holds them', () => {
  const nodes = () => all('path-node').map((node) => node.querySelector('.name')?.textContent);
  it('has structures as one box each, which unfolds', async () => {
    await open();
    expect(nodes()).toEqual([
      'TravelService.SERVICE',
      'JourneyService',
      'ConcurrentHashMap',
      expect.stringContaining('JourneyService'),
      'ArrayList',
      expect.stringContaining('JourneyService'),
      'JourneyController.search:57',
      'JourneyService$QueryKey',
    ]);
    const [fold] = all('path-fold');
    fold?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(nodes()).toContain('ConcurrentHashMap$Node[]');
  });
  it('says which reference to clear, of the last one that frees most', async () => {
    await open();
    expect(text('path-advice')).toMatch(/^To clear JourneyService\.cache would free 97\.5\s% \(3,898,000 objects\)\.$/);
    const cut = document.querySelectorAll('.path-graph .node.cut');
    expect(cut).toHaveLength(1);
    expect(cut[0]?.textContent).toContain('frees 97.5');
  });
  it('tells of a box what it is, and inspects its object', async () => {
    await open();
    const map = all('path-node')[2];
    map?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(text('path-card')).toContain('java.util.concurrent.ConcurrentHashMap');
    must('path-inspect').click();
    await pass(600);
    expect(last()?.entries.at(-1)).toEqual({ object: '0x7001b8' });
  });
  it('opens the declaration of the field that holds', async () => {
    await open();
    all('path-node')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    must('path-card').querySelector<HTMLElement>('button')?.click();
    expect(acted.at(-1)).toMatchObject({ kind: 'open-field', field: { name: 'SERVICE', static: true } });
  });
  it('is walked with the arrow keys', async () => {
    await open();
    const [first] = all('path-node');
    first?.focus();
    key(first ?? document.body, 'ArrowRight');
    expect(document.activeElement?.querySelector('.spoken')?.textContent).toContain('JourneyService');
    key(document.activeElement ?? document.body, 'ArrowDown');
    expect(document.activeElement?.querySelector('.spoken')?.textContent).toContain('QueryKey');
    expect(all('path-node').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  });
  it('has the texts that nobody sees where the boxes are, lest these reach over others', async () => {
    await open();
    for (const node of all('path-node'))
      expect(node.querySelector('.spoken')?.getAttribute('x')).toBe(node.querySelector('rect')?.getAttribute('x'));
  });
});

describe('beside code', () => {
  it('is opened from the tab, where something is inspected', async () => {
    await open();
    must('inspect-beside').click();
    expect(acted).toEqual([{ kind: 'open-beside', tab: 'inspect' }]);
    await open([]);
    expect(must('inspect-beside').hidden).toBe(true);
  });
  it('is nothing but what is inspected, with the chooser of the point', async () => {
    await open([ofType], { tab: 'overview' }, { alone });
    expect(text('inspect-title')).toBe('JourneyService$QueryKey');
    expect(byId('tab-overview')).toBeNull();
    expect(byId('inspect-beside')).toBeNull();
    expect(byId('point-chooser')).not.toBeNull();
  });
  it('leaves to the Heap tab of the editor what belongs there, and stays as it is', async () => {
    await open([ofType], { at: 3 }, { alone });
    must('inspect-group').click();
    const [action] = acted;
    if (action?.kind !== 'show-heap') throw new Error('the editor shows the Heap tab');
    expect(action.heap).toMatchObject({ at: 3, rows: 'objects', heapShows: 'rows', search: '', expanded: [] });
    expect(action.heap.grouping.trail.at(-1)).toMatchObject({
      of: { by: 'type', path: [type] },
      by: 'closure(retained)[type]',
    });
    expect(text('inspect-title')).toBe('JourneyService$QueryKey');
    await open([], {}, { alone });
    acted.length = 0;
    must('inspect-choose').click();
    expect(acted).toMatchObject([{ kind: 'show-heap' }]);
  });
});
