import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SizesArgs } from '../../shared/protocol/answers';
import { defaultViewState, type TraceStatus, type ViewState } from '../../shared/protocol/view';
import { type FakeHost, fakeHost, info } from '../../webviews/dev/fake_host';
import { App } from '../../webviews/src/app';
import { byId, key, makePage, must, rows } from './page';

let host: FakeHost & { saved: ViewState[] };
let asked: SizesArgs[] = [];
const sizesAsked = () => asked;
let app: App;

async function open(
  state: Partial<ViewState> = {},
  types = 840,
  status: TraceStatus = { kind: 'open', info: info([]) },
) {
  document.body.innerHTML = '<div id="app"></div>';
  host = { ...fakeHost({ types }), saved: [] };
  asked = [];
  const { sizes } = host.answers;
  host.answers.sizes = (args, onProgress) => {
    asked.push(args);
    return sizes(args, onProgress);
  };
  host.saveState = (saved) => host.saved.push(saved);
  host.reopen = vi.fn();
  host.cancel = vi.fn();
  host.save = vi.fn();
  app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  app.welcome('a.hprof', { ...defaultViewState, ...state }, status);
  await vi.advanceTimersByTimeAsync(200);
}

beforeEach(() => makePage(600));

describe('while a trace is not open, the view', () => {
  it('shows how far opening is, and cancels', async () => {
    await open({}, 1, { kind: 'opening', phase: 'Reading references', done: 0.42 });
    expect(must('open-progress').getAttribute('aria-valuenow')).toBe('42');
    expect(must('opening').textContent).toContain('Reading references');
    const cancel = must('cancel-open');
    app.showStatus({ kind: 'opening', phase: 'Finding what is live', done: 0.9 });
    expect(byId('cancel-open')).toBe(cancel);
    cancel.click();
    expect(host.cancel).toHaveBeenCalled();
  });
  it('shows the words of a failure with file and offset, and opens again', async () => {
    const failure = {
      kind: 'input' as const,
      message: 'expected X, found Y',
      where: { file: '/a.hprof', offset: 4096 },
    };
    await open({}, 1, { kind: 'failed', failure });
    expect(must('open-error').textContent).toMatch(/Expected X, found Y.*\/a\.hprof, at byte 4,096/);
    must('reopen').click();
    expect(host.reopen).toHaveBeenCalled();
  });
  it('says that the engine stopped, whatever was shown before', async () => {
    await open();
    app.showStatus({ kind: 'engine-stopped', failure: { kind: 'engine', message: 'It ended.' } });
    expect(must('engine-stopped').textContent).toContain('It ended.');
    expect(byId('tab-heap')).toBeNull();
    app.showStatus({ kind: 'open', info: info([]) });
    expect(byId('engine-stopped')).toBeNull();
    expect(byId('overview')).not.toBeNull();
  });
  it('says that opening was cancelled', async () => {
    await open({}, 1, { kind: 'cancelled' });
    expect(must('open-cancelled').textContent).toContain('cancelled');
  });
});

