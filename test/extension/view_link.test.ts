import { describe, expect, it } from 'vitest';
import type { Cancellation } from '../../extension/src/client/engine/engine';
import { GrowthStore } from '../../extension/src/client/growth/growth_store';
import { heapAsJson, wholeCsv } from '../../extension/src/client/traces/export';
import type { TraceSession } from '../../extension/src/client/traces/trace_session';
import { ViewLink } from '../../extension/src/client/traces/view_link';
import { webviewHtml } from '../../extension/src/client/traces/webview_html';
import type { Page } from '../../shared/page';
import type { HeapAnswer, HeapArgs, SizesArgs } from '../../shared/protocol/answers';
import type { GrowthAnswer } from '../../shared/protocol/growth';
import type { ProgressValue } from '../../shared/protocol/questions';
import {
  defaultViewState,
  type HeldDescriptions,
  type ToView,
  type TraceStatus,
  type ViewAction,
  type ViewQuestion,
  type ViewSettings,
  type ViewState,
} from '../../shared/protocol/view';

const settings: ViewSettings = {
  groupings: [{ name: 'Mine', words: 'site' }],
  conditions: [],
  showsValues: true,
};
const descriptions: HeldDescriptions = { version: 3, warnings: [{ message: 'one is left out' }] };

function heapOf(rows: number) {
  const all = Array.from({ length: rows }, (_, i) => ({ key: `Type${i}`, objects: i, bytes: i * 16 }));
  const ask = async (args: HeapArgs): Promise<HeapAnswer> => {
    const from = args.offset ?? 0;
    const size = { objects: 1, bytes: 2 };
    return {
      point: { index: 0, t: 0, ...size },
      count: 'live',
      known: { deep: false, retained: false },
      total: { rows, ...size },
      rows: all.slice(from, from + (args.limit ?? 100)),
    };
  };
  return { ask };
}

describe('export', () => {
  const columns = ['type,objects\n', 'type,objects,retainedBytes\n'];
  /** So many rows; from the page with this number on, their sizes are known. */
  function tableOf(rows: number, knownFrom = Number.POSITIVE_INFINITY) {
    const asked: Page[] = [];
    const ask = async (page: Page) => {
      asked.push(page);
      const known = asked.length > knownFrom;
      const count = Math.max(0, Math.min(page.limit, rows - page.offset));
      const lines = Array.from({ length: count }, (_, i) => `"T,${page.offset + i}",1${known ? ',2' : ''}\n`);
      return columns[known ? 1 : 0] + lines.join('');
    };
    return { ask, asked };
  }

  it('asks for all rows in pages, and writes each once, as the engine writes it', async () => {
    const { ask, asked } = tableOf(5);
    expect(await wholeCsv(ask, 2)).toBe('type,objects\n"T,0",1\n"T,1",1\n"T,2",1\n"T,3",1\n"T,4",1\n');
    expect(asked.map(({ offset }) => offset)).toEqual([0, 2, 4, 6]);
  });
  it('writes the columns of a table without rows', async () => {
    expect(await wholeCsv(tableOf(0).ask, 2)).toBe('type,objects\n');
  });
  it('begins again where sizes become known meanwhile, so that all rows have the same columns', async () => {
    const { ask, asked } = tableOf(3, 1);
    expect(await wholeCsv(ask, 2)).toBe('type,objects,retainedBytes\n"T,0",1,2\n"T,1",1,2\n"T,2",1,2\n');
    expect(asked.map(({ offset }) => offset)).toEqual([0, 2, 0, 2, 4]);
  });
  it('writes JSON with all rows', async () => {
    expect(JSON.parse(await heapAsJson(heapOf(1200).ask, {})).rows).toHaveLength(1200);
  });
});

const sentence = 'A map holds 80 % of the heap’s growth.';
const growthAnswer = {
  window: { from: { index: 3 }, to: { index: 8 } },
  suspects: [{ sentence }],
} as unknown as GrowthAnswer;

