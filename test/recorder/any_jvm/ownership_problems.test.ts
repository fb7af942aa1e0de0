// Five ways in which programs use memory, and what `heaptrail ownership` says of each: what docs/ownership.md promises, on recordings of
// test/programs/OwnershipProblems.java, whose numbers are known. Both models must tell the same of them.
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { heaptrail } from '../support/heaptrail';
import { jdk17, orSkipped, present } from '../support/jvms';
import { startRecorded } from '../support/recordings';

interface Node {
  readonly key: string;
  readonly kind: string;
  readonly own: { readonly objects: number; readonly bytes: number };
  readonly owned: number;
  readonly members: readonly string[];
  readonly set: { readonly by: string; readonly path: readonly string[]; readonly where: string } | null;
  readonly newObjects: number;
  readonly grown: number;
  readonly children: readonly { readonly node: number; readonly owned: number; readonly references: number }[];
}
interface Answer {
  readonly total: { readonly objects: number; readonly bytes: number };
  readonly nodes: readonly Node[];
}

const steps = 4;
const recordings: string[] = [];
afterAll(() => {
  for (const recording of recordings) rmSync(recording, { force: true });
});

async function recorded(problem: string): Promise<string> {
  const program = await startRecorded(present(jdk17), 'OwnershipProblems', `ownership-${problem}`, {
    arguments: [problem],
  });
  recordings.push(program.recording);
  program.point();
  for (let step = 1; step < steps; step++) {
    await program.step();
    program.point();
  }
  await program.end();
  return program.recording;
}

function ownership(recording: string, at: number, model = 'objects', threshold = 0.1): Answer {
  const options = ['--at', `${at}`, '--model', model, '--threshold', `${threshold}`, '--json'];
  return JSON.parse(heaptrail('ownership', recording, ...options)) as Answer;
}

function nodeOf(answer: Answer, key: string): Node {
  const node = answer.nodes.find((other) => other.key === key || other.members.includes(key));
  if (node === undefined) throw new Error(`no node ${key} among\n${answer.nodes.map((other) => other.key).join('\n')}`);
  return node;
}

function expectExact({ total, nodes }: Answer): void {
  const incoming = nodes.map(() => 0);
  for (const node of nodes) {
    let sum = node.own.bytes;
    for (const child of node.children) {
      sum += child.owned;
      incoming[child.node] = (incoming[child.node] ?? 0) + child.owned;
    }
    expect([node.key, sum]).toEqual([node.key, node.owned]);
  }
  for (const [id, node] of nodes.entries())
    if (id > 0) expect([node.key, incoming[id]]).toEqual([node.key, node.owned]);
  expect(nodes[0]?.owned).toBe(total.bytes);
}

/** The models agree within a tenth for nodes of more than a hundredth of the heap that the program itself has. */
function expectAgreement(recording: string): void {
  for (let at = 0; at < steps; at++) {
    const objects = ownership(recording, at);
    const counts = ownership(recording, at, 'counts');
    expectExact(objects);
    expectExact(counts);
    for (const node of objects.nodes) {
      if (node.owned < objects.total.bytes / 100 || !node.key.includes('OwnershipProblems')) continue;
      const other = nodeOf(counts, node.key).owned;
      expect(Math.abs(other - node.owned), `${node.key} at ${at}: ${node.owned}, by counts ${other}`).toBeLessThan(
        node.owned / 10,
      );
    }
  }
}

/** What the picture says of nodes is what `inspect` says of their sets of objects: of the largest nodes of each kind. */
function expectSets(recording: string, at: number): void {
  const { nodes } = ownership(recording, at);
  const ofKind = new Map<string, number>();
  for (const { kind, key, own, set } of [...nodes].sort((a, b) => b.own.bytes - a.own.bytes)) {
    const count = (ofKind.get(kind) ?? 0) + 1;
    if (kind === 'other' || kind === 'heap' || own.objects === 0 || count > 3) continue;
    ofKind.set(kind, count);
    if (set === null) throw new Error(`${key} has no set`);
    const choice = ['--at', `${at}`, '--by', set.by, ...set.path.flatMap((row) => ['--path', row])];
    const where = set.where === '' ? [] : ['--where', set.where];
    const { group } = JSON.parse(heaptrail('inspect', recording, ...choice, ...where, '--json')) as {
      group: Node['own'];
    };
    expect([key, group.objects, group.bytes]).toEqual([key, own.objects, own.bytes]);
  }
  for (const kind of ['class', 'collection', 'array', 'cycle', 'static', 'thread'])
    expect([...ofKind.keys()]).toContain(kind);
}

