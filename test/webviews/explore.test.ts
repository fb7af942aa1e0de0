// The Heap tab grouped in other ways than by type: the grouping control, rows below rows, and going from one set of objects to another.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeapAnswer } from '../../shared/protocol/answers';
import { usualSettings, type ViewAction } from '../../shared/protocol/view';
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
  newSizes,
  open,
  pass,
  row,
  saved,
  scroller,
  selected,
  show,
  state,
  step,
  type,
  view,
} from './explore_page';
import { byId, key, must, rows } from './page';

beforeEach(makeExplorePage);

describe('the grouping', () => {
  it('is the types alone, without anything more, unless somebody chooses another', async () => {
    await open();
    expect(scroller().getAttribute('role')).toBe('grid');
    expect([must('group-by').textContent, must('set-line').hidden]).toEqual(['Group by: Types', true]);
    expect(last(asked.heap)).not.toHaveProperty('by');
  });
  it('is chosen by name', async () => {
    await open({ search: 'String' });
    must('group-by').click();
    must('preset-types-sites').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'type, site', search: '', limit: 200 });
    expect(must('group-by').textContent).toBe('Group by: Types, then sites');
    expect(scroller().getAttribute('role')).toBe('treegrid');
    expect(row('byte[]').getAttribute('aria-expanded')).toBe('false');
    expect(must('preset-types-sites').getAttribute('aria-pressed')).toBe('true');
  });
  it('that the trace cannot answer says why, and cannot be chosen', async () => {
    await open({}, { about: (answer) => answer });
    must('group-by').click();
    expect(must('preset-sites').title).toContain('recordings with allocation sites do');
    expect(must('preset-sites').textContent).toContain('not told by this trace');
    const before = asked.heap.length;
    must('preset-sites').click();
    await pass(200);
    expect([asked.heap.length, step().by]).toEqual([before, 'type']);
  });
  it('in words says what is wrong, and where, while the table stays', async () => {
    await open();
    const before = rows();
    key(type('grouping-field', 'type, sight'), 'Enter');
    await pass(200);
    const message = must('grouping-field-message');
    expect(message.textContent).toContain(
      'In the grouping, expected type, package or site at position 7, found "sight".',
    );
    expect(message.querySelector('mark')?.textContent).toBe('sight');
    expect(must('grouping-field').getAttribute('aria-invalid')).toBe('true');
    expect(rows()).toEqual(before);
    key(type('grouping-field', 'thread'), 'Enter');
    await pass(200);
    expect(must('sort-name').textContent).toBe('Thread');
    expect(rows()[0]).toBe('main');
  });
  it('is chosen by a name of the user’s own, also for a row, and others take its place when settings change', async () => {
    saved.groupings = [{ name: 'Who makes it', words: 'site, thread' }];
    await open();
    must('group-by').click();
    must('preset-saved-Who makes it').click();
    await pass(200);
    expect([last(asked.heap).by, must('group-by').textContent]).toEqual(['site, thread', 'Group by: Who makes it']);
    expect(must('save-grouping').hidden).toBe(true);
    must('row-actions').click();
    must('row-group').click();
    expect(byId('row-group-saved-Who makes it')).not.toBeNull();

    view?.showSettings({ ...usualSettings, groupings: [{ name: 'Makers', words: 'site, thread' }] });
    expect(must('group-by').textContent).toBe('Group by: Makers');
    expect(byId('preset-saved-Who makes it')).toBeNull();
    expect(must('preset-saved-Makers').getAttribute('aria-pressed')).toBe('true');
  });
  it('that the user keeps with a mistake in it says what the engine says, and the table stays', async () => {
    saved.groupings = [{ name: 'Broken', words: 'type, sight' }];
    await open();
    must('group-by').click();
    must('preset-saved-Broken').click();
    await pass(200);
    expect(must('grouping-field-message').textContent).toContain('at position 7, found "sight"');
    expect(must('preset-saved-Broken').textContent).toContain('found "sight"');
    expect(step().by).toBe('type');
  });
  it('can be kept under a name, unless it has one', async () => {
    await open();
    const acted: ViewAction[] = [];
    host.act = (action) => acted.push(action);
    expect(must('save-grouping').hidden).toBe(true);
    key(type('grouping-field', 'thread, site'), 'Enter');
    await pass(200);
    must('group-by').click();
    must('save-grouping').click();
    expect(acted).toEqual([{ kind: 'save-words', of: 'grouping', words: 'thread, site' }]);
  });
  it('by dominators has names whose packages give way first, not fields and types', async () => {
    await open(grouped('dominator-tree'));
    const partsOf = (name: string) =>
      [...row(name).querySelectorAll('.name span:not(.row-actions)')].map(({ textContent }) => textContent);
    expect(partsOf('attributes: java.util.concurrent.ConcurrentHashMap$Node[]')).toEqual([
      'attributes: ',
      'java.util.concurrent.',
      'ConcurrentHashMap$Node[]',
    ]);
    expect(partsOf('class com.example.travel.Main')).toEqual(['class ', 'com.example.travel.', 'Main']);
  });
  it('is completed with the keyboard', async () => {
    await open();
    const input = type('grouping-field', 'type, allo');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    key(input, 'ArrowDown');
    expect(input.getAttribute('aria-activedescendant')).toBe('grouping-field-0');
    key(input, 'Enter');
    expect([input.value, input.getAttribute('aria-expanded')]).toEqual(['type, allocating-package', 'false']);
  });
  it('says no sum of rows that share objects', async () => {
    await open();
    const { heap } = host.answers;
    host.answers.heap = async (...asked: Parameters<typeof heap>) => {
      const answer = (await heap(...asked)) as HeapAnswer;
      return { ...answer, total: { ...answer.total, objects: 2 * answer.point.objects } };
    };
    expect(must('heap-total').textContent).toContain('objects');
    must('preset-roots').click();
    await pass(200);
    expect(must('heap-total').textContent).toBe('4 rows');
  });
  it('can be given up while it is computed', async () => {
    await open();
    const cancel = vi.fn();
    host.answers.heap = () => ({ promise: new Promise(() => undefined), cancel });
    must('preset-packages').click();
    must('grouping-cancel').click();
    expect(cancel).toHaveBeenCalled();
    expect(step().by).toBe('type');
  });
});

