// AntTracks traces of which everything is known, since a simulated VM wrote them: heaps after every collection, who is who, and from where.
import { describe, expect, it } from 'vitest';
import { add, type Counted, countedByType, forEachLine, forEachPoint } from './support/anttracks';
import { generateTrace, type KnownCollection } from './support/generated_trace';
import { heapByType, info, inspect } from './support/heaptrail';
import { allJvms, inDeep } from './support/jvms';
import { type Line, timeline } from './support/recordings';

const withoutReferences = (classes: KnownCollection['classes']): Record<string, Counted> =>
  Object.fromEntries(Object.entries(classes).map(([name, counted]) => [name, { ...counted, references: 0 }]));

/** Objects, bytes and references by class, as `heap` and `convert` tell them. */
function heapsOf(folder: string, points: number): Record<string, Counted>[] {
  const heaps = Array.from({ length: points }, (_, index) => {
    const rows = heapByType(folder, 'all', index).rows;
    return new Map(rows.map(({ key, objects, bytes }) => [key, { objects, bytes, references: 0 }]));
  });
  forEachPoint(folder, (point) => {
    const heap = heaps[point.index] ?? new Map();
    for (const [type, { references }] of countedByType(point)) add(heap, type, { objects: 0, bytes: 0, references });
  });
  return heaps.map((heap) => Object.fromEntries(heap));
}

