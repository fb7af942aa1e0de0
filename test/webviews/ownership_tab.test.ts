// The Ownership tab as a user meets it: asked for once, drawn, walked, zoomed, searched, pinned, marked, and gone on from to other tabs.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultViewState, type OwnershipChoice, type ViewState } from '../../shared/protocol/view';
import { type FakeHost, fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import { byId, key, makePage, must } from './page';

const timeline = fakeTimeline({ points: 12, gcs: 140, seconds: 254, ends: true });
let host: FakeHost;
let app: App;
let states: ViewState[];

async function settle() {
  for (let i = 0; i < 6; i++) await vi.advanceTimersByTimeAsync(60);
}

async function open(choice: Partial<OwnershipChoice> = {}, more: Partial<ViewState> = {}) {
  const ownership = { ...defaultViewState.ownership, ...choice };
  const state: ViewState = { ...defaultViewState, tab: 'ownership', ...more, ownership };
  app.welcome('service.heaptrail', state, { kind: 'open', info: info([], timeline) });
  await settle();
}

/** While its program runs. */
const running = (points: number) => {
  const some = fakeTimeline({ points, gcs: 20, seconds: 10 * points });
  const told = info([], { ...some, suggestedPoint: { index: points - 1, why: 'last' } });
  return { ...told, trace: { ...told.trace, recording: { state: 'running', process: 7, program: null } as const } };
};

beforeEach(() => {
  makePage(600);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  document.body.innerHTML = '<div id="app"></div>';
  states = [];
  host = fakeHost({ types: 20, timeline });
  vi.spyOn(host, 'act').mockReturnValue();
  host.saveState = (state) => void states.push(state);
  app = new App(appPlace(), host);
});
const appPlace = () => document.querySelector<HTMLElement>('#app') ?? expect.unreachable();

const picture = () => must('ownership-picture');
const press = (name: string, more: KeyboardEventInit = {}) => key(picture(), name, more);
const told = () => document.querySelector('.ownership-frame [role="status"]')?.textContent ?? '';
const way = () => [...must('ownership-way').querySelectorAll('li')].map((each) => each.textContent);
const last = () => states.at(-1)?.ownership ?? expect.unreachable('no state was kept');
const choices = () =>
  [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].map((each) => each.dataset.testid);

describe('the Ownership tab', () => {
  it('says first what the picture says', async () => {
    await open();
    expect(must('ownership-sentence').textContent).toMatch(
      /^JourneyService\.cache owns 6\d\.\d\u2009% of the heap; it grew by .* since point 9\. /,
    );
  });
  it('asks about the shown point, with what was chosen', async () => {
    const asked = vi.spyOn(host.answers, 'ownership');
    await open({ model: 'counts', threshold: 1, roots: [] }, { at: 4 });
    expect(asked.mock.calls.map(([args]) => args)).toEqual([
      { at: '4', model: 'counts', threshold: 1, roots: ['none'] },
    ]);
    expect(must('ownership-time').getAttribute('aria-valuenow')).toBe('4');
  });
  it('says how far the engine is, can be given up, and be asked again', async () => {
    let answer: (() => void) | undefined;
    vi.spyOn(host.answers, 'ownership').mockImplementationOnce((_, onProgress) => {
      onProgress('Sweeping references', 0.4);
      const promise = new Promise<never>((_, reject) => {
        answer = () => reject({ kind: 'cancelled', message: 'Cancelled.' });
      });
      return { promise, cancel: () => answer?.() };
    });
    await open();
    expect(must('ownership-loading').textContent).toContain('Finding out who owns what');
    must('ownership-cancel').click();
    await settle();
    expect(byId('ownership-loading')).toBeNull();
    expect(must('ownership-failed').textContent).toContain('Cancelled.');
    must('ownership-retry').click();
    await settle();
    expect(must('ownership-sentence').textContent).toContain('owns');
  });
  it('says why it failed, and tries again', async () => {
    vi.spyOn(host.answers, 'ownership').mockRejectedValueOnce({ kind: 'memory', message: 'too little memory' });
    await open();
    expect(must('ownership-failed').textContent).toContain('too little memory');
    must('ownership-retry').click();
    await settle();
    expect(byId('ownership-failed')).toBeNull();
    expect(must('ownership-sentence').textContent).toContain('owns');
  });
});

describe('the picture on the page', () => {
  it('is walked with the keyboard, and every block says its numbers', async () => {
    await open();
    press('ArrowRight');
    expect(told()).toMatch(
      /^static JourneyService\. Static fields of a class\. Owns .* of the heap\)\. Own objects 1 object/,
    );
    press('ArrowDown');
    expect(told()).toMatch(/^static SessionStore\./);
    press('ArrowLeft');
    expect(told()).toMatch(/^The whole heap\./);
  });
  it('is looked into with Enter, and left with Backspace and Alt+Left; forward again with Alt+Right', async () => {
    await open();
    press('ArrowRight');
    press('ArrowRight');
    press('Enter');
    const inside = ['The whole heap', 'static JourneyService', 'ConcurrentHashMap'];
    expect(way()).toEqual(inside);
    expect(last().zoom.entries[last().zoom.at]).toEqual([
      'static JourneyService',
      'ConcurrentHashMap ← JourneyService.cache',
    ]);
    press('Backspace');
    expect(way()).toEqual(['The whole heap']);
    press('ArrowRight', { altKey: true });
    expect(way()).toEqual(inside);
    press('ArrowLeft', { altKey: true });
    expect(way()).toEqual(['The whole heap']);
  });
  it('out of what is looked at goes Enter on it', async () => {
    await open({ zoom: { entries: [['static JourneyService', 'Timetable']], at: 0 } });
    press('Enter');
    expect(way()).toEqual(['The whole heap', 'static JourneyService']);
  });
  it('tells all owners of what is looked at', async () => {
    await open({ zoom: { entries: [['String']], at: 0 } });
    const owners = must('ownership-owners').textContent ?? '';
    expect(owners).toMatch(/^Owned byLocation \d+\.\d\u2009%/);
    expect(owners).toContain('1 more');
  });
  it('goes as far as the way is there at this point, and says what is not', async () => {
    await open({ zoom: { entries: [['static JourneyService', 'Gone', 'String']], at: 0 } });
    expect(way()).toEqual(['The whole heap', 'static JourneyService']);
    expect(must('ownership-way').textContent).toContain('Gone is not there at this point');
  });
  it('marks what is searched for, says how often it is there, and goes there', async () => {
    await open();
    const field = must<HTMLInputElement>('ownership-search');
    field.value = 'string';
    field.dispatchEvent(new Event('input'));
    await settle();
    expect(must('ownership-found').textContent).toMatch(/^1 node in \d blocks$/);
    key(field, 'Enter');
    expect(told()).toMatch(/^String\. Class\..* Shown 7 times: its part here 4\d\.\d\u2009MiB/);
    expect(document.activeElement).toBe(picture());
    expect(last().search).toBe('string');
  });
  it('is there as a table', async () => {
    await open();
    const twin = must<HTMLDetailsElement>('ownership-twin');
    twin.open = true;
    twin.dispatchEvent(new Event('toggle'));
    const rows = [...must('ownership-rows').children].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows[0]?.slice(0, 3)).toEqual(['The whole heap', expect.stringContaining('MiB'), '100.0\u2009%']);
    expect(rows[1]?.[0]).toBe('static JourneyService');
    expect(rows.length).toBeGreaterThan(20);
  });
});

