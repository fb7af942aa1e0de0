// From what is said of growth to the sources: names, lines, and what nobody described.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from '../../extension/src/protocol/answers';
import type { Field } from '../../extension/src/protocol/growth';
import { type SentencePart, sentenceParts } from '../../webviews/src/growth/sentence';
import { lineWords } from '../../webviews/src/growth/suspect_facts';
import { acted, all, last, makeGrowthPage, open, pass, text } from './growth_page';
import { must } from './page';

const frame = (className: string, method: string, line: number): Frame => ({
  class: className,
  method,
  line,
  file: `${className.split('.').at(-1)}.java`,
});
const field = (className: string, name: string): Field => ({ class: className, name, static: false });
const linksIn = (parts: SentencePart[]) => parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));

describe('a sentence', () => {
  const begin = frame('shop.SessionStore', 'begin', 13);
  const byToken = field('shop.SessionStore', 'byToken');

  it('has its name and its lines as links, and says the same words', () => {
    const sentence =
      'SessionStore.byToken (HashMap) holds 61 %: it took in 13,792 Session, created in SessionStore.begin:13.';
    const parts = sentenceParts(sentence, { name: 'SessionStore.byToken', field: byToken, lines: [begin] });
    expect(linksIn(parts)).toEqual([
      { words: 'SessionStore.byToken', target: byToken },
      { words: 'SessionStore.begin:13', target: begin },
    ]);
    expect(parts.map((part) => (typeof part === 'string' ? part : part.words)).join('')).toBe(sentence);
  });
  it('has lines as files call them, too', () => {
    expect(linksIn(sentenceParts('133 of 145 samples: SessionStore.java:13', { lines: [begin] }))).toEqual([
      { words: 'SessionStore.java:13', target: begin },
    ]);
  });
  it('has lines of nested classes as sources call them', () => {
    const nested = frame('shop.SessionStore$Cleaner', 'run', 7);
    expect(linksIn(sentenceParts('created in SessionStore.Cleaner.run:7.', { lines: [nested] }))).toEqual([
      { words: 'SessionStore.Cleaner.run:7', target: nested },
    ]);
  });
  it('takes the longer of two names, and none that is part of another word', () => {
    const [one, many] = [field('a.Board', 'all'), field('a.Board', 'allListeners')];
    const spoken = { name: 'Board.all', field: one, owners: [{ name: 'Board.allListeners[]', field: many }] };
    const words = (sentence: string) => linksIn(sentenceParts(sentence, spoken)).map((link) => link.words);
    expect(words('Board.allListeners[] and Board.all hold the same')).toEqual(['Board.allListeners[]', 'Board.all']);
    expect(words('my.Board.all, SurfBoard.all, Board.allOther, Board.all[]')).toEqual([]);
  });
  it('is only words where nothing is known, and where a name would be a pattern', () => {
    expect(sentenceParts('It grew.', {})).toEqual(['It grew.']);
    expect(sentenceParts('A.x(b grew.', { name: 'A.x(b', field: byToken })).toEqual([
      { words: 'A.x(b', target: byToken },
      ' grew.',
    ]);
  });
});

describe('the words of a line', () => {
  const line = { ...frame('A', 'b', 1), share: 0.917, samples: 133, objects: 52_987, estimated: true };
  it('say that it was worked out, and from how many samples; never these as if they were objects', () => {
    expect(lineWords(line, 'leaves')).toBe('≈\u200991.7\u2009%, ≈\u200952\u2009987 objects (133 samples)');
    expect(lineWords(line, 'retained')).toBe('≈\u200991.7\u2009% (133 samples)');
    expect(lineWords({ ...line, share: 1, estimated: false }, 'leaves')).toBe('100.0\u2009%, 52\u2009987 objects');
  });
});

describe('the Growth tab', () => {
  beforeEach(makeGrowthPage);

  it('leads from its sentence to the field with one click, and to the line with another', async () => {
    await open();
    const [name, line] = must('growth-sentence').querySelectorAll<HTMLElement>('button');
    name?.click();
    line?.click();
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { name: 'cache' }, beside: true },
      { kind: 'open-frame', frame: { method: 'findLocations', line: 42 }, beside: true },
    ]);
  });
  it('tells every line of the program with its share', async () => {
    await open();
    const lines = [...must('growth-headline').querySelectorAll('[data-testid="suspect-line"]')];
    expect(lines.map(({ textContent }) => textContent?.replaceAll('\u2009', ' '))).toEqual([
      'JourneyService.findLocations:42≈ 97.2 %, ≈ 179 252 objects (212 samples)',
      'JourneyService.prefetch:203≈ 2.8 %, ≈ 5 164 objects (6 samples)',
    ]);
  });
  it('has one click to the field and one to the line of every other suspect', async () => {
    await open();
    for (const link of all('suspect')[1]?.querySelectorAll<HTMLElement>('.links button') ?? []) link.click();
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { name: 'boards' } },
      { kind: 'open-frame', frame: { method: 'extend', line: 340 } },
    ]);
  });
  it('leads to all who hold the same', async () => {
    await open();
    for (const link of all('suspect')[2]?.querySelectorAll<HTMLElement>('.links button') ?? []) link.click();
    expect(acted).toMatchObject([
      { kind: 'open-field', field: { name: 'byName' } },
      { kind: 'open-field', field: { name: 'byPlace' } },
      { kind: 'open-frame', frame: { method: 'search', line: 94 } },
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
