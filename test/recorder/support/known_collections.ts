// Collections of which everything is known: what test/programs/Known{Collections,Concurrent,Views}.java print of them, and where they
// and their elements are in a trace. This is read from the graph that `heaptrail convert` writes; what structures Heaptrail
// finds has no part in it.
import type { Graph, Node } from './graphs';

export interface KnownCollection {
  readonly name: string;
  readonly type: string;
  readonly keys: number;
  readonly values: number;
  /** Types of the structures that it contains, directly or not. */
  readonly consistsOf: readonly string[];
  /** Types of what it takes for elements besides keys and values. */
  readonly takenForElements: readonly string[];
}

/** The lines `keeps NAME CLASS KEYS VALUES [CLASS]... [+CLASS]...`. */
export function knownCollections(printed: string): KnownCollection[] {
  return [...printed.matchAll(/^keeps (.+) ([\w.$]+) (\d+) (\d+)((?: \S+)*) *$/gm)].map((line) => {
    const [, name = '', type = '', keys, values, rest = ''] = line;
    const types = rest.split(' ').filter((more) => more !== '');
    return {
      name,
      type,
      keys: Number(keys),
      values: Number(values),
      consistsOf: types.filter((more) => !more.startsWith('+')).sort(),
      takenForElements: types
        .filter((more) => more.startsWith('+'))
        .map((more) => more.slice(1))
        .sort(),
    };
  });
}

export interface Found {
  readonly collection: number;
  /** Keys and values. */
  readonly elements: ReadonlySet<number>;
}

function target(graph: Graph, from: number, name: string): number {
  const edge = graph.nodes.get(from)?.edges.find((candidate) => candidate.name === name);
  if (edge === undefined) throw new Error(`${graph.nodes.get(from)?.type} has no ${name}`);
  return edge.to;
}

const isElement = (program: string, { type }: Node) =>
  ['Key', 'Colliding', 'Value'].some((element) => type === `${program}$${element}`);

/** Where the known collections are, in the order in which the program printed them. */
export function findCollections(graph: Graph, program: string, known: readonly KnownCollection[]): Found[] {
  const byOwner = new Map<number, Set<number>>();
  let programClass = -1;
  for (const [id, node] of graph.nodes) {
    if (node.of === program) programClass = id;
    if (!isElement(program, node)) continue;
    const owner = node.edges.find(({ name }) => name === 'owner')?.to;
    if (owner !== undefined) byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(id));
  }
  const list = target(graph, programClass, 'static KEPT');
  const array = target(graph, list, 'elementData');
  return known.map(({ type }, index) => {
    const kept = target(graph, array, `[${index}]`);
    const collection = target(graph, kept, 'collection');
    const isMapOfThread = type === 'java.lang.ThreadLocal$ThreadLocalMap';
    return {
      collection: isMapOfThread ? target(graph, collection, 'threadLocals') : collection,
      elements: byOwner.get(kept) ?? new Set(),
    };
  });
}

/** All that can be reached from a collection without going through its elements, threads and classes. */
export function reachedFrom(graph: Graph, program: string, { collection }: Found): Set<number> {
  const found = new Set<number>();
  const waiting = [collection];
  while (waiting.length > 0) {
    const id = waiting.pop() ?? -1;
    const node = graph.nodes.get(id);
    if (node === undefined || found.has(id)) continue;
    const isEnd =
      isElement(program, node) || node.of !== undefined || /^java\.lang\.(Class|Thread|String)$/.test(node.type);
    if (id !== collection && isEnd) continue;
    found.add(id);
    waiting.push(...node.edges.map(({ to }) => to));
  }
  return found;
}
