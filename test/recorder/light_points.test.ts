// Light points against full ones of the same moment, while the program waits: the same objects and bytes per class, and the same
// references from class to class. And what is said where a light point cannot tell.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { heapByType, heaptrail, info, program } from './support/heaptrail';
import { compiled } from './support/java_program';
import { allJvms, type Jvm, orSkipped, present, testedJvms } from './support/jvms';
import { freshRecording, type Line, linesOf, type Recorded, startRecorded, timeline } from './support/recordings';

// Those marked with `always` are tried with every change, the others in `./run test deep`.
const settings = [
  { name: 'G1', options: ['-XX:+UseG1GC'], always: true },
  { name: 'Parallel', options: ['-XX:+UseParallelGC'] },
  { name: 'Serial', options: ['-XX:+UseSerialGC'] },
  { name: 'ZGC', options: ['-XX:+UseZGC'] },
  { name: 'G1 with objects at multiples of 16', options: ['-XX:+UseG1GC', '-XX:ObjectAlignmentInBytes=16'] },
  { name: 'Serial with compact headers', options: ['-XX:+UseSerialGC', '-XX:+UseCompactObjectHeaders'], from: 25 },
];

const settingsFor = (jvm: Jvm | undefined) =>
  settings.filter(({ from = 0, always = false }) => from <= (jvm?.feature ?? 0) && (allJvms || always));

const recordings: string[] = [];
afterAll(() => {
  for (const recording of recordings) rmSync(recording, { force: true });
});

/** A light point comes with each collection, a full one when it is asked for. */
async function started(
  jvm: Jvm,
  name: string,
  [javaProgram = '', ...words]: readonly string[],
  java: readonly string[] = [],
): Promise<Recorded> {
  const running = await startRecorded(jvm, javaProgram, name, {
    java,
    arguments: words,
    recorder: 'every=1gc,points=light,sites=off,exit=no',
  });
  recordings.push(running.recording);
  return running;
}

/** Collects, and waits for the light point that comes of it: its index, once there is one behind the last of `before`. */
async function lightPoint(running: Recorded, before: number): Promise<number> {
  running.jcmd('GC.run');
  for (;;) {
    const result = spawnSync(program, ['timeline', running.recording, '--json', '--quiet'], { encoding: 'utf8' });
    // Until the first point there is nothing to open.
    const points = result.status === 0 ? (JSON.parse(result.stdout) as ReturnType<typeof timeline>).points : [];
    if (points.length > before && points.at(-1)?.light) return points.length - 1;
    await pause(50);
  }
}

/** One that was begun after this call: collections while the program filled its heap have made others. */
async function newLightPoint(running: Recorded): Promise<number> {
  running.settle();
  const begun = await lightPoint(running, 0);
  return lightPoint(running, begun + 1);
}

const sizesOf = (recording: string, at: number) =>
  new Map(
    heapByType(recording, 'all', at).rows.map(({ key, objects, bytes }) => [key, `${objects} objects, ${bytes} bytes`]),
  );

