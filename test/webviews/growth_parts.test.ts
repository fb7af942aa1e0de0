// What the Growth tab is made of, without a page: words, layout of the bars, the tree of leaves, Markdown.
import { describe, expect, it } from 'vitest';
import { bytes, count } from '../../shared/format';
import type { GrownLeaves, GrownMetric, GrowthRow, LeafRow } from '../../shared/protocol/growth';
import { FakeGrowthAnswers } from '../../webviews/dev/fake_growth';
import { info } from '../../webviews/dev/fake_host';
import { fakeFall, fakeTimeline } from '../../webviews/dev/fake_timeline';
import { percentTicks } from '../../webviews/src/axis_ticks';
import { growthMarkdown } from '../../webviews/src/growth/growth_markdown';
import {
  deltaBytes,
  deltaObjects,
  fromTo,
  hgpText,
  rowWords,
  siteLabel,
  structureName,
} from '../../webviews/src/growth/growth_words';
import { type HgpLayout, layoutHgp } from '../../webviews/src/growth/hgp_layout';
import { type DeepColumns, deepColumnsOf, grownCells } from '../../webviews/src/growth/leaf_columns';
import { leafTree } from '../../webviews/src/growth/leaf_tree';

const mebibyte = 2 ** 20;
const size = (bytes: number) => ({ objects: bytes / 32, bytes });
const grown = (hgp: number | null): GrownMetric => ({ from: size(0), to: size(mebibyte), hgp });

describe('shares of growth', () => {
  it.each([
    [{ hgp: 80.41 }, '80.4\u2009%'],
    [{ hgp: 130.2 }, '130.2\u2009%'],
    [{ hgp: 0 }, '0.0\u2009%'],
    [{ hgp: 0.01 }, '<\u20090.1\u2009%'],
    [{ hgp: -3.14 }, '−3.1\u2009%'],
    [{ hgp: null }, 'n/a'],
  ])('%j are told as %s', (metric, words) => {
    expect(hgpText(metric)).toBe(words);
  });
});

describe('differences', () => {
  it('have a sign, and both ends when asked', () => {
    const less = { from: { objects: 1200, bytes: 3 * mebibyte }, to: { objects: 200, bytes: mebibyte } };
    expect([deltaBytes(less), deltaObjects(less)]).toEqual(['−2.0\u2009MiB', '−1,000']);
    expect(deltaBytes({ from: size(64), to: size(64) })).toBe('±0\u2009B');
    expect(fromTo(less)).toBe('3.0\u2009MiB (1,200 objects) → 1.0\u2009MiB (200 objects), −2.0\u2009MiB');
  });
});

describe('the name of a structure', () => {
  it('is its type and where it was allocated, as far as that is known', () => {
    const type = 'java.util.HashMap';
    const frame = { class: 'com.example.A$B', method: 'run', file: 'A.java' };
    expect(structureName({ type, site: [{ ...frame, line: 7 }, frame] })).toBe('HashMap · A.B.run:7');
    expect(structureName({ type, site: [frame] })).toBe('HashMap · A.B.run');
    expect(structureName({ type, site: [] })).toBe('HashMap');
    expect(siteLabel([])).toBe('');
  });
  it('names the line that the engine says tells most, else the innermost', () => {
    const library = { class: 'java.util.HashMap', method: 'newNode', line: 1895 };
    const put = { ...library, method: 'put' };
    const own = { class: 'com.example.A', method: 'run', line: 7, telling: true } as const;
    expect(siteLabel([library, put, own, { ...own, line: 9 }])).toBe('A.run:7');
    expect(siteLabel([library, { ...put, telling: true }])).toBe('HashMap.put:1895');
    expect(siteLabel([{ class: 'javaxtra.B', method: 'run', line: 7 }, put])).toBe('B.run:7');
  });
});

describe('ticks of percent', () => {
  it('are round, below zero and above a hundred, too', () => {
    expect(percentTicks(-12, 130, 5).map(({ label }) => label)).toEqual(['0\u2009%', '50\u2009%', '100\u2009%']);
    expect(percentTicks(-25, 10, 4).map(({ label }) => label)).toEqual([
      '−20\u2009%',
      '−10\u2009%',
      '0\u2009%',
      '10\u2009%',
    ]);
    expect(percentTicks(0, 0, 4)).toHaveLength(1);
  });
});

