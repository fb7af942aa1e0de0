// Sets of objects, and the way from one to another: as questions ask for them, and as a line of text.
import { describe, expect, it } from 'vitest';
import { defaultViewState, type GroupingChoice, mostSteps } from '../../shared/protocol/view';
import { heapCommand, inspectCommand } from '../../webviews/src/command_line';
import {
  at,
  dividedBy,
  firstLevel,
  fromTheStart,
  into,
  isPlain,
  rowSet,
  setArgs,
  stepOf,
  wayOn,
} from '../../webviews/src/heap/shown_set';

const { grouping: start } = defaultViewState;
const set = (grouping: GroupingChoice, rows: 'objects' | 'structures' = 'objects') => setArgs({ rows, grouping });
const goInto = (grouping: GroupingChoice, rowsBy: string, path: string[], division: string) =>
  into(grouping, rowSet({ rows: 'objects', grouping }, rowsBy, path), division);

describe('the set that is shown', () => {
  it('is asked for without what goes without saying', () => {
    expect(set(start)).toEqual({});
    expect(set(start, 'structures')).toEqual({ filter: 'top-level' });
    expect([isPlain(set(start)), isPlain(set(start, 'structures'))]).toEqual([true, true]);
  });
  it('has its grouping, its condition and whose structures it is of', () => {
    const choice = { ...dividedBy(start, 'type, site'), where: 'bytes>=1000', owned: true };
    expect(set(choice, 'structures')).toEqual({ by: 'type, site', where: 'bytes>=1000', filter: 'structures' });
    expect(isPlain(set({ ...start, owned: true }, 'structures'))).toBe(false);
  });
  it('is divided anew behind the grouping that ends with the row that was gone into', () => {
    const packages = dividedBy(start, 'package, type');
    const util = goInto(packages, 'package(2)', ['java', 'util'], 'loader, type');
    expect(set(util)).toEqual({ by: 'package(2), loader, type', path: ['java', 'util'] });
    const further = goInto(util, 'package(2), loader', ['app 0x1'], 'site');
    expect(set(further)).toEqual({ by: 'package(2), loader, site', path: ['java', 'util', 'app 0x1'] });
  });
});

const one = goInto(start, 'type', ['A'], 'site');

describe('the first level of a grouping', () => {
  it('is by the first property that divides', () => {
    expect(
      ['site, type', 'package(2), type', 'leaves(deep)[site, type]', 'containing-structures'].map(firstLevel),
    ).toEqual(['site', 'package', 'site', 'type']);
  });
});

describe('the trail', () => {
  const two = goInto(one, 'type, site', ['a.M.m'], 'thread');

  it('is walked back and forth, and says which row leads on', () => {
    const back = at(two, 1);
    expect([stepOf(back).by, wayOn(back), wayOn(two)]).toEqual(['site', ['a.M.m'], null]);
    expect(at(back, 2)).toEqual(two);
    expect([at(two, -3).place, at(two, 9).place]).toEqual([0, 2]);
  });
  it('forgets what was ahead where another way is taken', () => {
    const other = goInto(at(two, 0), 'type', ['B'], 'type');
    expect(other.trail.map(({ of }) => of.path)).toEqual([[], ['B']]);
    expect(dividedBy(at(two, 1), 'loader').trail).toHaveLength(2);
  });
  it('begins with all objects, however long it is', () => {
    let long = start;
    for (let step = 0; step < mostSteps + 5; step++) long = goInto(long, 'type', [`T${step}`], 'type');
    expect(long.trail).toHaveLength(mostSteps);
    expect([long.trail[0]?.of.path, long.place]).toEqual([[], mostSteps - 1]);
    expect(fromTheStart(long)).toEqual(start);
  });
});

describe('as text, a question', () => {
  it('is the command that prints the same rows', () => {
    const question = {
      ...set({ ...one, where: 'type=java.*' }),
      from: '0',
      at: '3',
      search: '',
      count: 'live' as const,
    };
    expect(heapCommand(['app.heaptrail'], { ...question, sort: 'growth', ascending: false })).toBe(
      "heaptrail heap app.heaptrail --by 'type, site' --path A --where 'type=java.*' --from 0 --at 3 --sort growth",
    );
  });
  it('is quoted as a shell wants it', () => {
    expect(heapCommand(["it's mine.hprof"], { path: ['Outer$Inner', '(no site)'], sort: 'bytes' })).toBe(
      "heaptrail heap 'it'\\''s mine.hprof' --path 'Outer$Inner' --path '(no site)'",
    );
  });
  it('says what is not as usual, and nothing else', () => {
    expect(heapCommand(['a.hprof'], { sort: 'name', ascending: true, search: '', count: 'live' })).toBe(
      'heaptrail heap a.hprof --sort name',
    );
    expect(heapCommand(['a.hprof', 'b.hprof'], { sort: 'retained', ascending: true, count: 'all' })).toBe(
      'heaptrail heap a.hprof b.hprof --count all --sort retained --metrics retained --reverse',
    );
  });
  it('inspects what the tab does, or what is in an object', () => {
    const row = { by: 'type, site', path: ['A', 'b.C.d:7'], where: 'bytes>9', filter: 'structures' as const, at: '3' };
    expect(inspectCommand(['app.heaptrail'], row, false)).toBe(
      "heaptrail inspect app.heaptrail --by 'type, site' --path A --path b.C.d:7 --where 'bytes>9' --filter structures --at 3 --roots --paths --cuts --objects",
    );
    expect(inspectCommand(['a.hprof'], { object: '0xe0' }, true)).toBe(
      'heaptrail inspect a.hprof --object 0xe0 --fields',
    );
  });
});