describe('what can be done with a block', () => {
  it('stands in a menu; what no grouping can say has a reason', async () => {
    await open();
    press('ArrowRight');
    press('F10', { shiftKey: true });
    expect(choices()).toEqual([
      'block-enter',
      'block-pin',
      'block-group',
      'block-inspect',
      'block-growth',
      'block-source',
      'block-copy',
    ]);
    expect(must('block-group').title).toContain('No grouping');
    expect(must('block-growth').title).toBe('');
  });
  it('leads to the Heap, Inspect and Growth tabs, and to its class', async () => {
    const look = { zoom: { entries: [['Departure']], at: 0 } };
    const choose = async (entry: string) => {
      await open(look);
      press('ContextMenu');
      must(entry).click();
      await settle();
      return states.at(-1);
    };
    const type = 'com.example.travel.journey.planning.Departure';
    const grouped = await choose('block-group');
    expect([grouped?.tab, grouped?.grouping.trail.at(-1)?.of]).toEqual(['heap', { by: 'type', path: [type] }]);
    const inspected = await choose('block-inspect');
    expect(inspected?.inspect.entries).toEqual([{ set: { by: 'type', path: [type], where: '', filter: null } }]);
    const grown = await choose('block-growth');
    expect([grown?.tab, grown?.window]).toEqual(['growth', { from: 9, to: 10 }]);
    await choose('block-source');
    expect(host.act).toHaveBeenLastCalledWith({
      kind: 'open-field',
      field: { class: type, name: '', static: false },
      beside: true,
    });
  });
  it('pins its history, with three charts, until it is unpinned', async () => {
    const asked = vi.spyOn(host.answers, 'ownershipHistory');
    await open({ zoom: { entries: [['Session']], at: 0 } });
    press('p');
    await settle();
    expect(asked.mock.lastCall?.[0]).toMatchObject({ keys: ['Session'], within: 250 });
    expect(must('pinned-card').querySelectorAll('svg')).toHaveLength(3);
    expect(must('pinned-card').textContent).toMatch(/Bytes.*MiB owned.*KiB own/);
    expect(last().pinned).toEqual(['Session']);
    must('unpin').click();
    expect(byId('pinned-card')).toBeNull();
  });
  it('asks on for a history until it is complete, and shows what is there', async () => {
    const whole = host.answers.ownershipHistory;
    const asked = vi.spyOn(host.answers, 'ownershipHistory').mockImplementationOnce(async (args) => {
      const all = await (whole(args, () => undefined) as ReturnType<typeof whole>);
      return { ...(all as Awaited<typeof all> & { complete: boolean }), complete: false } as never;
    });
    await open({ pinned: ['Session'] });
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('the time', () => {
  it('is gone through with keys; a point seen before is not asked for again', async () => {
    await open();
    const asked = vi.spyOn(host.answers, 'ownership');
    const slider = must('ownership-time');
    key(slider, 'ArrowLeft');
    await settle();
    expect(must('ownership-sentence').textContent).toContain('since point 8');
    key(slider, 'ArrowRight');
    await settle();
    expect(must('ownership-sentence').textContent).toContain('since point 9');
    expect(asked).toHaveBeenCalledTimes(1);
    key(slider, 'Home');
    await settle();
    expect(states.at(-1)?.at).toBe(0);
    expect(must('ownership-sentence').textContent).not.toContain('since');
  });
  it('asks for one point at a time of many that pass by, and shows the last', async () => {
    await open();
    const asked = vi.spyOn(host.answers, 'ownership');
    for (let i = 0; i < 8; i++) key(must('ownership-time'), 'ArrowLeft');
    expect(asked).toHaveBeenCalledTimes(1);
    await settle();
    expect(asked.mock.calls.map(([{ at }]) => at)).toEqual(['9', '2']);
    expect(must('ownership-sentence').textContent).toContain('since point 1.');
  });
  it('marks the point that was chosen, before its picture has come', async () => {
    await open();
    key(must('ownership-time'), 'End');
    key(must('ownership-time'), 'm');
    expect(last().markers).toEqual([{ t: timeline.points.at(-1)?.t, name: 'Marker 1' }]);
  });
  it('has markers that get names, and go again', async () => {
    await open();
    must('ownership-mark').click();
    const field = must<HTMLInputElement>('marker-name');
    expect(document.activeElement).toBe(field);
    field.value = 'after login';
    field.dispatchEvent(new Event('change'));
    expect(last().markers.map(({ name }) => name)).toEqual(['after login']);
    must('marker-remove').click();
    expect(last().markers).toEqual([]);
  });
});

describe('a recording that runs', () => {
  const status = (points: number) =>
    ({ kind: 'open', info: running(points), seconds: 10 * points, renewed: true }) as const;
  it('is followed; what is looked at stays looked at; another point ends it', async () => {
    host = fakeHost({ types: 20, timeline: fakeTimeline({ points: 9, gcs: 20, seconds: 90 }) });
    app = new App(appPlace(), host);
    const state: ViewState = { ...defaultViewState, tab: 'ownership' };
    app.welcome('service.heaptrail', state, { kind: 'open', info: running(4), seconds: 40 });
    await settle();
    const asked = vi.spyOn(host.answers, 'ownership');
    press('ArrowRight');
    press('Enter');
    app.showStatus(status(5));
    await settle();
    expect(asked.mock.lastCall?.[0].at).toBe('4');
    expect(way()).toEqual(['The whole heap', 'static JourneyService']);
    key(must('ownership-time'), 'ArrowLeft');
    await settle();
    app.showStatus(status(6));
    await settle();
    expect(must('ownership-time').getAttribute('aria-valuenow')).toBe('3');
    expect(must('ownership-sentence').textContent).toContain('since point 2.');
    must('follow').click();
    await settle();
    expect(must('ownership-time').getAttribute('aria-valuenow')).toBe('5');
  });
  it('without a point yet says so, and begins with the first', async () => {
    const none = { ...running(1), suggestedPoint: null, point: null };
    const empty = { ...none, trace: { ...none.trace, points: 0 } };
    app.welcome('s', { ...defaultViewState, tab: 'ownership' }, { kind: 'open', info: empty, seconds: 1 });
    await settle();
    expect(must('ownership-note').textContent).toContain('No point has come yet');
    app.showStatus(status(1));
    await settle();
    expect(must('ownership-sentence').textContent).toContain('owns');
  });
});

describe('the options', () => {
  it('change how it is asked, or only how it is drawn', async () => {
    await open();
    const asked = vi.spyOn(host.answers, 'ownership');
    const radio = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`) ?? expect.unreachable(id);
    radio('ownership-direction-down').click();
    radio('ownership-colours-safe').click();
    await settle();
    expect(asked).not.toHaveBeenCalled();
    expect([last().direction, last().colours]).toEqual(['down', 'safe']);
    must<HTMLInputElement>('ownership-root-thread').click();
    await settle();
    expect(asked.mock.lastCall?.[0].roots).toEqual(['static', 'system']);
    radio('ownership-model-counts').click();
    await settle();
    expect(asked.mock.lastCall?.[0].model).toBe('counts');
  });
});