describe('the bars of the strongest structures', () => {
  const row = (id: string, retained: GrownMetric, others = grown(1)): GrowthRow => ({
    id,
    type: 'java.util.concurrent.ConcurrentHashMap',
    name: '',
    field: null,
    inferred: false,
    description: '',
    site: [{ class: 'a.JourneyService', method: 'findLocations', line: 42 }],
    category: 'survivor',
    match: 'identity',
    pattern: 'non-growth',
    metrics: { retained, deep: others, structure: others, deepStructure: others },
    leafCount: { from: 0, to: 1 },
  });
  const layout = (rows: GrowthRow[], width = 1000): HgpLayout =>
    layoutHgp(rows, { sort: 'retained', threshold: 5, width, characterWidth: 7 });

  it('are one a structure, as long as its share, none over another, all within the chart', () => {
    const made = layout([row('a', grown(80)), row('b', grown(40))]);
    const [a, b] = made.groups;
    expect(a?.bar.metric).toBe('retained');
    expect(a?.bar.width).toBeCloseTo(2 * (b?.bar.width ?? 0));
    const ends = made.groups.map(({ bar: { y } }) => [y, y + made.barHeight] as const);
    for (const [i, [top]] of ends.entries()) expect(top).toBeGreaterThanOrEqual(ends[i - 1]?.[1] ?? 0);
    expect(ends.at(-1)?.[1]).toBeLessThanOrEqual(made.bottom);
    for (const { bar } of made.groups) expect(bar.x + bar.width).toBeLessThanOrEqual(made.plot);
    expect([a?.title, a?.place]).toEqual(['ConcurrentHashMap', 'JourneyService.findLocations:42']);
  });
  it('say of a structure that was born in the window that it was', () => {
    const born = { ...row('a', grown(80)), category: 'born' as const };
    const made = layout([born, { ...born, site: [] }]);
    expect(made.groups.map(({ place }) => place)).toEqual(['born · JourneyService.findLocations:42', 'born']);
    expect(made.labels).toBeGreaterThan(7 * 'born · JourneyService.findLocations:42'.length);
    expect(rowWords(born)).toMatch(
      /^ConcurrentHashMap · JourneyService\.findLocations:42, born in the window: Retained/,
    );
    expect(rowWords(row('a', grown(80)))).not.toContain('born');
  });
  it('begin at zero to the left where a structure shrank', () => {
    const made = layout([row('a', grown(80)), row('b', grown(-20))]);
    const bar = made.groups[1]?.bar;
    expect(bar?.x).toBeCloseTo(0);
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeCloseTo(made.zero);
    expect(made.zero).toBeGreaterThan(0);
  });
  it('have the whole growth marked where one goes past it, and the threshold always', () => {
    expect(layout([row('a', grown(80))]).whole).toBeNull();
    const past = layout([row('a', grown(200))]);
    expect(past.whole).toBeCloseTo(past.plot / 2);
    // All shares are small: the threshold is still in the chart.
    const small = layout([row('a', grown(0.5))]);
    expect(small.threshold.x).toBeLessThanOrEqual(small.plot);
    expect(small.threshold.label).toBe('5.0\u2009%');
  });
  it('tell the value that orders them', () => {
    const made = layout([row('a', grown(80), grown(60))]);
    expect(made.groups[0]?.value.text).toBe('80.0\u2009%');
  });
  it('have their names above them where the chart is narrow, and as much of them as there is room for', () => {
    const [wide, narrow] = [layout([row('a', grown(80))]), layout([row('a', grown(80))], 330)];
    expect(wide.labels).toBeGreaterThan(7 * 'JourneyService.findLocations:42'.length);
    const unknown = { ...row('a', grown(80)), type: 'A', site: [] };
    expect(layout([unknown]).labels).toBeLessThan(30);
    expect(narrow.labels).toBe(0);
    const [group] = narrow.groups;
    const characters = (group?.title.length ?? 0) + 3 + (group?.place.length ?? 0);
    expect(7 * characters).toBeLessThanOrEqual(330);
    expect(group?.place).toMatch(/^Journey.*….*:42$/);
  });
});

