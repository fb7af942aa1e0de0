// The page about one object: what it shows of an answer, what it asks for, and what it does while it waits or nothing comes.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObjectAnswer } from '../../shared/protocol/object_answer';
import type { ObjectArgs } from '../../shared/protocol/question_args';
import type { ViewAction } from '../../shared/protocol/view';
import { fakeHost } from '../../webviews/dev/fake_host';
import { objectPage } from '../../webviews/dev/fake_object';
import type { Host, Running } from '../../webviews/src/host';
import { ObjectPage } from '../../webviews/src/object/object_page';
import { byId, must } from './page';

const point = { index: 0, t: 0, objects: 1, bytes: 1 };
const asked: ObjectArgs[] = [];
const acted: ViewAction[] = [];
const opened: string[] = [];
let cancelled = 0;
/** What answers; tests replace it. */
let answer: (args: ObjectArgs) => Promise<ObjectAnswer>;

const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const words = (element: Element) => element.textContent?.replaceAll('\u2009', ' ');
const settle = () => new Promise((resolve) => setTimeout(resolve));

function makePage(more: { inspect?: (id: string) => void } = {}): ObjectPage {
  const host: Host = {
    ...fakeHost({ types: 1 }),
    ask: (_question, args) => {
      asked.push(args as ObjectArgs);
      return { promise: answer(args as ObjectArgs), cancel: () => cancelled++ } as unknown as Running<never>;
    },
    act: (action) => acted.push(action),
  };
  const page = new ObjectPage({ host, at: () => ({ at: '3' }), open: (id) => opened.push(id), ...more });
  document.body.replaceChildren(page.element);
  return page;
}

async function shown(id: string, more: { inspect?: (id: string) => void } = {}): Promise<ObjectPage> {
  const page = makePage(more);
  page.show(id);
  await settle();
  return page;
}

beforeEach(() => {
  for (const list of [asked, acted, opened]) list.length = 0;
  cancelled = 0;
  answer = async (args) => objectPage(args, point);
});