describe('a wish', () => {
  it('that takes long takes nothing back that was chosen meanwhile', async () => {
    const timeline = fakeTimeline({ points: 4, gcs: 0, seconds: 60 });
    await open({ at: 3 }, { trace: { timeline } });
    must('preset-types-sites').click();
    const select = must<HTMLSelectElement>('compare-with');
    select.value = '1';
    select.dispatchEvent(new Event('change'));
    await pass(500);
    expect(last(asked.heap)).toMatchObject({ by: 'type, site', from: '1' });
  });
});

describe('a condition', () => {
  it('is chosen by a name of the user’s own, and kept under one', async () => {
    saved.conditions = [{ name: 'JDK', words: 'type=java.*' }];
    await open(grouped('type, site'));
    const acted: ViewAction[] = [];
    host.act = (action) => acted.push(action);
    must('group-by').click();
    expect(must('save-condition').hidden).toBe(true);
    must('condition-JDK').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'type, site', where: 'type=java.*' });
    expect([must('condition-JDK').getAttribute('aria-pressed'), must('save-condition').hidden]).toEqual(['true', true]);
    key(type('condition-field', 'type=com.*'), 'Enter');
    await pass(200);
    must('save-condition').click();
    expect(acted).toEqual([{ kind: 'save-words', of: 'condition', words: 'type=com.*' }]);
  });
  it('is completed with the fields of the types that it is about', async () => {
    await open();
    const offered = () => [...must('condition-field-list').querySelectorAll('.word')].map((each) => each.textContent);
    must('group-by').click();
    must('condition-field').focus();
    const asking = vi.fn(host.answers.types);
    host.answers.types = asking;
    type('condition-field', 'type=com.example.travel.QueryKey and us');
    await pass(10);
    expect(offered()).toEqual(['userName']);
    key(must('condition-field'), 'ArrowDown');
    key(must('condition-field'), 'Enter');
    expect(must<HTMLInputElement>('condition-field').value).toBe('type=com.example.travel.QueryKey and userName=');
    // A field that is called like a property is written so that it is meant.
    type('condition-field', 'type=com.example.travel.QueryKey and ty');
    expect(asking).toHaveBeenCalledTimes(1);
    key(must('condition-field'), 'ArrowDown');
    key(must('condition-field'), 'Enter');
    expect(must<HTMLInputElement>('condition-field').value).toBe('type=com.example.travel.QueryKey and this.type=');
  });
  it('limits the rows, and is taken away by its chip', async () => {
    await open();
    key(type('condition-field', 'type=java.*'), 'Enter');
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ where: 'type=java.*' });
    expect(must('chip-where').textContent).toBe('type=java.*');
    expect(rows().every((name) => name?.startsWith('java.'))).toBe(true);
    must('chip-where-remove').click();
    await pass(200);
    expect(last(asked.heap)).not.toHaveProperty('where');
    expect(must('set-line').hidden).toBe(true);
  });
  it('that structures are not owned by others is taken back where somebody wants to see all', async () => {
    await open({ rows: 'structures' });
    must<HTMLInputElement>('owned').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ filter: 'structures' });
    must('chip-owned-remove').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ filter: 'top-level' });
  });
  it('that is wrong changes nothing', async () => {
    await open();
    key(type('condition-field', 'nonsense'), 'Enter');
    await pass(200);
    expect(must('condition-field-message').textContent).toContain('found "nonsense"');
    expect(state.grouping.where).toBe('');
  });
  it('says so where it holds for nothing', async () => {
    await open(grouped('type', { where: 'type=zzz' }));
    expect(must('heap-empty').textContent).toBe('No object fulfils the condition.');
  });
});

