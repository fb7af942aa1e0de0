// Growth outside its tab: copied, beside code, and in the Overview.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Surroundings } from '../../webviews/src/host';
import {
  acted,
  asked,
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
import { byId, must } from './page';

beforeEach(makeGrowthPage);

describe('what can be taken along', () => {
  it('is copied as Markdown', async () => {
    const writeText = vi.fn(async (_: string) => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await open();
    must('copy-markdown').click();
    await pass(0);
    expect(writeText.mock.calls[0]?.[0]).toMatch(/^## Growth: orders\.heaptrail\n/);
    expect(writeText.mock.calls[0]?.[0]).toContain('### JourneyService.cache · ConcurrentHashMap');
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
    const { app } = await open({ around: alone });
    const wanted = rowIds()[3] ?? '';
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
    const { app } = await open({ state: { tab: 'overview' } });
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