describe('the page about an object', () => {
  it('shows a map as its entries before the fields that it consists of, page by page', async () => {
    await shown('0x20');
    expect(words(must('object-items-section').querySelector('h2') as HTMLElement)).toBe('Entries 250');
    expect(all('object-item')).toHaveLength(100);
    expect(words(all('object-item')[1] as HTMLElement)).toBe('String "journey-1"Journey user="anna", stops=3 elements');
    expect(must('object-items-section').compareDocumentPosition(must('object-members-section'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    must('object-items-section').querySelector<HTMLElement>('[data-testid="object-more"]')?.click();
    await settle();
    expect(asked.at(-1)).toEqual({ at: '3', object: '0x20', limit: 0, itemsOffset: 100, itemsLimit: 100 });
    expect(all('object-item')).toHaveLength(200);
    all('object-item')[0]?.querySelector<HTMLElement>('td [data-testid="object-link"]')?.click();
    expect(opened).toEqual(['0x50000']);
  });

  it('asks for its fields first, and for what takes a pass over the heap by itself', async () => {
    await shown('0x20');
    expect(asked).toEqual([
      { at: '3', object: '0x20', limit: 100, itemsLimit: 100 },
      { at: '3', object: '0x20', limit: 0, itemsLimit: 0, referrers: true, referrersOffset: 0, referrersLimit: 20 },
      { at: '3', object: '0x20', limit: 0, itemsLimit: 0, dominated: true, dominatedOffset: 0, dominatedLimit: 20 },
      { at: '3', object: '0x20', limit: 0, itemsLimit: 0, path: true },
    ]);
  });

  it('tells which object it is, how large, and where it comes from', async () => {
    await shown('0x20');
    expect(words(must('object-title'))).toBe('ConcurrentHashMap 250 entries 0x20');
    expect(words(must('object-retained'))).toBe('20.0 MiB, 250,001 objects');
    expect(words(must('object-page'))).toContain('java.util.AbstractMap, java.lang.Object');
    document.querySelector<HTMLElement>('[data-testid="site-link"]')?.click();
    expect(acted).toMatchObject([{ kind: 'open-frame', frame: { line: 12 } }]);
  });

  it('has the fields of each class below its name, and every object that they name is a link', async () => {
    await shown('0x20');
    const table = must('object-members');
    expect([...table.querySelectorAll('tbody tr')].map(words)).toEqual([
      'ConcurrentHashMap',
      'tableConcurrentHashMap$Node[256]',
      'baseCount25000',
      "mark'\\n'",
      'AbstractMap',
      'keySetnull',
      'gone0x999, not in the trace',
    ]);
    table.querySelector('button')?.click();
    expect(opened).toEqual(['0x30']);
  });

  it('has elements page by page', async () => {
    await shown('0x30');
    const section = must('object-members-section');
    expect(words(section.querySelector('h2') ?? section)).toBe('Elements 256');
    const more = () => section.querySelector<HTMLElement>('[data-testid="object-more"]');
    expect(all('object-member')).toHaveLength(100);
    more()?.click();
    await settle();
    expect(asked.at(-1)).toEqual({ at: '3', object: '0x30', offset: 100, limit: 100, itemsLimit: 0 });
    more()?.click();
    await settle();
    expect(all('object-member')).toHaveLength(256);
    expect(all('object-member').map((row) => row.querySelector('th')?.textContent)[200]).toBe('[200]');
    expect(more()).toBeNull();
  });

  it('tells who refers to it, what it dominates and how it is reached, all of them links', async () => {
    await shown('0x20');
    expect(all('object-referrer').map(words)).toEqual(['JourneyService.cache, .backup + 1 more']);
    expect(words(must('object-dominator'))).toBe('Dominator: JourneyService');
    expect(all('object-dominated').map(words)).toEqual(['ConcurrentHashMap$Node[256]20.0 MiB', 'String "journeys"']);
    expect([...must('object-path').querySelectorAll('li')].map(words)).toEqual([
      'Static fieldMain.SERVICE',
      'JourneyService',
      '… 12 steps left out',
      '.cacheConcurrentHashMap',
    ]);
    for (const id of ['object-referrer', 'object-dominator', 'object-dominated', 'object-step']) {
      all(id)[0]?.querySelector('button')?.click();
    }
    expect(opened).toEqual(['0x10', '0x10', '0x30', '0x10']);
  });

  it('has more of what it dominates', async () => {
    await shown('0x30');
    must('object-dominates').querySelector<HTMLElement>('[data-testid="object-more"]')?.click();
    await settle();
    expect(asked.at(-1)).toMatchObject({ dominatedOffset: 20, dominatedLimit: 20, limit: 0 });
    expect(all('object-dominated')).toHaveLength(40);
    expect(all('object-dominator')).toHaveLength(1);
  });

  it('says why there are no values, and shows what is known without', async () => {
    answer = async (args) => ({
      ...objectPage(args, point),
      values: 'unread',
      valuesProblem: 'unpack it first',
      fields: [{ class: 'A', name: 'count', type: 'int' }],
      allFields: 1,
    });
    await shown('0x20');
    expect(words(must('object-note'))).toBe('Values cannot be read: unpack it first');
    expect(words(must('object-member'))).toBe('countint');
  });

  it('says what has no fields, no elements, or none that are known', async () => {
    const { fields: _fields, allFields: _all, ...page } = objectPage({ object: '0x20' }, point);
    const cases: [Partial<ObjectAnswer>, string][] = [
      [{ allFields: 0, fields: [] }, 'It has no fields.'],
      [{ allElements: 0, elements: [] }, 'It is empty.'],
      [{ allElements: 9, elements: [] }, 'Its elements are not shown.'],
    ];
    for (const [more, said] of cases) {
      answer = async () => ({ ...page, ...more });
      await shown('0x20');
      expect(words(must('object-members-section'))).toContain(said);
    }
  });

  it('keeps the object before in sight until the next one is there, and takes no answer that is too late', async () => {
    const page = await shown('0x20');
    const late: ((answer: ObjectAnswer) => void)[] = [];
    answer = (args) =>
      args.object === '0x30' ? new Promise((resolve) => late.push(resolve)) : Promise.resolve(objectPage(args, point));
    page.show('0x30');
    expect(words(must('object-title'))).toBe('ConcurrentHashMap 250 entries 0x20');
    expect(page.element.getAttribute('aria-busy')).toBe('true');
    page.show('0x20');
    await settle();
    expect(cancelled).toBe(1);
    late[0]?.(objectPage({ object: '0x30' }, point));
    await settle();
    expect(words(must('object-title'))).toBe('ConcurrentHashMap 250 entries 0x20');
    expect(page.element.hasAttribute('aria-busy')).toBe(false);
  });

  it('says in place what could not be read, and reads it again when asked to', async () => {
    answer = () => Promise.reject({ kind: 'usage', message: 'the trace has no object 0x20' });
    await shown('0x20');
    expect(words(must('object-failed'))).toContain('the trace has no object 0x20');
    answer = async (args) => objectPage(args, point);
    must('object-failed').querySelector('button')?.click();
    await settle();
    expect(byId('object-failed')).toBeNull();
    expect(words(must('object-title'))).toBe('ConcurrentHashMap 250 entries 0x20');
  });

  it('shows the other parts where one could not be found', async () => {
    answer = (args) =>
      args.dominated
        ? Promise.reject({ kind: 'memory', message: 'too little memory' })
        : Promise.resolve(objectPage(args, point));
    await shown('0x20');
    expect(words(must('object-dominates'))).toContain('What it dominates could not be found: too little memory');
    expect(all('object-referrer')).toHaveLength(1);
  });

  it('gives up what it has asked when it is stopped', async () => {
    answer = () => new Promise(() => undefined);
    const page = await shown('0x20');
    page.stop();
    expect(cancelled).toBe(1);
    answer = (args) => (args.limit === 0 ? new Promise(() => undefined) : Promise.resolve(objectPage(args, point)));
    page.show('0x20');
    await settle();
    page.stop();
    expect(cancelled).toBe(4);
  });

  it('offers to inspect the object where that is possible', async () => {
    const inspect = vi.fn();
    await shown('0x20', { inspect });
    document.querySelector<HTMLElement>('header button.secondary')?.click();
    expect(inspect).toHaveBeenCalledWith('0x20');
    await shown('0x20');
    expect(document.querySelector('header button.secondary')).toBeNull();
  });

  it('has no control that cannot be reached with the keyboard', async () => {
    await shown('0x20');
    for (const link of all('object-link')) {
      expect(link.tagName).toBe('BUTTON');
      expect(link.tabIndex).toBe(0);
    }
  });
});