describe('rows below rows', () => {
  it('are asked for when a row is expanded, with their sizes, and forgotten when it is closed', async () => {
    await open(grouped('type, site, thread'));
    row('byte[]').click();
    await pass(20);
    expect(must('structures-loading').textContent).toContain('Loading');
    await pass(500);
    expect(last(asked.heap)).toMatchObject({ by: 'type, site, thread', path: ['byte[]'], offset: 0, limit: 200 });
    expect(last(asked.heap)).not.toHaveProperty('search');
    const site = row('(no site)');
    expect([site.getAttribute('aria-level'), site.getAttribute('aria-expanded')]).toEqual(['2', 'false']);
    await pass(6000);
    expect(asked.sizes.some(({ path, keys }) => path?.[0] === 'byte[]' && keys?.includes('(no site)'))).toBe(true);
    expect(site.isConnected || row('(no site)').isConnected).toBe(true);
    expect(row('(no site)').querySelector('.retained .value')?.textContent).not.toBe('…');
    // Nobody asked for the sizes of all rows.
    expect(asked.sizes.every(({ keys }) => keys !== undefined)).toBe(true);
    row('byte[]').click();
    expect(document.querySelector('[data-key="(no site)"]')).toBeNull();
    expect(state.expanded).toEqual([]);
  });
  it('are walked through as in every tree', async () => {
    await open(grouped('type, site, thread'));
    key(scroller(), 'Home');
    key(scroller(), 'ArrowRight');
    await pass(500);
    key(scroller(), 'ArrowRight');
    key(scroller(), 'ArrowRight');
    await pass(500);
    key(scroller(), 'ArrowRight');
    expect([selected()?.dataset.key, selected()?.getAttribute('aria-level')]).toEqual(['main', '3']);
    // There is nothing further in.
    key(scroller(), 'ArrowRight');
    expect(selected()?.dataset.key).toBe('main');
    key(scroller(), 'ArrowLeft');
    expect(selected()?.getAttribute('aria-level')).toBe('2');
    key(scroller(), 'ArrowLeft');
    key(scroller(), 'ArrowLeft');
    expect([selected()?.dataset.key, selected()?.getAttribute('aria-expanded')]).toEqual(['byte[]', 'true']);
    key(scroller(), 'ArrowLeft');
    expect(rows().slice(0, 2)).toEqual(['byte[]', 'java.lang.String']);
  });
  it('come back with the tab, and keep their place in another order', async () => {
    await open(grouped('type, site, thread'));
    row('byte[]').click();
    await pass(500);
    row('(no site)').click();
    await pass(500);
    expect(state.expanded).toEqual(['byte[]', 'byte[]\n(no site)']);
    const before = rows();
    await show();
    await pass(500);
    expect(rows()).toEqual(before);
    must('sort-name').click();
    await pass(1000);
    expect(last(asked.heap)).toMatchObject({ sort: 'name', path: ['byte[]', '(no site)'] });
    expect(row('worker-1').getAttribute('aria-level')).toBe('3');
  });
  it('say why they cannot be shown, and are tried again', async () => {
    await open(grouped('type, site'));
    const { heap } = host.answers;
    host.answers.heap = () => Promise.reject({ kind: 'memory', message: 'too little memory' });
    row('byte[]').click();
    await pass(100);
    expect(must('structures-failed').textContent).toContain('too little memory');
    host.answers.heap = heap;
    must('structures-failed').click();
    await pass(200);
    expect(row('(no site)').getAttribute('aria-level')).toBe('2');
  });
  it('stay few in the page, however many there are', async () => {
    await open(grouped('type, site'), { trace: { types: 20_000 } });
    row('byte[]').click();
    await pass(500);
    scroller().scrollTop = 240_000;
    scroller().dispatchEvent(new Event('scroll'));
    await pass(200);
    expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(60);
    expect(scroller().getAttribute('aria-rowcount')).toBe('20006');
  });
});