describe('A generated AntTracks trace', () => {
  it.each<[string, string[]]>([
    ['with pointers', []],
    ['without pointers, not compressed', ['--no-pointers', '--no-compress']],
    ['of another seed', ['--seed', '7', '--sessions', allJvms ? '5000' : '1500']],
    ['with small buffers', ['--buffer-bytes', '1024']],
    ['in which nearly everything dies', ['--live-share', '0.02', '--sessions', allJvms ? '8000' : '3000']],
    ...inDeep<[string, string[]]>([
      ['without pointers', ['--no-pointers']],
      ['with pointers, not compressed', ['--no-compress']],
      ['with large buffers and long names', ['--buffer-bytes', '65536', '--distinct', '700']],
      ['with major collections only', ['--major-every', '1']],
      ['with minor collections only', ['--major-every', '100', '--collections', '12']],
      ['in which nearly nothing dies', ['--live-share', '0.9']],
    ]),
  ])('%s has exactly what lived after each collection', (name, options) => {
    const { folder, collections, remove } = generateTrace(name.replaceAll(/\W/g, '-'), ...options);
    const { points, gcs } = timeline(folder);
    expect(gcs.map(({ kind }) => kind)).toEqual(collections.map(({ kind }) => kind));
    expect(gcs.map(({ end }) => end)).toEqual(collections.map(({ seconds }) => seconds));
    expect(points).toHaveLength(collections.length);
    const known = collections.map(({ classes }) =>
      options.includes('--no-pointers') ? withoutReferences(classes) : classes,
    );
    expect(heapsOf(folder, points.length)).toEqual(known);
    remove();
  });

  it.each([
    ['with pointers', []],
    ['without pointers', ['--no-pointers']],
    ['with major collections only', ['--major-every', '1']],
  ])('%s tells how many collections each object has survived, and where it lies', (name, options) => {
    const { folder, collections, remove } = generateTrace(`ages-${name.replaceAll(' ', '-')}`, ...options);
    const found: Record<string, number>[] = [];
    forEachPoint(folder, ({ types, objects }) => {
      const generations: Record<string, number> = {};
      for (const { type = -1, space, age } of objects.values()) {
        // These fill gaps.
        if (types.get(type) === 'int[]') continue;
        const generation = `${space} ${age}`;
        generations[generation] = (generations[generation] ?? 0) + 1;
      }
      found.push(generations);
    });
    expect(found).toEqual(collections.map(({ generations }) => generations));
    remove();
  });

  it('finds objects by age and space, and says of one how old it is', () => {
    const { folder, collections, remove } = generateTrace('where-aged', '--collections', '4');
    expect(info(folder).trace.ages).toBe(true);
    const old = Object.entries(collections.at(-1)?.generations ?? {}).filter(([name]) => name.startsWith('old'));
    const aged = (age: number) => old.find(([name]) => name === `old ${age}`)?.[1] ?? 0;
    // The last collection is a major one: what is left lives.
    for (const age of [1, 2, 3, 4]) {
      const found = inspect(folder, '--at', 'last', '--where', `age=${age} and space=old and type!=int[]`, '--objects');
      expect({ age, objects: found.group.objects }).toEqual({ age, objects: aged(age) });
      expect(found.objects?.[0]).toMatchObject({ age, space: 'old' });
    }
    expect(inspect(folder, '--at', 'last', '--where', 'space!=old').group.objects).toBe(0);
    remove();
  });

  it('knows what lives: at a major collection all but what fills gaps', () => {
    const { folder, collections, remove } = generateTrace('lives');
    const majors = [...collections.entries()].filter(([, { kind }]) => kind === 'major');
    expect(majors.length).toBeGreaterThan(1);
    for (const [index, { objects, bytes, classes }] of majors) {
      const fillers = classes['int[]'] ?? { objects: 0, bytes: 0 };
      const { total } = heapByType(folder, 'live', index);
      const expected = { objects: objects - fillers.objects, bytes: bytes - fillers.bytes };
      expect({ index, objects: total.objects, bytes: total.bytes }).toEqual({ index, ...expected });
    }
    remove();
  });

  it('keeps objects apart and the same for life: names of different lengths tell which session is which', () => {
    const options = ['--sessions', '300', '--collections', '10', '--distinct', '3000', '--buffer-bytes', '2048'];
    const { folder, collections, remove } = generateTrace('identity', ...options);
    const idOfLength = new Map<number, number>();
    forEachPoint(folder, ({ index, types, objects }) => {
      const names = [...objects].filter(([, { type = -1 }]) => types.get(type) === 'char[]');
      expect(names).toHaveLength(collections[index]?.classes['char[]']?.objects ?? 0);
      expect(new Set(names.map(([, { length }]) => length)).size).toBe(names.length);
      for (const [id, { length = -1 }] of names) {
        expect({ length, id }).toEqual({ length, id: idOfLength.get(length) ?? id });
        idOfLength.set(length, id);
      }
    });
    expect(new Set(idOfLength.values()).size).toBe(idOfLength.size);
    expect(idOfLength.size).toBeGreaterThan(1000);
    remove();
  });

  it('knows the call chain and the thread that allocated each object', () => {
    const { folder, remove } = generateTrace('sites', '--collections', '2');
    const sites = new Map<number, string[]>();
    const threads = new Map<number, string>();
    const chains = new Map<string, Set<string>>();
    const allocating = new Set<string | undefined>();
    const types = new Map<number, string>();
    forEachLine(folder, (line: Line) => {
      if (line.o !== undefined && line.root === undefined) {
        const type = types.get(line.type ?? -1) ?? '?';
        const calls = sites.get(line.site ?? -1)?.join(' ← ') ?? 'unknown';
        chains.set(type, (chains.get(type) ?? new Set()).add(calls));
        if (type === 'org.example.Session') allocating.add(threads.get(line.thread ?? -1));
      } else if (line.site !== undefined && line.frames) {
        sites.set(
          line.site,
          line.frames.map(({ class: type, method }) => `${type}.${method}`),
        );
      } else if (line.thread !== undefined && line.name !== undefined) threads.set(line.thread, line.name);
      else if (line.type !== undefined && line.name !== undefined) types.set(line.type, line.name);
    });
    const of = (type: string) => [...(chains.get(type) ?? [])];
    const open = 'org.example.Service.open';
    expect(of('org.example.Session')).toEqual([open]);
    expect(of('org.example.Item')).toEqual([`org.example.Session.<init> ← ${open} ← org.example.Service.main`]);
    expect(of('char[]')).toEqual(['java.lang.String.<init> ← org.example.Service.name']);
    expect(of('org.example.Item[]')).toEqual(['org.example.Session.<init>']);
    expect([...allocating].sort()).toEqual(['main', 'worker-1', 'worker-2']);
    remove();
  });

  it('says what holds an object: the static field, and each field on the way', () => {
    const { folder, remove } = generateTrace('holds', '--sessions', '500');
    const { roots = [], paths = [] } = inspect(folder, '--where', 'type=org.example.Chain', '--roots', '--paths');
    expect(roots.map(({ class: type, field }) => `${type}.${field}`)).toContain('org.example.Service.chains');
    expect(paths[0]?.steps.map(({ via }) => via?.replace(/\d+/, 'N'))).toEqual([undefined, '[N]']);
    // Nearer are those of the sessions that threads' stacks hold.
    const items = inspect(folder, '--where', 'type=org.example.Item', '--paths').paths ?? [];
    const toItem = items.find(({ root }) => root.field === 'chains')?.steps.map(({ via }) => via?.replace(/\d+/, 'N'));
    expect(toItem).toEqual([undefined, '[N]', 'newest', 'items', '[N]']);
    expect(new Set(items.map(({ root }) => root.kind))).toEqual(new Set(['static-field', 'java-frame']));
    expect(info(folder).heap.missingObjects).toBe(0);
    remove();
  });
});