describe('the overview', () => {
  it('says what the dump is', async () => {
    await open();
    expect(must('facts').textContent).toContain('OpenJDK Runtime Environment 17.0.15+6');
    expect(must('figure-live').textContent).toContain('28,048,974');
    expect(document.querySelector('[data-kind="thread"]')?.textContent).toContain('47');
  });
  it('draws the largest types, the others together, and the same as a table', async () => {
    await open();
    const bars = [...document.querySelectorAll<SVGElement>('[data-testid="type-bar"]')];
    expect(bars).toHaveLength(15);
    expect(bars[0]?.querySelector('.spoken')?.textContent).toMatch(/^byte\[\]: 169\.5\u2009MiB/);
    expect(bars.at(-1)?.textContent).toContain('826 other types');
    expect(document.querySelectorAll('.for-screen-readers tbody tr')).toHaveLength(14);
  });
  it('leads from a bar to what holds these objects, by mouse and keyboard', async () => {
    await open();
    const bar = document.querySelector<HTMLElement>('[data-key="java.util.ArrayList"]') ?? expect.unreachable('no bar');
    key(bar, 'Enter');
    await vi.advanceTimersByTimeAsync(200);
    expect(must('tab-inspect').getAttribute('aria-selected')).toBe('true');
    expect(must('inspect-title').textContent).toContain('ArrayList');
    expect(document.activeElement).toBe(must('inspect'));
  });
  it('leads from a kind of roots to the objects that these hold', async () => {
    await open();
    must('root-kind').click();
    await vi.advanceTimersByTimeAsync(200);
    expect(must('tab-heap').getAttribute('aria-selected')).toBe('true');
    expect(must('set-line').textContent).toContain(info([]).heap.roots[0]?.label);
  });
  it('tells exact numbers of the bar that is pointed at or has the focus', async () => {
    await open();
    const bar = document.querySelector<HTMLElement>('[data-key="java.util.ArrayList"]') ?? expect.unreachable('no bar');
    const tooltip = must('chart-tooltip');
    expect(tooltip.hidden).toBe(true);
    for (const [come, leave] of [
      ['focus', 'blur'],
      ['pointerenter', 'pointerleave'],
    ]) {
      bar.dispatchEvent(new Event(come ?? ''));
      expect(tooltip.hidden).toBe(false);
      expect(tooltip.textContent).toMatch(/^java\.util\.ArrayList.*21,777,816 B.*907,409 objects.*of the live heap$/);
      bar.dispatchEvent(new Event(leave ?? ''));
      expect(tooltip.hidden).toBe(true);
    }
    bar.dispatchEvent(new Event('focus'));
    key(bar, 'Escape');
    expect(tooltip.hidden).toBe(true);
  });
  it('shows what could not be read', async () => {
    await open({}, 1, { kind: 'open', info: info([{ message: 'the file ends early', offset: 77 }]) });
    expect(must('warnings').textContent).toBe('The file ends early (at byte 77).');
    const several = info([{ message: 'one' }, { message: 'two' }, { message: 'three', offset: 5 }]);
    await open({}, 1, { kind: 'open', info: several });
    expect(must('warnings').querySelector('summary')?.textContent).toBe('One. (2 more)');
    expect(must('warnings').textContent).toContain('Three (at byte 5).');
  });
});

