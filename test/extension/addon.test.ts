// The real addon against the real program: both must say the same, byte for byte.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addon, loadAddon } from '../../extension/src/engine/addon';

const build = join(__dirname, '..', '..', 'build', 'release');
let addon: Addon;
let folder: string;
let dump: string;

const program = (...args: string[]) =>
  execFileSync(join(build, 'heaptrail'), [...args, '--json'], { encoding: 'utf8' });
const ask = async (question: string, args: object) => `${await addon.ask(question, args).promise}\n`;
const open = async (path: string) => JSON.parse(await ask('open', { path })) as { handle: number; info: object };

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
    await ask('close', { trace: handle });
    await expect(ask('heap', { trace: handle })).rejects.toMatchObject({ kind: 'usage' });
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
    await addon.ask('open', { path: dump }, (progress) => seen.push(progress)).promise;
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(seen.every(({ phase, done }) => phase !== '' && done >= 0 && done <= 1)).toBe(true);
  });

  it('stops when it is cancelled', async () => {
    const job = addon.ask('open', { path: dump });
    job.cancel();
    await expect(job.promise).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('says what is wrong with a file, and where', async () => {
    const broken = join(folder, 'broken.hprof');
    writeFileSync(broken, readFileSync(dump).subarray(0, 25));
    await expect(ask('open', { path: broken })).rejects.toMatchObject({ kind: 'input', where: { file: broken } });
    await expect(ask('open', { path: join(folder, 'missing.hprof') })).rejects.toThrow('No such file');
  });

  it('refuses arguments of the wrong kind', async () => {
    await expect(ask('open', { path: 5 })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('heap', { trace: 1, sort: 'price' })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('heap', { trace: 1, limit: -1 })).rejects.toMatchObject({ kind: 'usage' });
    await expect(ask('nonsense', {})).rejects.toMatchObject({ kind: 'usage' });
    expect(() => (addon as unknown as { ask(question: number): void }).ask(5)).toThrow(TypeError);
  });
});
