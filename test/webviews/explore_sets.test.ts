// The Heap tab's columns, and its rows and sets as something to take along: several rows as one set, and sets as text.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import {
  asked,
  copied,
  crumbs,
  grouped,
  host,
  inspect,
  last,
  makeExplorePage,
  menuOf,
  open,
  pass,
  row,
  scroller,
  show,
  state,
  type,
} from './explore_page';
import { byId, key, must, rows } from './page';

beforeEach(makeExplorePage);

describe('columns', () => {
  const heads = () => [...document.querySelectorAll('[role="columnheader"]')].map(({ textContent }) => textContent);
  const cells = () => [...must('heap-row').querySelectorAll('[role="gridcell"]')].map((cell) => cell.className);
  it('are taken away and come back, also when the tab is opened again', async () => {
    await open({ sort: 'objects' });
    must('column-objects').click();
    must('column-deep').click();
    await pass(200);
    expect(heads()).toEqual(['Type', 'Shallow ↓', 'Retained'].map((words) => words.replace(' ↓', '')));
    expect(cells().map((name) => /name|bytes|retained/.exec(name)?.[0])).toEqual(['name', 'bytes', 'retained']);
    expect(must('heap-table').dataset.sizes).toBe('2');
    // What ordered the rows is not seen any more.
    expect(state).toMatchObject({ hiddenColumns: ['objects', 'deep'], sort: 'bytes' });
    await show();
    expect(heads()).toEqual(['Type', 'Shallow', 'Retained']);
    must('column-bytes').click();
    expect(must<HTMLInputElement>('column-retained').disabled).toBe(true);
    must('column-objects').click();
    expect(heads()).toEqual(['Type', 'Objects', 'Retained']);
    expect([...must('heap-row').children].map((cell) => cell.getAttribute('aria-colindex'))).toEqual(['1', '2', '3']);
  });
});

describe('bytes to gain', () => {
  const copiedLine = () => {
    key(scroller(), 'Home');
    key(scroller(), 'c', { ctrlKey: true });
    return String(copied.mock.lastCall?.[0]).split('\t');
  };
  const box = () => must<HTMLInputElement>('column-gain');
  it('are a column of any grouping, in place of what objects lead to, and stay so when the tab is opened again', async () => {
    await open(grouped('package, type'));
    expect([box().checked, box().disabled, byId('cell-gain')]).toEqual([false, false, null]);
    box().click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'package, type', metrics: ['gain'] });
    expect([byId('cell-deep'), must('sort-gain').textContent]).toEqual([null, 'To gain']);
    must('sort-gain').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ sort: 'gain' });
    await show();
    expect([box().checked, state.sort]).toEqual([true, 'gain']);
    must('preset-types').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ metrics: ['gain'], sort: 'gain' });
    box().click();
    await pass(200);
    expect(last(asked.heap).metrics).toBeUndefined();
    expect(last(asked.heap)).toMatchObject({ sort: 'bytes', offset: 0 });
    expect([byId('cell-gain'), state.gain]).toEqual([null, 'of-waste']);
  });
  it('of rows of waste are taken away, and are not there where nobody can tell them', async () => {
    await open(grouped('waste(hide), owner, type'));
    expect([box().checked, must<HTMLInputElement>('column-deep').checked]).toEqual([true, true]);
    must('column-bytes').click();
    must('column-deep').click();
    must('column-retained').click();
    await pass(200);
    expect(must('heap-table').dataset.sizes).toBe('1');
    must('column-retained').click();
    box().click();
    await pass(200);
    expect([last(asked.heap).metrics, byId('cell-gain'), state.gain]).toEqual([undefined, null, 'hidden']);
    box().click();
    await pass(200);
    expect([last(asked.heap).metrics, state.gain]).toEqual([['gain'], 'of-waste']);
    must('count-all').click();
    await pass(200);
    expect([box().checked, box().disabled, last(asked.heap).metrics]).toEqual([false, true, undefined]);
  });
  it('are the last column of copied rows where the table has them', async () => {
    await open();
    const without = copiedLine();
    box().click();
    await pass(2000);
    const line = copiedLine();
    const gain = must('heap-row').querySelector<HTMLElement>('[data-testid="cell-gain"] .value')?.dataset.exact;
    expect(line).toHaveLength(without.length + 1);
    expect(line.at(-1)).toBe(gain);
    expect(Number(gain)).toBeGreaterThan(0);
  });
});

