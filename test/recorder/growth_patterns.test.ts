// The five patterns of growth, made by a real program: what `heaptrail growth` says of each structure is what the program says of itself,
// in patterns, places of allocation, leaves, and objects of all four sizes at both ends of the window.
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { GrowthAnswer, GrowthOfAnswer, GrowthRow, LeafRow } from '../../shared/protocol/growth';
import {
  dumpScene,
  fates,
  growth,
  growthOf,
  placeOf,
  type RecordedWindow,
  recordScene,
  type Told,
} from './support/growth';
import { allJvms, inDeep, type Jvm, oneJvm, orSkipped, present, untriedJvms } from './support/jvms';

const metrics = ['retained', 'deep', 'structure', 'deepStructure'] as const;
const none = { retained: 0, deep: 0, structure: 0, deepStructure: 0 };

function objects(row: GrowthRow, end: 'from' | 'to') {
  return Object.fromEntries(metrics.map((metric) => [metric, row.metrics[metric][end].objects]));
}

function rowOf(answer: GrowthAnswer, { heads }: RecordedWindow, field: string): GrowthRow {
  const row = answer.structures.find(({ id }) => id === heads.to.get(field));
  if (row === undefined) throw new Error(`no row for ${field}: ${heads.to.get(field)}`);
  return row;
}

/** What is to be said of a structure that is there at the end of the window. */
function expectAsTold(answer: GrowthAnswer, window: RecordedWindow, field: string, told: Told): void {
  const row = rowOf(answer, window, field);
  const survives = told.from !== undefined;
  expect([field, row.pattern, row.category, row.match]).toEqual([
    field,
    told.becomes,
    survives ? 'survivor' : 'born',
    'identity',
  ]);
  expect([field, row.site[0]?.method, row.site[0]?.line]).toEqual([field, told.method, told.line]);
  expect([field, objects(row, 'from'), objects(row, 'to')]).toEqual([field, told.from ?? none, told.to]);

  const heap = answer.window.to.bytes - answer.window.from.bytes;
  for (const metric of metrics) {
    const { from, to, hgp } = row.metrics[metric];
    if (heap <= 0) expect([field, metric, hgp]).toEqual([field, metric, null]);
    else expect(hgp, `${field} ${metric}`).toBeCloseTo((100 * (to.bytes - from.bytes)) / heap, 6);
  }

  const of = growthOf(window.recording, answer, row.id);
  const counts = (leaf: LeafRow, end: 'from' | 'to') => ({ count: leaf[end].objects, deep: leaf.deep?.[end].objects });
  const found = new Map(
    of.leaves.rows.map((leaf) => [placeOf(leaf), { from: counts(leaf, 'from'), to: counts(leaf, 'to') }]),
  );
  for (const [place, leaves] of told.leaves) expect([field, place, found.get(place)]).toEqual([field, place, leaves]);
  expectSaidOfData(of);
}

/** Where what the leaves lead to grew, those that lead to most new come first, and the advice names them. */
function expectSaidOfData({ structure, leaves, advice }: GrowthOfAnswer): void {
  const deeper = ({ deep }: LeafRow) => (deep ? deep.to.bytes - deep.from.bytes : Number.NaN);
  const [first] = leaves.rows;
  const isNamed = structure.pattern.endsWith('data-growth') && first !== undefined && deeper(first) > 0;
  expect(advice.includes(' lead to ')).toBe(isNamed);
  if (!isNamed) return;
  const depths = leaves.rows.map(deeper);
  expect(depths).toEqual(depths.toSorted((one, other) => other - one));
  const { class: of, method, line } = first.site[0] ?? {};
  const asWritten = (name = '') => name.slice(name.lastIndexOf('.') + 1).replaceAll('$', '.');
  const kibibytes = deeper(first) / 1024;
  const grown = kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
  expect(advice).toContain(
    `Its ${asWritten(first.type)}${first.type.endsWith('[]') ? ' arrays' : 's'}, created in ${asWritten(of)}.${method}:${line}, lead to ${grown} more than before`,
  );
}

const scenes: Readonly<Record<string, string>> = {
  container: 'A map that only grows',
  'shared-container': 'Two maps that hold the same photos',
  'shared-data': 'Two maps of fixed size that hold the same growing accounts',
  ownership: 'A list that becomes the only owner of what two held',
  shrinks: 'A list that grows while the heap shrinks',
  generations: 'Maps that die, are born, and live on',
  ...(allJvms && {
    data: 'Maps and lists of fixed size whose elements grow',
    churn: 'A map whose entries change beside a list that grows',
  }),
};

/** Where some die and others are born, each category is asked for by itself; elsewhere they are rows of the whole unless time is no matter. */
const isAskedByCategory = (scene: string) => allJvms || scene === 'generations';

/** Scenes that were recorded, by JVM and name: several tests look at the same. */
const recorded = new Map<string, RecordedWindow>();

