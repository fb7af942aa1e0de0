// The question that the Growth tab asks: its window and threshold, and what happens until it is answered.
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeFall, fakeTimeline } from '../../webviews/dev/fake_timeline';
import { all, asked, choosePoint, last, makeGrowthPage, open, pass, questions, saved, text } from './growth_page';
import { byId, must } from './page';

beforeEach(makeGrowthPage);

describe('the window', () => {
  it('is the suggested one while none is chosen, and says so', async () => {
    await open();
    expect(questions()).toEqual([{ sort: 'retained', category: 'all', offset: 0, limit: 10 }]);
    expect(must<HTMLSelectElement>('growth-from').value).toBe('4');
    expect(must<HTMLSelectElement>('growth-to').value).toBe('10');
    expect(text('growth-window')).toMatch(/^Heap grew by 260.*\(\+108.*\)it grew most here/);
    expect(must('growth-suggest').hidden).toBe(true);
  });
  it('says so where it lies between two lows', async () => {
    const timeline = fakeTimeline({ points: 12, gcs: 0, seconds: 254 });
    await open({ trace: { timeline: { ...timeline, suggestion: { from: 2, to: 7, betweenLows: true } } } });
    expect(text('growth-window')).toMatch(/^Heap grew by .*\)these are two of its lows$/);
    expect(must('growth-suggest').hidden).toBe(true);
  });
  it('says how far the heap fell after it', async () => {
    await open({ trace: { timeline: fakeFall({ points: 12, gcs: 0, seconds: 254 }) } });
    expect(text('growth-window')).toMatch(/it grew most here, and was down to 3\.0\sMiB again at point 9$/);
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
  it('is all that the heap holds where there is one point, and says what growth needs', async () => {
    await open({ trace: { timeline: fakeTimeline({ points: 1, gcs: 0, seconds: 0 }) } });
    expect(text('growth-one-point')).toMatch(/two heap dumps.*Open Heap Dumps Together/);
    expect(last(asked.growth)).not.toHaveProperty('from');
    expect(text('growth')).toContain('What holds the most, by its share of the heap');
    expect(text('growth')).not.toMatch(/container growth|Save Chart/);
    // There is no beginning to compare with, so no bars and no tables of what changed.
    expect(must('growth-table').closest<HTMLElement>('.growth-columns')?.hidden).toBe(true);
    expect(must('growth-counts').hidden).toBe(true);
    expect(must('growth-tree').hidden).toBe(false);
    const columns = [...must('leaf-table').querySelectorAll('[role="columnheader"]')].map((cell) => cell.textContent);
    expect(columns).toEqual(['Type and site', 'Objects', 'Bytes']);
  });
  it('takes the place of the point that other tabs show', async () => {
    await open();
    expect(must('point-chooser').closest<HTMLElement>('.point-chooser')?.hidden).toBe(true);
    must('tab-heap').click();
    expect(must('point-chooser').closest<HTMLElement>('.point-chooser')?.hidden).toBe(false);
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
    const { host } = await open();
    host.answers.growth = () => ({
      promise: Promise.reject({ kind: 'memory', message: 'too little memory' }),
      cancel: () => {},
    });
    choosePoint('from', 2);
    await pass(100);
    expect(text('growth-failed')).toContain('too little memory');
    expect(must('growth').querySelector<HTMLElement>('.growth-results')?.hidden).toBe(true);
  });
  it('is asked for anew when other descriptions hold', async () => {
    const { app } = await open();
    const before = questions().length;
    app.showDescriptions({ version: 2, warnings: [{ message: 'a.ds is left out' }] });
    await pass(600);
    expect(questions()).toHaveLength(before + 1);
    expect(all('warnings').map(({ textContent }) => textContent)).toContain('A.ds is left out.');
  });
});
