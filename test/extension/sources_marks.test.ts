// Which lines are marked, and what is said there.
import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { dataUri, growthChart, ownName } from '../../extension/src/client/sources/growth_chart';
import { feedsText, lensTitles, percent } from '../../extension/src/client/sources/mark_texts';
import { framesOf, keyOf, marksOf } from '../../extension/src/client/sources/suspect_marks';
import { type LineChange, TrackedLines } from '../../extension/src/client/sources/tracked_lines';
import type { Frame } from '../../shared/protocol/answers';
import type { Field, LeafRow, Suspect, SuspectLine } from '../../shared/protocol/growth';

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...words: unknown[]) => text.replace(/\{(\d)\}/g, (_, index) => String(words[index])) },
}));

/** `Service.find:42` */
function frame(text: string): Frame {
  const [, type = '', method = '', line] = /^(.+)\.([^.:]+):(\d+)$/.exec(text) ?? [];
  return { class: type, method, file: `${type}.java`, line: Number(line) };
}
const site = (text: string) => text.split(' < ').map(frame);
const leaves = (type: string, from: number, to: number, chain: string): LeafRow => ({
  type,
  site: chain === '' ? [] : site(chain),
  from: { objects: from, bytes: 16 * from },
  to: { objects: to, bytes: 16 * to },
});
function suspect(rank: number, hgp: number | null, chain: string, rows: LeafRow[]): Suspect {
  const size = { objects: 1, bytes: 1 };
  return {
    rank,
    sentence: '',
    sentenceParts: [],
    advice: '',
    pattern: 'single-ownership-container-growth',
    joint: false,
    born: false,
    count: 1,
    structures: ['0x1'],
    type: 'java.util.HashMap',
    site: chain === '' ? [] : site(chain),
    match: 'identity',
    retained: { from: size, to: size, hgp },
    leaves: rows,
    path: null,
    name: '',
    field: null,
    inferred: false,
    taken: [],
    lines: [],
    linesOf: 'leaves',
    owners: [],
    head: '0x1',
  };
}
/** Where the workspace has nothing but the classes Service and Atlas. */
const placeOf = ({ class: type, line = 0 }: Frame) =>
  ['Service', 'Atlas'].includes(type) ? { uri: `file:///${type}.java`, line: line - 1, exact: true } : undefined;
/** Where its fields are declared: all in line 5. */
const declarationOf = ({ class: type }: Field) =>
  ['Service', 'Atlas'].includes(type) ? { uri: `file:///${type}.java`, line: 4, exact: true } : undefined;
const marks = (...suspects: Suspect[]) => marksOf(suspects, { frame: placeOf, field: declarationOf });
const thin = '\u2009';

describe('a marked line', () => {
  it('is the innermost of a site that the workspace has', () => {
    const found = marks(
      suspect(1, 80, 'Service.<init>:10', [
        leaves('QueryKey', 0, 104212, 'Service.find:42 < Main.main:7'),
        leaves(
          'byte[]',
          0,
          5,
          'java.util.Arrays.copyOf:9 < java.util.ArrayList.grow:3 < Atlas.search:17 < Service.find:42',
        ),
        leaves('Lost', 0, 9, 'java.lang.Thread.run:1'),
        leaves('Unknown', 0, 9, ''),
      ]),
    );
    expect(found.map(({ uri, line, types }) => [uri, line, types.map(({ type }) => type)])).toEqual([
      ['file:///Service.java', 41, ['QueryKey']],
      ['file:///Atlas.java', 16, ['byte[]']],
      ['file:///Service.java', 9, ['java.util.HashMap']],
    ]);
  });
  it('is never one of a class that the JVM made for a lambda', () => {
    const hidden = { class: 'Service$$Lambda$14/0x800000063', method: 'apply' };
    const row = { ...leaves('A', 0, 1, 'Service.find:42'), site: [hidden, frame('Service.find:42')] };
    const all = [suspect(1, 50, '', [row])];
    expect(framesOf(all).map(({ class: type }) => type)).toEqual(['Service']);
    const places = {
      frame: ({ line = 1 }: Frame) => ({ uri: '', line: line - 1, exact: true }),
      field: () => undefined,
    };
    expect(marksOf(all, places).map(({ line }) => line)).toEqual([41]);
  });
  it('adds up what different sites of one suspect allocate through it', () => {
    const [mark] = marks(
      suspect(1, 50, '', [
        leaves('byte[]', 1, 5, 'java.util.Arrays.copyOf:9 < Atlas.search:17'),
        leaves('byte[]', 2, 7, 'java.util.Arrays.copyOf:12 < Atlas.search:17'),
      ]),
    );
    expect(mark?.types).toEqual([
      { type: 'byte[]', role: 'leaf', from: { objects: 3, bytes: 48 }, to: { objects: 12, bytes: 192 } },
    ]);
  });
  it('does not add up what two suspects may hold together', () => {
    const row = (to: number) => leaves('Location', 0, to, 'Atlas.search:17');
    const [mark] = marks(suspect(2, 30, '', [row(90)]), suspect(1, 50, '', [row(100)]));
    expect(mark?.types.map(({ to }) => to.objects)).toEqual([100]);
    expect(mark?.suspects.map(({ rank }) => rank)).toEqual([1, 2]);
  });
  it('names a type once where one suspect holds another', () => {
    const maps = leaves('java.util.HashMap', 10, 60, 'Service.find:42');
    const [mark] = marks(suspect(1, 50, 'Service.find:42', []), suspect(2, 9, '', [maps]));
    expect(mark?.types.map(({ type, role, to }) => [type, role, to.objects])).toEqual([
      ['java.util.HashMap', 'leaf', 60],
    ]);
  });
  it('is looked for with each frame once', () => {
    const chain = 'Atlas.search:17 < Service.find:42';
    const all = framesOf([suspect(1, 50, chain, [leaves('A', 0, 1, chain), leaves('B', 0, 1, chain)])]);
    expect(all.map(keyOf)).toEqual(['Atlas search Atlas.java 17', 'Service find Service.java 42']);
  });
});

