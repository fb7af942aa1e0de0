// The descriptions of libraries that ship, against the libraries as Debian packages them: of every container that test/programs/libraries
// builds, the leaves are exactly its keys and values (and what its line says besides), and nothing else of the program is part of it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ObjectAnswer } from '../../shared/protocol/object_answer';
import { graphOf } from '../recorder/support/graphs';
import { heaptrail } from '../recorder/support/heaptrail';
import { compiledSources, startJava } from '../recorder/support/java_program';
import { jdk17, orSkipped, present } from '../recorder/support/jvms';
import {
  type Found,
  findCollections,
  type KnownCollection,
  knownCollections,
} from '../recorder/support/known_collections';
import { programs } from '../recorder/support/places';
import { linesOf } from '../recorder/support/recordings';
import { deepMembers, type Structure, structures, tally } from '../recorder/support/structures';

const program = 'KnownLibraries';
const sources = path.join(programs, 'libraries');
const archives = '/usr/share/java';

/** What each program needs to be compiled and to run, as Debian calls the archives. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  Guava: ['guava'],
  Fastutil: ['fastutil'],
  TroveAndHppc: ['trove4j', 'hppc'],
  Commons3: ['commons-collections3'],
  Commons4: ['commons-collections4'],
  Caches: ['caffeine', 'ehcache', 'slf4j-api'],
  Netty: ['netty-common', 'netty-buffer', 'netty-transport', 'netty-codec', 'netty-resolver'],
  Scala: ['scala-library'],
  Clojure: ['clojure'],
  Hsqldb: ['hsqldb'],
  Kotlin: ['kotlin-stdlib', 'kotlinx-coroutines-core', 'atomicfu'],
  Others: ['groovy', 'tomcat10-embed-core'],
};

const archiveOf = (name: string) => path.join(archives, `${name}.jar`);

async function dumpOf(library: string): Promise<{ dump: string; printed: string }> {
  const jvm = present(jdk17);
  const classPath = (libraries[library] ?? []).map(archiveOf).join(':');
  const files = [program, library].map((name) => path.join(sources, `${name}.java`));
  const classes = compiledSources(jvm, `libraries-${library}`, files, classPath);
  const running = await startJava(jvm, ['-Xmx400m', '-cp', `${classes}:${classPath}`, program, library]);
  try {
    running.settle();
    return { dump: running.heapDump(`libraries-${library}`), printed: running.printed };
  } finally {
    await running.stop();
  }
}

/** Containers that descriptions say how to read, by their names in what the programs print. */
const readable: Readonly<Record<string, readonly string[]>> = {
  Fastutil: ['Object2ObjectOpenHashMap'],
  Commons3: ['HashedMap', 'LinkedMap', 'LRUMap'],
  Commons4: ['HashedMap', 'LinkedMap', 'LRUMap', 'CaseInsensitiveMap'],
  Caches: ['plain cache'],
};

/** Without how many elements it was made for. */
const nameOf = ({ name }: KnownCollection): string => name.replace(/\/\d+$/, '');

/** What is wrong with what one container is said to hold. */
function misread(dump: string, known: KnownCollection, id: number): string[] {
  const answer: ObjectAnswer = JSON.parse(
    heaptrail('inspect', dump, '--object', String(id), '--fields', '--top', '0', '--json'),
  );
  const items = answer.collection?.items ?? [];
  const ofType = (part: 'key' | 'value', type: string) =>
    items.filter((item) => [`${program}$${type}`].includes(item[part]?.object?.type ?? '')).length;
  const got = [
    answer.collection?.kind,
    items.length,
    answer.collection?.size,
    ofType('key', 'Key'),
    ofType('value', 'Value'),
  ];
  const all = Math.max(known.keys, known.values);
  const wanted = ['entries', all, all, known.keys, known.values];
  return JSON.stringify(got) === JSON.stringify(wanted) ? [] : [`${known.name}: ${got} instead of ${wanted}`];
}

/** What is wrong with one container's structure. */
function complaints(
  typeOf: (id: number) => string,
  known: KnownCollection,
  found: Found,
  byHead: ReadonlyMap<number, Structure>,
): string[] {
  const wrong: string[] = [];
  const compare = (what: string, got: unknown, wanted: unknown) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      wrong.push(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  };
  if (byHead.get(found.collection) === undefined) return [`no structure, ${typeOf(found.collection)}`];
  const { heads, members } = deepMembers(found.collection, byHead);
  const ofRole = (role: string) => members.filter((member) => member.role === role);
  const elements = [...found.elements];
  const ofType = (type: string) =>
    elements.filter((id) => [`${program}$${type}`, `${program}$Colliding`].includes(typeOf(id))).length;
  compare('type', typeOf(found.collection), known.type);
  compare('elements in the heap', [ofType('Key'), elements.length], [known.keys, known.keys + known.values]);
  const leaves = ofRole('leaf');
  const leafIds = new Set(leaves.map(({ id }) => Number(id)));
  compare('elements that are no leaves', tally(elements.filter((id) => !leafIds.has(id)).map(typeOf)), []);
  const others = leaves.filter(({ id }) => !found.elements.has(Number(id)));
  compare('leaves that are no elements', tally(others.map(({ type }) => type)), tally(known.takenForElements));
  const inside = [...heads].filter((id) => id !== found.collection).map(typeOf);
  if (known.consistsOf.length > 0) compare('contains', tally(inside), tally(known.consistsOf));
  const parts = [...ofRole('inner'), ...ofRole('contained')];
  compare(
    'parts that are of the program',
    tally(parts.map(({ type }) => type).filter((type) => type.startsWith(program))),
    [],
  );
  return wrong;
}

describe('In heap dumps of JDK 17', () => {
  describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'JDK 17'), () => {
    it('there is a program for each library, and each program is run', () => {
      const files = readdirSync(sources).map((file) => path.basename(file, '.java'));
      expect(files.sort()).toEqual([program, ...Object.keys(libraries)].sort());
    });

    describe.each(Object.keys(libraries))('the containers of %s', (library) => {
      const missing = (libraries[library] ?? []).filter((name) => !existsSync(archiveOf(name)));
      it.skipIf(missing.length > 0)(
        `have exactly their elements as leaves${missing.length > 0 ? ` (SKIPPED: no ${missing.join(', ')})` : ''}`,
        async () => {
          const { dump, printed } = await dumpOf(library);
          try {
            const graph = graphOf(linesOf(dump));
            const known = knownCollections(printed);
            expect(known.length).toBeGreaterThan(2);
            const found = findCollections(graph, program, known);
            const answer = structures(dump, '--members', 'own');
            expect(answer.warnings).toEqual([]);
            const byHead = new Map(answer.rows.map((row) => [Number(row.id), row]));
            const typeOf = (id: number) => graph.nodes.get(id)?.type ?? '?';
            const wrong = known.flatMap((container, index) =>
              complaints(typeOf, container, found[index] as Found, byHead).map(
                (complaint) => `${container.name}: ${complaint}`,
              ),
            );
            expect(wrong).toEqual([]);
            const names = readable[library] ?? [];
            const read = known.flatMap((container, index) =>
              names.includes(nameOf(container)) ? [{ container, index }] : [],
            );
            expect([...new Set(read.map(({ container }) => nameOf(container)))].sort()).toEqual([...names].sort());
            expect(
              read.flatMap(({ container, index }) => misread(dump, container, (found[index] as Found).collection)),
            ).toEqual([]);
          } finally {
            rmSync(dump);
          }
        },
      );
    });
  });
});
