import { describe, expect, it } from 'vitest';
import type { HeapRow, StructureRow } from '../../extension/src/protocol/answers';
import type { StructureList } from '../../webviews/src/heap/structure_lists';
import { identityOf, TreeRows } from '../../webviews/src/heap/tree_rows';

const size = { objects: 1, bytes: 16 };
const structure = (type: string, n: number): StructureRow => ({
  id: `${type}${n}`,
  type,
  description: type,
  site: [],
  structure: size,
  deepStructure: size,
  leaves: 1,
  ...size,
});
const list = (
  type: string,
  there: number,
  total: number | undefined,
  state: StructureList['state'],
): StructureList => ({
  rows: Array.from({ length: there }, (_, n) => structure(type, n)),
  total,
  state,
});
const ready = { kind: 'ready' } as const;

/** Types A to Z, of which only the first `loaded` are there. */
function tree(lists: Record<string, StructureList>, loaded = 26) {
  const wanted: [number, number][] = [];
  const types = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const row = (index: number): HeapRow | undefined => {
    const key = types[index];
    return key === undefined || index >= loaded ? undefined : { key, ...size };
  };
  const rows = new TreeRows({ row, want: (from, to) => wanted.push([from, to]) }, (type) => lists[type]);
  rows.setTypes(26);
  for (const type of Object.keys(lists)) rows.place(type, types.indexOf(type));
  /** One word a row. */
  const picture = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => rows.row(from + n))
      .map((each) =>
        each?.kind === 'type' ? `${each.row.key}${each.expanded ? '▾' : ''}` : ((each && nameOf(each)) ?? '?'),
      )
      .join(' ');
  return { rows, wanted, picture };
}
const nameOf = (row: NonNullable<ReturnType<TreeRows['row']>>) =>
  row.kind === 'structure' ? row.row.id : row.kind === 'more' ? `+${row.left}` : row.kind;

describe('rows of types and of what is below them', () => {
  it('are the types alone as long as none is expanded', () => {
    const { rows, picture } = tree({});
    expect(rows.length).toBe(26);
    expect(picture(0, 3)).toBe('A B C');
  });
  it('show a heading, the structures and how many are left below an expanded type', () => {
    const { rows, picture } = tree({ B: list('B', 2, 5, ready), D: list('D', 1, 1, ready) });
    expect(picture(0, 10)).toBe('A B▾ heading B0 B1 +3 C D▾ heading D0');
    expect(rows.length).toBe(26 + 4 + 2);
    expect(picture(31, 33)).toBe('Z ?');
  });
  it('tell that structures are on their way, or could not be loaded', () => {
    const failed = { kind: 'failed', message: 'too little memory' } as const;
    const { picture } = tree({ A: list('A', 0, undefined, { kind: 'loading' }), B: list('B', 1, 9, failed) });
    expect(picture(0, 7)).toBe('A▾ heading loading B▾ heading B0 failed');
  });
  it('ask for the types of what is seen', () => {
    const { rows, wanted } = tree({ B: list('B', 2, 5, ready) });
    rows.want(3, 5);
    rows.want(4, 9);
    rows.want(0, 0);
    expect(wanted).toEqual([
      [1, 2],
      [1, 5],
    ]);
  });
  it('know where types lie in both counts', () => {
    const { rows } = tree({ B: list('B', 2, 5, ready), D: list('D', 1, 1, ready) });
    expect([0, 1, 4, 5, 6, 7, 9, 10].map((index) => rows.typeAt(index))).toEqual([0, 1, 1, 1, 2, 3, 3, 4]);
    expect(rows.typeAt(31)).toBe(25);
  });
  it('forget what is collapsed, and where types lay in another order', () => {
    const { rows, picture } = tree({ B: list('B', 1, 1, ready), D: list('D', 1, 1, ready) });
    rows.forget('B');
    expect(picture(0, 6)).toBe('A B C D▾ heading D0');
    rows.clear();
    expect(rows.length).toBe(0);
  });
  it('show nothing below a type that is not loaded', () => {
    const { picture } = tree({ B: list('B', 1, 1, ready) }, 1);
    expect(picture(0, 4)).toBe('A ? ? ?');
  });
  it('are recognised by what they are, and where another row will be in their place not at all', () => {
    const { rows } = tree({ B: list('B', 1, 5, ready) });
    const identities = [1, 2, 3, 4].map((index) => {
      const row = rows.row(index);
      return row && identityOf(row);
    });
    expect(identities).toEqual(['B', null, 'B\nB0', null]);
  });
});
