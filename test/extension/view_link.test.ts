import { describe, expect, it } from 'vitest';
import type { Cancellation } from '../../extension/src/client/engine';
import { exportHeap } from '../../extension/src/client/export';
import type { TraceSession } from '../../extension/src/client/trace_session';
import { ViewLink } from '../../extension/src/client/view_link';
import { webviewHtml } from '../../extension/src/client/webview_html';
import type { HeapAnswer, HeapArgs, SizesArgs } from '../../extension/src/protocol/answers';
import type { ProgressValue } from '../../extension/src/protocol/questions';
import {
  defaultViewState,
  type HeldDescriptions,
  type ToView,
  type TraceStatus,
  type ViewState,
} from '../../extension/src/protocol/view';

const descriptions: HeldDescriptions = { version: 3, warnings: [{ message: 'one is left out' }] };

function heapOf(rows: number, known = { deep: false, retained: false }) {
  const all = Array.from({ length: rows }, (_, i) => ({
    key: `Type${i}`,
    objects: i,
    bytes: i * 16,
    ...(known.retained ? { retained: { objects: 2 * i, bytes: 32 * i } } : {}),
  }));
  const asked: HeapArgs[] = [];
  const ask = async (args: HeapArgs): Promise<HeapAnswer> => {
    asked.push(args);
    const from = args.offset ?? 0;
    const size = { objects: 1, bytes: 2 };
    return {
      point: { index: 0, t: 0, ...size },
      count: 'live',
      known,
      total: { rows, ...size },
      rows: all.slice(from, from + (args.limit ?? 100)),
    };
  };
  return { ask, asked };
}

describe('export', () => {
  it('asks for all rows in pages and writes each once', async () => {
    const { ask, asked } = heapOf(2500);
    const csv = await exportHeap(ask, { sort: 'name' }, 'csv');
    expect(csv.trimEnd().split('\n')).toHaveLength(2501);
    expect(csv).toContain('\nType2499,2499,39984\n');
    expect(asked.map(({ offset, sort }) => [offset, sort])).toEqual([
      [0, 'name'],
      [1000, 'name'],
      [2000, 'name'],
    ]);
  });
  it('writes the sizes that are known', async () => {
    const csv = await exportHeap(heapOf(3, { deep: false, retained: true }).ask, {}, 'csv');
    expect(csv).toBe(
      'type,objects,bytes,retainedObjects,retainedBytes\nType0,0,0,0,0\nType1,1,16,2,32\nType2,2,32,4,64\n',
    );
  });
  it('writes JSON with all rows', async () => {
    const { ask } = heapOf(1200);
    expect(JSON.parse(await exportHeap(ask, {}, 'json')).rows).toHaveLength(1200);
  });
});

