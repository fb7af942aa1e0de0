// A point of a recording and a heap dump of the same moment, compared as graphs: types, sizes, lengths, every reference with the
// name of its field, static fields, and the roots on the stacks. Both are read from what `heaptrail convert` writes of them.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coloured, type FrameRoot, type Graph, graphOf, type Node, reachable } from './support/graphs';
import { info } from './support/heaptrail';
import { orSkipped, present, untriedJvms } from './support/jvms';
import { linesOf, startRecorded } from './support/recordings';

const isProgram = (type: string) => /^KnownHeap(\$|$)/.test(type) && !type.includes('$$Lambda');

/** The class objects of the program's classes. */
const programClasses = ({ nodes }: Graph) =>
  [...nodes].filter(([, { of }]) => of !== undefined && isProgram(of.replace(/(\[\])+$/, ''))).map(([id]) => id);

/**
 * Left out is what one of the two does not tell: constants of classes and fields of java.lang.Class (dumps), what call sites were
 * linked to, stack traces of exceptions, and that java.lang.Object is a superclass (JVMTI). Not gone through are class objects of the JDK and loaders, which change
 * whenever anything is loaded: an agent's attaching, a dump.
 */
function counts(node: Node, edge: string, target: Node): boolean {
  if (node.of !== undefined) {
    if (edge === '<superclass>' && target.of === 'java.lang.Object') return false;
    return isProgram(node.of) && (edge.startsWith('static ') || edge === '<superclass>');
  }
  if (/ClassLoader$/.test(node.type) || node.type === 'java.lang.Class' || node.type.includes('Lambda')) return false;
  return edge !== 'backtrace' && edge !== '<resolved_references>';
}

const told = ({ thread, class: of, method, line, type }: FrameRoot) => `${thread}: ${of}.${method}:${line} ${type}`;

describe.each(untriedJvms)('A point of a recording of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it.each(['G1', 'Z'])(
      'is the same graph as a heap dump of the moment: %s',
      { timeout: 120_000 },
      async (collector) => {
        const running = await startRecorded(present(jvm), 'KnownHeap', `graph-${collector}`, {
          java: [`-XX:+Use${collector}GC`],
        });
        let dump = '';
        try {
          running.settle();
          running.point();
          dump = running.heapDump(`graph-${jvm?.feature}-${collector}`);
        } finally {
          await running.stop();
        }
        expect(info(dump).runtime.compressedReferences).toBe(info(running.recording).runtime.compressedReferences);
        const [recorded, dumped] = [running.recording, dump].map((trace) => graphOf(linesOf(trace))) as [Graph, Graph];
        const parts = [recorded, dumped].map((graph) => reachable(graph, programClasses(graph), counts));
        expect(parts[0]?.size).toBeGreaterThan(1000);

        const [ours, theirs] = coloured(parts) as [ReturnType<typeof coloured>[0], ReturnType<typeof coloured>[0]];
        const differences = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((colour) => {
          const [here, there] = [ours.get(colour), theirs.get(colour)];
          if (here?.count === there?.count) return [];
          return [`${here?.count ?? 0} recorded, ${there?.count ?? 0} dumped: ${here?.like ?? there?.like}`];
        });
        expect(differences).toEqual([]);

        const frames = [recorded, dumped].map(({ frameRoots }) =>
          frameRoots
            .filter(({ class: of }) => isProgram(of))
            .map(told)
            .sort(),
        );
        expect(frames[0]?.length).toBeGreaterThan(3);
        expect(frames[0]).toEqual(frames[1]);
        rmSync(dump);
        rmSync(running.recording);
      },
    );
  });
});
