// From what is said of growth to the sources: names, lines, and what nobody described.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from '../../shared/protocol/answers';
import type { Field } from '../../shared/protocol/growth';
import { frameLabel } from '../../webviews/src/growth/growth_words';
import { lineWords } from '../../webviews/src/growth/suspect_facts';
import { acted, all, last, makeGrowthPage, open, pass, text } from './growth_page';
import { must } from './page';

const frame = (className: string, method: string, line: number): Frame => ({
  class: className,
  method,
  line,
  file: `${className.split('.').at(-1)}.java`,
});
describe('a line of the program', () => {
  it('is called as its source calls it', () => {
    const field: Field = { class: 'shop.SessionStore', name: 'byToken', static: false };
    const initialiser = frame('shop.SessionStore', '<init>', 9);
    expect(frameLabel(initialiser, field)).toBe('field byToken, line 9');
    expect(frameLabel(initialiser)).toBe('SessionStore, line 9');
    expect(frameLabel(frame('shop.SessionStore$Cleaner', 'lambda$run$0', 7))).toBe('SessionStore.Cleaner.run:7');
  });
});

describe('the words of a line', () => {
  const line = { ...frame('A', 'b', 1), share: 0.917, samples: 133, objects: 52_987, estimated: true };
  it('say that it was worked out, and from how many samples; never these as if they were objects', () => {
    expect(lineWords(line, 'leaves')).toBe('≈\u200991.7\u2009%, ≈\u200952,987 objects (133 samples)');
    expect(lineWords(line, 'retained')).toBe('≈\u200991.7\u2009% (133 samples)');
    expect(lineWords({ ...line, share: 1, estimated: false }, 'leaves')).toBe('100.0\u2009%, 52,987 objects');
  });
});

describe('the Growth tab', () => {
  beforeEach(makeGrowthPage);

  it('leads from its sentence to the type, the field and the line with one click each', async () => {
    await open();
    for (const link of must('growth-sentence').querySelectorAll<HTMLElement>('button')) link.click();
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { class: expect.stringMatching(/QueryKey$/), name: '' }, beside: true },
      { kind: 'open-field', field: { name: 'cache' }, beside: true },
      { kind: 'open-frame', frame: { method: 'findLocations', line: 42 }, beside: true },
    ]);
  });
  it('tells every line of the program with its share', async () => {
    await open();
    const lines = [...must('growth-headline').querySelectorAll('[data-testid="suspect-line"]')];
    expect(lines.map(({ textContent }) => textContent?.replaceAll('\u2009', ' '))).toEqual([
      'JourneyService.findLocations:42≈ 97.2 %, ≈ 179,252 objects (212 samples)',
      'JourneyService.prefetch:203≈ 2.8 %, ≈ 5,164 objects (6 samples)',
    ]);
  });
  it('has one click to the type, the field and the line of every other suspect', async () => {
    await open();
    for (const link of all('suspect')[2]?.querySelectorAll<HTMLElement>('.sentence button') ?? []) link.click();
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { name: '' } },
      { kind: 'open-field', field: { name: 'boards' } },
      { kind: 'open-frame', frame: { method: 'extend', line: 340 } },
    ]);
  });
  it('leads to all who hold the same', async () => {
    await open();
    for (const link of all('suspect')[3]?.querySelectorAll<HTMLElement>('.sentence button') ?? []) link.click();
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { name: '' } },
      { kind: 'open-field', field: { name: 'byName' } },
      { kind: 'open-field', field: { name: 'byPlace' } },
    ]);
  });
  it('marks what was inferred, and saves a description of it', async () => {
    await open();
    const bar = all('growth-bars').find(({ textContent }) => textContent?.startsWith('Timetable.boards[]'));
    bar?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass(400);
    expect(must('growth-details').querySelector('[data-testid="inferred"]')?.getAttribute('title')).toMatch(/inferred/);
    must('save-description').click();
    expect(last(acted)).toEqual({
      kind: 'save-inferred',
      type: 'com.example.travel.journey.planning.Timetable$DepartureBoardIndex',
      from: expect.any(String),
      to: '10',
    });
    expect(text('growth-headline')).not.toContain('inferred');
  });
});
