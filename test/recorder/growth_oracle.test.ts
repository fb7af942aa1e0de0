// What grew between two points of real programs, against an independent computation of the same in another language
// (test/oracle/growth_by_hand.py): counts, all four sizes at both ends, shares of the heap's growth, patterns, and what leaves lead to; and of a
// database, the growth tree as well (test/oracle/growth_tree_by_hand.py).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Grown, GrownLeaves, GrowthAnswer, GrowthPattern, GrowthRow } from '../../shared/protocol/growth';
import { growth, growthOf, type Inferred, inferredIn } from './support/growth';
import { expectNoChildrenLargerThanTheirParent, expectTreeAgreement } from './support/growth_tree';
import { h2, recordH2, rowsOfH2 } from './support/h2';
import { heaptrail } from './support/heaptrail';
import { allJvms, jdk17, orSkipped, present } from './support/jvms';
import { root } from './support/places';
import { startRecorded, timeline } from './support/recordings';
import { type Structure, structures } from './support/structures';

const script = path.join(root, 'test/oracle/growth_by_hand.py');

interface Size {
  readonly objects: number;
  readonly bytes: number;
}

/** What is compared of each structure. */
interface Judged {
  readonly type: string;
  readonly category: string;
  readonly pattern: GrowthPattern | null;
  readonly metrics: GrowthRow['metrics'];
}

interface ByHand {
  readonly window: { readonly from: Size; readonly to: Size };
  readonly counts: { readonly survivors: number; readonly died: number; readonly born: number };
  /** With `byHand` where the script knows by itself which objects belong to it. */
  readonly structures: Readonly<Record<string, Judged & { readonly byHand: boolean }>>;
  readonly leaves: Readonly<Record<string, LeavesByHand>>;
}

interface LeavesByHand {
  readonly all: readonly HandRow[];
  readonly types: readonly HandRow[];
  readonly groups: readonly HandRow[];
}

/** Frames as class, method, file and line. */
type HandRow = GrownLeaves & { type: string; site: readonly (readonly (string | number | null)[])[] };

const number = (id: string) => Number(id);
/** A quarter is compared unless time is no matter: an independent computation looks at the whole heap for each structure. */
const compared = (structures: number) => (allJvms ? structures : Math.ceil(structures / 4));
/** Of so many the leaves are compared, too: each is a question of its own. */
const structuresWithLeaves = 5;

/** Heads and members at one end of the window: what belongs to structures that the script does not know is taken from there. */
function membersAt(recording: string, at: 'first' | 'last', descriptions: string) {
  const { rows } = structures(recording, '--at', at, '--members', 'own', '--ds', descriptions);
  const members = (row: Structure) => (row.members ?? []).map(({ id }) => number(id));
  const leaves = (row: Structure) =>
    (row.members ?? []).filter(({ role }) => role === 'leaf' || role === 'contained').map(({ id }) => number(id));
  return {
    heads: rows.map(({ id }) => number(id)),
    members: Object.fromEntries(rows.map((row) => [number(row.id), members(row)])),
    leaves: (heads: readonly string[]) =>
      Object.fromEntries(rows.filter(({ id }) => heads.includes(id)).map((row) => [number(row.id), leaves(row)])),
  };
}

