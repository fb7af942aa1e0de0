// The custom editor for traces: a thin frame around a ViewLink. VS Code never reads the file; the engine does.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isViewState, type ToView, type ViewRequests } from '../protocol/view';
import { exportHeap } from './export';
import type { ActiveTrace } from './language/active_trace';
import type { TraceRegistry } from './trace_registry';
import type { TraceSession } from './trace_session';
import { pathsOf } from './trace_uri';
import { ViewLink } from './view_link';
import { webviewHtml } from './webview_html';

export const viewType = 'heaptrail.trace';

class TraceDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    /** More than one where several heap dumps are one trace. */
    readonly paths: string[],
    readonly session: TraceSession,
    private readonly onDispose: () => void,
  ) {}
  get name(): string {
    const first = basename(this.uri.fsPath);
    const others = this.paths.length - 1;
    return others === 0 ? first : vscode.l10n.t('{0} and {1} more', first, others);
  }
  dispose(): void {
    this.onDispose();
  }
}

export class TraceEditor implements vscode.CustomReadonlyEditorProvider<TraceDocument> {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly traces: TraceRegistry,
    private readonly active: ActiveTrace,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  openCustomDocument(uri: vscode.Uri): TraceDocument {
    if (uri.scheme !== 'file') {
      throw new Error(
        vscode.l10n.t(
          'Heaptrail reads traces from the file system only; this one is at “{0}”. Copy it into a folder first.',
          uri.scheme,
        ),
      );
    }
    const paths = pathsOf(uri.fsPath, uri.query);
    return new TraceDocument(uri, paths, this.traces.acquire(paths), () => this.traces.release(paths));
  }

  resolveCustomEditor(document: TraceDocument, panel: vscode.WebviewPanel): void {
    const root = vscode.Uri.joinPath(this.context.extensionUri, 'dist', 'webview');
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [root] };
    const link = new ViewLink({
      session: document.session,
      fileName: document.name,
      post: (message: ToView) => void webview.postMessage(message),
      loadState: () => {
        const kept = this.context.workspaceState.get(stateKey(document.uri));
        return isViewState(kept) ? kept : undefined;
      },
      saveState: (state) => void this.context.workspaceState.update(stateKey(document.uri), state),
      save: (params) => saveExport(document, params),
      complain: (message) => this.log.warn(message),
    });
    const receiving = webview.onDidReceiveMessage((message: unknown) => link.receive(message));
    const noteActive = () => {
      if (panel.active) this.active.set(document.session, document.name);
    };
    noteActive();
    const watching = panel.onDidChangeViewState(noteActive);
    panel.onDidDispose(() => {
      watching.dispose();
      receiving.dispose();
      link.dispose();
    });
    webview.html = webviewHtml({
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(root, 'main.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(root, 'main.css')).toString(),
      title: document.name,
      language: vscode.env.language,
    });
  }
}

const stateKey = (uri: vscode.Uri) => `view:${uri.toString()}`;

async function saveExport(document: TraceDocument, { args, format }: ViewRequests['export']['params']): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: document.uri.with({ path: `${document.uri.path}.${format}`, query: '' }),
    filters: format === 'csv' ? { CSV: ['csv'] } : { JSON: ['json'] },
  });
  if (!target) return;
  const text = await exportHeap((page) => document.session.heap(page), args, format);
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