describe('its text', () => {
  const title = (hgp: number | null, ...rows: LeafRow[]) =>
    marks(suspect(1, hgp, 'Service.find:42', rows))
      .flatMap(lensTitles)
      .join('\n')
      .replaceAll(thin, ' ');
  const at = 'Service.find:42';

  it('says what is new, and nothing of what other lines made', () => {
    expect(title(80.13, leaves('com.acme.QueryKey', 0, 104212, at))).toBe('104,212 new QueryKey, HashMap · show');
  });
  it('names two types, the most frequent first', () => {
    expect(title(80, leaves('A', 0, 2, at), leaves('B', 0, 30, at), leaves('C', 0, 1, at))).toBe(
      '30 new B, 2 new A, 2 more · show',
    );
  });
  it('says how many there are where none were added', () => {
    expect(title(null, leaves('A', 2, 2, at))).toBe('2 A, HashMap · show');
  });
  it('says small and large shares as they are', () => {
    expect([0, 0.01, 0.06, 140].map((value) => percent(value).replaceAll(thin, ' '))).toEqual([
      '0.0 %',
      '< 0.1 %',
      '0.1 %',
      '140.0 %',
    ]);
  });
  it('leaves packages out', () => {
    expect(['java.util.HashMap$Node[]', 'byte[]', 'A', 'a.B$$Lambda$1/0x80.c'].map(ownName)).toEqual([
      'HashMap$Node[]',
      'byte[]',
      'A',
      'B$$Lambda$1/0x80.c',
    ]);
  });
});

