// Where a trace of the AntTracks VM and the heap dump of the same moment may differ: every reason, one by one, and how much each may explain.
// Everything else is an error.
import type { Counted, TrueHeap } from './anttracks';

interface Sides {
  readonly trace: string;
  readonly collection: TrueHeap;
  /** The one after it. */
  readonly next: TrueHeap | undefined;
  readonly type: string;
  readonly theirs: Counted;
  readonly ours: Counted;
}

interface Allowed {
  readonly reason: string;
  /** The difference is no more than what the reason explains. */
  explains(sides: Sides): boolean;
}

const has = (word: string) => (trace: string) => trace.split('-').includes(word);
const isG1 = has('g1');
const hasPointers = (trace: string) => has('ptr')(trace) || has('dirty')(trace);
const sameObjects = ({ theirs, ours }: Sides) => theirs.objects === ours.objects && theirs.bytes === ours.bytes;

/** Classes that extend java.lang.ref.Reference. The traces' class files are of the programs only, so the names stand here. */
const referenceTypes = new Set([
  'java.lang.ClassValue$Entry',
  'java.lang.ThreadLocal$ThreadLocalMap$Entry',
  'java.lang.invoke.MethodType$ConcurrentWeakInternSet$WeakEntry',
  'java.lang.ref.Finalizer',
  'java.lang.ref.SoftReference',
  'java.lang.ref.WeakReference',
  'java.util.WeakHashMap$Entry',
  'sun.util.locale.LocaleObjectCache$CacheEntry',
]);
/** referent, next and discovered. */
const specialFields = 3;
/** Of G1's full collections arrays are not told, and of its others only what a card covers: so much of a heap's references may be stale. */
const staleShare = 0.25;

export const allowedDifferences: readonly Allowed[] = [
  {
    reason: 'Without -XX:+TraceObjectsPointers a trace has no references.',
    explains: (sides) => sameObjects(sides) && !hasPointers(sides.trace) && sides.ours.references === 0,
  },
  {
    reason: 'Class objects: dumps have them as classes, whose references they tell in another way.',
    explains: (sides) => sameObjects(sides) && sides.type === 'java.lang.Class',
  },
  {
    reason: 'A scavenge that failed leaves the old copies of class objects behind; dumps name each class once.',
    explains: ({ trace, next, type, theirs, ours }) => {
      const left = type === 'java.lang.Class' && has('failed')(trace) && next?.kind === 'major';
      return left && ours.objects > theirs.objects && ours.objects <= 2 * theirs.objects;
    },
  },
  {
    reason: 'A MemberName has one reference of the VM’s own, which dumps leave out.',
    explains: (sides) => {
      const more = sides.ours.references - sides.theirs.references;
      return (
        sameObjects(sides) && sides.type === 'java.lang.invoke.MemberName' && more > 0 && more <= sides.ours.objects
      );
    },
  },
  {
    reason:
      'While a collector processes weak references it tells three of their fields not at all or before they change.',
    explains: (sides) => {
      const less = sides.theirs.references - sides.ours.references;
      const bound = specialFields * sides.ours.objects;
      const fits = isG1(sides.trace) ? Math.abs(less) <= bound : less > 0 && less <= bound;
      return sameObjects(sides) && referenceTypes.has(sides.type) && fits;
    },
  },
  {
    reason: 'G1 does not tell all references.',
    explains: (sides) => {
      const all = [...sides.collection.classes.values()].reduce((sum, { references }) => sum + references, 0);
      const stale = Math.abs(sides.ours.references - sides.theirs.references);
      return sameObjects(sides) && isG1(sides.trace) && stale <= staleShare * all;
    },
  },
];

/** Those that explained something so far. */
export const usedReasons = new Set<string>();

const none: Counted = { objects: 0, bytes: 0, references: 0 };

/** The VM keeps an object where JNI handles point that were deleted. Dumps leave it out; the VM's own histogram counts it too. */
const deletedHandle = { type: 'java.lang.Object', objects: 1, bytes: 16 };

/** The differences that no reason explains, as lines to read. */
export function disagreements(
  trace: string,
  collection: TrueHeap,
  next: TrueHeap | undefined,
  ours: ReadonlyMap<string, Counted>,
): string[] {
  const found: string[] = [];
  for (const type of [...new Set([...collection.classes.keys(), ...ours.keys()])].sort()) {
    const told = collection.classes.get(type) ?? none;
    const more = type === deletedHandle.type ? deletedHandle : none;
    const theirs = {
      objects: told.objects + more.objects,
      bytes: told.bytes + more.bytes,
      references: told.references,
    };
    const sides: Sides = { trace, collection, next, type, theirs, ours: ours.get(type) ?? none };
    if (sameObjects(sides) && theirs.references === sides.ours.references) continue;
    const allowed = allowedDifferences.find(({ explains }) => explains(sides));
    if (allowed) {
      usedReasons.add(allowed.reason);
      continue;
    }
    found.push(`${type}: ${JSON.stringify(sides.ours)}; the dump says ${JSON.stringify(theirs)}`);
  }
  return found;
}
