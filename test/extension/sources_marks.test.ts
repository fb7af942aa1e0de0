// Which lines are marked, and what is said there.
import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { dataUri, growthChart, ownName } from '../../extension/src/client/sources/growth_chart';
import { lensTitle, percent } from '../../extension/src/client/sources/mark_texts';
import { allocationsOf, framesOf, keyOf, marksOf } from '../../extension/src/client/sources/suspect_marks';
import { type LineChange, TrackedLines } from '../../extension/src/client/sources/tracked_lines';
import type { Frame } from '../../extension/src/protocol/answers';
import type { LeafRow, Suspect } from '../../extension/src/protocol/growth';

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
  };
}
/** Where the workspace has nothing but the classes Service and Atlas. */
const placeOf = ({ class: type, line = 0 }: Frame) =>
  ['Service', 'Atlas'].includes(type) ? { uri: `file:///${type}.java`, line: line - 1, exact: true } : undefined;
const marks = (...suspects: Suspect[]) => marksOf(allocationsOf(suspects), placeOf);
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
    const all = allocationsOf([suspect(1, 50, '', [row])]);
    expect(framesOf(all).map(({ class: type }) => type)).toEqual(['Service']);
    expect(marksOf(all, ({ line = 1 }) => ({ uri: '', line: line - 1, exact: true })).map(({ line }) => line)).toEqual([
      41,
    ]);
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
    const all = framesOf(allocationsOf([suspect(1, 50, chain, [leaves('A', 0, 1, chain), leaves('B', 0, 1, chain)])]));
    expect(all.map(keyOf)).toEqual(['Atlas search Atlas.java 17', 'Service find Service.java 42']);
  });
});

describe('its text', () => {
  const title = (hgp: number | null, ...rows: LeafRow[]) =>
    marks(suspect(1, hgp, 'Service.find:42', rows))
      .map(lensTitle)
      .join('\n')
      .replaceAll(thin, ' ');
  const at = 'Service.find:42';

  it('says what there is, and what that is of the growth', () => {
    expect(title(80.13, leaves('com.acme.QueryKey', 0, 104212, at))).toBe(
      '104 212 QueryKey, HashMap · 80.1 % of heap growth · show',
    );
  });
  it('names two types, the most frequent first', () => {
    expect(title(80, leaves('A', 0, 2, at), leaves('B', 0, 30, at), leaves('C', 0, 1, at))).toBe(
      '30 B, 2 A, 2 more · 80.0 % of heap growth · show',
    );
  });
  it('says no share where the heap did not grow, or the suspect alone holds less than before', () => {
    expect(title(-9.7, leaves('A', 0, 2, at))).toBe('2 A, HashMap · show');
    expect(title(null, leaves('A', 0, 2, at))).toBe('2 A, HashMap · show');
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