/** The leaves of the structures `grouped` are grouped, too. `replaced`: heads at the end by those whose place they took. */
function computedByHand(
  recording: string,
  inferred: Inferred,
  measure: readonly string[],
  grouped: readonly string[],
  replaced: ReadonlyMap<string, string>,
  threshold: number,
): ByHand {
  const lines = `${recording}.heap.jsonl`;
  const question = `${recording}.question.json`;
  const inferredFile = `${recording}.inferred.ds`;
  heaptrail('convert', recording, lines);
  const points = [...readFileSync(lines, 'utf8').matchAll(/^\{"point":(\d+)/gm)].map(([, id]) => id ?? '');
  writeFileSync(inferredFile, inferred.text);
  const [from, to] = [membersAt(recording, 'first', inferredFile), membersAt(recording, 'last', inferredFile)];
  const heads = { from: from.heads, to: to.heads };
  const members = { from: from.members, to: to.members };
  const before = from.leaves(grouped.map((id) => replaced.get(id) ?? id));
  const leavesBefore = grouped.map((id) => [number(id), before[number(replaced.get(id) ?? id)] ?? []]);
  const leaves = { from: Object.fromEntries(leavesBefore), to: to.leaves(grouped) };
  const asked = {
    threshold,
    heads,
    inferred: inferred.types,
    measure: measure.map(number),
    replaced: Object.fromEntries([...replaced].map(([id, old]) => [number(id), number(old)])),
    members,
    leaves,
  };
  writeFileSync(question, JSON.stringify(asked));
  const run = spawnSync('python3', [script, lines, points[0] ?? '', points.at(-1) ?? '', question], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect([run.stderr, run.status]).toEqual(['', 0]);
  rmSync(lines);
  rmSync(question);
  rmSync(inferredFile);
  return JSON.parse(run.stdout);
}

/** The strongest, and some of the others: every n-th. */
function sample(rows: readonly GrowthRow[], strongest: number, others: number): GrowthRow[] {
  const rest = rows.slice(strongest);
  const step = Math.max(1, Math.floor(rest.length / others));
  return [...rows.slice(0, strongest), ...rest.filter((_, index) => index % step === 0)];
}

function expectAgreement(recording: string, threshold: number, strongest: number, weaker: number): GrowthAnswer {
  const options = ['--threshold', `${threshold}`];
  const survivors = growth(recording, ...options);
  const born = growth(recording, ...options, '--category', 'born');
  const inferred = inferredIn(recording);
  const isInferred = ({ type }: GrowthRow) => inferred.types.includes(type);
  const described = (answer: GrowthAnswer) => answer.structures.filter((row) => !isInferred(row));
  const rows = [
    ...sample(described(survivors), compared(strongest), compared(weaker)),
    ...sample(described(born), compared(strongest / 2), compared(weaker / 2)),
  ];
  const others = [survivors, born].flatMap((answer) => answer.structures.filter(isInferred).slice(0, 5));
  const measure = [...rows, ...others].map(({ id }) => id);
  const grouped = [...described(survivors).slice(0, structuresWithLeaves), ...others.slice(0, 1)];
  const replaced = new Map(survivors.structures.flatMap(({ id, fromId }) => (fromId ? [[id, fromId] as const] : [])));
  const truth = computedByHand(
    recording,
    inferred,
    measure,
    grouped.map(({ id }) => id),
    replaced,
    threshold,
  );

  expect(survivors.counts).toEqual({ ...truth.counts, unmatched: 0 });
  expect({ from: sizeOf(survivors.window.from), to: sizeOf(survivors.window.to) }).toEqual(truth.window);
  const told = (row: GrowthRow) => truth.structures[number(row.id)];
  expect(rows.filter((row) => told(row)?.byHand).length).toBeGreaterThan(0.8 * rows.length);
  for (const row of [...rows, ...others]) {
    const wanted = told(row);
    if (wanted !== undefined) expect([row.id, judged(row)]).toEqual([row.id, judged(wanted)]);
  }
  for (const row of grouped) expectLeaves(recording, survivors, row, truth);
  return survivors;
}

function expectLeaves(recording: string, answer: GrowthAnswer, { id }: GrowthRow, { leaves: all }: ByHand): void {
  const { leaves } = growthOf(recording, answer, id, '--leaves-of', 'own');
  const truth = all[number(id)];
  const told = (rows: readonly HandRow[] = []) =>
    rows.map(({ type, site, ...sizes }) => [type, JSON.stringify(site), leafSizes(sizes)]).toSorted();
  const groups = leaves.rows.map(({ type, site, ...sizes }) => {
    const frames = site.map(({ class: of, method, file, line }) => [of, method, file ?? null, line ?? null]);
    return [type, JSON.stringify(frames), leafSizes(sizes)];
  });
  const types = leaves.types.map(({ type, ...sizes }) => [type, '[]', leafSizes(sizes)]);
  expect([id, groups.toSorted()]).toEqual([id, told(truth?.groups)]);
  expect([id, types.toSorted()]).toEqual([id, told(truth?.types)]);
  const nothing = { from: noSize, to: noSize };
  expect([id, leafSizes(leaves.total)]).toEqual([id, leafSizes(truth?.all[0] ?? { ...nothing, deep: nothing })]);
}

/** As text: rows are put in order by it. */
function leafSizes({ from, to, deep }: GrownLeaves): string {
  const ends = (grown: Grown | undefined) => [grown?.from, grown?.to].map((size) => size && sizeOf(size));
  return JSON.stringify([...ends({ from, to }), ...ends(deep)]);
}

function judged({ type, category, pattern, metrics: { retained, deep, structure, deepStructure } }: Judged) {
  const metric = ({ from, to, hgp }: GrowthRow['metrics']['retained']) => ({
    from: sizeOf(from),
    to: sizeOf(to),
    hgp: hgp === null ? null : Math.round(hgp * 1e6) / 1e6,
  });
  const metrics = [retained, deep, structure, deepStructure].map(metric);
  return { type, category, pattern, metrics };
}

const noSize: Size = { objects: 0, bytes: 0 };
const sizeOf = ({ objects, bytes }: Size): Size => ({ objects, bytes });

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'Growth and its oracle'), () => {
  it('agree on a map that shares what grows with another', { timeout: 300_000 }, async () => {
    const running = await startRecorded(present(jdk17), 'GrowthPatterns', 'growth-by-hand', {
      arguments: ['shared-data'],
    });
    running.settle();
    running.point();
    await running.step();
    running.point();
    await running.stop();
    const answer = expectAgreement(running.recording, 5, 30, 40);
    expect(answer.structures.map(({ pattern }) => pattern)).toContain('shared-ownership-data-growth');
    rmSync(running.recording);
  });

  // What is computed by hand here takes longer than any other test: where time is no matter.
  if (!allJvms) return;
  it.skipIf(!existsSync(h2))(
    `agree on a database that we did not write${existsSync(h2) ? '' : ` (SKIPPED: no ${h2}, libh2-java)`}`,
    { timeout: 300_000 },
    async () => {
      const recording = await recordH2(present(jdk17), 'growth-h2');
      expect(timeline(recording).points.length).toBe(2);
      const answer = expectAgreement(recording, 5, 20, 20);
      expect(answer.window.to.objects - answer.window.from.objects).toBeGreaterThan(2 * rowsOfH2);
      expectTreeAgreement(recording);
      expectNoChildrenLargerThanTheirParent(recording);
      rmSync(recording);
    },
  );
});