describe('what is tried out before it is shown', () => {
  it('is asked for at the same points, of what counts, and nothing else', async () => {
    await open(
      { ...grouped('type', { from: 0 }), at: 2, count: 'all', search: 'x', sort: 'name', ascending: true },
      {
        trace: { timeline: fakeTimeline({ points: 4, gcs: 0, seconds: 60 }) },
      },
    );
    type('grouping-field', 'type, site');
    key(must('grouping-field'), 'Enter');
    await pass(200);
    const tried = asked.heap.find(({ limit }) => limit === 1);
    expect(tried).toEqual({ at: '2', from: '0', by: 'type, site', count: 'all', sort: 'bytes', limit: 1 });
  });
});

describe('sets as text', () => {
  it('are the whole way, and open again where they are pasted', async () => {
    await open(grouped('type, site'));
    menuOf(row('java.lang.String'));
    must('row-referrers').click();
    await pass(200);
    const first = rows()[0] ?? '';
    menuOf(row(first));
    must('row-group').click();
    must('row-group-types-sites').click();
    await pass(200);
    const { grouping } = state;
    must('set-copy').click();
    const [text] = copied.mock.lastCall ?? [];
    expect(text.split('\n')).toHaveLength(3);
    await open();
    const field = must('grouping-field');
    const paste = Object.assign(new Event('paste', { cancelable: true }), { clipboardData: { getData: () => text } });
    field.dispatchEvent(paste);
    await pass(500);
    expect(paste.defaultPrevented).toBe(true);
    const withoutLeft = grouping.trail.map(({ of, by }) => ({ of, by }));
    expect(state.grouping).toEqual({ ...grouping, trail: withoutLeft });
    expect(crumbs()).toEqual(['All objects', 'String', expect.anything()]);
  });
});

