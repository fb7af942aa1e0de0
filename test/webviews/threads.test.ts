// The Heap tab by threads: what each holds, the ways to source and to objects, and what is said where there is nothing.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreadsArgs } from '../../shared/protocol/question_args';
import { defaultViewState, type ViewAction, type ViewState } from '../../shared/protocol/view';
import { type FakeHost, fakeHost, info } from '../../webviews/dev/fake_host';
import { App } from '../../webviews/src/app';
import { byId, makePage, must } from './page';

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const asked: ThreadsArgs[] = [];
const acted: ViewAction[] = [];
const saved: ViewState[] = [];

async function open(state: Partial<ViewState> = {}, answer?: FakeHost['answers']['threads']): Promise<FakeHost> {
  document.body.innerHTML = '<div id="app"></div>';
  const fake = fakeHost({ types: 40 });
  const { threads } = fake.answers;
  fake.answers.threads = (args, onProgress) => {
    asked.push(args);
    return (answer ?? threads)(args, onProgress);
  };
  const host = {
    ...fake,
    act: (action: ViewAction) => acted.push(action),
    saveState: (now: ViewState) => saved.push(now),
  };
  const app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  const view = { ...defaultViewState, tab: 'heap' as const, ...state };
  app.welcome('orders.hprof', view, { kind: 'open', info: info([]) });
  await pass(600);
  return fake;
}

beforeEach(() => {
  makePage();
  for (const list of [asked, acted, saved]) list.length = 0;
});

describe('threads in the Heap tab', () => {
  it('are a choice beside objects and structures, which is kept, and left as it was come to', async () => {
    await open();
    must('rows-threads').click();
    await pass(600);
    expect(asked).toEqual([{ limit: 50, limitObjects: 10 }]);
    expect(saved.at(-1)).toMatchObject({ tab: 'heap', heapShows: 'threads', rows: 'objects' });
    expect(must('threads-total').textContent).toBe('2 threads');
    must('rows-structures').click();
    await pass(600);
    expect(saved.at(-1)).toMatchObject({ heapShows: 'rows', rows: 'structures', sort: 'retained' });
    expect(byId('heap-table')).not.toBeNull();
  });
  it('say what their stacks hold; frames lead to source, and what they hold to its page', async () => {
    await open({ heapShows: 'threads' });
    const [first] = all('thread');
    expect(first?.textContent).toContain('http-nio-8080-exec-3');
    expect(first?.closest('details')?.open).toBe(true);
    const frame = all('thread-frame')[1];
    expect(frame?.querySelector('.line')?.textContent).toMatch(/JourneyService\.findLocations:42234\.1\sMiB/);
    expect(frame?.textContent).toContain('variable 0: JourneyService');
    expect(frame?.textContent).toContain('QueryKey from="Linz", stops=3');
    expect(frame?.textContent).toContain('2 more are not shown');
    frame?.querySelector<HTMLElement>('[data-testid="site-link"]')?.click();
    expect(acted.at(-1)).toMatchObject({ kind: 'open-frame', frame: { method: 'findLocations', line: 42 } });
    all('thread-held').at(-1)?.querySelector<HTMLElement>('[data-testid="source-link"]')?.click();
    expect(acted.at(-1)).toMatchObject({
      kind: 'open-field',
      field: { class: 'com.example.travel.Login', name: 'USER' },
    });
    frame?.querySelector<HTMLElement>('[data-testid="object-link"]')?.click();
    expect(saved.at(-1)).toMatchObject({ tab: 'inspect', inspect: { entries: [{ object: '0x7001a0' }] } });
  });
  it('are searched by name, and it is said when none has it', async () => {
    await open({ heapShows: 'threads' });
    const field = must<HTMLInputElement>('threads-search');
    field.value = 'nobody';
    field.dispatchEvent(new Event('input'));
    await pass(600);
    expect(asked.at(-1)).toEqual({ search: 'nobody', limit: 50, limitObjects: 10 });
    expect(must('threads-empty').textContent).toBe('No thread’s name contains “nobody”.');
  });
  it('that cannot be loaded say why, and are tried again', async () => {
    let fails = true;
    const other = fakeHost({ types: 1 }).answers.threads;
    await open({ heapShows: 'threads' }, (args, onProgress) => {
      if (fails) return Promise.reject({ kind: 'memory', message: 'too little memory' });
      return other(args, onProgress);
    });
    expect(must('threads-failed').textContent).toContain('too little memory');
    fails = false;
    must('threads-retry').click();
    await pass(600);
    expect(all('thread')).toHaveLength(2);
  });
});
