// The details of a structure in the Growth tab.
import { beforeEach, describe, expect, it } from 'vitest';
import type { GrowthRow } from '../../shared/protocol/growth';
import type { InspectArgs } from '../../shared/protocol/inspect';
import { acted, all, asked, bars, last, makeGrowthPage, open, pass, saved, text } from './growth_page';
import { byId, key, must } from './page';

beforeEach(makeGrowthPage);

/** With something else about the structure in the details. */
async function openWith(change: (structure: GrowthRow) => GrowthRow): Promise<void> {
  const { host } = await open({ wait: 0 });
  const { growthOf } = host.answers;
  host.answers.growthOf = (args, onProgress) => {
    const running = growthOf(args, onProgress);
    if (!('promise' in running)) return running;
    const promise = running.promise.then((answer) => ({ ...answer, structure: change(answer.structure) }));
    return { ...running, promise };
  };
  await pass(1200);
}

describe('the details', () => {
  it('are of the strongest suspect while nothing is selected, with exact sizes', async () => {
    await open();
    expect(asked.growthOf).toEqual([{ id: bars()[0], offset: 0, limit: 200 }]);
    const details = text('growth-details');
    expect(details).toContain('Allocated in JourneyService.findLocations:42');
    expect(must('growth-details').querySelector('.call-chain')?.textContent).toMatch(
      /^3 frames.*findLocations:42.*plan:118JourneyController\.search:57$/,
    );
    expect(all('growth-sizes')[0]?.querySelectorAll('tbody tr')).toHaveLength(4);
    expect(text('growth-sizes')).not.toContain('≈');
    expect(text('growth-path')).toMatch(/^Java local variable.*JourneyController\.search:57.*\.cacheConcurrentHashMap/);
  });
  it('begin with name and type in one line of text, where a name without a field breaks before a dot', async () => {
    await openWith((structure) => ({ ...structure, name: 'local variable of Service.main', field: null }));
    const line = must('growth-details').querySelector('h1 > span:last-child');
    expect(line?.textContent).toMatch(/^local variable of Service\.main \w+$/);
    expect(line?.querySelector('wbr')?.nextSibling?.textContent).toBe('.main');
  });
  it('say where something else held parts of the structure, and tell first what the sentence is made of', async () => {
    await open();
    expect(byId('growth-shared')).toBeNull();
    await openWith((structure) => {
      const metrics = structuredClone(structure.metrics);
      metrics.retained = { ...metrics.retained, to: { objects: 2, bytes: 80 }, hgp: -90.6 };
      return { ...structure, metrics };
    });
    expect(text('growth-shared')).toMatch(/^At point 10 something else held parts of it, too/);
    const rows = [...must('growth-sizes').querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
    const said = must('growth-headline').textContent ?? '';
    const share = /([\d.]+)\s%\sof the heap/.exec(said)?.[1] ?? expect.unreachable(said);
    expect(rows.map((row) => row.split(/[\d−]/)[0])).toEqual([
      'All of it',
      'Retained',
      'Deep',
      'Structure',
      'Deep structure',
    ]);
    expect(rows[0]).toContain(share);
    expect(rows[1]).toContain('80\u2009B');
    expect(rows[1]).toContain('−90.6');
  });
  it('have leaves as a tree by type and site, in which keys move', async () => {
    await open();
    const types = () => all('leaf-type').map(({ dataset }) => dataset.type?.split('.').at(-1));
    expect(types()).toEqual(['JourneyService$QueryKey', 'Location']);
    expect(all('leaf-site')).toHaveLength(2);
    const [first] = all('leaf-type');
    first?.focus();
    key(first ?? document.body, 'ArrowDown');
    expect(document.activeElement?.getAttribute('data-testid')).toBe('leaf-site');
    key(document.activeElement ?? document.body, 'Enter');
    expect(last(acted)).toMatchObject({ kind: 'open-frame', frame: { method: 'findLocations' } });
    key(document.activeElement ?? document.body, 'ArrowLeft');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
    key(document.activeElement ?? document.body, 'ArrowLeft');
    expect(all('leaf-site')).toHaveLength(0);
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
  });
  it('show some of the objects of a type when that is wanted, each a way to what is in it', async () => {
    const { host } = await open();
    const { inspect } = host.answers;
    const questions: InspectArgs[] = [];
    host.answers.inspect = (args, onProgress) => {
      questions.push(args);
      if (args.by === 'leaves[type]') return Promise.reject({ kind: 'usage', message: 'there is no such row' });
      return inspect(args, onProgress);
    };
    expect(all('leaf-example')).toHaveLength(0);
    must('leaf-examples').focus();
    must('leaf-examples').click();
    await pass(600);
    // What one set does not have, the next may.
    const same = { where: `id=${bars()[0]}`, path: ['com.example.travel.journey.planning.JourneyService$QueryKey'] };
    expect(questions).toMatchObject([
      { ...same, by: 'leaves[type]', filter: 'structures' },
      { ...same, by: 'leaves(deep)[type]', filter: 'structures', objects: true, sizes: false, top: 5 },
    ]);
    expect(all('leaf-example').map(({ textContent }) => textContent)).toEqual([
      'JourneyService$QueryKey from="Linz", to="Vienna", stops=3',
      'JourneyService$QueryKey from="Graz", to="Salzburg", stops=5',
    ]);
    key(document.activeElement ?? document.body, 'ArrowDown');
    key(document.activeElement ?? document.body, 'Enter');
    expect(last(saved)).toMatchObject({ tab: 'inspect', inspect: { entries: [{ object: '0x7b0030' }] } });
  });
  it('say why no object can be shown, and try again', async () => {
    const { host } = await open();
    const { inspect } = host.answers;
    host.answers.inspect = () => Promise.reject({ kind: 'memory', message: 'too little memory' });
    must('leaf-examples').click();
    await pass(600);
    expect(text('leaf-table')).toContain('too little memory Try Again');
    host.answers.inspect = inspect;
    must('leaf-examples').click();
    await pass(600);
    expect(all('leaf-example')).toHaveLength(2);
  });
  const headings = () =>
    [...must('leaf-table').querySelectorAll('[role="columnheader"]')].map(({ textContent }) => textContent);
  const chooseBar = async (name: string) => {
    const bar = all('growth-bars').find(({ textContent }) => textContent?.startsWith(name));
    bar?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass(400);
  };
  it('say of a container behind the rest how much more its leaves lead to', async () => {
    await open();
    expect(headings().slice(4)).toEqual(['Bytes from', 'Bytes to', 'Bytes ±', 'Deep ±']);
    const cells = [...must('leaf-table').querySelectorAll('.deep-delta')].map(({ textContent }) => textContent);
    expect(cells).toHaveLength(1 + all('leaf-type').length + all('leaf-site').length + 1);
    expect(cells.slice(1).every((words) => words?.startsWith('+'))).toBe(true);
  });
  it('have what leaves lead to at both ends where the data in them grew, and those first that lead to most new', async () => {
    await open();
    await chooseBar('Timetable.boards[]');
    expect(headings()).toEqual([
      'Type and site',
      'Objects from',
      'Objects to',
      'Objects ±',
      'Bytes ±',
      'Deep from',
      'Deep to',
      'Deep ±',
    ]);
    expect(must('leaf-table').querySelector('.heading .deep-to')?.getAttribute('title')).toMatch(/each object once/);
    const [first, second] = all('leaf-type');
    expect([first?.dataset.type, second?.dataset.type]).toEqual([
      'com.example.travel.journey.planning.Location',
      'com.example.travel.journey.planning.JourneyService$QueryKey',
    ]);
    // Of a type with two sites it is not their sum, but what the engine says.
    second?.click();
    const bytesOf = (row: Element | null | undefined) =>
      Number(/([\d,]+).B$/.exec(row?.querySelector<HTMLElement>('.deep-to')?.title ?? '')?.[1]?.replace(/\D/g, ''));
    const [type, ...sites] = [
      must('leaf-table').querySelector('[data-type*="QueryKey"]'),
      ...all('leaf-site').slice(1),
    ];
    expect(sites).toHaveLength(2);
    expect(bytesOf(type)).toBeGreaterThan(0);
    expect(bytesOf(type)).toBeLessThan(bytesOf(sites[0]) + bytesOf(sites[1]));
    expect(must('leaf-table').querySelector('.total .deep-delta')?.textContent).toMatch(/^\+/);
    expect(text('growth-details')).toContain('Deep sizes tell to which of them the growth belongs');
    expect(text('growth-details')).toMatch(/Its Locations, created in .* lead to .* more than before/);
  });
  it('have no columns of what nobody asked for', async () => {
    await open();
    all('suspect')[1]?.querySelector('button')?.click();
    expect(headings().slice(4)).toEqual(['Bytes from', 'Bytes to', 'Bytes ±']);
    expect(must('leaf-table').querySelector('.deep-delta')).toBeNull();
  });
  it('have leaves of contained structures, too, page by page', async () => {
    await open();
    must('leaves-deep').querySelector('input')?.click();
    await pass(400);
    expect(last(asked.growthOf)).toMatchObject({ leaves: 'deep', offset: 0 });
    expect(last(saved).growth.leaves).toBe('deep');
    expect(text('leaves-more')).toBe('Show More (40 left)');
    must('leaves-more').click();
    await pass(400);
    expect(last(asked.growthOf)).toMatchObject({ leaves: 'deep', offset: 200 });
    expect(byId('leaves-more')).toBeNull();
  });
  it('name who else holds the leaves, and lead there', async () => {
    await open();
    const shared = all('growth-bars').find(({ textContent }) => textContent?.startsWith('Atlas.byName'));
    shared?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass(400);
    const owner = must('growth-owners').querySelector<HTMLElement>('button');
    expect(must('growth-owners').textContent).toContain('41,200 objects of these');
    owner?.click();
    await pass(400);
    expect(text('growth-details')).toContain('ConcurrentHashMap');
  });
  it('say when a structure is not there, and do not pass another for it', async () => {
    await open({ growth: { selected: '0xdead' } });
    expect(text('growth-details')).toContain('there is no structure 0xdead at point 10');
    expect(byId('growth-sizes')).toBeNull();
  });
});
