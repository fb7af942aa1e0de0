// The Growth tab, and what the Overview says of growth.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GrowthArgs, GrowthOfArgs } from '../../extension/src/protocol/growth';
import {
  defaultViewState,
  type GrowthChoice,
  type ViewAction,
  type ViewState,
} from '../../extension/src/protocol/view';
import { type FakeTrace, fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import type { Host, OnProgress, Surroundings } from '../../webviews/src/host';
import { byId, key, makePage, must } from './page';

let host: Host;
let app: App;
let saved: ViewState[];
let acted: ViewAction[];
let asked: { growth: GrowthArgs[]; growthOf: GrowthOfArgs[]; cancelled: number };
const last = <T>(list: T[]): T => list.at(-1) ?? expect.unreachable('nothing was asked');
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const recording = fakeTimeline({ points: 12, gcs: 20, seconds: 254, ends: true });
const own = { version: 1, warnings: [] };

interface Opened {
  state?: Partial<ViewState>;
  growth?: Partial<GrowthChoice>;
  trace?: Partial<FakeTrace>;
  around?: Surroundings;
  /** Milliseconds. */
  wait?: number;
}

async function open({ state = {}, growth = {}, trace = {}, around = { knownGrowth: null }, wait = 600 }: Opened = {}) {
  document.body.innerHTML = '<div id="app"></div>';
  const timeline = trace.timeline ?? recording;
  const fake = fakeHost({ types: 40, slowness: 400, timeline, ...trace });
  saved = [];
  acted = [];
  asked = { growth: [], growthOf: [], cancelled: 0 };
  const watched =
    <Args, Answer>(list: Args[], ask: (args: Args, onProgress: OnProgress) => Answer & { cancel(): void }) =>
    (args: Args, onProgress: OnProgress) => {
      list.push(args);
      const running = ask(args, onProgress);
      return {
        ...running,
        cancel: () => {
          asked.cancelled++;
          running.cancel();
        },
      };
    };
  host = {
    ...fake,
    growth: watched(asked.growth, fake.growth),
    growthOf: watched(asked.growthOf, fake.growthOf),
    exportGrowth: vi.fn(),
    saveImage: vi.fn(),
    act: (action) => acted.push(action),
    saveState: (now) => saved.push(now),
  };
  app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  const all = {
    ...defaultViewState,
    tab: 'growth' as const,
    ...state,
    growth: { ...defaultViewState.growth, ...growth },
  };
  const status = { kind: 'open' as const, info: info([{ message: 'the file ends early' }], timeline) };
  app.welcome('orders.heaptrail', all, status, own, around);
  await pass(wait);
}

const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const text = (id: string) => must(id).textContent;
const rowIds = (table = 'growth-table') =>
  [...must(table).querySelectorAll<HTMLElement>('[data-testid="growth-row"]')].map((row) => row.dataset.id);
const chosenRow = () => must('growth-table').querySelector<HTMLElement>('[aria-selected="true"]')?.dataset.id;
const bars = () => all('growth-bars').map((bar) => bar.dataset.id);
const choosePoint = (end: 'from' | 'to', index: number) => {
  const select = must<HTMLSelectElement>(`growth-${end}`);
  select.value = String(index);
  select.dispatchEvent(new Event('change'));
};
/** Questions for the headline and the chart; tables ask for more rows. */
const questions = () => asked.growth.filter(({ limit }) => limit === 10);

beforeEach(() => {
  makePage();
  vi.stubGlobal('CSS', { escape: (words: string) => words });
});

describe('the window', () => {
  it('is the suggested one while none is chosen, and says so', async () => {
    await open();
    expect(questions()).toEqual([{ sort: 'retained', offset: 0, limit: 10 }]);
    expect(must<HTMLSelectElement>('growth-from').value).toBe('4');
    expect(must<HTMLSelectElement>('growth-to').value).toBe('10');
    expect(text('growth-window')).toMatch(/^Heap grew by 260.*\(\+108.*\)Suggested/);
    expect(must<HTMLButtonElement>('growth-suggest').disabled).toBe(true);
  });
  it('is the one that was chosen on the timeline', async () => {
    await open({ state: { window: { from: 6, to: 9 } } });
    expect(last(questions())).toMatchObject({ from: '6', to: '9' });
    expect(must<HTMLSelectElement>('growth-from').value).toBe('6');
  });
  it('is chosen here, too, and has an extent whatever is chosen', async () => {
    await open();
    choosePoint('from', 8);
    await pass(600);
    expect(last(questions())).toMatchObject({ from: '8', to: '10' });
    choosePoint('to', 3);
    await pass(600);
    // An end gives way no further than to the other one.
    expect(last(saved).window).toEqual({ from: 8, to: 9 });
    must('growth-suggest').click();
    await pass(600);
    expect(last(saved).window).toBeNull();
    expect(last(questions())).not.toHaveProperty('from');
  });
  it('needs two points: a trace with one says what to do', async () => {
    await open({ trace: { timeline: fakeTimeline({ points: 1, gcs: 0, seconds: 0 }) } });
    expect(text('growth-one-point')).toMatch(/two heap dumps.*Open Heap Dumps Together/);
    expect(asked.growth).toEqual([]);
  });
  it('takes the place of the point that other tabs show', async () => {
    await open();
    expect(must('point-chooser').closest<HTMLElement>('.point-chooser')?.hidden).toBe(true);
    must('tab-heap').click();
    expect(must('point-chooser').closest<HTMLElement>('.point-chooser')?.hidden).toBe(false);
  });
});

describe('suspects', () => {
  it('have the strongest as headline, with its advice and what can be clicked', async () => {
    await open();
    expect(text('growth-sentence')).toMatch(/^ConcurrentHashMap allocated in JourneyService\.findLocations:42/);
    expect(text('growth-advice')).not.toBe('');
    expect(must('growth-headline').textContent).toContain('Single-ownership container growth');
    const link = must('growth-headline').querySelector<HTMLElement>('[data-testid="site-link"]');
    link?.click();
    link?.dispatchEvent(new MouseEvent('click', { ctrlKey: true }));
    expect(acted).toMatchObject([
      { kind: 'open-frame', frame: { method: 'findLocations', line: 42 }, beside: true },
      { kind: 'open-frame', beside: false },
    ]);
  });
  it('are all listed, those that are several structures together as such', async () => {
    await open();
    expect(all('suspect').map(({ dataset }) => dataset.rank)).toEqual(['2', '3', '4']);
    expect(all('suspect')[0]?.textContent).toContain('312 together');
    all('suspect')[0]?.querySelector('button')?.click();
    expect(text('growth-details')).toContain('and more: 308');
    expect(last(saved).growth.selected).toBeNull();
    // One of them is measured alone.
    const [one] = must('growth-details').querySelectorAll<HTMLElement>('.owners button');
    one?.click();
    await pass(200);
    expect(last(asked.growthOf)).toMatchObject({ id: last(saved).growth.selected });
  });
  it('give way to the types that grew most where nothing is described, with a way to describe them', async () => {
    await open({ trace: { undescribed: true } });
    expect(text('growth-no-suspect')).toContain('No described structure explains this growth.');
    all('describe-type')[0]?.click();
    expect(acted).toEqual([
      { kind: 'describe-type', type: 'com.example.travel.journey.planning.JourneyService$QueryKey', at: '10' },
    ]);
    expect(byId('growth-table')?.closest<HTMLElement>('.growth-columns')?.hidden).toBe(true);
  });
  it('are none where the heap shrank, and shares are not available instead of zero', async () => {
    await open({ state: { window: { from: 10, to: 11 } } });
    expect(text('growth-no-suspect')).toContain('did not grow');
    expect(must<SVGElement>('chart-growth').hasAttribute('hidden')).toBe(true);
    expect(must('growth').textContent).toContain('no structure has a share of its growth (n/a)');
    expect(all('grown-retained')[0]?.textContent).toMatch(/MiBn\/a$/);
    expect(text('growth-window')).toContain('Heap shrank by');
  });
});

describe('the chart', () => {
  it('shows the ten strongest, says each in words, and where ownership moved', async () => {
    await open({ state: { window: { from: 8, to: 10 } } });
    expect(bars()).toHaveLength(10);
    expect(all('growth-bars')[0]?.getAttribute('aria-label')).toMatch(
      /^ConcurrentHashMap · JourneyService\.findLocations:42: Retained 130\.2.%, Deep 136\.4.%, Structure/,
    );
    expect(must('growth').textContent).toContain('More than 100 %: ownership moved.');
  });
  it('leaves out what has no bar that could be seen, and says so', async () => {
    await open({ trace: { growth: { structures: 6, tiny: 4 } } });
    expect(bars()).toHaveLength(2);
    expect(rowIds()).toHaveLength(6);
    expect(must('growth').textContent).toContain('Structures without a bar changed by less than 0.1 %');
  });
  it('says no more than what is so', async () => {
    await open();
    expect(must('growth').textContent).not.toContain('ownership moved');
  });
  it('is walked through by key, and tells both ends of what is pointed at', async () => {
    await open();
    const [first, second] = all('growth-bars');
    expect(
      all('growth-bars')
        .map(({ tabIndex }) => tabIndex)
        .filter((index) => index === 0),
    ).toHaveLength(1);
    first?.focus();
    key(first ?? document.body, 'ArrowDown');
    expect(document.activeElement).toBe(second);
    expect(text('growth-tooltip')).toMatch(/^Timetable\$DepartureBoardIndex · .*Retained6\.3.%.*→.*objects/);
    key(second ?? document.body, 'Enter');
    await pass(400);
    expect(last(asked.growthOf).id).toBe(second?.dataset.id);
    expect(last(saved).growth.selected).toBe(second?.dataset.id);
    expect(chosenRow()).toBe(second?.dataset.id);
    key(document.activeElement ?? document.body, 'Escape');
    expect(must('growth-tooltip').hidden).toBe(true);
  });
  it('is put in another order, which is remembered', async () => {
    await open();
    const before = bars();
    must('growth-sort-deep').querySelector('input')?.click();
    await pass(600);
    expect(last(questions()).sort).toBe('deep');
    expect(bars()).not.toEqual(before);
    expect(last(saved).growth.sort).toBe('deep');
    expect(must('growth-by-deep').parentElement?.getAttribute('aria-sort')).toBe('descending');
    must('growth-by-structure').click();
    await pass(600);
    expect(must('growth-sort-structure').querySelector('input')?.checked).toBe(true);
  });
  it('is saved as a picture that needs no editor', async () => {
    await open();
    must('save-svg').click();
    await pass(0);
    const { data } = vi.mocked(host.saveImage).mock.calls[0]?.[0] ?? expect.unreachable('nothing was saved');
    expect(data).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(data).toContain('ConcurrentHashMap');
    expect(data).toContain('orders.heaptrail, point 4 (1\u2009min 45.8\u2009s) to point 10');
    expect(data).toContain('>Deep structure<');
    expect(data).not.toMatch(/class=|data-|var\(/);
  });
});

describe('the threshold', () => {
  it('is the one that is set until another is typed, and then remembered', async () => {
    await open();
    const input = must<HTMLInputElement>('growth-threshold');
    expect([input.value, input.placeholder]).toEqual(['', '5']);
    input.value = '12';
    input.dispatchEvent(new Event('change'));
    await pass(600);
    expect(last(questions()).threshold).toBe(12);
    expect(last(saved).growth.threshold).toBe(12);
    expect(document.querySelector('.hgp text.threshold')?.textContent).toBe('high ≥ 12.0\u2009%');
    input.value = '';
    input.dispatchEvent(new Event('change'));
    await pass(600);
    expect(last(questions())).not.toHaveProperty('threshold');
  });
  it('is kept within what has a meaning', async () => {
    await open();
    const input = must<HTMLInputElement>('growth-threshold');
    input.value = '400';
    input.dispatchEvent(new Event('change'));
    await pass(600);
    expect(last(questions()).threshold).toBe(100);
  });
});

describe('the tables', () => {
  it('page through all structures, and search them', async () => {
    await open();
    expect(text('growth-table-total')).toBe('4\u2009120 structures');
    expect(asked.growth.filter(({ limit, category }) => limit === 200 && category === 'survivor')).toHaveLength(1);
    must('growth-table').scrollTop = 24 * 1000;
    must('growth-table').dispatchEvent(new Event('scroll'));
    await pass(600);
    expect(asked.growth.map(({ offset }) => offset)).toContain(800);
    const search = must<HTMLInputElement>('growth-search');
    search.value = 'ConcurrentHash';
    search.dispatchEvent(new Event('input'));
    await pass(600);
    expect(last(asked.growth)).toMatchObject({ search: 'ConcurrentHash', offset: 0, category: 'survivor' });
    expect(text('growth-table-total')).toBe('1 structure');
    // The chart stays what it is: the strongest of all.
    expect(bars()).toHaveLength(10);
    search.value = 'nothing of the kind';
    search.dispatchEvent(new Event('input'));
    await pass(600);
    expect(text('growth-table-empty')).toContain('“nothing of the kind”');
    must('growth-export').click();
    expect(host.exportGrowth).toHaveBeenCalledWith({ sort: 'retained', search: 'nothing of the kind' });
  });
  it('have those that were born in the window apart', async () => {
    await open();
    expect(text('growth-counts')).toMatch(/4\u2009120 alive at both ends.*1\u2009312 died.*37 born/);
    expect(text('growth-born')).toContain('Born in the window');
    expect(rowIds('born-table').length).toBeGreaterThan(5);
    expect(rowIds('born-table').some((id) => rowIds().includes(id))).toBe(false);
    must('born-table').querySelector<HTMLElement>('[data-testid="growth-row"]')?.click();
    await pass(600);
    expect(last(asked.growthOf).id).toBe(rowIds('born-table')[0]);
    expect(chosenRow()).toBeUndefined();
  });
  it('measure what is selected by key when the movement comes to rest, and open its source with Enter', async () => {
    await open();
    const measured = asked.growthOf.length;
    for (let i = 0; i < 3; i++) key(must('growth-table'), 'ArrowDown');
    expect(asked.growthOf).toHaveLength(measured);
    await pass(400);
    expect(asked.growthOf).toHaveLength(measured + 1);
    expect(last(asked.growthOf).id).toBe(rowIds()[3]);
    expect(must('growth-table').getAttribute('aria-activedescendant')).toBe('growth-table-3');
    key(must('growth-table'), 'Enter');
    expect(last(acted)).toMatchObject({ kind: 'open-frame', beside: true });
  });
  it('say that dumps are matched by path', async () => {
    await open({ trace: { timeline: fakeTimeline({ points: 4, gcs: 0, seconds: 5400 }), growth: { match: 'path' } } });
    expect(text('by-path')).toBe('by path');
    expect(text('growth-counts')).toMatch(/208 not matched/);
    expect(must('growth').querySelector('[data-testid="growth-row"] .cell.name')?.getAttribute('title')).toContain(
      'by path',
    );
  });
});

describe('the details', () => {
  it('are of the strongest suspect while nothing is selected, with exact sizes', async () => {
    await open();
    expect(asked.growthOf).toEqual([{ id: bars()[0], offset: 0, limit: 200 }]);
    const details = text('growth-details');
    expect(details).toContain('Allocated in JourneyService.findLocations:42');
    expect(must('growth-details').querySelector('.call-chain')?.textContent).toMatch(
      /^3 frames.*findLocations:42.*plan:118JourneyController\.search:57$/,
    );
    expect(all('growth-sizes')[0]?.querySelectorAll('tbody tr')).toHaveLength(4);
    expect(text('growth-sizes')).not.toContain('≈');
    expect(text('growth-path')).toMatch(/^Java local variable.*JourneyController\.search:57.*\.cacheConcurrentHashMap/);
  });
  it('have leaves as a tree by type and site, in which keys move', async () => {
    await open();
    const types = () => all('leaf-type').map(({ dataset }) => dataset.type?.split('.').at(-1));
    expect(types()).toEqual(['JourneyService$QueryKey', 'Location']);
    expect(all('leaf-site')).toHaveLength(2);
    const [first] = all('leaf-type');
    first?.focus();
    key(first ?? document.body, 'ArrowDown');
    expect(document.activeElement?.getAttribute('data-testid')).toBe('leaf-site');
    key(document.activeElement ?? document.body, 'Enter');
    expect(last(acted)).toMatchObject({ kind: 'open-frame', frame: { method: 'findLocations' } });
    key(document.activeElement ?? document.body, 'ArrowLeft');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
    key(document.activeElement ?? document.body, 'ArrowLeft');
    expect(all('leaf-site')).toHaveLength(0);
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
  });
  const headings = () =>
    [...must('leaf-table').querySelectorAll('[role="columnheader"]')].map(({ textContent }) => textContent);
  const chooseBar = async (name: string) => {
    const bar = all('growth-bars').find(({ textContent }) => textContent?.startsWith(name));
    bar?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass(400);
  };
  it('say of a container behind the rest how much more its leaves lead to', async () => {
    await open();
    expect(headings().slice(4)).toEqual(['Bytes from', 'Bytes to', 'Bytes ±', 'Deep ±']);
    const cells = [...must('leaf-table').querySelectorAll('.deep-delta')].map(({ textContent }) => textContent);
    expect(cells).toHaveLength(1 + all('leaf-type').length + all('leaf-site').length + 1);
    expect(cells.slice(1).every((words) => words?.startsWith('+'))).toBe(true);
  });
  it('have what leaves lead to at both ends where the data in them grew, and those first that lead to most new', async () => {
    await open();
    await chooseBar('Timetable$DepartureBoardIndex');
    expect(headings()).toEqual([
      'Type and site',
      'Objects from',
      'Objects to',
      'Objects ±',
      'Bytes ±',
      'Deep from',
      'Deep to',
      'Deep ±',
    ]);
    expect(must('leaf-table').querySelector('.heading .deep-to')?.getAttribute('title')).toMatch(/each object once/);
    const [first, second] = all('leaf-type');
    expect([first?.dataset.type, second?.dataset.type]).toEqual([
      'com.example.travel.journey.planning.Location',
      'com.example.travel.journey.planning.JourneyService$QueryKey',
    ]);
    // Of a type with two sites it is not their sum, but what the engine says.
    second?.click();
    const bytesOf = (row: Element | null | undefined) =>
      Number(
        /([\d\u2009]+).B$/.exec(row?.querySelector<HTMLElement>('.deep-to')?.title ?? '')?.[1]?.replace(/\D/g, ''),
      );
    const [type, ...sites] = [
      must('leaf-table').querySelector('[data-type*="QueryKey"]'),
      ...all('leaf-site').slice(1),
    ];
    expect(sites).toHaveLength(2);
    expect(bytesOf(type)).toBeGreaterThan(0);
    expect(bytesOf(type)).toBeLessThan(bytesOf(sites[0]) + bytesOf(sites[1]));
    expect(must('leaf-table').querySelector('.total .deep-delta')?.textContent).toMatch(/^\+/);
    expect(text('growth-details')).toContain('deep sizes tell to which of them the growth belongs');
    expect(text('growth-details')).toMatch(/What its Location objects .* lead to grew by/);
  });
  it('have no columns of what nobody asked for', async () => {
    await open();
    all('suspect')[0]?.querySelector('button')?.click();
    expect(headings().slice(4)).toEqual(['Bytes from', 'Bytes to', 'Bytes ±']);
    expect(must('leaf-table').querySelector('.deep-delta')).toBeNull();
  });
  it('lead to the leaves who asks for them, as soon as they are there', async () => {
    await open();
    all('growth-bars')[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass(400);
    must('show-leaves').click();
    expect(byId('leaves-heading')).toBeNull();
    await pass(400);
    expect(document.activeElement).toBe(must('leaves-heading'));
    // Of several structures together they are there at once.
    all('suspect')[0]?.querySelector('button')?.click();
    expect(document.activeElement).toBe(must('leaves-heading'));
  });
  it('have leaves of contained structures, too, page by page', async () => {
    await open();
    must('leaves-deep').querySelector('input')?.click();
    await pass(400);
    expect(last(asked.growthOf)).toMatchObject({ leaves: 'deep', offset: 0 });
    expect(last(saved).growth.leaves).toBe('deep');
    expect(text('leaves-more')).toBe('Show More (40 left)');
    must('leaves-more').click();
    await pass(400);
    expect(last(asked.growthOf)).toMatchObject({ leaves: 'deep', offset: 200 });
    expect(byId('leaves-more')).toBeNull();
  });
  it('name who else holds the leaves, and lead there', async () => {
    await open();
    const shared = all('growth-bars').find(({ textContent }) => textContent?.startsWith('ArrayList'));
    shared?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass(400);
    const owner = must('growth-owners').querySelector<HTMLElement>('button');
    expect(must('growth-owners').textContent).toContain('41\u2009200 shared leaves');
    owner?.click();
    await pass(400);
    expect(text('growth-details')).toContain('ConcurrentHashMap');
  });
  it('say when a structure is not there, and do not pass another for it', async () => {
    await open({ growth: { selected: '0xdead' } });
    expect(text('growth-details')).toContain('there is no structure 0xdead at point 10');
    expect(byId('growth-sizes')).toBeNull();
  });
});

describe('an answer that takes long', () => {
  it('tells how far it is, can be given up, and asked for again', async () => {
    await open({ trace: { slowness: 40_000 }, wait: 1000 });
    expect(must('growth-progress').textContent).toMatch(/Comparing both heaps \d+\u2009%/);
    expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).not.toBe('0');
    must('growth-cancel').click();
    await pass(100);
    expect(asked.cancelled).toBe(1);
    expect(text('growth-cancelled')).toContain('not analysed');
    must('growth-analyse').click();
    await pass(12_000);
    expect(byId('growth-progress')).toBeNull();
    expect(byId('growth-headline')).not.toBeNull();
  });
  it('flashes no bar when it is short', async () => {
    await open({ wait: 60 });
    expect(byId('growth-progress')).toBeNull();
    await pass(600);
    expect(byId('growth-headline')).not.toBeNull();
  });
  it('is given up when another is asked for, and when the tab is left', async () => {
    await open({ trace: { slowness: 40_000 }, wait: 1000 });
    choosePoint('from', 2);
    await pass(300);
    expect(asked.cancelled).toBe(1);
    must('tab-heap').click();
    expect(asked.cancelled).toBe(2);
  });
  it('says why it failed, and hides what is of another question', async () => {
    await open();
    host.growth = () => ({
      promise: Promise.reject({ kind: 'memory', message: 'too little memory' }),
      cancel: () => {},
    });
    choosePoint('from', 2);
    await pass(100);
    expect(text('growth-failed')).toContain('too little memory');
    expect(must('growth').querySelector<HTMLElement>('.growth-results')?.hidden).toBe(true);
  });
  it('is asked for anew when other descriptions hold', async () => {
    await open();
    const before = questions().length;
    app.showDescriptions({ version: 2, warnings: [{ message: 'a.ds is left out' }] });
    await pass(600);
    expect(questions()).toHaveLength(before + 1);
    expect(all('warnings').map(({ textContent }) => textContent)).toContain('A.ds is left out.');
  });
});

describe('what can be taken along', () => {
  it('is copied as Markdown', async () => {
    const writeText = vi.fn(async (_: string) => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await open();
    must('copy-markdown').click();
    await pass(0);
    expect(writeText.mock.calls[0]?.[0]).toMatch(/^## Growth: orders\.heaptrail\n/);
    expect(writeText.mock.calls[0]?.[0]).toContain('### ConcurrentHashMap');
    expect(text('copy-markdown')).toBe('Copied');
  });
});

describe('beside code', () => {
  const alone: Surroundings = { knownGrowth: null, alone: { tab: 'growth', trace: 'file:///orders.heaptrail' } };
  it('is nothing but growth, and opens sources where the code is', async () => {
    await open({ state: { tab: 'overview' }, around: alone });
    expect(byId('tab-overview')).toBeNull();
    expect(byId('growth-headline')).not.toBeNull();
    expect(byId('open-beside')).toBeNull();
    must('growth-headline').querySelector<HTMLElement>('[data-testid="site-link"]')?.click();
    expect(last(acted)).toMatchObject({ kind: 'open-frame', beside: false });
  });
  it('shows the structure that somebody wants to see', async () => {
    await open({ around: alone });
    const wanted = bars()[3] ?? '';
    app.selectStructure(wanted);
    await pass(400);
    expect(last(asked.growthOf).id).toBe(wanted);
    expect(chosenRow()).toBe(wanted);
  });
  it('is opened from the tab', async () => {
    await open();
    must('open-beside').click();
    expect(acted).toEqual([{ kind: 'open-beside' }]);
  });
});

describe('the overview', () => {
  it('leads to what grew in the window, and computes nothing by itself', async () => {
    await open({ state: { tab: 'overview', window: { from: 5, to: 9 } } });
    expect(asked.growth).toEqual([]);
    expect(byId('known-growth')).toBeNull();
    must('analyse-growth').click();
    await pass(600);
    expect(must('tab-growth').getAttribute('aria-selected')).toBe('true');
    expect(last(questions())).toMatchObject({ from: '5', to: '9' });
  });
  it('tells the strongest suspect once somebody knows it, until it is too old', async () => {
    await open({ state: { tab: 'overview' } });
    const window = { from: 6, to: 8 };
    app.showKnownGrowth({ window, sentence: 'A map holds 80 % of the heap’s growth.' });
    expect(text('known-growth')).toContain('A map holds 80 % of the heap’s growth.');
    app.showKnownGrowth(null);
    expect(byId('known-growth')).toBeNull();
    app.showKnownGrowth({ window, sentence: null });
    must('known-growth').querySelector('button')?.click();
    await pass(600);
    expect(last(saved).window).toEqual(window);
    expect(last(questions())).toMatchObject({ from: '6', to: '8' });
  });
});