describe('a row', () => {
  it('is a set of objects that is inspected, where somebody shows that', async () => {
    await open(grouped('type, site', { where: 'type=java.*' }));
    row('java.lang.String').click();
    await pass(500);
    row('(no site)').click();
    key(scroller(), 'i');
    const set = { by: 'type, site', path: ['java.lang.String', '(no site)'], where: 'type=java.*', filter: null };
    expect(inspect).toHaveBeenCalledWith(set);
    key(scroller(), 'Enter');
    expect(inspect).toHaveBeenCalledTimes(2);
    expect(menuOf(row('(no site)'))[0]).toBe('row-inspect');
    must('row-inspect').click();
    expect(inspect).toHaveBeenLastCalledWith(set);
    await open({}, { canInspect: false });
    expect(menuOf(row('byte[]'))).not.toContain('row-inspect');
  });
  it('that is one structure is inspected by its head', async () => {
    await open({ rows: 'structures', expanded: ['java.util.TreeMap'] });
    await pass(500);
    const structure = document.querySelector<HTMLElement>('[data-testid="structure-row"]');
    structure?.click();
    key(scroller(), 'Enter');
    const id = structure?.querySelector('.id')?.textContent;
    expect(inspect).toHaveBeenCalledWith({ by: 'type', path: [], where: `id=${id}`, filter: null });
  });
  it('offers what fits it, by mouse and by keyboard', async () => {
    await open();
    expect(menuOf(row('byte[]'))).toEqual([
      'row-inspect',
      'row-group',
      'row-referrers',
      'row-dominators',
      'row-containing',
      'row-closure',
      'row-describe',
      'row-copy',
    ]);
    expect(document.activeElement).toBe(must('row-inspect'));
    key(must('row-inspect'), 'ArrowDown');
    expect(document.activeElement).toBe(must('row-group'));
    key(must('row-group'), 'Escape');
    expect(byId('popup-menu')).toBeNull();
    await open({ rows: 'structures' });
    expect(menuOf(row('java.util.TreeMap'))).toEqual([
      'row-inspect',
      'row-group',
      'row-structures',
      'row-referrers',
      'row-dominators',
      'row-containing',
      'row-closure',
      'row-leaves',
      'row-describe',
      'row-copy',
    ]);
    must('row-structures').click();
    await pass(500);
    expect(document.querySelectorAll('[data-testid="structure-row"]')).toHaveLength(20);
    // The button in the row, for the mouse.
    row('java.util.ArrayList').querySelector<HTMLElement>('[data-testid="row-actions"]')?.click();
    expect(byId('popup-menu')).not.toBeNull();
    expect(row('java.util.ArrayList').getAttribute('aria-expanded')).toBe('false');
  });
  it('is gone into, and the way back finds it again', async () => {
    await open({ firstRow: 0 });
    menuOf(row('java.lang.String'));
    must('row-group').click();
    must('row-group-sites').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'type, site, type', path: ['java.lang.String'] });
    expect(crumbs()).toEqual(['All objects', 'String']);
    expect(must('group-by').textContent).toBe('Group by: Allocation sites');
    key(scroller(), 'ArrowLeft', { altKey: true });
    await pass(200);
    expect(last(asked.heap)).not.toHaveProperty('path');
    expect(selected()?.dataset.key).toBe('java.lang.String');
    expect(crumbs()).toEqual(['All objects', 'String']);
    must('trail-forward').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ path: ['java.lang.String'] });
    expect(must<HTMLButtonElement>('trail-forward').disabled).toBe(true);
    document.querySelector<HTMLElement>('[data-testid="crumb"]')?.click();
    await pass(200);
    expect(state.grouping.place).toBe(0);
  });
  it('below others is found again on the way back, with what was unfolded', async () => {
    await open(grouped('type, site'));
    row('byte[]').click();
    await pass(500);
    menuOf(row('(no site)'));
    must('row-group').click();
    must('row-group-threads').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'type, site, thread, type', path: ['byte[]', '(no site)'] });
    expect([crumbs(), state.expanded]).toEqual([['All objects', 'byte[] › (no site)'], []]);
    must('trail-back').click();
    await pass(500);
    expect([selected()?.dataset.key, selected()?.getAttribute('aria-level')]).toEqual(['(no site)', '2']);
  });
  it('leads to what contains it, and of structures to their leaves', async () => {
    await open();
    menuOf(row('byte[]'));
    must('row-containing').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'type, containing-structures[type]', path: ['byte[]'] });
    await open({ rows: 'structures' });
    menuOf(row('java.util.HashMap'));
    must('row-leaves').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({
      by: 'type, leaves(deep)[type]',
      path: ['java.util.HashMap'],
      filter: 'top-level',
    });
  });
  it('is text that a terminal understands', async () => {
    await open(grouped('type, site'));
    row('java.lang.String').click();
    await pass(500);
    menuOf(row('(no site)'));
    must('row-copy').click();
    expect(copied).toHaveBeenCalledWith(
      "heaptrail heap /srv/dumps/orders-service.hprof --by 'type, site' --path java.lang.String --path '(no site)'",
    );
    must('copy-command').click();
    expect(copied).toHaveBeenLastCalledWith("heaptrail heap /srv/dumps/orders-service.hprof --by 'type, site'");
  });
  it('that was copied is said to be so for a moment', async () => {
    await open(grouped('type', { where: 'type=java.*' }));
    must('set-copy').click();
    expect([must('set-copy').textContent, copied.mock.calls.length]).toEqual(['Copied', 1]);
    await pass(1600);
    expect(must('set-copy').textContent).toBe('Copy as Text');
  });
  it('of waste has bytes to gain, which what wastes most stands first by', async () => {
    await open();
    must('preset-waste').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ by: 'waste(hide), owner, type', metrics: ['gain'], sort: 'gain' });
    expect(must('sort-gain').textContent).toContain('To gain');
    const gains = () =>
      [...document.querySelectorAll('[data-testid="cell-gain"]')].map((cell) =>
        Number(cell.querySelector<HTMLElement>('.value')?.dataset.exact),
      );
    expect(gains().length).toBe(4);
    expect(gains()).toEqual(gains().toSorted((a, b) => b - a));
    expect(byId('cell-deep')).toBeNull();
    row('Equal strings').click();
    await pass(500);
    expect(last(asked.heap)).toMatchObject({ path: ['Equal strings'], metrics: ['gain'], sort: 'gain' });
    expect(gains().length).toBeGreaterThan(4);
    must('copy-command').click();
    expect(copied).toHaveBeenLastCalledWith(
      "heaptrail heap /srv/dumps/orders-service.hprof --by 'waste(hide), owner, type' --sort gain",
    );
    must('sort-objects').click();
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ metrics: ['gain'], sort: 'objects' });
    must('copy-command').click();
    expect(copied).toHaveBeenLastCalledWith(
      "heaptrail heap /srv/dumps/orders-service.hprof --by 'waste(hide), owner, type' --sort objects --metrics gain",
    );
    must('sort-gain').click();
    await pass(200);
    expect(last(asked.heap).sort).toBe('gain');
    must('preset-types').click();
    await pass(200);
    expect(last(asked.heap).metrics).toBeUndefined();
    expect(last(asked.heap).sort).toBe('bytes');
    expect(byId('sort-gain')).toBeNull();
  });
  it('that is a field leads to its declaration', async () => {
    await open();
    must('preset-waste').click();
    await pass(200);
    expect(step().by).toBe('waste(hide), owner, type');
    row('Equal strings').click();
    key(scroller(), 'ArrowRight');
    await pass(500);
    const act = vi.spyOn(host, 'act').mockReturnValue();
    menuOf(row('com.example.travel.journey.planning.JourneyService.cache[]'));
    must('row-field').click();
    expect(act).toHaveBeenCalledWith({
      kind: 'open-field',
      field: { class: 'com.example.travel.journey.planning.JourneyService', name: 'cache', static: false },
      beside: true,
    });
    expect(menuOf(row('(local variable of com.example.travel.Main.run)[]'))).not.toContain('row-field');
  });
  it.each([
    ['dominators', 'dominator-tree'],
    ['stacks', 'rooted(stacks, hide)'],
  ])('is divided by %s, which are of objects and not of structures', async (preset, by) => {
    await open({ rows: 'structures' });
    must(`preset-${preset}`).click();
    await pass(200);
    expect(step().by).toBe(by);
    expect(last(asked.heap).filter).toBeUndefined();
  });
  it('that is a type is described', async () => {
    await open();
    const act = vi.spyOn(host, 'act').mockReturnValue();
    menuOf(row('int[]'));
    must('row-describe').click();
    expect(act).toHaveBeenCalledWith({ kind: 'describe-type', type: 'int[]' });
  });
});

