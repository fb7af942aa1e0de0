// The descriptions that ship, against real JVMs: of every collection of the JDK, the leaves are exactly its elements, what it consists
// of is the JDK's own, and nothing of it is left out.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, graphOf } from './support/graphs';
import { inspect } from './support/heaptrail';
import { isTriedInFull, type Jvm, orSkipped, present, untriedJvms } from './support/jvms';
import {
  type Found,
  findCollections,
  type KnownCollection,
  knownCollections,
  reachedFrom,
} from './support/known_collections';
import { linesOf, startRecorded } from './support/recordings';
import { deepMembers, type Member, type Structure, structures, tally } from './support/structures';

interface Traces {
  readonly printed: string;
  readonly recording: string;
  readonly dump: string;
}

/** A recording and a heap dump of the same moment. */
async function tracesOf(jvm: Jvm, program: string, name: string, ...more: string[]): Promise<Traces> {
  const running = await startRecorded(jvm, program, name, { arguments: more });
  try {
    running.settle();
    running.point();
    const { printed, recording } = running;
    return { printed, recording, dump: running.heapDump(`${name}-${jvm.feature}`) };
  } finally {
    await running.stop();
  }
}

/** What is reached from a collection and yet no part of it: each type, and why. */
const noParts: readonly [RegExp, string][] = [
  [/Comparator|\$\$Lambda/, 'orders are not data'],
  [/(Season|DayOfWeek|Many)(\[\])?$/, 'constants belong to their enum'],
  [/^java\.util\.[\w.]+\$(KeySet|KeySetView)$/, 'views that a map keeps contain the map, not the other way round'],
  [/^java\.util\.ReverseOrder(List|Deque)View$/, "a LinkedList's reversed view looks into the list itself"],
  [/^java\.util\.(Properties|Collections\$SynchronizedMap)$/, 'a mutex is not data'],
  [/^java\.lang\.ref\.ReferenceQueue\$Lock$/, 'of the queue of references that have none'],
  [/^KnownViews\$OwnMap$|^java\.util\.HashMap$/, 'KnownViews.OwnMap is not described'],
  [/\.AbstractQueuedSynchronizer\$\w*Node$/, 'a thread that waits for a lock'],
  [/^java\.util\.concurrent\.LinkedTransferQueue\$DualNode$/, 'a thread that waits at a SynchronousQueue'],
];

/** What a queue of an executor's tasks leads to is the executor. */
const leadsToAllElse = 'DelayedWorkQueue/7';

/** What is wrong with one collection's structure. */
function complaints(
  graph: Graph,
  program: string,
  known: KnownCollection,
  found: Found,
  byHead: ReadonlyMap<number, Structure>,
): string[] {
  const typeOf = (id: number) => graph.nodes.get(id)?.type ?? '?';
  const own = byHead.get(found.collection);
  if (own === undefined) return [`no structure, ${typeOf(found.collection)}`];
  const wrong: string[] = [];
  const compare = (what: string, got: unknown, wanted: unknown) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      wrong.push(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  };
  const { heads, members } = deepMembers(found.collection, byHead);
  const ofRole = (role: string) => members.filter((member) => member.role === role);
  compare('type', own.type, known.type);

  const elements = [...found.elements].map(typeOf);
  const ofType = (type: string) => elements.filter((element) => element === `${program}$${type}`).length;
  compare('elements in the heap', [ofType('Key'), ofType('Value')], [known.keys, known.values]);
  const leaves = ofRole('leaf');
  const leafIds = new Set(leaves.map(({ id }) => Number(id)));
  compare('elements that are no leaves', tally([...found.elements].filter((id) => !leafIds.has(id)).map(typeOf)), []);
  const others = leaves.filter(({ id }) => !found.elements.has(Number(id)));
  compare('leaves that are no elements', tally(others.map(({ type }) => type)), tally(known.takenForElements));

  compare('contains', tally([...heads].filter((id) => id !== found.collection).map(typeOf)), tally(known.consistsOf));
  const foreign = ofRole('inner').filter(({ type }) => !type.startsWith('java.') && !type.endsWith('[]'));
  compare("parts that are not the JDK's", tally(foreign.map(({ type }) => type)), []);
  const ids = new Set(members.map(({ id }) => Number(id)));
  const leftOut = [...reachedFrom(graph, program, found)].filter((id) => !ids.has(id)).map(typeOf);
  const unexplained = leftOut.filter((type) => !noParts.some(([pattern]) => pattern.test(type)));
  if (known.name !== leadsToAllElse) compare('left out', tally(unexplained), []);

  const bytes = (of: readonly Member[]) => of.reduce((all, member) => all + member.bytes, 0);
  const ownMembers = own.members ?? [];
  compare('size', own.structure, { objects: ownMembers.length, bytes: bytes(ownMembers) });
  const once = [...new Map(members.map((member) => [member.id, member])).values()];
  compare('deep size', own.deepStructure, { objects: once.length, bytes: bytes(once) });
  const ownLeaves = ownMembers.filter(({ role }) => role === 'leaf' || role === 'contained');
  compare('leaves', own.leaves, ownLeaves.length);
  return wrong;
}

