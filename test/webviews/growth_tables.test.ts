// The tables of the Growth tab.
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { acted, asked, bars, chosenRow, last, makeGrowthPage, open, pass, rowIds, saved, text } from './growth_page';
import { key, must } from './page';

beforeEach(makeGrowthPage);

const openAll = () => open({ growth: { unchanged: true } });

describe('the tables', () => {
  it('list what grew; that there is more is said, and shown on demand', async () => {
    const { host } = await open();
    expect(text('growth-table-total')).toBe('39 structures · 4,081 did not grow Show unchanged');
    expect(last(asked.growth.filter(({ category }) => category === 'survivor')).grown).toBe(true);
    must('growth-export').click();
    expect(host.save).toHaveBeenCalledWith('exportGrowth', { sort: 'retained', grown: true });
    must('toggle-unchanged').click();
    await pass(600);
    expect(text('growth-table-total')).toBe('4,120 structures Hide unchanged');
    expect(last(saved).growth.unchanged).toBe(true);
    must('growth-export').click();
    expect(host.save).toHaveBeenLastCalledWith('exportGrowth', { sort: 'retained' });
    must('toggle-unchanged').click();
    await pass(600);
    expect(text('growth-table-total')).toContain('39 structures');
  });
  it('name the field that holds a structure, and lead to its declaration', async () => {
    await open();
    const [cache] = [...must('growth-table').querySelectorAll('[data-testid="growth-row"]')];
    expect(cache?.querySelector('.cell.name')?.textContent).toContain('JourneyService.cacheConcurrentHashMap');
    cache?.querySelector<HTMLElement>('[data-testid="source-link"]')?.click();
    const field = { class: 'com.example.travel.journey.planning.JourneyService', name: 'cache', static: false };
    expect(acted).toEqual([{ kind: 'open-field', field, beside: true }]);
    const badge = must('growth-table').querySelector('[data-testid="inferred"]');
    expect(badge?.closest('[data-testid="growth-row"]')?.textContent).toContain('Timetable.boards[]');
  });
  it('page through all structures, and search them', async () => {
    const { host } = await openAll();
    expect(text('growth-table-total')).toBe('4,120 structures Hide unchanged');
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
    expect(text('growth-table-total')).toBe('1 structure Hide unchanged');
    // The chart stays what it is: the strongest of all.
    expect(bars()).toHaveLength(10);
    search.value = 'nothing of the kind';
    search.dispatchEvent(new Event('input'));
    await pass(600);
    expect(text('growth-table-empty')).toContain('“nothing of the kind”');
    must('growth-export').click();
    expect(host.save).toHaveBeenCalledWith('exportGrowth', { sort: 'retained', search: 'nothing of the kind' });
  });
  it('have those that were born in the window apart', async () => {
    await open();
    expect(text('growth-counts')).toMatch(/4,120 alive at both ends.*1,312 died.*37 born/);
    expect(text('growth-born')).toContain('Born in the window');
    expect(rowIds('born-table').length).toBeGreaterThan(5);
    expect(rowIds('born-table').some((id) => rowIds().includes(id))).toBe(false);
    must('born-table').querySelector<HTMLElement>('[data-testid="growth-row"]')?.click();
    await pass(600);
    expect(last(asked.growthOf).id).toBe(rowIds('born-table')[0]);
    expect(chosenRow()).toBeUndefined();
  });
  it('measure what is selected by key when the movement comes to rest, and open its source with Enter', async () => {
    await openAll();
    const measured = asked.growthOf.length;
    for (let i = 0; i < 3; i++) key(must('growth-table'), 'ArrowDown');
    expect(asked.growthOf).toHaveLength(measured);
    await pass(400);
    expect(asked.growthOf).toHaveLength(measured + 1);
    expect(last(asked.growthOf).id).toBe(rowIds()[3]);
    expect(must('growth-table').getAttribute('aria-activedescendant')).toBe('growth-table-3');
    key(must('growth-table'), 'Enter');
    expect(last(acted)).toMatchObject({ kind: 'open-field', beside: true });
  });
  it('select the structure that a key goes to when it is there, and keep what is selected until then', async () => {
    await openAll();
    const lastRow = () => must('growth-table').querySelector<HTMLElement>('[aria-rowindex="4121"]');
    key(must('growth-table'), 'ArrowDown');
    await pass(400);
    const chosen = last(saved).growth.selected;
    const measured = asked.growthOf.length;
    key(must('growth-table'), 'End');
    must('growth-table').dispatchEvent(new Event('scroll'));
    await pass(20);
    expect(last(asked.growth).offset).toBe(4000);
    expect(lastRow()?.getAttribute('aria-selected')).toBe('false');
    expect([last(saved).growth.selected, asked.growthOf.length]).toEqual([chosen, measured]);
    await pass(1000);
    expect(lastRow()?.getAttribute('aria-selected')).toBe('true');
    expect(last(asked.growthOf).id).toBe(lastRow()?.dataset.id);
  });
  it('let keys begin at the top where the selected structure is not among those found', async () => {
    await openAll();
    for (let i = 0; i < 3; i++) key(must('growth-table'), 'ArrowDown');
    await pass(400);
    const search = must<HTMLInputElement>('growth-search');
    search.value = 'TreeMap';
    search.dispatchEvent(new Event('input'));
    await pass(600);
    expect(rowIds().length).toBeGreaterThan(5);
    expect(chosenRow()).toBeUndefined();
    key(must('growth-table'), 'ArrowDown');
    expect(chosenRow()).toBe(rowIds()[0]);
    // Also before they are there.
    search.value = 'ArrayDeque';
    key(search, 'Enter');
    key(must('growth-table'), 'ArrowDown');
    await pass(600);
    expect(chosenRow()).toBe(rowIds()[0]);
    expect(last(asked.growthOf).id).toBe(rowIds()[0]);
  });
  it('do not go back to a structure that came too late', async () => {
    await openAll();
    const scrollTo = (place: number) => {
      must('growth-table').scrollTop = place;
      must('growth-table').dispatchEvent(new Event('scroll'));
    };
    const chosen = last(asked.growthOf).id;
    key(must('growth-table'), 'End');
    must('growth-table').dispatchEvent(new Event('scroll'));
    await pass(20);
    scrollTo(0);
    await pass(1000);
    expect(last(asked.growth).offset).toBe(4000);
    expect([must('growth-table').scrollTop, last(asked.growthOf).id]).toEqual([0, chosen]);
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
