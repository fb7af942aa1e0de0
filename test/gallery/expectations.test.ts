// What the programs' expectations say of their sources is so: the lines are there, and they allocate or call something.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedOf, folderOf, programsNamed } from './programs.mjs';

const programs = programsNamed([]);

function sourceOf(program: string, file: string): string[] {
  const folder = folderOf(program);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => path.basename(one) === file);
  expect(found).toHaveLength(1);
  return readFileSync(path.join(folder, found[0] ?? ''), 'utf8').split('\n');
}

describe.each(programs)('$name', ({ name, main }) => {
  const expected = expectedOf(name);

  it('expects lines of its sources that allocate or call', () => {
    expect(expected.app.length).toBeGreaterThan(0);
    expect(expected.appText).toHaveLength(expected.app.length);
    for (const [index, place] of expected.app.entries()) {
      const [, file = '', line = ''] = /^(\w+\.java):(\d+)$/.exec(place) ?? [];
      const text = sourceOf(name, file)[Number(line) - 1];
      expect(text).toContain(expected.appText[index]);
      expect(text).toMatch(/\w\(|\bnew \w/);
    }
  });

  it('expects types and fields that can be written in Java', () => {
    expect(expected.head.length).toBeGreaterThan(0);
    for (const head of expected.head) expect(() => new RegExp(head)).not.toThrow();
    for (const via of expected.via) expect(via).toMatch(/^\w+$/);
    for (const leaf of expected.leaf) expect(leaf).toMatch(/^[\w.$]+$/);
    expect(expected.culprits).toBeGreaterThanOrEqual(1);
  });

  it('has a main class in a package of its own', () => {
    expect(main).toMatch(/^[a-z]\w*\.[A-Z]\w*$/);
    expect(existsSync(path.join(folderOf(name), `${main.replace('.', '/')}.java`))).toBe(true);
    const others = programs.filter((other) => other.name !== name);
    expect(others.map((other) => other.main.split('.')[0])).not.toContain(main.split('.')[0]);
  });
});

it('The gallery shows leaks of 17 libraries, and class-loader leaks of four kinds', () => {
  const inGroup = (group: 'libraries' | 'loaders') => programs.filter(({ groups }) => groups.includes(group));
  expect(inGroup('libraries')).toHaveLength(17);
  expect(inGroup('loaders').map(({ name }) => name)).toEqual([
    'groovy-prices',
    'jdbc-drivers',
    'rhino-plugins',
    'webapp-threadlocal',
  ]);
});