describe('the heap', () => {
  it('lists the types, largest first, with shares', async () => {
    await open({ tab: 'heap' });
    expect(rows().slice(0, 2)).toEqual(['byte[]', 'java.lang.String']);
    expect(must('heap-total').textContent).toMatch(/^840 types/);
    expect(must('heap-scroller').getAttribute('aria-rowcount')).toBe('841');
  });
  it('sorts both ways by a click on a column', async () => {
    const order = () => must('sort-name').parentElement?.getAttribute('aria-sort');
    await open({ tab: 'heap' });
    must('sort-name').click();
    // The column says so when the rows are in this order, not before.
    expect(order()).toBe('none');
    await vi.advanceTimersByTimeAsync(100);
    expect([rows()[0], order()]).toEqual(['byte[]', 'ascending']);
    must('sort-name').click();
    await vi.advanceTimersByTimeAsync(100);
    expect([rows()[0], order()]).toEqual([
      'org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport$ConditionAndOutcomes',
      'descending',
    ]);
  });
  it('forgets what was selected where something else is searched for, and goes to what is found', async () => {
    await open({ tab: 'heap' });
    for (let i = 0; i < 3; i++) key(must('heap-scroller'), 'ArrowDown');
    expect(host.saved.at(-1)?.selected).toBe(rows()[2]);
    const search = must<HTMLInputElement>('heap-search');
    search.value = 'java';
    key(search, 'Enter');
    // As when the table goes back to its top.
    must('heap-scroller').dispatchEvent(new Event('scroll'));
    await vi.advanceTimersByTimeAsync(20);
    expect(host.saved.at(-1)?.selected).toBeNull();
    key(must('heap-scroller'), 'ArrowDown');
    await vi.advanceTimersByTimeAsync(20);
    expect(rows()[0]).toBe('java.lang.String');
    expect(host.saved.at(-1)?.selected).toBe('java.lang.String');
  });
  it('searches while one types, and says when nothing matches', async () => {
    await open({ tab: 'heap' });
    const search = must<HTMLInputElement>('heap-search');
    search.value = 'querykey';
    search.dispatchEvent(new Event('input'));
    await vi.advanceTimersByTimeAsync(300);
    expect(rows()).toEqual(['com.example.travel.journey.planning.JourneyService$QueryKey']);
    search.value = 'zzz';
    search.dispatchEvent(new Event('input'));
    await vi.advanceTimersByTimeAsync(300);
    expect(must('heap-empty').textContent).toContain('“zzz”');
    must('heap-empty').querySelector('button')?.click();
    await vi.advanceTimersByTimeAsync(300);
    expect(rows().length).toBeGreaterThan(10);
  });
  it('can be walked through with the keyboard', async () => {
    await open({ tab: 'heap' });
    const scroller = must('heap-scroller');
    const selected = () => document.querySelector<HTMLElement>('[aria-selected="true"][data-key]')?.dataset.key;
    key(scroller, 'ArrowDown');
    expect(selected()).toBe('byte[]');
    key(scroller, 'ArrowDown');
    expect(selected()).toBe('java.lang.String');
    expect(scroller.getAttribute('aria-activedescendant')).toBe('row-1');
    key(scroller, 'Home');
    expect(selected()).toBe('byte[]');
    key(must('tab-heap'), '/');
    expect(document.activeElement).toBe(must('heap-search'));
  });
  it('selects the last row before it is loaded', async () => {
    await open({ tab: 'heap' }, 5000);
    key(must('heap-scroller'), 'End');
    expect(document.querySelector('.row[aria-selected="true"]')?.getAttribute('aria-rowindex')).toBe('5001');
    await vi.advanceTimersByTimeAsync(200);
    const last = document.querySelector<HTMLElement>('[aria-rowindex="5001"]');
    expect(last?.getAttribute('aria-selected')).toBe('true');
    expect(host.saved.at(-1)?.selected).toBe(last?.dataset.key);
  });
  it('leaves the keys of the header to its buttons', async () => {
    await open({ tab: 'heap' });
    key(must('sort-bytes'), 'ArrowDown');
    expect(document.querySelector('[data-testid="heap-row"][aria-selected="true"]')).toBeNull();
  });
  it('keeps few rows however many types there are', async () => {
    await open({ tab: 'heap' }, 100_000);
    const scroller = must('heap-scroller');
    for (const scrollTop of [0, 300_000, 1_200_000, 2_399_400]) {
      scroller.scrollTop = scrollTop;
      scroller.dispatchEvent(new Event('scroll'));
      await vi.advanceTimersByTimeAsync(100);
      expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(60);
      expect(rows().length).toBeGreaterThan(20);
    }
    expect(document.querySelector('[aria-rowindex="100001"]')).not.toBeNull();
  });
  it('comes back as it was left', async () => {
    await open({ tab: 'heap', sort: 'objects', count: 'all', firstRow: 500, selected: 'int[]' }, 5000);
    expect(must<HTMLElement>('heap-scroller').scrollTop).toBe(500 * 24);
    expect(must('sort-objects').parentElement?.getAttribute('aria-sort')).toBe('descending');
    expect(must('count-all').querySelector('input')?.checked).toBe(true);
    must('sort-bytes').click();
    expect(host.saved.at(-1)).toMatchObject({ tab: 'heap', sort: 'bytes', firstRow: 0, count: 'all' });
  });
  it('exports what is asked for at the moment', async () => {
    await open({ tab: 'heap', search: 'util' });
    must('export-csv').click();
    expect(host.save).toHaveBeenCalledWith('export', {
      args: { sort: 'bytes', ascending: false, search: 'util', count: 'live' },
      format: 'csv',
    });
  });
});