/** Where two points of one moment differ, as lines to read. */
function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${key}: ${one.get(key)} and ${other.get(key)}`);
}

interface Node {
  readonly kind: string;
  readonly key: string;
  readonly own: { readonly objects: number; readonly bytes: number };
  readonly owned: number;
  readonly children: readonly { readonly node: number; readonly owned: number; readonly references: number }[];
}
interface Ownership {
  readonly model: string;
  readonly total: { readonly bytes: number };
  readonly nodes: readonly Node[];
}
const ownership = (recording: string, at: number, ...options: string[]): Ownership =>
  JSON.parse(heaptrail('ownership', recording, '--at', `${at}`, '--threshold', '0', ...options, '--json'));

/** What has collections and their parts, by what they are called. */
const heldNodes = (recording: string, at: number) =>
  new Map(
    ownership(recording, at, '--model', 'counts')
      .nodes.filter(({ kind, key }) => kind === 'collection' || (kind === 'array' && key.includes(' ← ')))
      .map(({ key, own }) => [key, `${own.objects} objects, ${own.bytes} bytes`]),
  );

const heldByProgram = [
  'HashMap.Node[] ← LinkedHashMap ← HeldCollections.byName',
  'Entry ← LinkedHashMap ← HeldCollections.byName',
  'Entry ← LinkedHashMap ← LinkedHashMap ← HeldCollections.byName',
  'Object[] ← ArrayList ← LinkedHashMap ← LinkedHashMap ← HeldCollections.byName',
  'Node ← LinkedList ← TreeMap ← HeldCollections.byTime',
  'Node ← HashMap ← HeldCollections.Session.attributes',
  'Object[] ← ArrayList ← HeldCollections.Session.visited',
  'Object[] ← ArrayList ← LinkedHashMap ← HeldCollections.Session.orders',
  'TreeNode ← ConcurrentHashMap ← HeldCollections.colliding',
  'TreeNode ← HashMap ← HeldCollections.collidingToo',
  'Object[] ← ArrayList ← ArrayDeque ← HeldCollections.queue',
  'ArrayList ← HeldCollections.iterators',
];

/** How many references lead from objects of one class to those of another, counted one by one in what `convert` writes. */
function referencesByClass(lines: readonly Line[]): Map<string, number> {
  const types = new Map<number, string>();
  const typeOf = new Map<number, string>();
  for (const line of lines) {
    if (line.type !== undefined && line.o === undefined && line.name !== undefined) types.set(line.type, line.name);
    if (line.o !== undefined && line.type !== undefined) typeOf.set(line.o, types.get(line.type) ?? '');
  }
  const counts = new Map<string, number>();
  for (const { o, refs = [] } of lines) {
    if (o === undefined) continue;
    for (const reference of refs) {
      const target = Array.isArray(reference) ? reference[0] : reference;
      if (target === null || target === undefined) continue;
      const key = `${typeOf.get(o)} -> ${typeOf.get(target as number)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

describe.each(testedJvms)('A light point of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    for (const { name, options } of settingsFor(jvm)) {
      it(`counts what a full one of the same moment has: ${name}`, { timeout: 180_000 }, async () => {
        const running = await started(present(jvm), `light-${name}`, ['KnownHeap'], options);
        try {
          running.settle();
          await lightPoint(running, await lightPoint(running, 0));
          running.point();
          const full = timeline(running.recording).points.findLastIndex(({ light }) => !light);
          const light = await lightPoint(running, full);
          const first = full - 1;
          expect(timeline(running.recording).points[first]?.light).toBe(true);
          const { recording } = running;
          // Before the full one objects have no numbers, and light points are made in another way than afterwards.
          expect(differences(sizesOf(recording, full), sizesOf(recording, first))).toEqual([]);
          expect(differences(sizesOf(recording, full), sizesOf(recording, light))).toEqual([]);
          expect(heapByType(recording, 'live', light).total).toEqual(heapByType(recording, 'all', full).total);
          const told = timeline(recording).points[light];
          expect(told).toMatchObject({ objects: heapByType(recording, 'all', full).total.objects });

          // Nodes of single classes; the others are several classes together, or arrays by their length. Most threads and class
          // objects are blocks.
          const counted = referencesByClass(linesOf(recording));
          for (const at of [first, light]) {
            const { model, nodes, total } = ownership(recording, at, '--model', 'counts');
            expect(model).toBe('counts');
            expect(nodes[0]?.owned).toBe(total.bytes);
            let compared = 0;
            for (const { kind, key, children } of nodes) {
              for (const { node, references } of children) {
                const target = nodes[node];
                if (kind !== 'class' || target?.kind !== 'class' || /Thread|java.lang.Class$/.test(key + target.key))
                  continue;
                expect([key, target.key, references]).toEqual([
                  key,
                  target.key,
                  counted.get(`${key} -> ${target.key}`),
                ]);
                compared++;
              }
            }
            expect(compared).toBeGreaterThan(90);
          }
        } finally {
          await running.stop();
        }
      });
    }

    it('tells collections apart by who holds them, as a full one does', { timeout: 180_000 }, async () => {
      const running = await started(present(jvm), 'light-held', ['HeldCollections']);
      const { recording } = running;
      const kept: [number, number][] = [];
      try {
        for (let step = 0; step < 3; step++) {
          // How collections are held is learned while they are small, and has to hold when they are large.
          if (step > 0) await running.step();
          await newLightPoint(running);
        }
        const before = await newLightPoint(running);
        running.point();
        kept.push([before, before + 1], [await newLightPoint(running), before + 1]);
      } finally {
        await running.stop();
      }
      for (const [light, full] of kept) {
        const [counted, known] = [light, full].map((at) => heldNodes(recording, at));
        // Of what several hold, light points may tell another holder. No collection of the program itself is like this.
        const own = (nodes: Map<string, string> | undefined) =>
          new Map([...(nodes ?? [])].filter(([key]) => key.includes('HeldCollections.')));
        expect(differences(own(known), own(counted))).toEqual([]);
        expect([...own(known).keys()]).toEqual(expect.arrayContaining([...heldByProgram]));
        const agreeing = [...(known ?? [])].filter(([key, size]) => counted?.get(key) === size).length;
        expect(agreeing / (known?.size ?? 0)).toBeGreaterThan(0.85);
      }
    });

    it('grows with the program, and says what only a full point can show', { timeout: 180_000 }, async () => {
      const running = await started(present(jvm), 'light-leak', ['OwnershipProblems', 'leak']);
      const lights: number[] = [];
      try {
        for (let step = 0; step < 4; step++) {
          if (step > 0) await running.step();
          lights.push(await newLightPoint(running));
        }
      } finally {
        await running.stop();
      }
      const { recording } = running;
      const [first = 0, last = 0] = [lights[0], lights.at(-1)];
      const sessions = (at: number) =>
        heapByType(recording, 'live', at).rows.find(({ key }) => key === 'OwnershipProblems$Leak$Session')?.objects;
      expect(sessions(last)).toBe((sessions(first) ?? 0) * 4);

      const trend = JSON.parse(heaptrail('trend', recording, '--by', 'type', '--json')) as {
        points: unknown[];
        series: { key: string; values: number[] }[];
      };
      expect(trend.points.length).toBe(timeline(recording).points.length);
      expect(trend.series.find(({ key }) => key === 'OwnershipProblems$Leak$Session')?.values.at(-1)).toBeGreaterThan(
        0,
      );

      // Asked for nothing else, it is told by counts.
      const { model, nodes, total } = ownership(recording, last);
      expect([model, nodes[0]?.owned]).toEqual(['counts', total.bytes]);
      const leaked = nodes.find(({ key }) => key === 'OwnershipProblems$Leak$Session');
      expect(leaked?.owned).toBeGreaterThan(8000 * 1000);

      expect(
        info(recording)
          .warnings.map(({ message }) => message)
          .join(),
      ).toContain('this is a light point');
      for (const question of [
        ['growth', recording],
        ['inspect', recording, '--where', 'type=java.lang.String'],
        ['heap', recording, '--metrics', 'retained'],
        ['heap', recording, '--by', 'package'],
        ['structures', recording],
        ['waste', recording],
        ['threads', recording],
      ]) {
        const { status, stderr } = spawnSync(program, question, { encoding: 'utf8' });
        expect([question[0], status]).toEqual([question[0], 2]);
        expect(stderr).toContain('is a light one: it has counts by class, and no objects');
        expect(stderr).toContain('take a full point');
      }
    });

    it('leads on to trends where it is recorded with others of its kind only', { timeout: 60_000 }, () => {
      const machine = present(jvm);
      const recording = freshRecording(`light-alone-${wanted}`);
      recordings.push(recording);
      const java = [machine.tool('java'), '-cp', compiled(machine), 'OwnershipProblems', 'leak'];
      const { status, stderr } = spawnSync(program, ['record', '--points', 'light', '-o', recording, '--', ...java], {
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      const [, question = ''] = /Look at it: heaptrail (.*)$/m.exec(stderr) ?? [];
      expect(question).toBe(`trend ${recording}`);
      expect(heaptrail(...question.split(' '))).toContain('OwnershipProblems');
    });

    it('stands beside full ones, between which growth is told', { timeout: 180_000 }, async () => {
      const running = await started(present(jvm), 'light-and-full', ['OwnershipProblems', 'leak']);
      try {
        let light = await lightPoint(running, 0);
        running.point();
        await running.step();
        light = await lightPoint(running, light + 2);
        await running.step();
        running.point();
        light = await lightPoint(running, light + 2);
      } finally {
        await running.stop();
      }
      const { points } = timeline(running.recording);
      const full = points.flatMap(({ light }, index) => (light ? [] : [index]));
      expect(full.length).toBe(2);
      const { window } = JSON.parse(heaptrail('growth', running.recording, '--json')) as {
        window: { from: { index: number }; to: { index: number } };
      };
      expect([window.from.index, window.to.index]).toEqual(full);
    });
  });
});
