// What the Growth tab says first: suspects, and the chart of the strongest structures.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartImage } from '../../shared/protocol/view';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import {
  acted,
  all,
  asked,
  bars,
  chosenRow,
  last,
  makeGrowthPage,
  open,
  pass,
  questions,
  rowIds,
  saved,
  text,
} from './growth_page';
import { byId, key, must } from './page';

beforeEach(makeGrowthPage);

describe('suspects', () => {
  it('have the strongest as headline, with its advice and what can be clicked', async () => {
    await open();
    expect(text('growth-sentence')).toMatch(
      /^92,208 JourneyService\.QueryKeys were added to JourneyService\.cache and none removed: 80\.4.%/,
    );
    expect(text('growth-advice')).not.toBe('');
    // Terms of art are in the details.
    expect(must('growth-headline').textContent).not.toMatch(/ownership|leaf|leaves|deep/i);
    expect(text('growth-details')).toContain('Single-ownership container growth');
    expect(text('growth-path-line')).toMatch(/^Kept alive by .* → /);
    const link = must('growth-headline').querySelector<HTMLElement>('[data-testid="source-link"]');
    link?.click();
    link?.dispatchEvent(new MouseEvent('click', { ctrlKey: true }));
    expect(acted).toMatchObject([
      { kind: 'open-frame', frame: { method: 'findLocations', line: 42 }, beside: true },
      { kind: 'open-frame', beside: false },
    ]);
  });
  it('are all listed, those that are several structures together as such', async () => {
    await open();
    expect(all('suspect').map(({ dataset }) => dataset.rank)).toEqual(['1', '2', '3', '4']);
    expect(all('suspect')[1]?.textContent).toContain('312 together');
    all('suspect')[1]?.querySelector('button')?.click();
    expect(all('suspect').map(({ classList }) => classList.contains('chosen'))).toEqual([false, true, false, false]);
    expect(text('growth-details')).toContain('and more: 308');
    expect(last(saved).growth.selected).toBeNull();
    // One of them is measured alone.
    const [one] = must('growth-details').querySelectorAll<HTMLElement>('.owners button');
    one?.click();
    await pass(200);
    expect(last(asked.growthOf)).toMatchObject({ id: last(saved).growth.selected });
  });
  it('are told also where none of their structures could be measured', async () => {
    await open({ trace: { growth: { unmeasured: true } } });
    expect(asked.growthOf).toEqual([]);
    expect(text('growth-details')).toContain('JourneyService.cache');
    expect(text('growth-details')).not.toContain('The largest of them');
    all('suspect')[2]?.querySelector('button')?.click();
    expect(text('growth-details')).toContain('Timetable.boards[]');
  });
  it('that no structure holds, such as threads that run, say nothing of one', async () => {
    await open({ trace: { growth: { unheld: 'runs' } } });
    const details = must('growth-details');
    expect(details.textContent).toContain('JourneyService.cache');
    for (const of of ['inferred', 'save-description', 'growth-path', 'leaf-type']) {
      expect(details.querySelector(`[data-testid="${of}"]`), of).toBeNull();
    }
    for (const words of ['does not tell', 'What it holds', 'alive', 'ontainer growth']) {
      expect(details.textContent).not.toContain(words);
    }
    expect(all('suspect')[0]?.querySelector('[data-testid="inferred"]')).toBeNull();
  });
  it('that are threads which run lead to these, as they are at the end of the window', async () => {
    await open({ state: { window: { from: 3, to: 8 } }, trace: { growth: { unheld: 'runs' } } });
    must('show-unheld').click();
    expect(last(saved)).toMatchObject({ tab: 'heap', heapShows: 'threads', at: 8 });
    expect(must('threads')).toBeTruthy();
  });
  it('stand above the places that grew where there is no structure at all', async () => {
    await open({ trace: { growth: { none: true, unheld: 'runs' } } });
    expect(must('show-unheld').closest('[hidden]')).toBeNull();
    expect(must('growth-tree').closest('[hidden]')).toBeNull();
    expect(must('growth-table').closest('[hidden]')).not.toBeNull();
    expect(must('growth-shown-tree').closest('[hidden]')).not.toBeNull();
    expect(must('growth-counts').hidden).toBe(true);
  });
  it('that wait for their finalizer lead to these objects, and classes that a program makes to nothing', async () => {
    await open({ trace: { growth: { unheld: 'loaded' } } });
    expect(byId('show-unheld')).toBeNull();
    await open({ trace: { growth: { unheld: 'waits-for-finalizer' } } });
    must('show-unheld').click();
    const set = { by: 'type', path: ['java.util.concurrent.ConcurrentHashMap'] };
    expect(last(saved)).toMatchObject({ tab: 'inspect', inspect: { entries: [{ set }] } });
  });
  it('give way to the types that grew most where nothing is described, with a way to describe them', async () => {
    await open({ trace: { undescribed: true } });
    expect(text('growth-no-suspect')).toContain('No single place explains this growth');
    all('describe-type')[0]?.click();
    expect(acted).toEqual([
      { kind: 'describe-type', type: 'com.example.travel.journey.planning.JourneyService$QueryKey', at: '10' },
    ]);
    expect(byId('growth-table')?.closest<HTMLElement>('.growth-columns')?.hidden).toBe(true);
  });
  it('give way in one heap to its largest types, which are no more than before', async () => {
    await open({ trace: { undescribed: true } });
    const cells = () => [...must('growth-no-suspect').querySelectorAll('td.number')].map((cell) => cell.textContent);
    expect(cells()[0]).toMatch(/^\+/);
    await open({ trace: { undescribed: true, timeline: fakeTimeline({ points: 1, gcs: 0, seconds: 0 }) } });
    expect(cells()[0]).toMatch(/^\d/);
    expect(cells()[1]).toMatch(/^[\d,]+ objects$/);
  });
  it('are told in bytes where the heap shrank, and shares are not available instead of zero', async () => {
    await open({ state: { window: { from: 10, to: 11 } } });
    expect(text('growth-sentence')).toMatch(/\sMiB more \([\d.]+\s% of the heap\)\./);
    const [first, second] = all('suspect');
    expect(first?.closest('.ranked')?.querySelector('h2')?.textContent).toBe('What grew all the same');
    expect(first?.querySelector('.share')?.textContent).toMatch(/^\+[\d.]+\u2009MiB$/);
    const widths = [first, second].map((row) =>
      Number.parseFloat(row?.querySelector<HTMLElement>('.fill')?.style.width ?? ''),
    );
    expect(widths[0]).toBe(100);
    expect(widths[1]).toBeGreaterThan(0);
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
    expect(all('growth-bars')[0]?.querySelector('.spoken')?.textContent).toMatch(
      /^JourneyService\.cache · ConcurrentHashMap: Retained 130\.2.%, Deep 136\.4.%, Structure/,
    );
    expect(must('growth').textContent).toContain('More than 100 %: ownership moved.');
  });
  it('has what was born in the window among the strongest, and says so', async () => {
    await open();
    const [born] = rowIds('born-table');
    const bar = all('growth-bars').find(({ dataset }) => dataset.id === born);
    expect(bar?.querySelector('.spoken')?.textContent).toMatch(
      /^Session\.attributes · HashMap, born in the window: Retained 3\.4/,
    );
    bar?.dispatchEvent(new MouseEvent('click'));
    await pass(400);
    expect(last(asked.growthOf).id).toBe(born);
    const chosen = must('born-table').querySelector<HTMLElement>('[aria-selected="true"]');
    expect([chosen?.dataset.id, chosenRow()]).toEqual([born, undefined]);
  });
  it('leaves out what has no bar that could be seen, and says so', async () => {
    await open({ trace: { growth: { structures: 6, tiny: 4 } }, growth: { unchanged: true } });
    // Two that were there before, and two that were born.
    expect(bars()).toHaveLength(4);
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
    expect(text('growth-tooltip')).toMatch(/^Timetable\.boards\[\] · .*Retained6\.3.%.*→.*objects/);
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
    const { host } = await open();
    must('save-svg').click();
    await pass(0);
    const [what, image] = vi.mocked(host.save).mock.calls[0] ?? expect.unreachable('nothing was saved');
    expect(what).toBe('saveImage');
    const { data } = image as ChartImage;
    expect(data).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(data).toContain('ConcurrentHashMap');
    expect(data).toContain('orders.heaptrail, point 4 (1\u2009min 45.8\u2009s) to point 10');
    expect(data).not.toMatch(/class=|data-|var\(/);
  });
});
