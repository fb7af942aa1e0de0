// A heap at one point as a graph with names on its edges, and whether two such graphs are the same though their objects have
// different ids: colours are refined from neighbours to neighbours (Weisfeiler and Leman) and counted.
import type { Line } from './recordings';

export interface Node {
  readonly type: string;
  readonly bytes: number;
  readonly length: number;
  /** Of class objects: the class. */
  readonly of?: string;
  readonly edges: readonly { readonly name: string; readonly to: number }[];
}

export interface FrameRoot {
  readonly thread: string;
  readonly class: string;
  readonly method: string;
  readonly line: number;
  readonly type: string;
}

export interface Graph {
  readonly nodes: ReadonlyMap<number, Node>;
  readonly frameRoots: readonly FrameRoot[];
  readonly threads: ReadonlySet<string>;
}

interface Type {
  readonly name: string;
  readonly superclass: number | undefined;
  readonly size: number;
  readonly elementSize: number;
  readonly references: readonly string[];
  readonly classObject: number | undefined;
  readonly classSlots: readonly string[];
}

const isArray = (type: Type | undefined) => type?.name.endsWith('[]') ?? false;

/** @param lines of a trace with one point, or of which the last point is wanted */
export function graphOf(lines: readonly Line[], alignment = 8): Graph {
  const types = new Map<number, Type>();
  const threads = new Map<number, string>();
  let objects: Line[] = [];
  let roots: Line[] = [];
  for (const line of lines) {
    if (line.point !== undefined) {
      objects = [];
      roots = [];
    } else if (line.root !== undefined) roots.push(line);
    else if (line.o !== undefined) objects.push(line);
    else if (line.type !== undefined && line.name !== undefined) {
      const fields = (line.fields ?? []) as readonly (string | readonly [string, string])[];
      types.set(line.type, {
        name: line.name,
        superclass: line.super as number | undefined,
        size: line.size ?? 0,
        elementSize: (line.elementSize as number | undefined) ?? elementBytes(line.name),
        references: fields.filter((field) => typeof field === 'string'),
        classObject: line.class as number | undefined,
        classSlots: (line.classSlots ?? []) as readonly string[],
      });
    } else if (line.thread !== undefined && line.name !== undefined) threads.set(line.thread, line.name);
  }
  const byClassObject = new Map([...types.values()].map((type) => [type.classObject, type]));
  const slotNames = new Map<number, string[]>();
  const namesOf = (id: number): string[] => {
    let names = slotNames.get(id);
    if (!names) {
      names = [];
      for (let type = types.get(id); type; type = types.get(type.superclass ?? -1)) names.push(...type.references);
      slotNames.set(id, names);
    }
    return names;
  };
  const nodes = new Map<number, Node>();
  for (const { o = -1, type: typeId = -1, size, length = 0, refs = [] } of objects) {
    const type = types.get(typeId);
    const of = byClassObject.get(o);
    const names = of ? of.classSlots : namesOf(typeId);
    const edges: { name: string; to: number }[] = [];
    let slot = 0;
    for (const reference of refs) {
      const [to, at] = Array.isArray(reference) ? reference : [reference as number | null, slot];
      slot = Number(at) + 1;
      if (to !== null) edges.push({ name: isArray(type) && !of ? `[${at}]` : (names[Number(at)] ?? `slot ${at}`), to });
    }
    const usual = isArray(type)
      ? roundUp((type?.size ?? 0) + length * (type?.elementSize ?? 0), alignment)
      : type?.size;
    const bytes = size ?? usual ?? 0;
    nodes.set(o, { type: type?.name ?? '?', bytes, length, ...(of ? { of: of.name } : {}), edges });
  }
  const frameRoots = roots
    .filter(({ root }) => root === 'java-frame')
    .map(({ o = -1, thread = -1, class: of = '', method = '', line = 0 }) => ({
      thread: threads.get(thread) ?? '?',
      class: String(of),
      method: String(method),
      line: Number(line),
      type: nodes.get(o)?.type ?? '?',
    }));
  return { nodes, frameRoots, threads: new Set(threads.values()) };
}

function elementBytes(name: string): number {
  return (
    { 'boolean[]': 1, 'byte[]': 1, 'char[]': 2, 'short[]': 2, 'int[]': 4, 'float[]': 4, 'long[]': 8, 'double[]': 8 }[
      name
    ] ?? 4
  );
}

const roundUp = (value: number, unit: number) => Math.ceil(value / unit) * unit;

/** What can be reached from some nodes, by edges that count and through nodes that are gone through. */
export function reachable(
  { nodes }: Graph,
  from: Iterable<number>,
  counts: (node: Node, edge: string, target: Node) => boolean,
): Map<number, Node> {
  const found = new Map<number, Node>();
  const waiting = [...from];
  while (waiting.length > 0) {
    const id = waiting.pop() ?? -1;
    const node = nodes.get(id);
    if (!node || found.has(id)) continue;
    const edges = node.edges.filter(({ name, to }) => {
      const target = nodes.get(to);
      return target !== undefined && counts(node, name, target);
    });
    found.set(id, { ...node, edges });
    waiting.push(...edges.map(({ to }) => to));
  }
  return found;
}

const rounds = 8;

/** How many nodes there are of each colour, a colour being all that can be seen from a node in some steps; with an example. */
export function coloured(graphs: readonly ReadonlyMap<number, Node>[]): Map<number, { count: number; like: string }>[] {
  let colours = graphs.map(() => new Map<number, number>());
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  for (const [index, nodes] of graphs.entries()) {
    for (const [id, { type, bytes, length, of }] of nodes) {
      // Dumps do not tell how many frames a parked virtual thread has.
      const size = type === 'jdk.internal.vm.StackChunk' ? 0 : bytes;
      colours[index]?.set(id, numberOf(`${type} ${size} ${length} ${of ?? ''}`));
    }
  }
  for (let round = 0; round < rounds; round++) {
    colours = graphs.map((nodes, index) => {
      const before = colours[index] ?? new Map();
      const after = new Map<number, number>();
      for (const [id, { edges }] of nodes) {
        const seen = edges.map(({ name, to }) => `${name}:${before.get(to)}`).sort();
        after.set(id, numberOf(`${round} ${before.get(id)} ${seen.join(' ')}`));
      }
      return after;
    });
  }
  return graphs.map((nodes, index) => {
    const counts = new Map<number, { count: number; like: string }>();
    for (const [id, colour] of colours[index] ?? []) {
      const node = nodes.get(id);
      const known = counts.get(colour);
      const like = `${node?.of ? 'class ' : ''}${node?.of ?? node?.type}, ${node?.bytes} bytes, length ${node?.length}: ${node?.edges.map(({ name }) => name).join(' ')}`;
      counts.set(colour, { count: (known?.count ?? 0) + 1, like: known?.like ?? like });
    }
    return counts;
  });
}
