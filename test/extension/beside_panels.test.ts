// Panels beside code when the window is loaded again: they come back with what their page kept, or, where it has kept nothing yet, by what
// was open.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BesidePanels } from '../../extension/src/client/traces/beside_panels';
import type { TraceRegistry } from '../../extension/src/client/traces/trace_registry';
import type { WebviewSurroundings } from '../../extension/src/client/traces/trace_webview';

type Restore = (panel: FakePanel, state: unknown) => Promise<void>;
const { registered, shown } = vi.hoisted(() => ({
  registered: [] as Restore[],
  shown: [] as string[],
}));

vi.mock('vscode', () => ({
  Uri: {
    parse: (address: string) => {
      const [scheme = '', path = ''] = address.split('://');
      return { scheme, fsPath: path, query: '', toString: () => address };
    },
  },
  window: {
    registerWebviewPanelSerializer: (
      _type: string,
      { deserializeWebviewPanel }: { deserializeWebviewPanel: Restore },
    ) => {
      registered.push(deserializeWebviewPanel);
      return { dispose: () => undefined };
    },
  },
}));

vi.mock('../../extension/src/client/traces/trace_webview', () => ({
  editorStateKey: (uri: object) => `editor:${uri}`,
  showInWebview: (_panel: FakePanel, { alone }: { alone: { trace: string } }) => shown.push(alone.trace),
}));

class FakePanel {
  isDisposed = false;
  private closed: (() => void) | undefined;
  constructor(public title: string) {}
  onDidDispose(listener: () => void) {
    this.closed = listener;
  }
  dispose() {
    this.isDisposed = true;
    this.closed?.();
  }
}

/** A window with what its workspace has stored. */
function window(stored: Map<string, unknown>): Restore {
  const traces = { acquire: () => ({}), release: () => undefined } as unknown as TraceRegistry;
  const workspaceState = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const around = { context: { workspaceState } } as unknown as WebviewSurroundings;
  new BesidePanels({ tab: 'inspect', title: (trace) => `Inspect ${trace}` }, traces, around);
  const restore = registered.at(-1);
  if (restore === undefined) throw new Error('nothing restores panels');
  return restore;
}

const one = 'file:///work/one.heaptrail';
const other = 'file:///work/other.heaptrail';

describe('Panels beside code', () => {
  beforeEach(() => {
    registered.length = 0;
    shown.length = 0;
  });

  it('come back with the trace that their page kept', async () => {
    const panel = new FakePanel('Inspect one.heaptrail');
    await window(new Map())(panel, { trace: one });
    expect([shown, panel.isDisposed]).toEqual([[one], false]);
  });

  it('come back where their page had kept nothing yet, each as its own trace', async () => {
    const stored = new Map<string, unknown>();
    const first = window(stored);
    await first(new FakePanel('Inspect one.heaptrail'), { trace: one });
    await first(new FakePanel('Inspect other.heaptrail'), { trace: other });
    shown.length = 0;
    const again = window(stored);
    const panels = [new FakePanel('Inspect other.heaptrail'), new FakePanel('Inspect one.heaptrail')];
    for (const panel of panels) await again(panel, undefined);
    expect(shown).toEqual([other, one]);
    expect(panels.map(({ isDisposed }) => isDisposed)).toEqual([false, false]);
  });

  it('are closed where nobody knows their trace, or a panel has it already', async () => {
    const stored = new Map<string, unknown>();
    const restore = window(stored);
    const strange = new FakePanel('Inspect strange.heaptrail');
    await restore(strange, undefined);
    await restore(new FakePanel('Inspect one.heaptrail'), { trace: one });
    const second = new FakePanel('Inspect one.heaptrail');
    await restore(second, { trace: one });
    expect([shown, strange.isDisposed, second.isDisposed]).toEqual([[one], true, true]);
  });

  it('do not come back when they were closed before', async () => {
    const stored = new Map<string, unknown>();
    const closed = new FakePanel('Inspect one.heaptrail');
    await window(stored)(closed, { trace: one });
    closed.dispose();
    const panel = new FakePanel('Inspect one.heaptrail');
    await window(stored)(panel, undefined);
    expect(panel.isDisposed).toBe(true);
  });
});