describe('the tree of leaves', () => {
  const leaf = (type: string, method: string, from: number, to: number): LeafRow => ({
    type,
    site: [{ class: 'A', method }],
    from: size(from),
    to: size(to),
  });
  it('sums sites to types, and has what grew most first on both levels', () => {
    const tree = leafTree([
      leaf('Key', 'a', 0, 320),
      leaf('Place', 'b', 64, 96),
      leaf('Key', 'c', 32, 640),
      leaf('Old', 'd', 96, 0),
    ]);
    expect(tree.map(({ type }) => type)).toEqual(['Key', 'Place', 'Old']);
    expect(tree[0]).toMatchObject({ from: { objects: 1, bytes: 32 }, to: { objects: 30, bytes: 960 } });
    expect(tree[0]?.sites.map(({ site }) => site[0]?.method)).toEqual(['c', 'a']);
    expect(leafTree([])).toEqual([]);
  });
  const deep = (bytes: number) => ({ deep: { from: size(32), to: size(32 + bytes) } });
  it('has first what leads to most new, where that is asked for', () => {
    const rows = [
      { ...leaf('Key', 'a', 0, 320), ...deep(320) },
      { ...leaf('Place', 'b', 64, 64), ...deep(64) },
      { ...leaf('Place', 'c', 64, 64), ...deep(6400) },
    ];
    const told = [{ type: 'Place', from: size(128), to: size(128), ...deep(6432) }];
    expect(leafTree(rows, told).map(({ type }) => type)).toEqual(['Key', 'Place']);
    const [place, key] = leafTree(rows, told, 'deep');
    expect([place?.type, place?.deep?.to.bytes]).toEqual(['Place', 32 + 6432]);
    expect(place?.sites.map(({ site }) => site[0]?.method)).toEqual(['c', 'b']);
    // Of one site it is that of the type.
    expect([key?.type, key?.deep]).toEqual(['Key', deep(320).deep]);
  });
  it('does not sum up what several sites lead to', () => {
    const [type] = leafTree([
      { ...leaf('Place', 'b', 0, 64), ...deep(64) },
      { ...leaf('Place', 'c', 0, 64), ...deep(64) },
    ]);
    expect([type?.to.bytes, type?.deep]).toEqual([128, undefined]);
  });
});

describe('the columns of leaves', () => {
  const known = { from: size(0), to: size(64), deep: { from: size(32), to: size(960) } };
  const unknown = { from: size(0), to: size(64) };
  const words = (leaves: GrownLeaves, which: DeepColumns) => grownCells(leaves, which).map((cell) => cell.textContent);
  it('have deep sizes where these are known: all of them where data grew', () => {
    expect(deepColumnsOf([unknown], 'single-ownership-data-growth')).toBe('none');
    expect(deepColumnsOf([known, unknown], 'shared-ownership-data-growth')).toBe('all');
    expect(deepColumnsOf([known], 'single-ownership-container-growth')).toBe('difference');
    expect(deepColumnsOf([known], null)).toBe('difference');
  });
  it('say so where one of them is not known', () => {
    expect(words(known, 'none')).toHaveLength(6);
    expect(words(known, 'difference').slice(6)).toEqual(['+928\u2009B']);
    expect(words(unknown, 'difference').slice(6)).toEqual(['n/a']);
    expect(words(known, 'all').slice(3)).toEqual(['+64\u2009B', '32\u2009B', '960\u2009B', '+928\u2009B']);
    expect(words(unknown, 'all').slice(3)).toEqual(['+64\u2009B', 'n/a', 'n/a', 'n/a']);
    const titles = grownCells(known, 'all').map(({ title }) => title);
    expect(titles.slice(4)).toEqual([
      '1 object, 32 B',
      '30 objects, 960 B',
      '32\u2009B (1 object) → 960\u2009B (30 objects), +928\u2009B',
    ]);
  });
});

