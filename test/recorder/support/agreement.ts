// Where a dump, as Heaptrail counts it, and the JVM's own histogram of the same heap may differ: every reason, one by one.
// Everything else that differs is an error.
import type { Histogram, Tally } from './histogram';

/** One heap, seen from both sides. */
export interface BothSides {
  readonly jvm: Histogram;
  readonly live: Histogram;
  readonly unreachable: Histogram;
  readonly missingObjects: number;
}

const none: Tally = { objects: 0, bytes: 0 };

const tally = (histogram: Histogram, type: string): Tally => histogram.get(type) ?? none;

const sum = (a: Tally, b: Tally): Tally => ({ objects: a.objects + b.objects, bytes: a.bytes + b.bytes });

const same = (a: Tally, b: Tally): boolean => a.objects === b.objects && a.bytes === b.bytes;

/** What the collectors of JDK 19 and later call the arrays with which they fill gaps. The dump calls them int[]. */
const fillers = 'jdk.internal.vm.FillerElement[]';

interface Allowed {
  readonly types: readonly string[];
  readonly reason: string;
  /** The difference is exactly what the reason explains. */
  explains(sides: BothSides): boolean;
}

export const allowedDifferences: readonly Allowed[] = [
  {
    types: ['int[]', fillers],
    reason: 'Collectors fill gaps with int[] that nothing refers to. The JVM counts them; for us they are unreachable.',
    explains: ({ jvm, live, unreachable }) =>
      same(sum(tally(live, 'int[]'), tally(unreachable, 'int[]')), sum(tally(jvm, 'int[]'), tally(jvm, fillers))),
  },
  {
    types: ['java.lang.Class'],
    reason: 'Class objects of archived classes that were never loaded are referred to but not in the dump.',
    explains: ({ jvm, live, missingObjects }) => {
      const missing = tally(jvm, 'java.lang.Class').objects - tally(live, 'java.lang.Class').objects;
      const bytes = tally(jvm, 'java.lang.Class').bytes - tally(live, 'java.lang.Class').bytes;
      return missing > 0 && missing === missingObjects && bytes >= 90 * missing && bytes <= 250 * missing;
    },
  },
  {
    types: ['jdk.internal.vm.StackChunk'],
    reason:
      'A stack chunk has the frames of a parked virtual thread behind its fields; the dump does not say how many.',
    explains: ({ jvm, live }) =>
      tally(jvm, 'jdk.internal.vm.StackChunk').objects === tally(live, 'jdk.internal.vm.StackChunk').objects,
  },
];

/** The differences that no reason explains, as lines to read. */
export function disagreements(sides: BothSides): string[] {
  const { jvm, live } = sides;
  const excused = new Set(allowedDifferences.filter(({ explains }) => explains(sides)).flatMap(({ types }) => types));
  const types = [...new Set([...jvm.keys(), ...live.keys()])].sort();
  return types
    .filter((type) => !same(tally(jvm, type), tally(live, type)) && !excused.has(type))
    .map((type) => {
      const [theirs, ours] = [tally(jvm, type), tally(live, type)];
      return `${type}: ${ours.objects} objects, ${ours.bytes} bytes; the JVM says ${theirs.objects}, ${theirs.bytes}`;
    });
}
