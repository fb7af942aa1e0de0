// What grew, in panels beside code: at most one of a trace, which shares the trace's session with its editor. Panels come back with the
// window, as the page kept the trace's address.
import * as vscode from 'vscode';
import { completeState } from '../../../../shared/protocol/view';
import { isViewState } from '../../../../shared/protocol/view_border';
import { traceTitle } from '../traces/trace_names';
import type { TraceRegistry } from '../traces/trace_registry';
import { pathsOf, queryOf } from '../traces/trace_uri';
import { editorStateKey, showInWebview, type WebviewSurroundings } from '../traces/trace_webview';
import type { ViewLink } from '../traces/view_link';

export const growthViewType = 'heaptrail.growth';

/** What whoever opens a panel may say: of which trace, and which structure is to be shown. */
interface PanelWish {
  uri?: vscode.Uri | string;
  id?: string;
}

interface OpenPanel {
  panel: vscode.WebviewPanel;
  link: ViewLink;
}

export class GrowthPanels implements vscode.Disposable {
  private readonly open = new Map<string, OpenPanel>();
  private readonly registered: vscode.Disposable[];

  constructor(
    private readonly traces: TraceRegistry,
    private readonly around: WebviewSurroundings,
  ) {
    this.registered = [
      vscode.commands.registerCommand('heaptrail.openGrowthBeside', (wish?: PanelWish) => this.show(wish)),
      vscode.window.registerWebviewPanelSerializer(growthViewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => this.restore(panel, state),
      }),
    ];
  }

  dispose(): void {
    for (const each of this.registered) each.dispose();
    for (const { panel } of [...this.open.values()]) panel.dispose();
  }

  private show({ uri: wanted, id }: PanelWish = {}): void {
    const uri = wanted === undefined ? this.activeUri() : uriOf(wanted);
    if (!uri) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Open a trace first: growth is shown of the one whose view was active last.'),
      );
      return;
    }
    const session = this.traces.find(pathsOf(uri.fsPath, uri.query));
    if (session && id !== undefined) this.around.chosen.choose({ session, id, by: this });
    const shown = this.open.get(uri.toString());
    if (shown) {
      shown.panel.reveal(undefined, true);
      if (id !== undefined) shown.link.selectStructure(id);
      return;
    }
    // Another view of the same would only take room from the code.
    const editor = id === undefined ? undefined : this.around.editors.besides(uri, codeColumn());
    if (editor && id !== undefined) {
      editor.panel.reveal(undefined, true);
      editor.link.selectStructure(id);
      return;
    }
    this.keepChoice(uri, id);
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.fill(vscode.window.createWebviewPanel(growthViewType, titleOf(uri), column), uri);
  }

  /** A panel that nobody can tell the trace of is of no use. */
  private restore(panel: vscode.WebviewPanel, state: unknown): void {
    const address = typeof state === 'object' && state !== null && 'trace' in state ? state.trace : undefined;
    const uri = typeof address === 'string' ? uriOf(address) : undefined;
    if (uri && !this.open.has(uri.toString())) this.fill(panel, uri);
    else panel.dispose();
  }

  private fill(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
    const address = uri.toString();
    const paths = pathsOf(uri.fsPath, uri.query);
    const session = this.traces.acquire(paths);
    panel.title = titleOf(uri);
    const link = showInWebview(
      panel,
      { uri, name: traceTitle(paths), session, stateKey: stateKey(uri), alone: { tab: 'growth', trace: address } },
      this.around,
    );
    this.open.set(address, { panel, link });
    panel.onDidDispose(() => {
      this.open.delete(address);
      this.traces.release(paths);
    });
  }

  /** A new panel shows the window that the trace's editor shows. */
  private keepChoice(uri: vscode.Uri, id: string | undefined): void {
    const { workspaceState } = this.around.context;
    const ofEditor = workspaceState.get(editorStateKey(uri));
    const state = completeState(isViewState(ofEditor) ? ofEditor : undefined);
    const chosen = id === undefined ? {} : { selected: id, shown: 'structures' as const };
    const growth = { ...state.growth, search: '', ...chosen };
    void workspaceState.update(stateKey(uri), { ...state, tab: 'growth', growth });
  }

  private activeUri(): vscode.Uri | undefined {
    const [first, ...others] = this.around.active.current?.paths ?? [];
    return first === undefined ? undefined : vscode.Uri.file(first).with({ query: queryOf(others) });
  }
}

/** Where the code is that somebody looks at. */
const codeColumn = () => vscode.window.activeTextEditor?.viewColumn;
const stateKey = (uri: vscode.Uri) => `growth:${uri.toString()}`;
const titleOf = (uri: vscode.Uri) => vscode.l10n.t('Growth: {0}', traceTitle(pathsOf(uri.fsPath, uri.query)));

/** Undefined for what is no file. */
function uriOf(address: vscode.Uri | string): vscode.Uri | undefined {
  try {
    const uri = typeof address === 'string' ? vscode.Uri.parse(address, true) : address;
    return uri.scheme === 'file' ? uri : undefined;
  } catch {
    return undefined;
  }
}
