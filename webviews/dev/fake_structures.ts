// Data structures that were never there: the same in every run.
import type {
  HeapRow,
  Size,
  SizeMetric,
  StructureRow,
  StructuresAnswer,
  StructuresArgs,
} from '../../shared/protocol/answers';

/** Type, how many, bytes of a head. */
const described: [string, number, number][] = [
  ['java.util.concurrent.ConcurrentHashMap', 312, 64],
  ['java.util.ArrayList', 907_409, 24],
  ['java.util.HashMap', 41_209, 48],
  ['java.util.LinkedHashMap', 6_204, 56],
  ['java.util.HashSet', 3_870, 16],
  ['com.example.travel.journey.planning.JourneyService$Cache', 1, 24],
  ['java.util.ArrayDeque', 418, 24],
  ['java.util.TreeMap', 96, 48],
  ['java.util.concurrent.CopyOnWriteArrayList', 64, 24],
  ['java.util.LinkedList', 12, 32],
];

export function headsOf(): HeapRow[] {
  return described.map(([key, objects, bytes]) => ({ key, objects, bytes: objects * bytes }));
}

/** Leaves of a type's largest structure. */
const largest = (key: string) => 300_000 * ((key.length % 5) + 1);

/** What all structures of a type lead to, and keep alive. */
export function closureOfHeads({ key }: HeapRow, metric: SizeMetric): Size {
  const leaves = 1.64 * largest(key) * (metric === 'deep' ? 1.2 : 1);
  return { objects: Math.round(6 * leaves), bytes: Math.round(104 * leaves) };
}

const sites = [
  ['com.example.travel.journey.planning.JourneyService', '<init>', 'JourneyService.java', 26],
  ['com.example.travel.journey.planning.Atlas', 'search', 'Atlas.java', 94],
  [
    'org.springframework.beans.factory.support.DefaultListableBeanFactory',
    'registerBeanDefinition',
    'DefaultListableBeanFactory.java',
    1017,
  ],
  ['java.util.HashSet', '<init>', 'HashSet.java', 103],
] as const;

function structure({ key, objects, bytes }: HeapRow, place: number): StructureRow {
  const leaves = Math.max(1, Math.round(largest(key) / (place + 1) ** 2));
  const own = { objects: 2 * leaves + 2, bytes: 96 + 40 * leaves };
  const [className, method, file, line] = sites[(place + key.length) % sites.length] ?? sites[0];
  return {
    id: `0x${(0xe074d430 + place * 0x1f38 + key.length * 0x100000).toString(16)}`,
    type: key,
    description: key,
    // Of some the trace does not tell.
    site: place % 7 === 6 ? [] : [{ class: className, method, file, line }],
    objects: 1,
    bytes: bytes / objects,
    structure: own,
    deepStructure: { objects: own.objects * 2, bytes: own.bytes * 2 },
    leaves,
    retained: { objects: own.objects * 3, bytes: Math.round(own.bytes * 2.6) },
  };
}

export function structuresOf(heads: HeapRow[], args: StructuresArgs): Omit<StructuresAnswer, 'point'> {
  const type = /^type="(.*)"$/.exec(args.where ?? '')?.[1];
  const head = heads.find(({ key }) => key === type);
  const from = args.offset ?? 0;
  const to = Math.min(head?.objects ?? 0, from + (args.limit ?? 50));
  const rows: StructureRow[] = [];
  for (let place = from; head && place < to; place++) rows.push(structure(head, place));
  return { filter: args.filter ?? 'structures', total: { rows: head?.objects ?? 0 }, rows, warnings: [] };
}