describe('several rows', () => {
  const chosen = () =>
    [...document.querySelectorAll<HTMLElement>('.row[aria-selected="true"]')].map((each) => each.dataset.key);
  const click = (name: string, how: MouseEventInit = {}) =>
    row(name).dispatchEvent(new MouseEvent('click', { bubbles: true, ...how }));
  const [first, second, third, fourth] = [
    'byte[]',
    'java.lang.String',
    'java.util.concurrent.ConcurrentHashMap$Node',
    'com.example.travel.journey.planning.JourneyService$QueryKey',
  ] as const;

  it('are one set, by clicks with Ctrl, for everything that a row is good for', async () => {
    await open(grouped('type, site'));
    click(second);
    await pass(500);
    expect(must('chosen').hidden).toBe(true);
    click(first, { ctrlKey: true });
    click(fourth, { metaKey: true });
    expect(chosen()).toEqual([first, second, fourth]);
    expect(must('chosen-words').textContent).toBe('3 rows chosen');
    const set = { by: 'type', path: [`${second} | ${first} | ${fourth}`], where: '', filter: null };
    must('chosen-inspect').click();
    expect(inspect).toHaveBeenCalledWith(set);
    // Pointed at, one of them means all; another row means itself.
    expect(menuOf(row(first))).not.toContain('row-describe');
    must('row-inspect').click();
    expect(inspect).toHaveBeenLastCalledWith(set);
    menuOf(row(first));
    must('row-referrers').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'type, referrers[type]', path: set.path });
    expect(crumbs()).toEqual(['All objects', 'String | byte[] | JourneyService$QueryKey']);
    must('trail-back').click();
    await pass(200);
    expect([chosen(), must('chosen').hidden]).toEqual([[fourth], true]);
    click(second, { ctrlKey: true });
    menuOf(row(first));
    expect(chosen()).toEqual([first]);
  });
  it('say what they retain together, when one has come to rest', async () => {
    await open();
    const asking = vi.fn(host.answers.inspect);
    host.answers.inspect = asking;
    click(first);
    click(second, { ctrlKey: true });
    click(third, { ctrlKey: true });
    expect([must('chosen-together').textContent, asking.mock.calls.length]).toEqual(['What they retain together …', 0]);
    await pass(2000);
    expect(asking.mock.calls).toHaveLength(1);
    expect(asking.mock.calls[0]?.[0]).toMatchObject({ by: 'type', path: [`${first} | ${second} | ${third}`] });
    expect(must('chosen-together').textContent).toMatch(/together they retain [\d.,]+\s(MiB|GiB)/);
    await open({ count: 'unreachable' });
    click(first);
    click(second, { ctrlKey: true });
    await pass(2000);
    expect(must('chosen-together').textContent).toBe('');
  });
  it('are chosen with the keyboard, copied, and let go', async () => {
    await open();
    click(second);
    key(scroller(), 'ArrowDown', { shiftKey: true });
    key(scroller(), 'ArrowDown', { shiftKey: true });
    expect(chosen()).toEqual([second, third, fourth]);
    key(scroller(), 'ArrowUp', { shiftKey: true });
    expect(chosen()).toEqual([second, third]);
    key(scroller(), 'ArrowUp', { ctrlKey: true });
    key(scroller(), 'ArrowUp', { ctrlKey: true });
    expect([chosen(), document.querySelector<HTMLElement>('[data-active]')?.dataset.key]).toEqual([
      [second, third],
      first,
    ]);
    key(scroller(), ' ', { ctrlKey: true });
    expect(chosen()).toEqual([first, second, third]);
    key(scroller(), 'c', { ctrlKey: true });
    expect(copied.mock.calls[0]?.[0].split('\n').map((line: string) => line.split('\t')[0])).toEqual([
      second,
      third,
      first,
    ]);
    key(scroller(), 'i');
    expect(inspect.mock.calls[0]?.[0].path).toEqual([`${second} | ${third} | ${first}`]);
    key(scroller(), 'Escape');
    expect([chosen(), must('chosen').hidden]).toEqual([[first], true]);
    key(scroller(), ' ', { ctrlKey: true });
    key(scroller(), 'ArrowDown');
    expect([chosen(), must('chosen').hidden]).toEqual([[second], true]);
  });
  it('are all of a level with Ctrl+A, as many as can be one set', async () => {
    await open(grouped('type, site'), { trace: { types: 60 } });
    click(first);
    await pass(500);
    key(scroller(), 'a', { ctrlKey: true });
    expect(must('chosen-words').textContent).toBe('60 rows chosen');
    click('(no site)');
    await pass(500);
    key(scroller(), 'a', { ctrlKey: true });
    const levels = [...document.querySelectorAll('.row[aria-selected="true"]')].map((each) =>
      each.getAttribute('aria-level'),
    );
    expect([levels.length > 1, new Set(levels)]).toEqual([true, new Set(['2'])]);
    await open();
    click(first);
    key(scroller(), 'a', { ctrlKey: true });
    await pass(200);
    expect(must('chosen').textContent).toContain('More than 200 cannot be one set.');
  });
  it('are of one level: a row of another begins anew', async () => {
    await open(grouped('type, site'));
    click(first);
    await pass(500);
    click(second, { ctrlKey: true });
    click('(no site)', { ctrlKey: true });
    expect(chosen()).toEqual(['(no site)']);
    expect(must('chosen-words').textContent).toBe('1 row chosen');
  });
  it('that are structures are inspected by their heads', async () => {
    await open({ rows: 'structures', expanded: ['java.util.TreeMap'] });
    await pass(500);
    const structure = (index: number) =>
      document.querySelectorAll<HTMLElement>('[data-testid="structure-row"]')[index] ?? expect.unreachable();
    const ids = [0, 1].map((index) => `id=${structure(index).querySelector('.id')?.textContent}`);
    structure(0).click();
    structure(1).dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    must('chosen-inspect').click();
    expect(inspect).toHaveBeenCalledWith({ by: 'type', path: [], where: ids.join(' or '), filter: null });
    expect(byId('chosen-menu')).toBeNull();
  });
});
