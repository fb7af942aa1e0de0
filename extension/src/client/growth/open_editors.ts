// The editors that show a trace at the moment: who wants to show something of it uses the view that is there, and opens no other.
import type * as vscode from 'vscode';
import type { ViewLink } from '../traces/view_link';

interface OpenEditor {
  panel: vscode.WebviewPanel;
  link: ViewLink;
}

export class OpenEditors {
  private readonly open = new Map<string, OpenEditor>();

  add(uri: vscode.Uri, editor: OpenEditor): void {
    const address = uri.toString();
    this.open.set(address, editor);
    editor.panel.onDidDispose(() => {
      // The trace may have another editor by then.
      if (this.open.get(address) === editor) this.open.delete(address);
    });
  }

  of(uri: vscode.Uri): OpenEditor | undefined {
    return this.open.get(uri.toString());
  }

  /** One that can be shown without covering what stands in this column. */
  besides(uri: vscode.Uri, column: vscode.ViewColumn | undefined): OpenEditor | undefined {
    const editor = this.of(uri);
    return editor && editor.panel.viewColumn !== column ? editor : undefined;
  }
}
