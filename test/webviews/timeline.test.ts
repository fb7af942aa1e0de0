import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeapArgs, InfoArgs, SizesArgs, SuggestedPoint, TimelineAnswer } from '../../shared/protocol/answers';
import { defaultViewState, type ViewState } from '../../shared/protocol/view';
import { type FakeHost, fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline, type TimelineSizes } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import { byId, key, makePage, must, rows } from './page';

const recording = { points: 12, gcs: 140, seconds: 254 };
const ending = { ...recording, ends: true };

let host: FakeHost;
let saved: ViewState[] = [];
let heaps: HeapArgs[] = [];
let infos: InfoArgs[] = [];
let sizes: SizesArgs[] = [];

async function open(state: Partial<ViewState> = {}, of: TimelineSizes = recording, more: Partial<TimelineAnswer> = {}) {
  document.body.innerHTML = '<div id="app"></div>';
  saved = [];
  heaps = [];
  infos = [];
  sizes = [];
  const timeline = { ...fakeTimeline(of), ...more };
  host = fakeHost({ types: 840, timeline });
  const asked = { ...host.answers };
  host.answers.info = (args, onProgress) => {
    infos.push(args);
    return asked.info(args, onProgress);
  };
  host.answers.heap = (args, onProgress) => {
    heaps.push(args);
    return asked.heap(args, onProgress);
  };
  host.answers.sizes = (args, onProgress) => {
    sizes.push(args);
    return asked.sizes(args, onProgress);
  };
  host.saveState = (kept) => saved.push(kept);
  await show(state, timeline);
}

async function show(state: Partial<ViewState>, timeline = fakeTimeline(recording)) {
  const app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  app.welcome('a.heaptrail', { ...defaultViewState, ...state }, { kind: 'open', info: info([], timeline) });
  await settle();
}