describe('the link between a view and its trace', () => {
  function link(kept?: ViewState, looksByItself = false) {
    const posted: ToView[] = [];
    const saved: ViewState[] = [];
    const complaints: string[] = [];
    const cancelled: string[] = [];
    const acted: ViewAction[] = [];
    const written: unknown[] = [];
    const asked: { args: object; cancellation: Cancellation }[] = [];
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
      ask: (
        question: ViewQuestion,
        args: HeapArgs & SizesArgs,
        onProgress: (value: ProgressValue) => void,
        cancellation: Cancellation,
      ) => {
        if (args.search === 'fail') return Promise.reject({ kind: 'input', message: 'bad' });
        if (question === 'growth') {
          asked.push({ args, cancellation });
          return Promise.resolve(growthAnswer);
        }
        if (question === 'heap') return heapOf(1).ask(args);
        if (question !== 'sizes') return Promise.resolve({ [question]: args });
        onProgress({ phase: 'Walking', done: 0.5 });
        return new Promise((_, reject) =>
          cancellation.onCancellationRequested(() => {
            cancelled.push(args.metric);
            reject({ kind: 'cancelled', message: 'Cancelled.' });
          }),
        );
      },
    } as unknown as TraceSession;
    const growth = new GrowthStore(() => 7);
    const write = async (what: unknown) => void written.push(what);
    const result = new ViewLink({
      session,
      growth,
      fileName: 'a.hprof',
      post: (message) => posted.push(message),
      loadState: () => kept,
      saveState: (state) => saved.push(state),
      settings: () => settings,
      looksByItself: () => looksByItself,
      saver: { heap: write, growth: write, trend: write, image: write },
      act: (action) => acted.push(action),
      complain: (message) => complaints.push(message),
    });
    const changeStatus = (status: TraceStatus) => {
      Object.assign(session, { status });
      for (const listener of listeners) listener(status);
    };
    const describe = (held: HeldDescriptions) => {
      for (const listener of descriptionListeners) listener(held);
    };
    return {
      link: result,
      posted,
      saved,
      complaints,
      cancelled,
      acted,
      written,
      asked,
      growth,
      session,
      changeStatus,
      describe,
    };
  }

  it('brings a view that is ready up to date in one message', async () => {
    const state: ViewState = { ...defaultViewState, tab: 'heap', search: 'x' };
    const { link: it, posted } = link(state);
    await it.receive({ kind: 'ready' });
    expect(posted).toEqual([
      {
        kind: 'welcome',
        fileName: 'a.hprof',
        state,
        status: { kind: 'cancelled' },
        descriptions,
        knownGrowth: null,
        settings,
      },
    ]);
  });
  it('tells a view of changes only after it was welcomed', async () => {
    const { link: it, posted, changeStatus, describe } = link();
    changeStatus({ kind: 'opening', phase: 'Reading', done: 0.1 });
    it.showSettings(settings);
    describe({ version: 4, warnings: [] });
    expect(posted).toEqual([]);
    await it.receive({ kind: 'ready' });
    changeStatus({ kind: 'opening', phase: 'Reading', done: 0.2 });
    describe({ version: 5, warnings: [] });
    it.showSettings({ ...settings, showsValues: false });
    expect(posted.map(({ kind }) => kind)).toEqual(['welcome', 'status', 'descriptions', 'settings']);
  });
  it('answers requests and rejections under their numbers', async () => {
    const { link: it, posted } = link();
    await it.receive({ kind: 'request', id: 5, method: 'heap', params: {} });
    await it.receive({ kind: 'request', id: 6, method: 'heap', params: { search: 'fail' } });
    await it.receive({ kind: 'request', id: 7, method: 'info', params: { at: '2' } });
    expect(posted[0]).toMatchObject({ kind: 'response', id: 5 });
    expect(posted[1]).toEqual({ kind: 'rejection', id: 6, failure: { kind: 'input', message: 'bad' } });
    expect(posted[2]).toEqual({ kind: 'response', id: 7, result: { info: { at: '2' } } });
    await it.receive({ kind: 'request', id: 8, method: 'structures', params: { contained: false, limit: 20 } });
    expect(posted[3]).toEqual({ kind: 'response', id: 8, result: { structures: { contained: false, limit: 20 } } });
  });
  it('answers what grew under the threshold that is set, unless the view names one', async () => {
    const { link: it, posted } = link();
    await it.receive({ kind: 'request', id: 1, method: 'growthOf', params: { id: '0x1', from: '3', to: '8' } });
    await it.receive({ kind: 'request', id: 2, method: 'growthOf', params: { id: '0x1', threshold: 2.5 } });
    expect(posted).toEqual([
      { kind: 'response', id: 1, result: { growthOf: { id: '0x1', from: '3', to: '8', threshold: 7 } } },
      { kind: 'response', id: 2, result: { growthOf: { id: '0x1', threshold: 2.5 } } },
    ]);
  });
  it('answers where the heap grew', async () => {
    const { link: it, posted } = link();
    await it.receive({ kind: 'request', id: 1, method: 'growthTree', params: { from: '3', to: '8' } });
    expect(posted).toEqual([{ kind: 'response', id: 1, result: { growthTree: { from: '3', to: '8', threshold: 7 } } }]);
  });
  it('tells a view what is known of growth, whoever asked for it, until it is too old', async () => {
    const { link: it, posted, growth, session, describe } = link();
    const known = { window: { from: 3, to: 8 }, sentence };
    await growth.ask(session, {});
    expect(posted).toEqual([]);
    await it.receive({ kind: 'ready' });
    expect(posted[0]).toMatchObject({ kind: 'welcome', knownGrowth: known });
    await growth.ask({ ...session } as TraceSession, {});
    await growth.ask(session, {});
    expect(posted.slice(1)).toEqual([{ kind: 'known-growth', known }]);
    describe({ version: 4, warnings: [] });
    expect(posted.slice(2).map(({ kind }) => kind)).toEqual(['descriptions', 'known-growth']);
    expect(posted.at(-1)).toEqual({ kind: 'known-growth', known: null });
  });
  describe('asks what grew as soon as the trace is open', () => {
    const open = (points: number, objects = 1000, state?: string) =>
      ({
        kind: 'open',
        info: { trace: { points, ...(state ? { recording: { state } } : {}) }, heap: { live: { objects } } },
      }) as unknown as TraceStatus;
    const becoming = (status: TraceStatus, kept?: ViewState, looksByItself = true) => {
      const made = link(kept, looksByItself);
      made.changeStatus({ kind: 'opening', phase: '', done: 0 });
      expect(made.asked).toEqual([]);
      made.changeStatus(status);
      return made.asked.map(({ args }) => args);
    };
    it('once, as the overview will ask, and tells it what is known by then', async () => {
      const { link: it, posted, changeStatus, asked } = link(undefined, true);
      changeStatus(open(2));
      changeStatus(open(3));
      expect(asked.map(({ args }) => args)).toEqual([{ limit: 0, threshold: 7 }]);
      await Promise.resolve();
      await it.receive({ kind: 'ready' });
      expect(posted[0]).toMatchObject({ kind: 'welcome', knownGrowth: { sentence } });
    });
    it('also where the page speaks before the trace is open, and still has to draw that it is', async () => {
      const { link: it, changeStatus, asked } = link(undefined, true);
      await it.receive({ kind: 'ready' });
      expect(asked).toEqual([]);
      changeStatus(open(2));
      changeStatus(open(2));
      expect(asked.map(({ args }) => args)).toEqual([{ limit: 0, threshold: 7 }]);
    });
    it('only where the page will ask just that', () => {
      expect(becoming(open(2))).toHaveLength(1);
      expect(becoming(open(2), undefined, false)).toEqual([]);
      expect(becoming(open(2), { ...defaultViewState, tab: 'heap' })).toEqual([]);
      expect(becoming(open(2), { ...defaultViewState, window: { from: 0, to: 1 } })).toEqual([]);
      expect(becoming(open(1))).toHaveLength(1);
      expect(becoming(open(1, 1e9))).toEqual([]);
      expect(becoming(open(1, 1000, 'running'))).toEqual([]);
    });
    it('until the view is closed', () => {
      const { link: it, changeStatus, asked } = link(undefined, true);
      changeStatus(open(2));
      expect(asked[0]?.cancellation.isCancellationRequested).toBe(false);
      it.dispose();
      expect(asked[0]?.cancellation.isCancellationRequested).toBe(true);
    });
  });
  it('shows a structure that others want to see, at once or when the view is ready', async () => {
    const { link: it, posted, saved } = link();
    it.selectStructure('0x7');
    expect(posted).toEqual([]);
    expect(saved.at(-1)?.growth.selected).toBe('0x7');
    await it.receive({ kind: 'ready' });
    it.selectStructure('0x8');
    expect(posted.at(-1)).toEqual({ kind: 'select-structure', id: '0x8' });
  });
  it('shows something else in place of what is shown, and begins with it where nothing is', async () => {
    const { link: it, posted, saved } = link();
    const other = { ...defaultViewState, tab: 'inspect' as const };
    it.showState(other);
    expect(saved.at(-1)).toEqual(other);
    expect(posted).toEqual([]);
    await it.receive({ kind: 'ready' });
    it.showState(other);
    expect(posted.map(({ kind }) => kind)).toEqual(['welcome', 'welcome']);
  });
  it('leaves to the editor what is the editor’s', async () => {
    const { link: it, acted, written, posted } = link();
    const frame = { class: 'a.B', method: 'c', line: 7 };
    await it.receive({ kind: 'open-frame', frame, beside: true });
    await it.receive({ kind: 'open-beside', tab: 'inspect' });
    await it.receive({ kind: 'describe-type', type: 'a.B' });
    expect(acted).toEqual([
      { kind: 'open-frame', frame, beside: true },
      { kind: 'open-beside', tab: 'inspect' },
      { kind: 'describe-type', type: 'a.B' },
    ]);
    await it.receive({ kind: 'request', id: 1, method: 'exportGrowth', params: { sort: 'deep' } });
    await it.receive({ kind: 'request', id: 2, method: 'exportTrend', params: { by: 'type' } });
    const image = { chart: 'trends', format: 'png', data: 'AAAA' } as const;
    await it.receive({ kind: 'request', id: 3, method: 'saveImage', params: image });
    expect(written).toEqual([{ sort: 'deep' }, { by: 'type' }, image]);
    expect(posted.map((message) => message.kind)).toEqual(['response', 'response', 'response']);
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
    growth: 'automatic',
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
