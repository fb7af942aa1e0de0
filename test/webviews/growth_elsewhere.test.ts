// Growth outside its tab: copied, beside code, and in the Overview.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usualSettings } from '../../shared/protocol/view';
import { fakeFall, fakeTimeline } from '../../webviews/dev/fake_timeline';
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
  const alone: Surroundings = {
    knownGrowth: null,
    settings: usualSettings,
    alone: { tab: 'growth', trace: 'file:///orders.heaptrail' },
  };
  it('is nothing but growth, and opens sources where the code is', async () => {
    await open({ state: { tab: 'overview' }, around: alone });
    expect(byId('tab-overview')).toBeNull();
    expect(byId('growth-headline')).not.toBeNull();
    expect(byId('open-beside')).toBeNull();
    must('growth-headline').querySelector<HTMLElement>('[data-testid="source-link"]')?.click();
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
  it('tells the others which suspect was chosen, and follows them without coming to the front', async () => {
    const { app } = await open();
    must('suspect').querySelector<HTMLElement>('button.name')?.click();
    const first = chosenRow();
    expect(last(acted)).toEqual({ kind: 'choose-structure', id: first });
    const wanted = rowIds()[3] ?? '';
    expect(wanted).not.toBe(first);
    must('tab-heap').click();
    await pass(400);
    app.selectStructure(wanted, true);
    await pass(400);
    expect(must('tab-heap').getAttribute('aria-selected')).toBe('true');
    must('tab-growth').click();
    await pass(1000);
    expect(chosenRow()).toBe(wanted);
  });
  it('is asked about again where what was known is too old', async () => {
    const { app } = await open();
    const before = questions().length;
    app.showKnownGrowth(null);
    await pass(400);
    expect(questions().length).toBeGreaterThan(before);
  });
  it('is opened from the tab', async () => {
    await open();
    must('open-beside').click();
    expect(acted).toEqual([{ kind: 'open-beside', tab: 'growth' }]);
  });
});

describe('the overview', () => {
  it('begins with the verdict on the chosen window, with links to the type, the field and the line', async () => {
    await open({ state: { tab: 'overview', window: { from: 5, to: 9 } } });
    expect(must('overview').querySelector(':scope > :not(.for-screen-readers)')).toBe(must('verdict'));
    expect(asked.growth).toEqual([{ from: '5', to: '9', limit: 0 }]);
    expect(text('verdict')).toMatch(/^Heap grew by .*, from point 5 \(.*\) to point 9 \(.*\)/);
    expect(text('known-growth')).toMatch(/^92,208 .*QueryKeys were added to JourneyService\.cache and none removed/);
    for (const link of must('known-growth').querySelectorAll('button')) link.click();
    expect(acted.map(({ kind }) => kind)).toEqual(['open-field', 'open-field', 'open-frame']);
    must('analyse-growth').click();
    await pass(600);
    expect(must('tab-growth').getAttribute('aria-selected')).toBe('true');
    expect(last(questions())).toMatchObject({ from: '5', to: '9' });
  });
  it('keeps the place of the verdict while it is looked for, and says what is done', async () => {
    await open({ state: { tab: 'overview' }, wait: 10 });
    expect(must('verdict').getAttribute('aria-busy')).toBe('true');
    expect(text('verdict')).toContain('Looking for what grew');
    expect(text('figure-rate')).toBe('Growth rate…');
    await pass(600);
    expect(must('verdict').hasAttribute('aria-busy')).toBe(false);
    expect(text('figure-rate')).toMatch(/^Growth rate\+.*MiBa minute$/);
    expect(text('figure-owner')).toMatch(/of the live heap: JourneyService\.cache$/);
  });
  it('says of one heap alone what holds the most, of a large one when it is asked', async () => {
    const timeline = fakeTimeline({ points: 1, gcs: 0, seconds: 0 });
    await open({ state: { tab: 'overview' }, trace: { timeline } });
    expect(asked.growth).toEqual([]);
    expect(text('find-growth')).toBe('Find What Holds the Most');
    must('find-growth').click();
    await pass(600);
    expect(asked.growth).toEqual([{ limit: 0 }]);
    expect(text('verdict')).toMatch(/^All that the heap holds: /);
    must('show-growth').click();
    await pass(600);
    expect(last(questions())).not.toHaveProperty('from');
  });
  it('says of the window that it lies between two lows, or that the heap fell again', async () => {
    const sizes = { points: 12, gcs: 0, seconds: 254 };
    const suggestion = { from: 2, to: 7, betweenLows: true };
    await open({ state: { tab: 'overview' }, trace: { timeline: { ...fakeTimeline(sizes), suggestion } } });
    expect(text('verdict')).toMatch(/ to point 7 \([^)]*\), two of its lows/);
    await open({ state: { tab: 'overview' }, trace: { timeline: fakeFall(sizes) } });
    expect(text('verdict')).toMatch(/ to point 7 \([^)]*\), and was down to 3\.0\sMiB again at point 9/);
  });
  it('asks nothing by itself where the setting says so', async () => {
    document.body.dataset.growth = 'onDemand';
    await open({ state: { tab: 'overview' } });
    expect(asked.growth).toEqual([]);
    must('find-growth').click();
    await pass(600);
    expect(text('known-growth')).toContain('were added to');
    delete document.body.dataset.growth;
  });
  it('follows what was found out elsewhere, also that nothing holds any more', async () => {
    const { app } = await open({ state: { tab: 'overview' } });
    const window = { from: 6, to: 8 };
    app.showKnownGrowth({ window, chosen: true, sentence: 'A map grew.' });
    await pass(600);
    expect(text('verdict')).toMatch(/from point 6 .* to point 8/);
    app.showKnownGrowth(null);
    await pass(600);
    expect(asked.growth).toMatchObject([{}, { from: '6', to: '8' }, { from: '6', to: '8' }]);
    must('show-growth').click();
    await pass(600);
    expect(last(saved).window).toEqual(window);
    expect(last(questions())).toMatchObject({ from: '6', to: '8' });
  });
});