/** What the special states of collections are made of: without it they would not be special. */
const specialParts: Readonly<Record<string, readonly string[]>> = {
  KnownCollections: ['HashMap$TreeNode', 'EnumMap$1'],
  KnownConcurrent: ['TreeBin', 'TreeNode', 'ForwardingNode', 'ReservationNode'].map(
    (type) => `concurrent.ConcurrentHashMap$${type}`,
  ),
  KnownViews: [],
};

/** Where the large collections are: name → id of the head. */
function inLarge(trace: string, known: readonly KnownCollection[], many: number): ReadonlyMap<string, string> {
  const types = [...new Set(known.map(({ type }) => `type=${type}`))].join(' or ');
  const { roots = [] } = inspect(trace, '--where', types, '--roots');
  return new Map<string, string>(
    roots.flatMap(({ class: of, field = '', object }) =>
      of === 'KnownCollections$Large' ? [[`${field}/${many}`, object.id]] : [],
    ),
  );
}

/** Their members are listed by the hundred thousand: so many collections fit into one answer. */
const largeAtOnce = 7;

function summary(structure: Structure | undefined) {
  const members = structure?.members ?? [];
  const typesOf = (role: string) => members.filter((member) => member.role === role).map(({ type }) => type);
  const leaves = typesOf('leaf');
  const [key, value] = ['KnownCollections$Key', 'KnownCollections$Value'];
  return {
    type: structure?.type,
    keys: leaves.filter((type) => type === key).length,
    values: leaves.filter((type) => type === value).length,
    consistsOf: typesOf('contained').sort(),
    takenForElements: leaves.filter((type) => type !== key && type !== value).sort(),
    foreign: typesOf('inner').filter((type) => !type.startsWith('java.')),
    objectsLeftOut: (structure?.deepStructure.objects ?? 0) - members.length,
  };
}

const programs = ['KnownCollections', 'KnownConcurrent', 'KnownViews'];

describe.each(untriedJvms)('In traces of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    describe.each(programs)('the structures of %s', (program) => {
      let traces: Traces;
      beforeAll(async () => {
        traces = await tracesOf(present(jvm), program, `structures-${program}`);
      });
      afterAll(() => {
        rmSync(traces.recording);
        rmSync(traces.dump);
      });

      it.each(['recording', 'dump'] as const)('have exactly the elements as leaves: %s', (kind) => {
        const graph = graphOf(linesOf(traces[kind]));
        const known = knownCollections(traces.printed);
        expect(known.length).toBeGreaterThan(20);
        const found = findCollections(graph, program, known);
        const answer = structures(traces[kind], '--members', 'own');
        expect(answer.warnings).toEqual([]);
        const byHead = new Map(answer.rows.map((row) => [Number(row.id), row]));
        const wrong = known.flatMap((collection, index) =>
          complaints(graph, program, collection, found[index] as Found, byHead).map(
            (complaint) => `${collection.name}: ${complaint}`,
          ),
        );
        expect(wrong).toEqual([]);
        const parts = new Set(answer.rows.flatMap(({ members = [] }) => members.map(({ type }) => type)));
        for (const type of specialParts[program] ?? []) expect(parts).toContain(`java.util.${type}`);
      });
    });

    const many = isTriedInFull(jvm) ? 100_000 : 10_000;
    describe(`the structures of collections with ${many} elements`, () => {
      let traces: Traces;
      beforeAll(async () => {
        traces = await tracesOf(present(jvm), 'KnownCollections', 'structures-large', 'large', `${many}`);
      });
      afterAll(() => {
        rmSync(traces.recording);
        rmSync(traces.dump);
      });

      it('have exactly the elements as leaves: dump', () => {
        const known = knownCollections(traces.printed);
        expect(known.length).toBeGreaterThan(25);
        const ids = inLarge(traces.dump, known, many);
        for (let first = 0; first < known.length; first += largeAtOnce) {
          const some = known.slice(first, first + largeAtOnce);
          const where = some.map(({ name }) => `id=${ids.get(name)}`).join(' or ');
          const { rows } = structures(traces.dump, '--where', where, '--members', 'deep');
          const byId = new Map(rows.map((row) => [row.id, row]));
          const told = some.map(({ name }) => [name, summary(byId.get(ids.get(name) ?? ''))]);
          expect(told).toEqual(
            some.map(({ name, type, keys, values, consistsOf, takenForElements }) => [
              name,
              { type, keys, values, consistsOf, takenForElements, foreign: [], objectsLeftOut: 0 },
            ]),
          );
        }
      });

      it('have as many leaves as elements: recording', () => {
        const known = knownCollections(traces.printed);
        const ids = inLarge(traces.recording, known, many);
        const byId = new Map(structures(traces.recording).rows.map((row) => [row.id, row]));
        const leaves = (id = ''): number => {
          const { leaves: own = 0, contained = [] } = byId.get(id) ?? {};
          return own + contained.reduce((all, head) => all + leaves(head), 0);
        };
        expect(known.map(({ name }) => [name, leaves(ids.get(name))])).toEqual(
          known.map(({ name, keys, values, consistsOf, takenForElements }) => [
            name,
            keys + values + consistsOf.length + takenForElements.length,
          ]),
        );
      });
    });
  });
});