describe('growth as Markdown', () => {
  it('says of the window that the heap fell again', () => {
    const fallen = fakeFall({ points: 12, gcs: 0, seconds: 254 });
    const answer = new FakeGrowthAnswers(fallen).growth({ limit: 20 });
    const text = growthMarkdown({ fileName: 'orders.heaptrail', info: info([], fallen), answer, selected: undefined });
    expect(text).toMatch(/^Window: .*, heap grew by .*, and was down to 3\.0\sMiB again at point 9\.$/m);
  });
  const timeline = fakeTimeline({ points: 12, gcs: 0, seconds: 254 });
  const answers = new FakeGrowthAnswers(timeline);
  const plain = info([], timeline);
  const recorded = { ...plain, trace: { ...plain.trace, sites: 'sampled' as const } };
  it('tells the suspect, the window, ten structures and the leaves of the selected one', () => {
    const answer = answers.growth({ limit: 20 });
    const selected = answers.growthOf({ id: answer.structures[0]?.id ?? '' });
    const text = growthMarkdown({
      fileName: 'orders_service.heaptrail',
      info: recorded,
      answer,
      selected: { answer: selected, leaves: selected.leaves.rows },
    });
    expect(text).toContain('## Growth: orders\\_service.heaptrail\n');
    expect(text).toMatch(/^Window: point 4 \(.*\) to point 11 \(.*\), heap grew by .*\.$/m);
    expect(text.replaceAll('\\', '')).toContain(`**${answer.suspects[0]?.sentence}**`);
    const lines = text.split('\n');
    expect(lines.filter((line) => /^\| \w.*\(.*%\) \|$/.test(line))).toHaveLength(10);
    expect(text).toMatch(/^- Kept alive by Java local variable http-nio-8080-exec-3\n {2}- .*JourneyController$/m);
    expect(text).toMatch(/^### Other suspects\n\n2\. 7,220 Strings were added/m);
    expect(text).toMatch(/^Recorded: .*points, allocation sites sampled\.$/m);
    expect(text).toContain('| JourneyService.cache · ConcurrentHashMap |');
    expect(text).toContain('| Type and site | Allocated in | Objects ± | Bytes ± | Deep ± |');
    // Every row of a table has the cells of its heading.
    const cells = (line: string) => line.split(/(?<!\\)\|/).length;
    for (const [i, line] of lines.entries()) {
      const above = lines[i - 1] ?? '';
      if (line.startsWith('|') && above.startsWith('|')) expect(cells(line)).toBe(cells(above));
    }
  });
  it('tells the lines of the program with their shares, and all who hold the same', () => {
    const { suspects, ...answer } = answers.growth({ limit: 0 });
    const markdown = (rank: number) =>
      growthMarkdown({
        fileName: 'a',
        info: recorded,
        answer: { ...answer, suspects: suspects.slice(rank - 1) },
        selected: undefined,
      })
        .replaceAll('\u2009', ' ')
        .split('\n');
    expect(markdown(1)).toEqual(
      expect.arrayContaining([
        '- What was added is created in',
        '  - com.example.travel.journey.planning.JourneyService.findLocations (JourneyService.java:42): ≈ 97.2 %, ≈ 179,252 objects (212 samples)',
      ]),
    );
    expect(markdown(3)).toContain('- What it keeps alive is created in');
    expect(markdown(4)).toEqual(
      expect.arrayContaining(['- Held by', '  - Atlas.byName · ArrayList', '  - Atlas.byPlace\\[\\] · TreeMap']),
    );
  });
  it('has no markup in what the program is called', () => {
    const answer = answers.growth({ limit: 20 });
    const [top] = answer.suspects;
    if (!top) throw new Error('there is a suspect');
    const sentence = 'Registry.ALL[] holds it, created in Session.<init>:23.';
    const rows = answer.structures.map((row) => ({ ...row, name: '' }));
    const text = growthMarkdown({
      info: recorded,
      fileName: 'a',
      answer: { ...answer, structures: rows, suspects: [{ ...top, sentence }] },
      selected: undefined,
    });
    expect(text).toContain('**Registry.ALL\\[\\] holds it, created in Session.\\<init\\>:23.**');
    // A constructor's name is no HTML element.
    expect(text).toContain('Session.\\<init\\>:23');
  });
  it('leaves out what leaves lead to where nobody asked', () => {
    const answer = answers.growth({ limit: 1 });
    const selected = answers.growthOf({ id: answer.structures[0]?.id ?? '' });
    const rows = selected.leaves.rows.map(({ deep: _, ...row }) => row);
    const text = growthMarkdown({
      fileName: 'a',
      info: recorded,
      answer,
      selected: { answer: selected, leaves: rows },
    });
    expect(text).toContain('| Type and site | Allocated in | Objects ± | Bytes ± |\n');
  });
  it('tells of one heap what there is, not how much more', () => {
    const answer = answers.growth({ limit: 1 });
    const selected = answers.growthOf({ id: answer.structures[0]?.id ?? '' });
    const window = { ...answer.window, chosen: 'whole' as const };
    const [row] = selected.leaves.rows;
    if (!row) throw new Error('there are leaves');
    const text = growthMarkdown({
      fileName: 'a',
      info: recorded,
      answer: { ...answer, window },
      selected: { answer: selected, leaves: [{ ...row, estimated: false }] },
    });
    expect(text).toContain('| Type and site | Allocated in | Objects | Bytes | Deep |\n');
    expect(text).toContain(` | ${count(row.to.objects)} | ${bytes(row.to.bytes)} | `);
    expect(text).not.toMatch(/^\|.*[+±]/m);
  });
  it('says that there is no suspect', () => {
    const none = new FakeGrowthAnswers(fakeTimeline({ points: 12, gcs: 0, seconds: 254 }), { none: true });
    const text = growthMarkdown({ fileName: 'a', info: recorded, answer: none.growth({}), selected: undefined });
    expect(text).toContain('No single place explains this growth');
    expect(text).not.toContain('|');
  });
});
