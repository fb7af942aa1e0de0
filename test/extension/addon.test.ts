// The real addon against the real program: both must say the same, byte for byte.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addon, loadAddon } from '../../extension/src/engine_process/addon';

const build = join(__dirname, '..', '..', 'build', 'release');
let addon: Addon;
let folder: string;
let dump: string;

const program = (...args: string[]) =>
  execFileSync(join(build, 'heaptrail'), [...args, '--json'], { encoding: 'utf8' });
const ask = async (question: string, args: object) => `${await addon.ask(question, args).promise}\n`;
const open = async (path: string) =>
  JSON.parse(await ask('open', { paths: [path] })) as { handle: number; info: object };

/** What the program says the maps retain together. */
const retainedOf = (trace: string, ds: string[]): { objects: number; bytes: number } => {
  const answer = JSON.parse(program('heap', trace, '--filter', 'structures', '--metrics', 'retained', ...ds));
  return answer.rows.find(({ key }: { key: string }) => key === 'java.util.HashMap').retained;
};

beforeAll(() => {
  addon = loadAddon(join(build, 'heaptrail.node'));
  folder = mkdtempSync(join(tmpdir(), 'heaptrail-addon-'));
  dump = join(folder, 'small.hprof');
  execFileSync(join(build, 'generate_dump'), ['--objects', '200000', '--out', dump]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('addon and program', () => {
  it('give the same answers', async () => {
    const { handle, info } = await open(dump);
    expect(await ask('info', { trace: handle })).toBe(program('info', dump));
    expect(info).toEqual(JSON.parse(program('info', dump)));
    expect(await ask('timeline', { trace: handle })).toBe(program('timeline', dump));
    expect(await ask('heap', { trace: handle, limit: 50 })).toBe(program('heap', dump));
    expect(await ask('heap', { trace: handle, count: 'all', limit: 5 })).toBe(
      program('heap', dump, '--count', 'all', '--top', '5'),
    );
    expect(await ask('heap', { trace: handle, sort: 'name', ascending: true, search: 'string', limit: 50 })).toBe(
      program('heap', dump, '--sort', 'name', '--search', 'string'),
    );
    expect(await ask('heap', { trace: handle, metrics: ['deep', 'retained'], sort: 'retained', limit: 50 })).toBe(
      program('heap', dump, '--metrics', 'deep,retained', '--sort', 'retained'),
    );
    const where = 'type=java.util.HashMap and bytes>0';
    expect(
      await ask('inspect', {
        trace: handle,
        where,
        roots: true,
        paths: true,
        closure: 'retained',
        objects: true,
        containing: true,
        top: 20,
      }),
    ).toBe(
      program(
        'inspect',
        dump,
        '--where',
        where,
        '--roots',
        '--paths',
        '--closure',
        'retained',
        '--objects',
        '--containing',
      ),
    );
    const [{ id }] = JSON.parse(await ask('inspect', { trace: handle, where, objects: true, top: 1 })).objects;
    expect(await ask('inspect', { trace: handle, object: id, firstRoots: true, roots: true, top: 20 })).toContain(
      `"id":"${id}"`,
    );
    const all = { referrers: true, dominated: true, path: true, limit: 20, itemsLimit: 20 };
    for (const values of ['on', 'off']) {
      expect(await ask('object', { trace: handle, object: id, ...all, values })).toBe(
        program('inspect', dump, '--object', id, '--fields', '--values', values),
      );
    }
    await ask('close', { trace: handle });
    await expect(ask('heap', { trace: handle })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('give the same answers about data structures, with descriptions of files or of texts', async () => {
    const { handle } = await open(dump);
    const name = join(folder, 'maps.ds');
    const text = [
      'namespace java.util {',
      '  DS HashMap+ { HashMap$Node[]; }',
      '  HashMap$Node+ { HashMap$Node+; (*); }',
      '}',
    ].join('\n');
    writeFileSync(name, text);
    const before = await ask('structures', { trace: handle });
    const described = JSON.parse(await ask('describe', { trace: handle, files: [{ name, text }] }));
    expect(described).toMatchObject({ warnings: [] });
    expect(described.heads).toBeGreaterThan(0);
    expect(described.types).toBeGreaterThan(described.heads);

    const ds = ['--ds', name];
    const filtered = JSON.parse(await ask('heap', { trace: handle, filter: 'structures' }));
    expect(filtered.rows.map(({ key }: { key: string }) => key)).toContain('java.util.HashMap');
    for (const filter of ['structures', 'top-level']) {
      expect(await ask('heap', { trace: handle, filter, metrics: ['retained', 'deep'], limit: 50 })).toBe(
        program('heap', dump, '--filter', filter, '--metrics', 'retained,deep', ...ds),
      );
    }
    expect(await ask('structures', { trace: handle })).toBe(program('structures', dump, ...ds));
    const where = 'type=java.util.HashMap';
    const part = { trace: handle, filter: 'top-level', where, sort: 'leaves', ascending: true, limit: 3 };
    const deep = { ...part, metrics: ['deep'] };
    expect(await ask('structures', { ...deep, members: 'own', coverage: true })).toBe(
      program(
        ...['structures', dump, '--top-level', '--where', where, '--sort', 'leaves', '--reverse', '--top', '3'],
        ...['--metrics', 'deep', '--members', 'own', '--coverage', ...ds],
      ),
    );
    const [row] = JSON.parse(await ask('structures', { ...part, contained: false })).rows;
    expect(row).not.toHaveProperty('contained');
    const keys = ['java.util.HashMap'];
    const sizes = JSON.parse(await ask('sizes', { trace: handle, filter: 'structures', metric: 'retained', keys }));
    expect(sizes.rows).toEqual([{ key: keys[0], ...retainedOf(dump, ds) }]);

    // A file that is being edited is left out while it has errors; the others hold.
    const faulty = { name: 'caches.ds', text: 'DS com.acme.Cache {\n  java.util.Map+ }' };
    const { warnings } = JSON.parse(await ask('describe', { trace: handle, files: [{ name, text }, faulty] }));
    expect(warnings).toHaveLength(1);
    expect(warnings[0].message).toMatch(/^the descriptions in caches\.ds are left out until they are correct \(2:/);
    expect(await ask('structures', { trace: handle })).toBe(program('structures', dump, ...ds));
    await ask('describe', { trace: handle, files: [] });
    expect(await ask('structures', { trace: handle })).toBe(before);
    expect(JSON.parse(await ask('describe', { trace: handle, files: [], shipped: false }))).toMatchObject({ types: 0 });
    expect(JSON.parse(await ask('heap', { trace: handle, filter: 'top-level' })).rows).toEqual([]);
  });

  it('look at the same point unless one is named, and at any that is', async () => {
    const lines = [1, 3, 2].flatMap((objects, point) => [
      `{"point":${point},"t":${point},"reached":{"objects":${objects},"bytes":${objects * 2 ** 21}}}`,
      ...Array.from({ length: objects }, (_, o) => `{"o":${o + 1},"type":1} {"root":"unknown","o":${o + 1}}`),
      `{"end":${point}}`,
    ]);
    const trace = join(folder, 'three.heap.jsonl');
    writeFileSync(trace, `{"heaptrail":1}\n{"type":1,"name":"A","size":16}\n${lines.join('\n')}\n`);
    const { handle, info } = await open(trace);
    expect(info).toMatchObject({
      suggestedPoint: { index: 1, why: 'growth' },
      point: { index: 1 },
      heap: { live: { objects: 3 } },
    });
    expect(info).toEqual(JSON.parse(program('info', trace)));
    expect(await ask('timeline', { trace: handle })).toBe(program('timeline', trace));
    expect(await ask('heap', { trace: handle, limit: 50 })).toBe(program('heap', trace));
    for (const at of ['0', '1', 'first', 'last', 'suggested', '1.9s']) {
      expect(await ask('info', { trace: handle, at })).toBe(program('info', trace, '--at', at));
    }
    expect(JSON.parse(await ask('info', { trace: handle, at: 'last' })).heap.live.objects).toBe(2);
    await expect(ask('info', { trace: handle, at: '3' })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('give the same tables', async () => {
    const { handle } = await open(dump);
    const csv = await addon.ask('heap', { trace: handle, sort: 'name', limit: 50 }, undefined, 'csv').promise;
    expect(csv).toBe(
      execFileSync(join(build, 'heaptrail'), ['heap', dump, '--sort', 'name', '--reverse', '--csv'], {
        encoding: 'utf8',
      }),
    );
  });

  it('tell the sizes of some rows as those of all', async () => {
    const { handle } = await open(dump);
    const keys = ['java.lang.String', 'java.util.HashMap', 'no.such.Type'];
    for (const metric of ['deep', 'retained']) {
      const some = JSON.parse(await ask('sizes', { trace: handle, metric, keys })).rows;
      expect(JSON.parse(await ask('sizes', { trace: handle, metric })).rows).toEqual([]);
      expect(JSON.parse(await ask('sizes', { trace: handle, metric, keys })).rows).toEqual(some);
      expect(some.map(({ key }: { key: string }) => key)).toEqual(keys.slice(0, 2));
    }
    expect(JSON.parse(await ask('heap', { trace: handle })).known).toEqual({ deep: true, retained: true });
  });

  it('open at once what was looked into before, with all its sizes', async () => {
    const cache = join(folder, 'cache');
    const first = JSON.parse(await ask('open', { paths: [dump], cache })).handle;
    await ask('sizes', { trace: first, metric: 'retained' });
    const rows = await ask('heap', { trace: first, sort: 'retained' });
    expect(JSON.parse(await ask('store', { trace: first })).bytes).toBeGreaterThan(100_000);
    const phases: string[] = [];
    const again = await addon.ask('open', { paths: [dump], cache }, ({ phase }) => phases.push(phase)).promise;
    expect(phases).toEqual([]);
    expect(await ask('heap', { trace: JSON.parse(again).handle, sort: 'retained' })).toBe(rows);
  });

  it('answer several questions at the same time', async () => {
    const { handle } = await open(dump);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('heap', { trace: handle, limit: 3 })));
    expect(new Set(answers).size).toBe(1);
  });
});

describe('the addon', () => {
  it('reports progress that only grows', async () => {
    const seen: { phase: string; done: number }[] = [];
    await addon.ask('open', { paths: [dump] }, (progress) => seen.push(progress)).promise;
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(seen.every(({ phase, done }) => phase !== '' && done >= 0 && done <= 1)).toBe(true);
  });

  it('reports progress that only grows of whatever is asked', async () => {
    const { handle } = await open(dump);
    const questions: [string, object][] = [
      ['sizes', { metric: 'retained' }],
      ['sizes', { metric: 'deep' }],
      ['inspect', { where: 'bytes>0', roots: true, paths: true, objects: true, sort: 'deep', closure: 'deep' }],
    ];
    for (const [question, args] of questions) {
      const seen: number[] = [];
      await addon.ask(question, { trace: handle, ...args }, ({ done }) => seen.push(done)).promise;
      expect(seen.length).toBeGreaterThan(1);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    }
  });

  it('stops when it is cancelled', async () => {
    const job = addon.ask('open', { paths: [dump] });
    job.cancel();
    await expect(job.promise).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('tells how far a recording is, and takes in nothing where nothing has come', async () => {
    const recording = join(__dirname, '..', '..', 'samples', 'travel-cache', 'travel-cache.heaptrail');
    const { trace } = JSON.parse(program('info', recording));
    const look = JSON.parse(await ask('look', { path: recording, from: 0 }));
    expect(look).toMatchObject({ points: trace.points, running: false, startMillis: Date.parse(trace.start) });
    expect(JSON.parse(await ask('look', { path: recording, from: look.end }))).toMatchObject({ points: 0 });
    const { handle } = await open(recording);
    expect(JSON.parse(await ask('grow', { trace: handle }))).toMatchObject({ info: null });
    await expect(ask('grow', { trace: handle + 1 })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('look', { path: join(folder, 'missing') })).rejects.toMatchObject({ kind: 'input' });
  });

  it('says what is wrong with a file, and where', async () => {
    const broken = join(folder, 'broken.hprof');
    writeFileSync(broken, readFileSync(dump).subarray(0, 25));
    await expect(ask('open', { paths: [broken] })).rejects.toMatchObject({ kind: 'input', where: { file: broken } });
    await expect(ask('open', { paths: [join(folder, 'missing.hprof')] })).rejects.toThrow('No such file');
  });

  it('refuses arguments of the wrong kind', async () => {
    await expect(ask('open', { paths: 5 })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('heap', { trace: 1, sort: 'price' })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('heap', { trace: 1, limit: -1 })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('heap', { trace: 1, filter: 'heads' })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('structures', { trace: 1, sort: 'bytes' })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('describe', { trace: 1, files: [{ name: 'a.ds' }] })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('nonsense', {})).rejects.toMatchObject({ kind: 'usage' });
    expect(() => (addon as unknown as { ask(question: number): void }).ask(5)).toThrow(TypeError);
  });
});