describe('a line that a suspect names', () => {
  const line = (text: string, share: number, samples: number, estimated = true): SuspectLine => ({
    ...frame(text),
    share,
    samples,
    objects: 9999,
    estimated,
  });
  const cache = (more: Partial<Suspect>): Suspect => ({
    ...suspect(1, 61, '', []),
    name: 'Service.byToken',
    taken: [{ type: 'shop.Session', from: 4000, to: 17_792 }],
    ...more,
  });
  const words = (...suspects: Suspect[]) =>
    marks(...suspects).map((mark) => lensTitles(mark).join(' | ').replaceAll(thin, ' '));

  it('has its share of what was counted, never the samples as if they were objects', () => {
    const [mark, ...others] = marks(
      cache({ lines: [line('Service.begin:13', 0.97, 3), line('Main.main:1', 0.03, 1)] }),
    );
    expect([mark?.line, others]).toEqual([12, []]);
    expect(mark?.types).toMatchObject([
      { type: 'shop.Session', from: { objects: 3880 }, to: { objects: 17_258 }, estimated: true },
    ]);
    expect(words(cache({ lines: [line('Service.begin:13', 0.97, 3)] }))).toEqual([
      '≈ 13,378 new Session · ≈ 97.0 % of what was added to Service.byToken · show',
    ]);
    expect(words(cache({ lines: [line('Service.begin:13', 1, 3, false)] }))).toEqual([
      '13,792 new Session · 100.0 % of what was added to Service.byToken · show',
    ]);
  });
  it('counts no samples as if they were objects, where only these have sites', () => {
    const all = cache({
      leaves: [leaves('shop.Session', 1, 3, 'Service.begin:13'), leaves('shop.Session', 4000, 17_789, '')],
      lines: [line('Service.begin:13', 1, 45, false)],
    });
    const [mark] = marksOf([all], { sampled: true, frame: placeOf, field: declarationOf });
    expect(mark && lensTitles(mark).join().replaceAll(thin, ' ')).toBe(
      '≈ 13,792 new Session · ≈ 100.0 % of what was added to Service.byToken · show',
    );
    expect(mark?.feeds.map((feed) => feedsText(feed).replaceAll(thin, ' '))).toEqual([
      '≈ 100.0 % of what was added to Service.byToken is created here (45 samples)',
    ]);
  });
  it('says only its share where that is of several types, or of what these keep alive', () => {
    const both = [
      { type: 'shop.Session', from: 0, to: 900 },
      { type: 'java.lang.String', from: 0, to: 900 },
    ];
    expect(words(cache({ taken: both, lines: [line('Service.begin:13', 0.5, 90)] }))).toEqual([
      '≈ 50.0 % of what was added to Service.byToken · show',
    ]);
    expect(words(cache({ linesOf: 'retained', lines: [line('Service.begin:13', 0.5, 90)] }))).toEqual([
      '≈ 50.0 % of what Service.byToken keeps alive · show',
    ]);
  });
  it('has the types of its own sites where these are known, and says that they are worked out', () => {
    const row = { ...leaves('shop.Session', 4100, 17_400, 'Service.begin:13'), estimated: true };
    expect(words(cache({ leaves: [row], lines: [line('Service.begin:13', 0.97, 212)] }))).toEqual([
      '≈ 13,300 new Session · ≈ 97.0 % of what was added to Service.byToken · show',
    ]);
  });
  it('says its own share, of what the suspect took in or keeps alive', () => {
    const said = (more: Partial<Suspect>, fed: SuspectLine) =>
      feedsText({ suspect: cache(more), line: fed }).replaceAll(thin, ' ');
    expect(said({}, line('Service.begin:13', 0.972, 1212))).toBe(
      '≈ 97.2 % of what was added to Service.byToken is created here (1,212 samples)',
    );
    expect(said({ linesOf: 'retained', name: '' }, line('Service.begin:13', 1, 5, false))).toBe(
      '100.0 % of what HashMap keeps alive is created here',
    );
  });
  it('says of a field what it holds, and where it is declared and filled, both', () => {
    const field = { class: 'Service', name: 'byToken', static: false };
    expect(words(cache({ field }))).toEqual(['“byToken” holds 61.0 % of the heap’s growth · show']);
    expect(words(cache({ field, count: 312 }))).toEqual([
      '“byToken” holds 312 HashMap, together 61.0 % of the heap’s growth · show',
    ]);
    expect(words(cache({ field, retained: { ...cache({}).retained, hgp: null } }))).toEqual([
      'What “byToken” holds grew · show',
    ]);
    // That it was allocated where it is declared says nothing new.
    expect(words(cache({ field, site: [frame('Service.<init>:5')] }))).toEqual([
      '“byToken” holds 61.0 % of the heap’s growth · show',
    ]);
    expect(words(cache({ field, lines: [line('Service.<init>:5', 0.5, 9)] }))).toEqual([
      '“byToken” holds 61.0 % of the heap’s growth · show | ≈ 6,896 new Session · ≈ 50.0 % of what was added to Service.byToken · show',
    ]);
  });
  it('marks the fields of all who hold the same, as far as the workspace has them', () => {
    const owner = (type: string, name: string) => ({
      name: `${type}.${name}`,
      field: { class: type, name, static: false },
      type: 'java.util.HashMap',
      object: '0x1',
    });
    const owners = [owner('Service', 'jobs'), owner('Atlas', 'byGroup'), owner('org.Library', 'all')];
    expect(marks(cache({ owners, count: 3 })).map(({ uri, holds }) => [uri, holds.map(({ name }) => name)])).toEqual([
      ['file:///Service.java', ['Service.jobs']],
      ['file:///Atlas.java', ['Atlas.byGroup']],
    ]);
    expect(words(cache({ owners, count: 3 }))[0]).toBe('“jobs” holds 61.0 % of the heap’s growth · show');
  });
});

