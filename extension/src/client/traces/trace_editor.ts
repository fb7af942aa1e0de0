// The custom editor for traces: a thin frame around a ViewLink. VS Code never reads the file; the engine does.
import * as vscode from 'vscode';
import { traceTitle } from './trace_names';
import type { TraceRegistry } from './trace_registry';
import type { TraceSession } from './trace_session';
import { pathsOf } from './trace_uri';
import { editorStateKey, showInWebview, type WebviewSurroundings } from './trace_webview';

class TraceDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    /** More than one where several heap dumps are one trace; a folder where that is one. */
    readonly paths: string[],
    readonly session: TraceSession,
    private readonly onDispose: () => void,
  ) {}
  get name(): string {
    return traceTitle(this.paths);
  }
  dispose(): void {
    this.onDispose();
  }
}

export class TraceEditor implements vscode.CustomReadonlyEditorProvider<TraceDocument> {
  constructor(
    private readonly traces: TraceRegistry,
    private readonly around: WebviewSurroundings,
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

  resolveCustomEditor({ uri, name, session }: TraceDocument, panel: vscode.WebviewPanel): void {
    const link = showInWebview(panel, { uri, name, session, stateKey: editorStateKey(uri) }, this.around);
    this.around.editors.add(uri, { panel, link });
  }
}