describe('deep and retained sizes', () => {
  const cell = (row: number, metric: string) =>
    document.querySelectorAll<HTMLElement>('[data-testid="heap-row"]')[row]?.querySelector(`.${metric} .value`)
      ?.textContent;
  const sort = (metric: string) => must(`sort-${metric}`).parentElement;

  it('come for the rows in sight first, then for all', async () => {
    await open({ tab: 'heap' });
    expect(cell(0, 'retained')).toBe('…');
    await vi.advanceTimersByTimeAsync(500);
    expect(cell(0, 'retained')).toBe('339.0\u2009MiB');
    expect(cell(0, 'deep')).toBe('…');
    await vi.advanceTimersByTimeAsync(600);
    expect(cell(0, 'deep')).not.toBe('…');
    expect(sizesAsked().map(({ metric, keys }) => [metric, keys?.[0]])).toEqual([
      ['retained', 'byte[]'],
      ['deep', 'byte[]'],
      ['retained', undefined],
    ]);
    expect(must('sizes-progress').textContent).toMatch(/^Retained sizes/);
    await vi.advanceTimersByTimeAsync(9000);
    expect(sizesAsked().at(-1)).toEqual({ metric: 'deep' });
    expect(byId('sizes-progress')).toBeNull();
  });
  it('answer for rows that are scrolled to while all are computed', async () => {
    await open({ tab: 'heap' }, 5000);
    await vi.advanceTimersByTimeAsync(2000);
    const scroller = must('heap-scroller');
    scroller.scrollTop = 60_000;
    scroller.dispatchEvent(new Event('scroll'));
    await vi.advanceTimersByTimeAsync(800);
    expect(cell(10, 'retained')).not.toBe('…');
    expect(must('sizes-progress').textContent).toMatch(/^Retained sizes/);
  });
  it('are ordered by as soon as all are known', async () => {
    await open({ tab: 'heap' });
    const before = rows();
    must('sort-retained').click();
    await vi.advanceTimersByTimeAsync(1500);
    expect(rows()).toEqual(before);
    expect(sort('bytes')?.getAttribute('aria-sort')).toBe('descending');
    expect(sort('retained')?.classList.contains('awaited')).toBe(true);
    await vi.advanceTimersByTimeAsync(6000);
    expect(sort('retained')?.getAttribute('aria-sort')).toBe('descending');
    expect(rows()[0]).toBe('java.lang.String');
    expect(host.saved.at(-1)?.sort).toBe('retained');
  });
  it('are not waited for by someone who chose another order since', async () => {
    await open({ tab: 'heap' });
    must('sort-deep').click();
    await vi.advanceTimersByTimeAsync(500);
    must('sort-objects').click();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sort('objects')?.getAttribute('aria-sort')).toBe('descending');
  });
  it('come back in the order they were left in', async () => {
    await open({ tab: 'heap', sort: 'deep' });
    expect(sort('deep')?.classList.contains('awaited')).toBe(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sort('deep')?.getAttribute('aria-sort')).toBe('descending');
  });
  it('can be given up and taken up again', async () => {
    await open({ tab: 'heap' });
    await vi.advanceTimersByTimeAsync(2000);
    must('sizes-cancel').click();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(byId('sizes-progress')).toBeNull();
    const asked = sizesAsked().length;
    must('sizes-paused').querySelector('button')?.click();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sizesAsked().length).toBeGreaterThan(asked);
    expect(byId('sizes-paused')).toBeNull();
  });
  it('that cannot be computed say why, and are tried again on demand', async () => {
    await open({ tab: 'heap' });
    const { sizes } = host.answers;
    host.answers.sizes = () => ({
      promise: Promise.reject({ kind: 'memory', message: 'too little memory' }),
      cancel: () => {},
    });
    await vi.advanceTimersByTimeAsync(600);
    expect(must('sizes-failed').textContent).toContain('too little memory');
    expect(rows().length).toBeGreaterThan(10);
    host.answers.sizes = sizes;
    must('sizes-failed').querySelector('button')?.click();
    await vi.advanceTimersByTimeAsync(1000);
    expect(byId('sizes-failed')).toBeNull();
    expect(cell(0, 'retained')).toBe('339.0\u2009MiB');
  });
  it('are those of live objects only', async () => {
    await open({ tab: 'heap', count: 'all', sort: 'retained' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(cell(0, 'retained')).toBe('–');
    expect(sizesAsked()).toEqual([]);
    expect(sort('bytes')?.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('a dump without roots', () => {
  const without = () => {
    const nothingLive = info([{ message: 'the file names no GC roots' }]);
    nothingLive.heap.live = { objects: 0, bytes: 0 };
    return { kind: 'open' as const, info: nothingLive };
  };
  it('shows all objects in the overview and leads to them', async () => {
    await open({}, 840, without());
    const bar = document.querySelector<HTMLElement>('[data-key="java.util.ArrayList"]') ?? expect.unreachable('no bar');
    key(bar, 'Enter');
    await vi.advanceTimersByTimeAsync(200);
    expect(host.saved.at(-1)).toMatchObject({ tab: 'heap', count: 'all' });
  });
  it('offers to count all objects where none is live', async () => {
    await open({ tab: 'heap' }, 0, without());
    host.answers.heap = fakeHost({ types: 840 }).answers.heap;
    must('heap-empty').querySelector('button')?.click();
    await vi.advanceTimersByTimeAsync(200);
    expect(host.saved.at(-1)?.count).toBe('all');
    expect(rows().length).toBeGreaterThan(10);
  });
});

describe('the tabs', () => {
  it('move with arrows and remember what was chosen', async () => {
    await open();
    key(must('tab-overview'), 'End');
    expect(must('tab-inspect').getAttribute('aria-selected')).toBe('true');
    expect(host.saved.at(-1)?.tab).toBe('inspect');
    key(must('tab-inspect'), 'Home');
    expect(must('tab-overview').getAttribute('aria-selected')).toBe('true');
  });
});
