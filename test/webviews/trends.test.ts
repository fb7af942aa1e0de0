// The Trends tab: charts with settings of their own, a zoom and a cursor for all of them, and ways on from a series.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrendArgs } from '../../shared/protocol/trend';
import {
  defaultViewState,
  type TrendChart,
  type TrendsChoice,
  type ViewAction,
  type ViewState,
} from '../../shared/protocol/view';
import { isViewState } from '../../shared/protocol/view_border';
import { type FakeTrace, fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import { chartAbove, divisionBehind, withChart } from '../../webviews/src/trends/chart_choice';
import { sourceOf } from '../../webviews/src/trends/series_menu';
import { byId, key, makePage, must } from './page';

let asked: TrendArgs[];
let cancelled: number;
let acted: ViewAction[];
let state: ViewState;
let app: App;
const save = vi.fn();
const copied = vi.fn((_: string) => Promise.resolve());
const timeline = fakeTimeline({ points: 12, gcs: 0, seconds: 120 });
const [usual] = defaultViewState.trends.charts as [TrendChart];

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const all = (id: string, within: Element = document.body) => [
  ...within.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`),
];
const nth = <Item>(items: readonly Item[], index: number): Item =>
  items[index] ?? expect.unreachable(`there are only ${items.length}`);
const last = <Item>(items: readonly Item[]): Item => nth(items, items.length - 1);
const charts = () => all('chart-trend');
const names = (chart = 0) => all('trend-series', nth(all('trend'), chart)).map((row) => row.dataset.key);
const values = (chart = 0) => all('trend-value', nth(all('trend'), chart)).map((cell) => cell.dataset.exact);
const heading = (chart = 0) => nth(all('trend-at'), chart).textContent;
const choose = (id: string, word: string, chart = 0) => {
  const select = nth(all(id), chart) as HTMLSelectElement;
  select.value = word;
  select.dispatchEvent(new Event('change'));
};
const tell = () => ({ kind: 'open' as const, info: info([], timeline) });
const trends = (...some: Partial<TrendChart>[]): Partial<ViewState> => ({
  trends: { charts: some.map((chart) => ({ ...usual, ...chart })), zoom: null },
});
const inNodes: Partial<TrendChart> = { of: { by: 'type', path: ['java.util.HashMap$Node'] }, by: 'thread, type' };

async function open(kept: Partial<ViewState> = {}, trace: Partial<FakeTrace> = {}, status = tell()) {
  document.body.innerHTML = '<div id="app"></div>';
  const fake = fakeHost({ types: 40, timeline, ...trace });
  const { trend } = fake.answers;
  [asked, acted, cancelled] = [[], [], 0];
  fake.answers.trend = (args, onProgress) => {
    asked.push(args);
    const running = trend(args, onProgress);
    if (!('promise' in running)) return expect.unreachable('trends can be given up');
    const cancel = () => {
      cancelled++;
      running.cancel();
    };
    return { ...running, cancel };
  };
  const host = {
    ...fake,
    save,
    act: (action: ViewAction) => acted.push(action),
    saveState: (now: ViewState) => {
      state = now;
    },
  };
  app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  state = { ...defaultViewState, tab: 'trends', ...kept };
  app.welcome('orders.heaptrail', state, status);
  await pass(600);
}

beforeEach(() => {
  makePage();
  save.mockReset();
  copied.mockClear();
  vi.stubGlobal('CSS', { escape: (words: string) => words.replaceAll('"', '\\"') });
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
});

describe('a chart', () => {
  it('asks for the types that grew most, a part at a time', async () => {
    await open();
    expect(asked).toEqual([{ by: 'type', metric: 'bytes', sort: 'absolute', limit: 5, other: true, within: 400 }]);
    expect(names().length).toBe(5);
    expect(must('trend-sentence').textContent).toContain('keeps growing');
    expect(byId('trend-progress')).toBeNull();
  });

  it('has rows in the order of the engine, marked where growth goes on', async () => {
    await open();
    const growths = all('trend-growth').map((cell) => Number(cell.dataset.exact));
    expect(growths).toEqual(growths.toSorted((a, b) => b - a));
    expect(all('trend-sustained').length).toBeGreaterThan(0);
    expect(all('trend-sustained')[0]?.title).toContain('99.8');
  });

  it('tells the values at the cursor, and those of the last point where nobody points', async () => {
    await open();
    const [chart] = charts();
    const atEnd = values();
    expect(heading()).toBe('Last point');
    chart?.focus();
    key(chart as Element, 'Home');
    expect(heading()).toBe('point 0 · 10.0\u2009s');
    const first = values();
    expect(first).not.toEqual(atEnd);
    key(chart as Element, 'ArrowRight');
    expect(heading()).toBe('point 1 · 20.0\u2009s');
    key(chart as Element, 'End');
    expect(values()).toEqual(atEnd);
    chart?.blur();
    expect(heading()).toBe('Last point');
  });

  it('asks again for another order or size, and draws anew for another display', async () => {
    await open();
    choose('trend-metric', 'retained-objects');
    await pass(100);
    choose('trend-order', 'sustained');
    await pass(100);
    choose('trend-top', '10');
    await pass(100);
    expect(last(asked)).toMatchObject({ metric: 'retained-objects', sort: 'sustained', limit: 10 });
    expect(names().length).toBe(10);
    const questions = asked.length;
    choose('trend-display', 'multiples');
    await pass(100);
    expect(asked.length).toBe(questions);
    expect(document.querySelectorAll('.trend-svg .panel').length).toBeGreaterThan(5);
    expect(nth(state.trends.charts, 0)).toMatchObject({ metric: 'retained-objects', top: 10, display: 'multiples' });
  });

  it('shows what is known until all is, can be stopped, and goes on from there', async () => {
    await open({}, { pointSlowness: 200 });
    expect(must('trend-progress').textContent).toContain('2 of 12 points');
    const bar = document.querySelector('.trend-progress [role="progressbar"]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('31');
    expect(names().length).toBe(5);
    must('trend-cancel').click();
    await pass(1000);
    expect(cancelled).toBe(1);
    expect(must('trend-stopped').textContent).toContain('2 of 12 points');
    const questions = asked.length;
    await pass(2000);
    expect(asked.length).toBe(questions);
    must('trend-go-on').click();
    await pass(4000);
    expect(byId('trend-progress')).toBeNull();
    expect(byId('trend-stopped')).toBeNull();
    expect(nth(all('trend-total'), 0).querySelector('.value')?.textContent).toMatch(/MiB/);
  });

  it('has a table of all points for those who see no lines', async () => {
    await open();
    const details = document.querySelector<HTMLDetailsElement>('.trend-table');
    expect(byId('trend-table')).toBeNull();
    if (details) details.open = true;
    details?.dispatchEvent(new Event('toggle'));
    const rows = must('trend-table').querySelectorAll('tbody tr');
    expect(rows.length).toBe(12);
    // Number, time, five lines, others, all together.
    expect(rows[3]?.querySelectorAll('td').length).toBe(9);
    expect(rows[3]?.textContent).toContain('40.0');
  });

  it('says what is wrong with a grouping in its field, and stays as it is', async () => {
    await open();
    const field = must<HTMLInputElement>('grouping-field');
    field.value = 'type, sight';
    key(field, 'Enter');
    await pass(100);
    expect(must('grouping-field-message').textContent).toContain('position 7');
    expect(nth(state.trends.charts, 0).by).toBe('type');
    field.value = 'thread';
    key(field, 'Enter');
    await pass(200);
    expect(nth(state.trends.charts, 0).by).toBe('thread');
    expect(names()[0]).toMatch(/main|worker|thread/);
  });
});

describe('going on from a series', () => {
  const kept = trends({ by: 'type, thread', metric: 'objects', top: 3, display: 'stacked', log: true, other: false });

  it('makes a chart of what is in it below, with the same settings and the way to it', async () => {
    await open(kept);
    const [name] = names();
    nth(all('trend-name'), 0).click();
    await pass(200);
    expect(charts().length).toBe(2);
    expect(last(asked)).toMatchObject({ by: 'type, thread', path: [name], metric: 'objects', limit: 3, other: false });
    const { of, by, ...others } = nth(state.trends.charts, 1);
    expect([of, by]).toEqual([{ by: 'type', path: [name] }, 'thread']);
    expect(others).toMatchObject({ metric: 'objects', top: 3, display: 'stacked', log: true, other: false });
    expect(must('trend-way').textContent).toContain('All objects');
    expect(must('trend-way').parentElement?.getAttribute('aria-label'), 'each way by a name of its own').toMatch(
      `All objects, ${name}`,
    );
    expect(names(1)[0]).toMatch(/main|worker|thread/);
  });

  it('counts what structures hold, not what that retains', async () => {
    await open(trends({ rows: 'structures', by: 'type, leaves(deep)[type]', metric: 'retained-objects' }));
    nth(all('trend-name'), 0).click();
    await pass(200);
    expect(last(asked)).toMatchObject({ by: 'type, leaves(deep)[type]', metric: 'objects', filter: 'top-level' });
    expect(nth(state.trends.charts, 0).metric).toBe('retained-objects');
  });

  it('changes the settings of one chart without those of the other', async () => {
    await open(kept);
    nth(all('trend-name'), 0).click();
    await pass(200);
    choose('trend-metric', 'bytes', 1);
    await pass(200);
    expect(state.trends.charts.map(({ metric }) => metric)).toEqual(['objects', 'bytes']);
  });

  it('shows the chart that is there rather than the same one again, and closes it', async () => {
    await open(kept);
    nth(all('trend-name'), 0).click();
    await pass(200);
    nth(all('trend-name'), 0).click();
    await pass(200);
    expect(charts().length).toBe(2);
    expect(document.activeElement).toBe(charts()[1]);
    must('trend-crumb').click();
    expect(document.activeElement).toBe(charts()[0]);
    must('trend-close').click();
    expect(charts().length).toBe(1);
    expect(state.trends.charts.length).toBe(1);
  });

  it('is still there when the tab is opened again', async () => {
    await open(kept);
    nth(all('trend-name'), 0).click();
    await pass(200);
    expect(isViewState(JSON.parse(JSON.stringify(state)))).toBe(true);
    const before = state;
    await open(JSON.parse(JSON.stringify(state)));
    expect(charts().length).toBe(2);
    expect(state.trends).toEqual(before.trends);
  });
});

describe('what charts share', () => {
  const both = trends({}, inNodes);
  const sweep = () => {
    const [chart] = charts();
    chart?.focus();
    key(chart as Element, 'Home');
    key(chart as Element, 'ArrowRight');
    for (let i = 0; i < 4; i++) key(chart as Element, 'ArrowRight', { shiftKey: true });
  };

  it('is the cursor: each tells its values at the same time', async () => {
    await open(both);
    key(charts()[0] as Element, 'Home');
    expect([heading(0), heading(1)]).toEqual(['point 0 · 10.0\u2009s', 'point 0 · 10.0\u2009s']);
    expect(document.querySelectorAll('.trend-svg .cursor line').length).toBe(2);
  });

  it('is the zoom: selected in one, all are about these points, and Escape goes back', async () => {
    await open(both);
    sweep();
    expect(document.querySelectorAll('.trend-svg .sweep rect').length).toBe(1);
    asked.length = 0;
    key(charts()[0] as Element, 'Enter');
    await pass(200);
    expect(asked.map(({ from, to, path }) => [from, to, path?.length ?? 0])).toEqual([
      ['1', '5', 0],
      ['1', '5', 1],
    ]);
    expect(state.trends.zoom).toEqual({ from: 1, to: 5 });
    expect(must('trend-zoom').textContent).toContain('1 · 20.0\u2009s to 5 · 1\u2009min 00.0\u2009s');
    key(charts()[1] as Element, 'Escape');
    await pass(200);
    expect(state.trends.zoom).toBeNull();
    expect(last(asked).from).toBeUndefined();
  });

  it('is zoomed at once, before the engine has counted again', async () => {
    await open(both, { pointSlowness: 100 });
    await pass(8000);
    sweep();
    key(charts()[0] as Element, 'Enter');
    const firstPoint = () => charts()[0]?.querySelector('.series')?.querySelectorAll('.dot').length;
    expect(firstPoint()).toBe(5);
  });

  it('gives a selection up by Escape without leaving the zoom', async () => {
    await open({ trends: { ...(both.trends as TrendsChoice), zoom: { from: 2, to: 9 } } });
    sweep();
    key(charts()[0] as Element, 'Escape');
    expect(document.querySelectorAll('.trend-svg .sweep rect').length).toBe(0);
    expect(must('trend-zoom').textContent).toContain('2 · 30.0');
    key(charts()[0] as Element, 'Escape');
    expect(state.trends.zoom).toBeNull();
  });

  it('leads to what grew between these points', async () => {
    await open({ trends: { ...(both.trends as TrendsChoice), zoom: { from: 2, to: 9 } } });
    must('trend-growth-of-zoom').click();
    expect([state.tab, state.window]).toEqual(['growth', { from: 2, to: 9 }]);
  });
});

describe('the menu of a series', () => {
  const openMenu = async (kept?: Partial<ViewState>) => {
    await open(kept);
    const [chart] = charts();
    chart?.focus();
    for (const name of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) key(chart as Element, name);
  };

  it('opens on the line that the keyboard is at, and inspects its objects at the point of the cursor', async () => {
    await openMenu();
    const [name] = names();
    expect(must('series-inspect').textContent).toContain('2');
    // What the menu is about stays to be seen.
    expect(heading()).toBe('point 2 · 30.0\u2009s');
    expect(document.querySelector('.trend-legend .emphasised')?.getAttribute('data-key')).toBe(name);
    must('series-inspect').click();
    expect([state.tab, state.at]).toEqual(['inspect', 2]);
    expect(last(state.inspect.entries)).toEqual({ set: { by: 'type', path: [name], where: '', filter: null } });
  });

  it('groups them in the Heap tab, as the chart would go on', async () => {
    await openMenu(trends({ by: 'type, thread' }));
    const [name] = names();
    must('series-heap').click();
    expect([state.tab, state.at]).toEqual(['heap', 2]);
    expect(last(state.grouping.trail)).toEqual({ of: { by: 'type', path: [name] }, by: 'thread' });
  });

  it('charts them by something else', async () => {
    await openMenu();
    must('series-divide').click();
    must('series-divide-packages').click();
    await pass(200);
    expect(nth(state.trends.charts, 1)).toMatchObject({ of: { by: 'type' }, by: 'package, type' });
  });

  it('shows the growth of the window, goes to the class, and tells the line in words', async () => {
    await openMenu();
    const [name = ''] = names();
    must('series-copy').click();
    const words = nth(copied.mock.calls, 0)[0];
    expect(words).toMatch(/^.*: Shallow bytes .* → .*; .*a minute, R² 0\.\d\d/);
    await pass(0);
    expect(must('trend-said').textContent).toBe('Copied');
    expect(words).toContain('\nheaptrail trend /srv/dumps/orders-service.hprof --by type --top 5');
    key(charts()[0] as Element, 'Enter');
    must('series-source').click();
    expect(acted).toEqual([{ kind: 'open-field', field: { class: name, name: '', static: false }, beside: true }]);
    key(charts()[0] as Element, 'Enter');
    must('series-growth').click();
    expect([state.tab, state.window]).toEqual(['growth', { from: 0, to: 11 }]);
  });

  it('has no menu for all others, which are no set of objects', async () => {
    await open();
    const [chart] = charts();
    key(chart as Element, 'ArrowUp');
    key(chart as Element, 'Enter');
    const marked = document.querySelector('.trend-legend .emphasised');
    expect(marked?.getAttribute('data-testid')).toBe('trend-other-row');
    expect(byId('popup-menu')).toBeNull();
  });
});

describe('presets', () => {
  it('replace all charts, and say which one is shown', async () => {
    await open(trends({}, inNodes));
    must('trend-preset-structures').click();
    await pass(200);
    expect(charts().length).toBe(1);
    expect(last(asked)).toMatchObject({
      by: 'type, place, leaves(deep)[type]',
      filter: 'top-level',
      metric: 'retained-bytes',
    });
    expect(must('trend-preset-structures').getAttribute('aria-pressed')).toBe('true');
    expect(must('trend-preset-types').getAttribute('aria-pressed')).toBe('false');
  });

  it('say why a trace cannot answer them, and do nothing then', async () => {
    await open();
    const questions = asked.length;
    must('trend-preset-sites').click();
    must('trend-preset-old').click();
    await pass(200);
    expect(asked.length).toBe(questions);
    expect(must('trend-preset-sites').title).toContain('allocated');
  });

  it('tell ages of a recording that knows them', async () => {
    const told = info([], timeline);
    const trace = { ...told.trace, identity: true };
    await open({}, {}, { kind: 'open', info: { ...told, trace } });
    must('trend-preset-old').click();
    await pass(100);
    expect(last(asked)).toMatchObject({ by: 'type', where: 'points-old>=3' });
  });
});

describe('the trace', () => {
  it('with one point says what is needed instead of showing an empty chart', async () => {
    const one = fakeTimeline({ points: 1, gcs: 3, seconds: 1 });
    await open({}, { timeline: one }, { kind: 'open', info: info([], one) });
    expect(must('trend-one-point').textContent).toContain('two points');
    expect(asked).toEqual([]);
  });

  it('with two dumps has two points', async () => {
    const two = fakeTimeline({ points: 2, gcs: 0, seconds: 600 });
    await open({}, { timeline: two }, { kind: 'open', info: info([], two) });
    expect(names().length).toBe(5);
  });

  it('that has lost points since is shown whole', async () => {
    await open({ trends: { ...defaultViewState.trends, zoom: { from: 3, to: 40 } } });
    expect(nth(asked, 0).from).toBeUndefined();
  });

  it('that grows is asked about again, while what is known stays to be seen', async () => {
    const told = info([], timeline);
    const recording = { state: 'running' as const, process: 7, program: 'Main' };
    const growing = { ...told, trace: { ...told.trace, recording } };
    await open({}, {}, { kind: 'open', info: growing });
    const before = asked.length;
    const drawn = all('trend-series');
    app.showStatus({ kind: 'open', info: { ...growing, trace: { ...growing.trace, points: 13 } }, renewed: true });
    expect(names().length).toBe(5);
    expect(must('trend').classList.contains('outdated')).toBe(false);
    // Nothing is drawn again before there is something else to draw.
    expect(nth(all('trend-series'), 0)).toBe(nth(drawn, 0));
    await pass(100);
    expect(nth(all('trend-series'), 0)).not.toBe(nth(drawn, 0));
    expect(asked.length).toBe(before + 1);
    // That it is still recorded is no news.
    app.showStatus({ kind: 'open', info: { ...growing, trace: { ...growing.trace, points: 13 } }, renewed: true });
    await pass(100);
    expect(asked.length).toBe(before + 1);
  });

  it('that grows stays as it is while somebody reads, whatever else they ask', async () => {
    const told = info([], timeline);
    const recording = { state: 'running' as const, process: 7, program: 'Main' };
    const growing = { ...told, trace: { ...told.trace, recording } };
    await open({}, {}, { kind: 'open', info: growing });
    choose('trend-metric', 'objects');
    await pass(100);
    expect(last(asked).to).toBeUndefined();
    must('pause').click();
    app.showStatus({ kind: 'open', info: { ...growing, trace: { ...growing.trace, points: 13 } }, renewed: true });
    choose('trend-metric', 'bytes');
    await pass(100);
    expect(last(asked)).toMatchObject({ metric: 'bytes', to: '11' });
    must('follow').click();
    await pass(100);
    expect(last(asked).to).toBeUndefined();
  });

  it('that grows offers what it can answer from then on', async () => {
    const told = info([], fakeTimeline({ points: 2, gcs: 0, seconds: 20 }));
    const recording = { state: 'running' as const, process: 7, program: 'Main' };
    const growing = { ...told, trace: { ...told.trace, recording, identity: true } };
    await open({}, {}, { kind: 'open', info: growing });
    expect(must('trend-preset-old').getAttribute('aria-disabled')).toBe('true');
    app.showStatus({ kind: 'open', info: { ...growing, trace: { ...growing.trace, points: 4 } }, renewed: true });
    expect(must('trend-preset-old').getAttribute('aria-disabled')).toBeNull();
    expect(must('trend-preset-types').getAttribute('aria-pressed')).toBe('true');
  });

  it('is a picture that says what it is about', async () => {
    await open(trends({}, inNodes));
    nth(all('trend-svg'), 1).click();
    await pass(0);
    const [what, image] = nth(save.mock.calls, 0);
    expect([what, image.chart, image.format]).toEqual(['saveImage', 'trends', 'svg']);
    expect(image.data).toContain('orders.heaptrail: Shallow bytes › java.util.HashMap$Node.');
  });

  it('is saved as the engine writes it, all points of it', async () => {
    await open();
    must('trend-csv').click();
    expect(save).toHaveBeenCalledWith('exportTrend', {
      by: 'type',
      metric: 'bytes',
      sort: 'absolute',
      limit: 5,
      other: true,
    });
  });
});

describe('ways from chart to chart', () => {
  it('are the rest of the grouping, however it is written', () => {
    expect(divisionBehind('type, site', 'type')).toBe('site');
    expect(divisionBehind('type, leaves(deep)[type, site]', 'type')).toBe('leaves(deep)[type, site]');
    expect(divisionBehind('type, leaves(deep), type, site', 'type')).toBe('leaves(deep)[type, site]');
    expect(divisionBehind('type, leaves(deep)[type, site]', 'type, leaves(deep), type')).toBe('site');
    expect(divisionBehind('package(2), site', 'package(2)')).toBe('site');
    expect(divisionBehind('type', 'type')).toBe('type');
  });

  it('keep charts that belong together below each other', () => {
    const chart = (...path: string[]): TrendChart => ({ ...usual, of: { by: path.length ? 'type' : '', path } });
    const some = [chart(), chart('A'), chart('A', 'x'), chart('B')];
    const [more, place] = withChart(some, 1, chart('A', 'y'));
    expect([place, more.map(({ of }) => of.path.join('/'))]).toEqual([3, ['', 'A', 'A/x', 'A/y', 'B']]);
    expect(chartAbove(more, chart('A', 'y'), 1)).toBe(1);
    expect(chartAbove(more, chart('A', 'y'), 0)).toBe(0);
    const full = Array.from({ length: 8 }, (_, i) => chart(`T${i}`));
    expect(withChart(full, 0, chart('T9'))[1]).toBe(-1);
  });

  it('lead to the source where a row is a place', () => {
    expect(sourceOf(['a.b.Cache$Part.put (Cache.java:42)'], 'site')).toEqual({
      kind: 'site',
      target: { class: 'a.b.Cache$Part', method: 'put', file: 'Cache.java', line: 42 },
    });
    expect(sourceOf(['Static field', 'a.b.Cache', 'ALL'], 'rooted')?.target).toEqual({
      class: 'a.b.Cache',
      name: 'ALL',
      static: true,
    });
    expect(sourceOf(['(no site)'], 'site')).toBeNull();
    expect(sourceOf(['byte[]'], 'type')).toBeNull();
    expect(sourceOf(['main'], 'thread')).toBeNull();
  });
});