describe('the chart of a hover', () => {
  const colours = { text: '#111111', from: '#222222', to: '#333333' };
  const types = [
    { type: 'a.Key', role: 'leaf' as const, from: { objects: 50, bytes: 0 }, to: { objects: 100, bytes: 0 } },
    { type: 'Gone', role: 'leaf' as const, from: { objects: 0, bytes: 0 }, to: { objects: 1, bytes: 0 } },
    { type: 'HashMap', role: 'head' as const, from: { objects: 0, bytes: 0 }, to: { objects: 1, bytes: 0 } },
  ];
  it('has bars as long as there are objects, at both ends', () => {
    const bars = [...growthChart(types, colours).matchAll(/<rect [^>]*width="([\d.]+)"[^>]*fill="(#\d+)"/g)];
    const [half = 0, full = 0, none, little] = bars.map(([, width]) => Number(width));
    expect(full).toBeCloseTo(2 * half, 0);
    expect([none, little && little > 0]).toEqual([0, true]);
    expect(bars.map(([, , colour]) => colour)).toEqual(['#222222', '#333333', '#222222', '#333333']);
  });
  it('says of what was worked out that it was', () => {
    const [guessed] = types.map((type) => ({ ...type, estimated: true }));
    const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts(growthChart(guessed ? [guessed] : [], colours))).toEqual(['Key', '≈\u200950', '≈\u2009100']);
    expect(texts(growthChart(types.slice(0, 1), colours))).toEqual(['Key', '50', '100']);
  });
  it('is an image that no name can break out of', () => {
    const svg = growthChart([{ ...types[0], type: '"><script>' } as (typeof types)[number]], colours);
    expect(svg).not.toContain('<script');
    const { document } = new JSDOM(svg, { contentType: 'image/svg+xml' }).window;
    expect(document.querySelector('text')?.textContent).toBe('"><script>');
    expect(dataUri(svg)).toMatch(/^data:image\/svg\+xml;base64,[\w+/=]+$/);
  });
});

describe('a line of an edited document', () => {
  const tracked = (...changes: LineChange[]) => {
    const lines = new TrackedLines(10);
    for (const change of changes) lines.change(change);
    return lines;
  };
  const change = (
    from: [number, number],
    to: [number, number],
    text: string,
    startsLine = from[1] === 0,
  ): LineChange => ({
    start: { line: from[0], character: from[1] },
    end: { line: to[0], character: to[1] },
    text,
    startsLine,
  });
  it.each([
    ['text in another line', change([2, 0], [2, 5], 'x'), [1, 5], [1, 5]],
    ['lines before it', change([2, 0], [2, 0], 'a\nb\n'), [1, 2, 5], [1, 4, 7]],
    ['a new line after its end', change([5, 9], [5, 9], '\n', false), [5, 6], [5, 7]],
    ['a new line before its text', change([5, 2], [5, 2], '\n  ', true), [5], [6]],
    ['its own text', change([5, 2], [5, 6], 'other', false), [5], [5]],
    ['lines removed before it', change([1, 0], [3, 0], ''), [0, 1, 2, 3, 5], [0, undefined, undefined, 1, 3]],
    ['its removal', change([5, 0], [6, 0], ''), [5, 6], [undefined, 5]],
    ['a line joined with the one before', change([4, 8], [5, 2], ' ', false), [4, 5, 6], [4, undefined, 5]],
  ])('follows %s', (_, made, lines, expected) => {
    const all = tracked(made);
    expect(lines.map((line) => all.now(line))).toEqual(expected);
  });
  it('is where it was when what was typed is not saved', () => {
    const lines = tracked(change([0, 0], [0, 0], '\n'));
    lines.keep();
    lines.change(change([0, 0], [0, 0], '\n\n'));
    expect(lines.now(5)).toBe(8);
    lines.revert();
    expect(lines.now(5)).toBe(6);
    expect([lines.fits(11), lines.fits(13)]).toEqual([true, false]);
  });
  it('is known from where it is now', () => {
    const lines = tracked(change([0, 0], [0, 0], '\n'));
    expect(lines.original(6)).toBe(5);
    expect(lines.original(0)).toBe(0);
  });
});