async function windowOf(jvm: Jvm, scene: string): Promise<RecordedWindow> {
  const key = `${jvm.feature} ${scene}`;
  const window = recorded.get(key) ?? (await recordScene(jvm, scene));
  recorded.set(key, window);
  return window;
}

afterAll(() => {
  for (const { recording } of recorded.values()) rmSync(recording);
});

describe.each(untriedJvms)('Growth in $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    for (const [scene, title] of Object.entries(scenes)) {
      it(`of ${scene}: ${title}`, { timeout: 120_000 }, async () => {
        const window = await windowOf(present(jvm), scene);
        const { recording, told } = window;
        const all = growth(recording, '--category', 'all');
        const asked = (category: 'survivor' | 'born', ...words: string[]): GrowthAnswer =>
          isAskedByCategory(scene)
            ? growth(recording, ...words)
            : { ...all, structures: all.structures.filter((row) => row.category === category) };
        const survivors = asked('survivor');
        const born = asked('born', '--category', 'born');
        expect(survivors.match).toBe('identity');
        expect(survivors.threshold).toBe(5);

        const living = [...told].filter(([, { to }]) => to !== undefined);
        expect(living.length).toBeGreaterThan(0);
        for (const [field, structure] of living)
          expectAsTold(structure.from === undefined ? born : survivors, window, field, structure);

        const counted = fates(recording);
        const ids = (...answers: GrowthAnswer[]) => answers.flatMap(({ structures }) => structures.map(({ id }) => id));
        expect(ids(all).toSorted()).toEqual(ids(survivors, born).toSorted());
        const gains = all.structures.map(({ metrics: { retained } }) => retained.to.bytes - retained.from.bytes);
        expect(gains).toEqual(gains.toSorted((a, b) => b - a));

        for (const suspect of all.suspects) {
          expect(suspect.born).toBe(suspect.structures.every((id) => ids(born).includes(id)));
          expect([suspect.sentence, /, which (is|are) new/.test(suspect.sentence)]).toEqual([
            suspect.sentence,
            suspect.born,
          ]);
        }

        for (const answer of [survivors, born, all]) {
          expect(answer.counts).toEqual({ ...counted, unmatched: 0 });
          expect(answer.warnings).toEqual([]);
        }
        expect(survivors.structures.length).toBe(counted.survivors);
        expect(born.structures.length).toBe(counted.born);
        for (const [field, { to }] of told) {
          if (to !== undefined) continue;
          const head = window.heads.from.get(field);
          expect([field, head]).toEqual([field, expect.any(String)]);
          expect(ids(all).filter((id) => id === head)).toEqual([]);
        }
      });
    }
  });
});

