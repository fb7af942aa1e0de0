// Marked lines in the editors that are visible: in the gutter, along the line, and in the overview ruler.
import * as vscode from 'vscode';
import { colours, settings } from '../contributions';
import type { SourceMarks } from './source_marks';

export class MarkDecorations implements vscode.Disposable {
  private readonly type: vscode.TextEditorDecorationType;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly marks: SourceMarks,
    extension: vscode.Uri,
  ) {
    const colour = new vscode.ThemeColor(colours.leakingLine);
    this.type = vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      overviewRulerColor: colour,
      overviewRulerLane: vscode.OverviewRulerLane.Right,
      gutterIconPath: vscode.Uri.joinPath(extension, 'media', 'leaking-line.svg'),
      gutterIconSize: 'contain',
      borderColor: colour,
      borderStyle: 'solid',
      borderWidth: '0 0 0 2px',
    });
    this.subscriptions = [
      this.type,
      vscode.window.onDidChangeVisibleTextEditors(() => this.refresh()),
      marks.onChange(() => this.refresh()),
    ];
  }

  refresh(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const shown = vscode.workspace.getConfiguration(undefined, document.uri).get(settings.marks, true);
      const lines = shown ? this.marks.of(document).map(({ line }) => document.lineAt(line).range) : [];
      editor.setDecorations(this.type, lines);
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}