describe('the link between a view and its trace', () => {
  function link(kept?: ViewState) {
    const posted: ToView[] = [];
    const saved: ViewState[] = [];
    const complaints: string[] = [];
    const cancelled: string[] = [];
    const listeners: ((status: TraceStatus) => void)[] = [];
    const descriptionListeners: ((held: HeldDescriptions) => void)[] = [];
    const session = {
      status: { kind: 'cancelled' },
      onStatus: (listener: (status: TraceStatus) => void) => {
        listeners.push(listener);
        return { dispose: () => undefined };
      },
      descriptions,
      onDescriptions: (listener: (held: HeldDescriptions) => void) => {
        descriptionListeners.push(listener);
        return { dispose: () => undefined };
      },
      structures: async (args: object) => ({ structures: args }),
      heap: (args: HeapArgs) =>
        args.search === 'fail' ? Promise.reject({ kind: 'input', message: 'bad' }) : heapOf(1).ask(args),
      info: async (args: object) => ({ about: args }),
      sizes: (args: SizesArgs, onProgress: (value: ProgressValue) => void, cancellation: Cancellation) => {
        onProgress({ phase: 'Walking', done: 0.5 });
        return new Promise((_, reject) =>
          cancellation.onCancellationRequested(() => {
            cancelled.push(args.metric);
            reject({ kind: 'cancelled', message: 'Cancelled.' });
          }),
        );
      },
    } as unknown as TraceSession;
    const result = new ViewLink({
      session,
      fileName: 'a.hprof',
      post: (message) => posted.push(message),
      loadState: () => kept,
      saveState: (state) => saved.push(state),
      save: async () => undefined,
      complain: (message) => complaints.push(message),
    });
    const changeStatus = (status: TraceStatus) => {
      for (const listener of listeners) listener(status);
    };
    const describe = (held: HeldDescriptions) => {
      for (const listener of descriptionListeners) listener(held);
    };
    return { link: result, posted, saved, complaints, cancelled, changeStatus, describe };
  }

  it('brings a view that is ready up to date in one message', async () => {
    const state: ViewState = { ...defaultViewState, tab: 'heap', search: 'x' };
    const { link: it, posted } = link(state);
    await it.receive({ kind: 'ready' });
    expect(posted).toEqual([
      { kind: 'welcome', fileName: 'a.hprof', state, status: { kind: 'cancelled' }, descriptions },
    ]);
  });
  it('tells a view of changes only after it was welcomed', async () => {
    const { link: it, posted, changeStatus, describe } = link();
    changeStatus({ kind: 'opening', phase: 'Reading', done: 0.1 });
    describe({ version: 4, warnings: [] });
    expect(posted).toEqual([]);
    await it.receive({ kind: 'ready' });
    changeStatus({ kind: 'opening', phase: 'Reading', done: 0.2 });
    describe({ version: 5, warnings: [] });
    expect(posted.map(({ kind }) => kind)).toEqual(['welcome', 'status', 'descriptions']);
  });
  it('answers requests and rejections under their numbers', async () => {
    const { link: it, posted } = link();
    await it.receive({ kind: 'request', id: 5, method: 'heap', params: {} });
    await it.receive({ kind: 'request', id: 6, method: 'heap', params: { search: 'fail' } });
    await it.receive({ kind: 'request', id: 7, method: 'info', params: { at: '2' } });
    expect(posted[0]).toMatchObject({ kind: 'response', id: 5 });
    expect(posted[1]).toEqual({ kind: 'rejection', id: 6, failure: { kind: 'input', message: 'bad' } });
    expect(posted[2]).toEqual({ kind: 'response', id: 7, result: { about: { at: '2' } } });
    await it.receive({ kind: 'request', id: 8, method: 'structures', params: { contained: false, limit: 20 } });
    expect(posted[3]).toEqual({ kind: 'response', id: 8, result: { structures: { contained: false, limit: 20 } } });
  });
  it('tells the progress of a request, and cancels that one', async () => {
    const { link: it, posted } = link();
    const first = it.receive({ kind: 'request', id: 1, method: 'sizes', params: { metric: 'deep' } });
    const second = it.receive({ kind: 'request', id: 2, method: 'sizes', params: { metric: 'retained' } });
    await it.receive({ kind: 'cancel-request', id: 2 });
    await second;
    expect(posted).toEqual([
      { kind: 'progress', id: 1, phase: 'Walking', done: 0.5 },
      { kind: 'progress', id: 2, phase: 'Walking', done: 0.5 },
      { kind: 'rejection', id: 2, failure: { kind: 'cancelled', message: 'Cancelled.' } },
    ]);
    it.dispose();
    await first;
  });
  it('cancels what runs when the view is closed, and tells it nothing more', async () => {
    const { link: it, posted, cancelled } = link();
    const running = it.receive({ kind: 'request', id: 1, method: 'sizes', params: { metric: 'deep' } });
    const before = posted.length;
    it.dispose();
    await running;
    expect(cancelled).toEqual(['deep']);
    expect(posted).toHaveLength(before);
  });
  it('lets go on what a hidden page had asked for, and never takes it for an answer to the next page', async () => {
    const { link: it, posted, cancelled } = link();
    await it.receive({ kind: 'ready' });
    const old = it.receive({ kind: 'request', id: 0, method: 'sizes', params: { metric: 'retained' } });
    await it.receive({ kind: 'ready' });
    expect(cancelled).toEqual([]);
    // The new page counts from 0 again; the old number is not its to cancel alone, but with what it gives up itself.
    const now = it.receive({ kind: 'request', id: 0, method: 'sizes', params: { metric: 'deep' } });
    await it.receive({ kind: 'cancel-request', id: 0 });
    await Promise.all([old, now]);
    expect(cancelled).toEqual(['deep', 'retained']);
    expect(posted.filter((message) => message.kind === 'rejection')).toHaveLength(1);
  });
  it('keeps the state of a view and refuses what no view sends', async () => {
    const { link: it, saved, complaints, posted } = link();
    await it.receive({ kind: 'state', state: defaultViewState });
    await it.receive({ kind: 'request', id: 1, method: 'eval', params: {} });
    expect(saved).toEqual([defaultViewState]);
    expect(complaints).toHaveLength(1);
    expect(posted).toEqual([]);
  });
});

describe('the page of a view', () => {
  const parts = {
    cspSource: 'https://host',
    script: 'https://host/main.js',
    style: 'https://host/main.css',
    language: 'en',
  };
  it('allows its own script and style and nothing else', () => {
    const html = webviewHtml({ ...parts, title: 'a' });
    const nonce = /script-src 'nonce-([^']+)'/.exec(html)?.[1];
    expect(html).toContain(`<script nonce="${nonce}" src="https://host/main.js">`);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/unsafe|eval|style="/);
    expect(webviewHtml({ ...parts, title: 'a' })).not.toContain(String(nonce));
  });
  it('shows file names as text', () => {
    expect(webviewHtml({ ...parts, title: '</title><script>alert(1)</script>' })).not.toContain('<script>alert');
  });
});