describe.skipIf(oneJvm === undefined)(orSkipped(oneJvm, 'a JDK'), () => {
  it('A share of the growth may be above 100 %, where ownership moved', { timeout: 120_000 }, async () => {
    const window = await windowOf(present(oneJvm), 'ownership');
    const answer = growth(window.recording);
    const { retained } = rowOf(answer, window, 'first').metrics;
    expect(retained.hgp).toBeGreaterThan(500);
    expect(rowOf(answer, window, 'second').metrics.retained.hgp).toBeCloseTo(0, 6);
  });

  it('In a heap that shrank nothing has a share, and what grew all the same is named', {
    timeout: 120_000,
  }, async () => {
    const window = await windowOf(present(oneJvm), 'shrinks');
    const answer = growth(window.recording);
    expect(answer.window.to.bytes).toBeLessThan(answer.window.from.bytes);
    const values = answer.structures.flatMap(({ metrics: all }) => metrics.map((metric) => all[metric].hgp));
    expect(new Set(values)).toEqual(new Set([null]));
    const [suspect] = answer.suspects;
    expect(suspect?.structures).toEqual([window.heads.to.get('growing')]);
    expect(suspect?.pattern).toBe('single-ownership-container-growth');
    expect(suspect?.sentence).toMatch(
      /^100 byte\[\] arrays were added to .*growing.*: [\d.]+ KiB more \([\d.]+ % of the heap\)\./,
    );
    // What grew most is first all the same.
    expect(answer.structures[0]?.id).toBe(window.heads.to.get('growing'));
  });

  it('A suspect may have been born in the window', { timeout: 120_000 }, async () => {
    const window = await windowOf(present(oneJvm), 'generations');
    const [suspect] = growth(window.recording).suspects;
    expect([suspect?.born, suspect?.structures]).toEqual([true, [window.heads.to.get('today')]]);
  });

  it('Of a type there may be no survivors', { timeout: 120_000 }, async () => {
    const window = await windowOf(present(oneJvm), 'generations');
    const descriptions = `${window.recording}.ds`;
    const [batch, order] = ['GrowthPatterns$GenerationsChange$Batch', 'GrowthPatterns$Order'];
    writeFileSync(descriptions, `DS ${batch} { ${order}[]; }\n${order}[] { (${order}); }\n`);
    const only = ['--no-builtin-ds', '--ds', descriptions, '--search', 'Batch'];
    const batches = (printed: string) => Number(/^holds \S+\$Batch (\d+)$/m.exec(printed)?.[1]);
    const [died, born] = [batches(window.holds.from), batches(window.holds.to)];
    expect([died, born]).toEqual([3, 2]);

    const survivors = growth(window.recording, ...only);
    expect([survivors.structures, survivors.total.rows]).toEqual([[], 0]);
    const answer = growth(window.recording, ...only, '--category', 'born');
    expect(answer.structures.map(({ type, leafCount }) => [type, leafCount])).toEqual([
      [batch, { from: 0, to: 200 }],
      [batch, { from: 0, to: 100 }],
    ]);
    expect(answer.structures.map(({ metrics: { retained } }) => retained.from)).toEqual([
      { objects: 0, bytes: 0 },
      { objects: 0, bytes: 0 },
    ]);
    rmSync(descriptions);
  });

  const comparedByPath = ['container', 'shared-data', ...inDeep(['shared-container', 'data', 'churn'])];
  it.each(comparedByPath)(
    'In two heap dumps structures are known by their path: %s',
    { timeout: 120_000 },
    async (scene) => {
      const { dumps, told, heads } = await dumpScene(present(oneJvm), scene);
      const [earlier = '', later = ''] = dumps;
      const answer = growth(earlier, later);
      expect(answer.match).toBe('path');
      for (const [field, { becomes, from, to, leaves: leavesTold }] of told) {
        const row = answer.structures.find(({ id }) => id === heads.to.get(field));
        expect([field, row?.pattern, row?.match, row?.site]).toEqual([field, becomes, 'path', []]);
        expect([field, row && objects(row, 'from'), row && objects(row, 'to')]).toEqual([field, from, to]);
        const before = heads.from.get(field);
        expect([field, row?.fromId ?? row?.id]).toEqual([field, before]);
        // Nothing tells where leaves were allocated, but which there are, and what they lead to.
        const { leaves } = growthOf([earlier, later], answer, row?.id ?? '');
        for (const [place, { from: few, to: many }] of leavesTold) {
          const type = place.split(' ')[0];
          const leaf = leaves.rows.find((each) => each.type === type);
          expect([place, leaf?.site, leaf?.from.objects, leaf?.to.objects]).toEqual([place, [], few.count, many.count]);
          expect([place, leaf?.deep?.from.objects, leaf?.deep?.to.objects]).toEqual([place, few.deep, many.deep]);
        }
      }
      for (const dump of dumps) rmSync(dump);
    },
  );

  it('Structures that took in the same are suspected together', { timeout: 120_000 }, async () => {
    const { recording, told, heads } = await windowOf(present(oneJvm), 'shared-container');
    const [suspect] = growth(recording).suspects;
    const ids = [...told.keys()].map((field) => heads.to.get(field));
    expect(suspect?.joint).toBe(true);
    expect([suspect?.count, suspect?.structures.toSorted()]).toEqual([2, ids.toSorted()]);
    // Together they retain what each of them leads to, and their own keys and nodes.
    for (const end of ['from', 'to'] as const) {
      const [one, other] = [...told.values()].map((structure) => structure[end]);
      const together = (one?.deep ?? 0) + (other?.retained ?? 0);
      expect([end, suspect?.retained[end].objects]).toEqual([end, together]);
    }
    // What the leaves lead to is not asked for where they are what was taken in.
    expect(suspect?.leaves.map(({ deep }) => deep)).toEqual(suspect?.leaves.map(() => undefined));
  });

  it('Data that grew is suspected where it piles up, whoever shares it', { timeout: 120_000 }, async () => {
    const { recording } = await windowOf(present(oneJvm), 'shared-data');
    const [suspect, ...others] = growth(recording).suspects;
    expect(others).toEqual([]);
    expect([suspect?.type, suspect?.count, suspect?.joint]).toEqual(['GrowthPatterns$Account', 100, true]);
    expect(suspect?.pattern).toBe('single-ownership-container-growth');
    // 100 accounts with their balances, and 10 bookings each, then 310.
    expect([suspect?.retained.from.objects, suspect?.retained.to.objects]).toEqual([1200, 31_200]);
    expect(suspect?.sentence).toMatch(
      /^30,000 GrowthPatterns\.Bookings were added to 100 GrowthPatterns\.Accounts in GrowthPatterns\.SharedDataGrows\.by(Number|Owner)\[\] and none removed: together /,
    );
    expect(suspect?.sentence).toMatch(/ They are created in GrowthPatterns\.Account\.book:\d+\.$/);
  });

  it('The threshold decides what is high', { timeout: 120_000 }, async () => {
    const window = await windowOf(present(oneJvm), 'shared-container');
    const patternAt = (threshold: string) =>
      rowOf(growth(window.recording, '--threshold', threshold), window, 'byDay').pattern;
    expect([patternAt('1'), patternAt('5'), patternAt('100')]).toEqual([
      'single-ownership-container-growth',
      'shared-ownership-container-growth',
      'non-growth',
    ]);
  });
});