describe('another point', () => {
  const timeline = fakeTimeline({ points: 4, gcs: 0, seconds: 60 });

  it('stands beside this one, with what was added, what grew most first', async () => {
    await open({ at: 3 }, { trace: { timeline } });
    const select = must<HTMLSelectElement>('compare-with');
    expect([...select.options].map(({ value }) => value)).toEqual(['', '0', '1', '2']);
    select.value = '0';
    select.dispatchEvent(new Event('change'));
    await pass(200);
    expect(last(asked.heap)).toMatchObject({ from: '0', at: '3', sort: 'growth' });
    expect(must('sort-growth').parentElement?.getAttribute('aria-sort')).toBe('descending');
    const added = [...document.querySelectorAll('[data-testid="cell-added-bytes"]')].map(
      ({ textContent }) => textContent,
    );
    expect(added[0]).toMatch(/^\+[\d.]+\u2009MiB$/);
    select.value = '';
    select.dispatchEvent(new Event('change'));
    await pass(200);
    expect(last(asked.heap)).not.toHaveProperty('from');
    expect(byId('sort-growth')).toBeNull();
  });
  it('is compared at every level', async () => {
    await open({ ...grouped('type, site', { from: 0 }), at: 3 }, { trace: { timeline } });
    row('byte[]').click();
    await pass(500);
    expect(last(asked.heap)).toMatchObject({ from: '0', path: ['byte[]'] });
    expect(row('(no site)').querySelector('[data-testid="cell-added-bytes"]')).not.toBeNull();
  });
  it('is not compared with itself', async () => {
    await open({ ...grouped('type', { from: 2 }), at: 3 }, { trace: { timeline } });
    view?.showPoint(2, newSizes());
    await pass(200);
    expect([state.grouping.from, last(asked.heap).from]).toEqual([null, undefined]);
  });
});
