// Where rows of a tree lie whose levels come page by page: levels drawn as words, `B(x y)` for a row with two rows below it.
import { describe, expect, it } from 'vitest';
import type { HeapAnswer, HeapRow } from '../../shared/protocol/answers';
import {
  type Below,
  depthOf,
  identityOf,
  isPathBelow,
  LevelRows,
  type RowPath,
  type TreeRow,
} from '../../webviews/src/heap/tree_rows';

const size = { objects: 1, bytes: 16 };
const answerOf = (keys: string[], more: Partial<HeapAnswer> = {}): HeapAnswer => ({
  point: { index: 0, t: 0, ...size },
  count: 'live',
  known: { deep: false, retained: false },
  total: { rows: keys.length, ...size },
  rows: keys.map((key): HeapRow => ({ key, ...size })),
  ...more,
});

/** By the path of a row the keys below it, of which the first `loaded` are there. */
function tree(levels: Record<string, string[]>, loaded = 100) {
  const wanted: string[] = [];
  const closed: string[] = [];
  const levelAt = (path: RowPath): LevelRows => {
    const id = path.join(' ');
    const keys = levels[id] ?? [];
    const rows = answerOf(keys).rows;
    const source = {
      row: (index: number) => (index < loaded ? rows[index] : undefined),
      want: (from: number, to: number) => wanted.push(`${id || 'all'} ${from}-${to}`),
    };
    const level = new LevelRows(source, path, {
      isExpandable: () => true,
      belowOf: (below) => (levels[below.join(' ')] ? belowOf(below) : undefined),
    });
    level.take({ ...answerOf(keys), rows: rows.slice(0, loaded) }, 0);
    return level;
  };
  const belowOf = (path: RowPath): Below => {
    const level = levelAt(path);
    return {
      get length() {
        return level.length;
      },
      row: (index) => level.row(index),
      want: (from, to) => level.want(from, to),
      more: () => undefined,
      find: (index) => level.find(index),
      holderOf: (index) => level.holderOf(index),
      close: () => closed.push(path.join(' ')),
    };
  };
  const all = levelAt([]);
  const wordOf = (row: TreeRow | undefined) =>
    row?.kind === 'group' ? `${'.'.repeat(depthOf(row) - 1)}${row.row.key}${row.expanded ? '▾' : ''}` : '?';
  const picture = () => Array.from({ length: all.length }, (_, index) => wordOf(all.row(index))).join(' ');
  wanted.length = 0;
  return { all, picture, wanted };
}

describe('the rows of a tree', () => {
  it('are those of the first level as long as none is expanded', () => {
    expect(tree({ '': ['A', 'B', 'C'] }).picture()).toBe('A B C');
  });
  it('have below an expanded row what is in it, at any depth', () => {
    const { picture } = tree({ '': ['A', 'B', 'C'], A: ['a'], B: ['x', 'y'], 'B y': ['1', '2'] });
    expect(picture()).toBe('A▾ .a B▾ .x .y▾ ..1 ..2 C');
  });
  it('ask each level for what is seen of it', () => {
    const { all, wanted } = tree({ '': ['A', 'B', 'C'], B: ['x', 'y', 'z'], 'B y': ['1', '2'] });
    all.want(3, 6);
    all.want(0, 0);
    expect(wanted).toEqual(['all 1-2', 'B 1-2', 'B y 0-2']);
  });
  it('know the level and the place of each, and what it is below', () => {
    const { all } = tree({ '': ['A', 'B', 'C'], B: ['x', 'y'], 'B y': ['1'] });
    const places = Array.from({ length: all.length }, (_, index) => {
      const row = all.row(index);
      return row?.kind === 'group' ? [row.path.join(' '), all.find(index).index, all.ownIndex(index)] : undefined;
    });
    expect(places).toEqual([
      ['A', 0, 0],
      ['B', 1, 1],
      ['B x', 0, 1],
      ['B y', 1, 1],
      ['B y 1', 0, 1],
      ['C', 2, 2],
    ]);
    expect([all.holderOf(0), all.holderOf(2)?.length, all.holderOf(4)?.length]).toEqual([undefined, 3, 1]);
  });
  it('go when they are collapsed, or when another question is asked', () => {
    const { all, picture } = tree({ '': ['A', 'B'], A: ['a'], B: ['b'] });
    all.collapse('A');
    expect(picture()).toBe('A B▾ .b');
    all.clear();
    expect(all.length).toBe(0);
  });
  it('are shown below a row as soon as that is there', () => {
    const { all, picture } = tree({ '': ['A', 'B', 'C'], C: ['c'] }, 2);
    expect(picture()).toBe('A B ?');
    all.take({ ...answerOf(['A', 'B', 'C']), rows: [{ key: 'C', ...size }] }, 2);
    expect(all.length).toBe(4);
  });
  it('tell which property they are keys of, and the grouping that ends with them', () => {
    const { all } = tree({ '': ['java'] });
    all.take(answerOf(['java'], { level: 'package', rowsBy: 'package(1)' }), 0);
    expect(all.row(0)).toMatchObject({ level: 'package', rowsBy: 'package(1)', path: ['java'] });
  });
  it('are recognised by the keys that lead to them, and where another row will be in their place not at all', () => {
    const { all } = tree({ '': ['A', 'B'], B: ['x'] });
    const row = all.row(2);
    expect(row && identityOf(row)).toBe('B\nx');
    expect(identityOf({ kind: 'loading', path: ['B'] })).toBeNull();
    expect([isPathBelow('B\nx', ['B']), isPathBelow('Bx', ['B']), isPathBelow('B', ['B'])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