const settle = () => vi.advanceTimersByTimeAsync(200);
const marks = () => [...document.querySelectorAll<SVGElement>('[data-testid="point-mark"]')];
const mark = (index: number) => marks().find((each) => each.dataset.index === String(index)) ?? expect.unreachable();
const placeOf = (index: number) => Number(/translate\(([\d.]+)/.exec(mark(index).getAttribute('transform') ?? '')?.[1]);
const chart = () => must<SVGElement>('chart-timeline');
const words = () => must('window-words').textContent?.replaceAll('\u2009', ' ');
// jsdom has no pointer events; a mouse's tell all that the chart wants to know.
const pointer = (target: Element, kind: string, clientX: number) =>
  target.dispatchEvent(new MouseEvent(kind, { clientX, button: 0, bubbles: true }));

beforeEach(() => makePage());

describe('the timeline', () => {
  it('shows pools, points, and collections by kind', async () => {
    await open();
    expect(document.querySelectorAll('.areas .area')).toHaveLength(3);
    expect(marks()).toHaveLength(12);
    expect(must('timeline-legend').textContent).toMatch(/G1 Old Gen.*Minor GC \(122\).*Major GC \(6\)/);
    expect(document.querySelectorAll('.collections .tick')).toHaveLength(3);
    expect(document.querySelectorAll('[data-testid="timeline-table"] tbody tr')).toHaveLength(12);
  });
  it('is not there for a heap dump, nor is anything else that several points need', async () => {
    const timeline = vi.fn();
    await open({}, { points: 1, gcs: 0, seconds: 0 });
    host.answers.timeline = timeline;
    await show({}, fakeTimeline({ points: 1, gcs: 0, seconds: 0 }));
    expect(timeline).not.toHaveBeenCalled();
    for (const id of ['timeline', 'point-chooser', 'figures-point', 'figures-why']) expect(byId(id)).toBeNull();
    expect(heaps.every(({ at }) => at === undefined)).toBe(true);
  });
  it('shows the collections of a recording with one point, without a window', async () => {
    await open({}, { points: 1, gcs: 40, seconds: 100 });
    expect(marks()).toHaveLength(1);
    expect(must<HTMLButtonElement>('suggest-window').hidden).toBe(true);
    expect(words()).toBe('This trace has one point. A window needs two.');
    expect(byId('point-chooser')).toBeNull();
  });
  it('is a line alone for several heap dumps', async () => {
    await open({}, { points: 4, gcs: 0, seconds: 5400 });
    expect(document.querySelectorAll('.areas .area')).toHaveLength(0);
    expect(document.querySelector('.live .line')?.getAttribute('d')).toMatch(/^M.*L/);
    expect(byId('gc-strip')).toBeNull();
  });
  it('names points of several heap dumps by their files, wherever one is chosen', async () => {
    const timeline = fakeTimeline({ points: 2, gcs: 0, seconds: 60 });
    const files = ['monday.hprof', 'friday.hprof'];
    const points = timeline.points.map((point, index) => ({ ...point, file: files[index] ?? '' }));
    await open({}, { points: 2, gcs: 0, seconds: 60 }, { points });
    const named = [...must<HTMLSelectElement>('point-chooser').options].map(({ text }) => text);
    expect(named).toEqual(['monday.hprof', 'friday.hprof · suggested']);
    expect(marks()[0]?.getAttribute('aria-label')).toContain('monday.hprof');
  });

  it('says how far it is, and what went wrong, and asks again on demand', async () => {
    await open();
    const { timeline } = host.answers;
    let tell: (phase: string, done: number) => void = () => {};
    let fail: (reason: unknown) => void = () => {};
    host.answers.timeline = (_, onProgress) => {
      tell = onProgress;
      const promise = new Promise<TimelineAnswer>((_, reject) => {
        fail = reject;
      });
      return { promise, cancel: () => {} };
    };
    await show({});
    tell('Reading', 0.42);
    expect(must('timeline').textContent).toContain('42\u2009%');
    fail({ kind: 'input', message: 'the second dump is damaged' });
    await settle();
    expect(must('timeline').textContent).toContain('the second dump is damaged');
    host.answers.timeline = timeline;
    must('timeline-retry').click();
    await settle();
    expect(marks()).toHaveLength(12);
  });
  it('can show objects instead of bytes, and stays so', async () => {
    await open();
    must('measure-objects').click();
    expect(document.querySelectorAll('.areas .area')).toHaveLength(0);
    expect(saved.at(-1)?.measure).toBe('objects');
    await open({ measure: 'objects', window: { from: 0, to: 11 } });
    expect(words()).toMatch(/grew by [\d,]+ objects/);
  });
  it('draws a thousand points and ten thousand collections with few elements', async () => {
    await open({}, { points: 1000, gcs: 10_000, seconds: 30_000 });
    expect(chart().querySelectorAll('*').length).toBeLessThan(700);
    // A key draws the window again, and nothing of what is large.
    const drawn = vi.spyOn(Element.prototype, 'setAttribute');
    for (let i = 0; i < 50; i++) key(chart(), 'ArrowRight');
    expect(saved.at(-1)?.window).toEqual({ from: 0, to: 50 });
    const layers = drawn.mock.contexts.map((each) => (each as Element).closest('svg > g')?.classList[0]);
    expect(new Set(layers)).toEqual(new Set(['window', 'handles']));
    drawn.mockRestore();
  });
});

describe('a point', () => {
  it('can be chosen by a click, which all numbers of the overview follow', async () => {
    await open();
    expect(must('figures-point').textContent).toMatch(/^At point 11 of 0–11/);
    const numbers = () => ['live', 'unreachable'].map((name) => must(`figure-${name}`).textContent);
    const before = numbers();
    heaps = [];
    mark(3).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(must('figures-point').textContent).toBe('At point 3 of 0–11');
    expect(must('figure-live').textContent).toBe('Live…');
    await settle();
    expect(saved.at(-1)?.at).toBe(3);
    expect(infos).toEqual([{ at: '3' }]);
    expect(heaps.map(({ at, count }) => [at, count])).toEqual([['3', 'live']]);
    expect(must('figures-point').textContent).toMatch(/^At point 3 of 0–11 · 1.min 24\.7/);
    const after = numbers();
    for (const [i, number] of before.entries()) expect(after[i]).not.toBe(number);
    expect(document.querySelector('.roots [data-kind="java-frame"] .number')?.textContent).toBe(
      String(info([], fakeTimeline(recording), '3').heap.roots.find(({ kind }) => kind === 'java-frame')?.count),
    );
    expect(document.querySelector('aside')?.hasAttribute('aria-busy')).toBe(false);
    expect(mark(3).getAttribute('aria-selected')).toBe('true');
    expect(must<HTMLSelectElement>('point-chooser').value).toBe('3');
  });
  it('that was left meanwhile does not show its numbers any more', async () => {
    await open();
    const { info: ask } = host.answers;
    host.answers.info = async (args, onProgress) => {
      if (args.at === '3') await new Promise((resolve) => setTimeout(resolve, 5000));
      const answered = ask(args, onProgress);
      return 'promise' in answered ? answered.promise : answered;
    };
    mark(3).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    mark(5).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await vi.advanceTimersByTimeAsync(6000);
    expect(must('figures-point').textContent).toMatch(/^At point 5 /);
  });
  it('whose heap cannot be rebuilt says so', async () => {
    await open();
    host.answers.info = () => Promise.reject({ kind: 'input', message: 'its objects are damaged' });
    mark(3).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await settle();
    expect(must('figures-why').textContent).toContain('its objects are damaged');
    expect(must('figure-live').textContent).toBe('Live–');
    expect(document.querySelector('.chart')?.hasAttribute('aria-busy')).toBe(false);
  });
  it('can be reached and chosen with the keyboard', async () => {
    await open();
    mark(11).focus();
    key(mark(11), 'ArrowLeft');
    expect(document.activeElement).toBe(mark(10));
    expect(must('timeline-tooltip').hidden).toBe(false);
    expect(must('timeline-tooltip').textContent).toMatch(/^Point 10, 3.min 52\.8.s.*objects/);
    key(mark(10), 'Home');
    key(mark(0), 'Enter');
    await settle();
    expect(saved.at(-1)).toMatchObject({ at: 0, window: null });
    expect(document.activeElement).toBe(mark(0));
    expect(must('timeline-tooltip').textContent).toMatch(/shown below\.$/);
  });
  it('can be reached even where there is no room for its mark', async () => {
    await open({}, { points: 1000, gcs: 0, seconds: 30_000 });
    expect(marks().length).toBeLessThan(100);
    mark(999).focus();
    key(mark(999), 'ArrowLeft');
    expect(document.activeElement).toBe(mark(998));
    key(mark(998), 'PageUp');
    key(mark(988), ' ');
    await settle();
    expect(saved.at(-1)?.at).toBe(988);
    expect(mark(988).getAttribute('tabindex')).toBe('0');
  });
  it('that is suggested is the one that is shown when none is chosen, and says why', async () => {
    await open({}, ending);
    expect(mark(10).getAttribute('aria-selected')).toBe('true');
    expect(must('figures-point').textContent).toMatch(/^At point 10 of 0–11 · /);
    expect(must('figures-why').textContent).toBe(
      'Shown first because the heap grew most up to here. The last point was taken as the program ended.',
    );
    expect(heaps.every(({ at }) => at === undefined)).toBe(true);
    const chooser = must<HTMLSelectElement>('point-chooser');
    expect(chooser.value).toBe('10');
    expect(chooser.options[10]?.text).toMatch(/ · suggested$/);
    expect(chooser.options[11]?.text).toMatch(/ · exit$/);
    must('point-next').click();
    await settle();
    expect(saved.at(-1)?.at).toBe(11);
    expect(must('figures-why').textContent).toBe('This point was taken as the program ended. Point 10 is suggested.');
    expect(must<HTMLButtonElement>('point-next').disabled).toBe(true);
    must('point-previous').click();
    await settle();
    expect(saved.at(-1)?.at).toBeNull();
    expect(infos).toEqual([{ at: '11' }]);
    expect(heaps.at(-1)?.at).toBeUndefined();
  });
  it('that is suggested may be the one before the heap fell, or just the last', async () => {
    const suggest = async (why: SuggestedPoint['why']) => {
      await open({}, recording, { suggestion: null, suggestedPoint: { index: 7, why } });
      return must('figures-why').textContent;
    };
    expect(await suggest('fall')).toBe('Shown first because the heap fell after it.');
    expect(must('figures-point').textContent).toMatch(/^At point 7 /);
    expect(await suggest('last')).toBe('Shown first because it is the last one.');
    expect(await suggest('low')).toBe('Shown first because it is a low of a heap that goes up and down.');
  });
  it('that the trace no longer has is not shown', async () => {
    await open({ at: 30, window: { from: 3, to: 30 } });
    expect(must('figures-point').textContent).toMatch(/^At point 11/);
    expect(byId('window-from')).toBeNull();
  });
});

describe('the heap at a point', () => {
  it('keeps search and order when the point changes, and asks for sizes there', async () => {
    await open({ tab: 'heap', at: 3, sort: 'objects', search: 'util' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(heaps.every(({ at }) => at === '3')).toBe(true);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.every(({ at }) => at === '3')).toBe(true);
    const before = rows();
    [heaps, sizes] = [[], []];
    must('point-next').click();
    expect(rows()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(heaps[0]).toMatchObject({ at: '4', sort: 'objects', search: 'util', count: 'live' });
    expect(sizes.every(({ at }) => at === '4')).toBe(true);
    expect(rows()).toEqual(before);
    expect(must<HTMLInputElement>('heap-search').value).toBe('util');
    expect(saved.at(-1)).toMatchObject({ tab: 'heap', at: 4, sort: 'objects', search: 'util' });
  });
  it('is exported from that point', async () => {
    await open({ tab: 'heap', at: 3 });
    host.save = vi.fn();
    must('export-csv').click();
    expect(host.save).toHaveBeenCalledWith('export', { args: expect.objectContaining({ at: '3' }), format: 'csv' });
  });
  it('is the one that was chosen in the overview', async () => {
    await open();
    mark(5).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    must('tab-heap').click();
    await settle();
    expect(heaps.at(-1)?.at).toBe('5');
    must('tab-overview').click();
    await settle();
    expect(mark(5).getAttribute('aria-selected')).toBe('true');
  });
});

describe('the window', () => {
  it('can be swept over the chart', async () => {
    await open();
    const plot = chart().querySelector('[data-brush]') ?? expect.unreachable();
    pointer(plot, 'pointerdown', placeOf(4) + 3);
    pointer(plot, 'pointermove', placeOf(9) - 5);
    pointer(plot, 'pointerup', placeOf(9) - 5);
    expect(saved.at(-1)?.window).toEqual({ from: 4, to: 9 });
    expect(words()).toMatch(/^Window: point 4 \(1 min 45\.8 s\) to point 9 \(3 min 31\.7 s\): heap grew by .*\(\+/);
    pointer(plot, 'pointermove', placeOf(1));
    expect(saved.at(-1)?.window).toEqual({ from: 4, to: 9 });
  });
  it('can be changed at its handles, by pointer and keys', async () => {
    await open({ window: { from: 4, to: 9 } });
    pointer(must('window-to'), 'pointerdown', placeOf(9));
    pointer(must('window-to'), 'pointermove', placeOf(7));
    pointer(must('window-to'), 'pointerup', placeOf(7));
    expect(saved.at(-1)?.window).toEqual({ from: 4, to: 7 });
    must<SVGElement>('window-from').focus();
    key(must('window-from'), 'ArrowRight');
    expect(saved.at(-1)?.window).toEqual({ from: 5, to: 7 });
    key(must('window-from'), 'ArrowRight', { shiftKey: true });
    expect(saved.at(-1)?.window).toEqual({ from: 5, to: 8 });
    expect(must('window-from').getAttribute('aria-valuetext')).toMatch(/^point 5, /);
    key(must('window-from'), 'Escape');
    expect(saved.at(-1)?.window).toBeNull();
    expect(document.activeElement).toBe(chart());
  });
  it('leaves keys that are for points or commands alone', async () => {
    await open();
    key(mark(11), 'ArrowLeft');
    key(chart(), 'ArrowLeft', { ctrlKey: true });
    expect(saved).toEqual([]);
  });
  it('is suggested, and cleared', async () => {
    await open();
    must('suggest-window').click();
    expect(saved.at(-1)?.window).toEqual({ from: 4, to: 11 });
    key(chart(), 'ArrowLeft');
    expect(saved.at(-1)?.window).toEqual({ from: 4, to: 10 });
    must('clear-window').focus();
    must('clear-window').click();
    expect(saved.at(-1)?.window).toBeNull();
    expect(document.activeElement).toBe(must('suggest-window'));
  });
  it('is not suggested where the heap did not grow', async () => {
    await open({}, recording, { suggestion: null });
    expect(must<HTMLButtonElement>('suggest-window').disabled).toBe(true);
    expect(must('suggest-window').title).toContain('did not grow by 1\u2009MiB');
  });
  it('comes back as it was left', async () => {
    await open({ window: { from: 2, to: 6 } });
    expect(must('window-from').getAttribute('aria-valuenow')).toBe('2');
    must('tab-heap').click();
    must('tab-overview').click();
    await settle();
    expect(must('window-to').getAttribute('aria-valuenow')).toBe('6');
  });
});

describe('the tooltip', () => {
  it('tells of a collection what it was and what it freed', async () => {
    await open();
    const strip = must<SVGElement>('gc-strip');
    const last = chart()
      .querySelector('.collections .tick')
      ?.getAttribute('d')
      ?.match(/M([\d.]+)/)?.[1];
    pointer(strip, 'pointermove', Number(last));
    expect(must('timeline-tooltip').textContent).toMatch(
      /^Minor GC · G1 Evacuation Pause.*G1 Eden Space: 240.0.MiB → 0.B/,
    );
    pointer(chart(), 'pointerleave', 0);
    expect(must('timeline-tooltip').hidden).toBe(true);
  });
  it('tells how full the pools were, or what lived at the nearest point', async () => {
    await open();
    const at = () => chart().querySelector('[data-brush]') ?? expect.unreachable();
    pointer(at(), 'pointermove', 500);
    expect(must('timeline-tooltip').textContent).toMatch(/^At .* used.*G1 Eden Space: /);
    must('measure-objects').click();
    pointer(at(), 'pointermove', placeOf(6));
    expect(must('timeline-tooltip').textContent).toMatch(/^Point 6, /);
  });
});
