// One tab of a trace's view in a panel beside code: at most one panel of a trace, which shares the trace's session with its editor. Panels
// come back with the window, as the page kept the trace's address.
import * as vscode from 'vscode';
import { type AloneView, completeState, type ViewState } from '../../../../shared/protocol/view';
import { isViewState } from '../../../../shared/protocol/view_border';
import { panels } from '../contributions';
import { traceTitle } from './trace_names';
import type { TraceRegistry } from './trace_registry';
import { pathsOf, queryOf } from './trace_uri';
import { editorStateKey, showInWebview, type WebviewSurroundings } from './trace_webview';
import type { ViewLink } from './view_link';

/** Which of the tabs, and how its panels are called. */
interface PanelKind {
  tab: AloneView['tab'];
  /** @param trace its name */
  title(trace: string): string;
}

export interface OpenPanel {
  panel: vscode.WebviewPanel;
  link: ViewLink;
}

export class BesidePanels implements vscode.Disposable {
  private readonly open = new Map<string, OpenPanel>();
  private readonly openBefore: readonly string[];
  private readonly restoring: vscode.Disposable;

  constructor(
    private readonly kind: PanelKind,
    private readonly traces: TraceRegistry,
    private readonly around: WebviewSurroundings,
  ) {
    this.openBefore = around.context.workspaceState.get<string[]>(this.openKey, []);
    this.restoring = vscode.window.registerWebviewPanelSerializer(this.viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => this.restore(panel, state),
    });
  }

  /** Panels stay: this is called as well where the window is loaded again, and a panel that is closed then does not come back with it. */
  dispose(): void {
    this.restoring.dispose();
  }

  /** The panel that shows this trace. */
  of(uri: vscode.Uri): OpenPanel | undefined {
    return this.open.get(uri.toString());
  }

  /** Opens a panel that shows this, and leaves the keyboard where it is. */
  show(uri: vscode.Uri, state: ViewState): void {
    void this.around.context.workspaceState.update(this.stateKey(uri), { ...state, tab: this.kind.tab });
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.fill(vscode.window.createWebviewPanel(this.viewType, this.titleOf(uri), column), uri);
  }

  /** What the trace's editor shows. */
  stateOfEditor(uri: vscode.Uri): ViewState {
    const kept = this.around.context.workspaceState.get(editorStateKey(uri));
    return completeState(isViewState(kept) ? kept : undefined);
  }

  /** The trace that is meant: the one whose view was active last where none is named. Undefined for what is no file. */
  traceOf(wanted: vscode.Uri | string | undefined): vscode.Uri | undefined {
    if (wanted !== undefined) return uriOf(wanted);
    const [first, ...others] = this.around.active.current?.paths ?? [];
    return first === undefined ? undefined : vscode.Uri.file(first).with({ query: queryOf(others) });
  }

  /** A panel that nobody can tell the trace of is of no use. */
  private restore(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = typeof state === 'object' && state !== null && 'trace' in state ? state.trace : undefined;
    // A window that is loaded again right after its page came has not stored yet what the page keeps.
    const address = typeof kept === 'string' ? kept : this.rememberedAs(panel.title);
    const uri = address === undefined ? undefined : uriOf(address);
    if (uri && !this.open.has(uri.toString())) this.fill(panel, uri);
    else panel.dispose();
  }

  /** The trace of a panel with this title that was open before the window was loaded, and is not yet again. */
  private rememberedAs(title: string): string | undefined {
    return this.openBefore.find((address) => {
      const uri = uriOf(address);
      return uri !== undefined && !this.open.has(address) && this.titleOf(uri) === title;
    });
  }

  private remember(): void {
    void this.around.context.workspaceState.update(this.openKey, [...this.open.keys()]);
  }

  private fill(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
    const address = uri.toString();
    const paths = pathsOf(uri.fsPath, uri.query);
    const session = this.traces.acquire(paths);
    const { tab } = this.kind;
    panel.title = this.titleOf(uri);
    const link = showInWebview(
      panel,
      { uri, name: traceTitle(paths), session, stateKey: this.stateKey(uri), alone: { tab, trace: address } },
      this.around,
    );
    this.open.set(address, { panel, link });
    this.remember();
    panel.onDidDispose(() => {
      this.open.delete(address);
      this.remember();
      this.traces.release(paths);
    });
  }

  private get viewType(): string {
    return panels[this.kind.tab];
  }

  private get openKey(): string {
    return `${this.viewType}:open`;
  }

  private stateKey(uri: vscode.Uri): string {
    return `${this.kind.tab}:${uri.toString()}`;
  }

  private titleOf(uri: vscode.Uri): string {
    return this.kind.title(traceTitle(pathsOf(uri.fsPath, uri.query)));
  }
}

function uriOf(address: vscode.Uri | string): vscode.Uri | undefined {
  try {
    const uri = typeof address === 'string' ? vscode.Uri.parse(address, true) : address;
    return uri.scheme === 'file' ? uri : undefined;
  } catch {
    return undefined;
  }
}
