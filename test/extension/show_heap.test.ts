// A panel beside code shows rows of the Heap tab in the editor of its trace: in the one that is open, or in one that is opened for it, which
// begins with the state that is kept for it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { commands } from '../../extension/src/client/contributions';
import { OpenEditors } from '../../extension/src/client/growth/open_editors';
import {
  editorStateKey,
  type ShownTrace,
  showInWebview,
  type WebviewSurroundings,
} from '../../extension/src/client/traces/trace_webview';
import { defaultViewState, type HeapTabState, type ViewState } from '../../shared/protocol/view';

/** What happened, in turn. */
const editor = vi.hoisted(() => ({ happened: [] as unknown[] }));
vi.mock('vscode', () => ({
  Uri: { joinPath: (_: unknown, ...names: string[]) => names.join('/') },
  env: { language: 'en' },
  l10n: { t: (text: string) => text },
  commands: { executeCommand: async (...asked: unknown[]) => void editor.happened.push(asked) },
  window: { showErrorMessage: (text: string) => void editor.happened.push(text) },
  workspace: {
    getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  },
}));

const uri = { toString: () => 'file:///shop.hprof' } as vscode.Uri;
const panelKey = 'inspect:file:///shop.hprof';
const nothing = () => ({ dispose: () => undefined });
const kept: ViewState = {
  ...defaultViewState,
  tab: 'growth',
  measure: 'objects',
  hiddenColumns: ['deep'],
  search: 'Cart',
};
const heap: HeapTabState = {
  at: 2,
  rows: 'objects',
  grouping: { ...defaultViewState.grouping, trail: [{ of: { by: 'type', path: ['com.acme.Session'] }, by: 'site' }] },
  heapShows: 'rows',
  search: '',
  selected: 'com.acme.Session',
  expanded: [],
  firstRow: 0,
};

function fakePanel() {
  let receive: (message: unknown) => void = () => undefined;
  const disposed: (() => void)[] = [];
  const webview = {
    options: {},
    html: '',
    cspSource: '',
    asWebviewUri: String,
    postMessage: () => undefined,
    onDidReceiveMessage: (listener: typeof receive) => {
      receive = listener;
      return nothing();
    },
  };
  const panel = {
    webview,
    active: false,
    onDidChangeViewState: nothing,
    onDidDispose: (listener: () => void) => void disposed.push(listener),
    reveal: () => void editor.happened.push('revealed'),
  };
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    say: (message: unknown) => receive(message),
    close: () => {
      for (const listener of disposed) listener();
    },
  };
}

/** What the workspace keeps. */
let states: Map<string, unknown>;
let editors: OpenEditors;
let around: WebviewSurroundings;
const session = { status: { kind: 'opening' }, descriptions: null, onStatus: nothing, onDescriptions: nothing };

function shown(stateKey: string, alone?: ShownTrace['alone']) {
  const fake = fakePanel();
  const trace = { uri, name: 'shop.hprof', session, stateKey, ...(alone ? { alone } : {}) } as unknown as ShownTrace;
  return { ...fake, link: showInWebview(fake.panel, trace, around) };
}
const openEditor = () => {
  const opened = shown(editorStateKey(uri));
  editors.add(uri, opened);
  return opened;
};
const openPanel = () => shown(panelKey, { tab: 'inspect', trace: uri.toString() });
const asks = async (panel: { say(message: unknown): void }) => {
  panel.say({ kind: 'show-heap', heap });
  await vi.waitFor(() => expect(editor.happened).not.toEqual([]));
};

beforeEach(() => {
  editor.happened.length = 0;
  states = new Map<string, unknown>([[editorStateKey(uri), kept]]);
  editors = new OpenEditors();
  const workspaceState = {
    get: (key: string) => states.get(key),
    update: async (key: string, state: unknown) => {
      // What is kept must be there before an editor is opened, which reads it.
      await Promise.resolve();
      states.set(key, state);
      if (key === editorStateKey(uri)) editor.happened.push('kept');
    },
  };
  around = {
    context: { extensionUri: 'here', workspaceState },
    active: { set: () => undefined },
    growth: { onDidChange: nothing, get: () => undefined },
    editors,
    chosen: { onDidChoose: nothing },
    log: { warn: (text: string) => void editor.happened.push(text) },
  } as unknown as WebviewSurroundings;
});

describe('rows of the Heap tab that a panel wants to be shown', () => {
  const wanted = { ...kept, ...heap, tab: 'heap' };
  const opensOne = ['kept', [commands.showTrace, { uri }]];

  it('are kept for the editor of the trace, which is opened after it was closed', async () => {
    const opened = openEditor();
    const panel = openPanel();
    opened.close();
    await asks(panel);
    await vi.waitFor(() => expect(editor.happened).toEqual(opensOne));
    expect(states.get(editorStateKey(uri))).toEqual(wanted);
    expect(states.has(panelKey)).toBe(false);
  });
  it('are shown in the editor that is open, and no other is opened', async () => {
    openEditor();
    const panel = openPanel();
    await asks(panel);
    await vi.waitFor(() => expect(editor.happened).toEqual(['revealed', 'kept']));
    expect(states.get(editorStateKey(uri))).toEqual(wanted);
  });
  it('are shown though nothing usable was kept', async () => {
    states.set(editorStateKey(uri), { tab: 'unknown' });
    const panel = openPanel();
    await asks(panel);
    await vi.waitFor(() => expect(editor.happened).toEqual(opensOne));
    expect(states.get(editorStateKey(uri))).toEqual({ ...defaultViewState, ...heap, tab: 'heap' });
  });
});