const holder = (problem: string) => `static OwnershipProblems$${problem}`;

describe(`Who owns what a program has too much of${orSkipped(jdk17, 'JDK 17')}`, () => {
  it.skipIf(jdk17 === undefined)(
    'shows a leak: its holder grows, and much of what it holds is new',
    { timeout: 300_000 },
    async () => {
      const recording = await recorded('leak');
      let before = 0;
      for (let at = 0; at < steps; at++) {
        const answer = ownership(recording, at);
        const node = nodeOf(answer, holder('Leak'));
        expect(node.owned).toBeGreaterThan(before + 2000 * 1000);
        if (at > 0) expect(node.grown).toBe(node.owned - before);
        const sessions = nodeOf(answer, 'OwnershipProblems$Leak$Session');
        expect([sessions.own.objects, sessions.newObjects]).toEqual([2000 * (at + 1), at === 0 ? 0 : 2000]);
        before = node.owned;
      }
      expectAgreement(recording);
    },
  );

  it.skipIf(jdk17 === undefined)(
    'shows the overhead of small objects: more own bytes on the way than at its end',
    { timeout: 300_000 },
    async () => {
      const recording = await recorded('overhead');
      const answer = ownership(recording, 1);
      const list = nodeOf(answer, 'LinkedList ← OwnershipProblems.Overhead.WORDS');
      const nodes = nodeOf(answer, 'Node ← LinkedList ← OwnershipProblems.Overhead.WORDS');
      expect(nodes.own).toEqual({ objects: 30000, bytes: 30000 * 24 });
      // Two letters take 24 bytes as an array, 24 as a String around it, and 24 as a node of the list.
      expect(list.owned).toBeGreaterThan(2.9 * nodes.own.bytes);
      expect(nodes.own.bytes).toBeGreaterThan(list.owned * 0.3);
      expectAgreement(recording);
    },
  );

  it.skipIf(jdk17 === undefined)('shows churn: much is new, and nothing has grown', { timeout: 300_000 }, async () => {
    const recording = await recorded('churn');
    for (let at = 1; at < steps; at++) {
      const answer = ownership(recording, at);
      const answers = nodeOf(answer, 'OwnershipProblems$Churn$Answer');
      expect([answers.own.objects, answers.newObjects]).toEqual([5000, 5000]);
      expect(Math.abs(nodeOf(answer, holder('Churn')).grown)).toBeLessThan(1000);
    }
    expectAgreement(recording);
  });

  it.skipIf(jdk17 === undefined)(
    'shows a jump: a holder owns far more than at the point before',
    { timeout: 300_000 },
    async () => {
      const recording = await recorded('jump');
      const grown = [1, 2, 3].map((at) => nodeOf(ownership(recording, at), 'OwnershipProblems$Jump$History').grown);
      expect(grown[0]).toBeLessThan(100_000);
      expect(grown[1]).toBeGreaterThan(50 * 80_000);
      expect(grown[2]).toBeLessThan(100_000);
      expectAgreement(recording);
    },
  );

  it.skipIf(jdk17 === undefined)(
    'shows phases: the tree of an n-body simulation comes and goes',
    { timeout: 300_000 },
    async () => {
      const recording = await recorded('phases');
      const owned = [0, 1, 2, 3].map(
        (at) => nodeOf(ownership(recording, at), 'OwnershipProblems$Bodies$Simulation').owned,
      );
      const cells = ownership(recording, 2).nodes.find((node) =>
        node.members.includes('OwnershipProblems$Bodies$Cell'),
      );
      expect(cells?.kind).toBe('cycle');
      for (const there of [owned[0], owned[2]]) {
        for (const gone of [owned[1], owned[3]]) expect(there).toBeGreaterThan(2 * (gone ?? Number.POSITIVE_INFINITY));
      }
      expectSets(recording, 2);
      // The tree refers to all bodies, and they do not come and go with it: by objects it owns half of them while it is there, by counts
      // the array does that is always there.
      const array = 'OwnershipProblems.Bodies.Body[] ← OwnershipProblems.Bodies.Simulation.bodies';
      const bodies = nodeOf(ownership(recording, 2), 'OwnershipProblems$Bodies$Body').own.bytes;
      for (const model of ['objects', 'counts']) {
        const answer = ownership(recording, 2, model);
        expectExact(answer);
        const { own, owned } = nodeOf(answer, array);
        const share = (owned - own.bytes) / bodies;
        if (model === 'objects') expect(share).toBeCloseTo(0.5, 1);
        else expect(share).toBeGreaterThan(0.9);
      }
    },
  );
});
