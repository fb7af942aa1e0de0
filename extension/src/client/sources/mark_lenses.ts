// A line above each marked line that says what it allocates, or what the field declared there holds, and what that is of the heap's growth;
// it shows the chart beside the code.
import * as vscode from 'vscode';
import { commands, settings } from '../contributions';
import { traceUri } from '../sidebar/trace_tabs';
import { lensTitles } from './mark_texts';
import type { SourceMarks } from './source_marks';
import { idOf, type Mark } from './suspect_marks';

export class MarkLenses implements vscode.CodeLensProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly marks: SourceMarks) {
    marks.onChange(() => this.changed.fire());
  }

  refresh(): void {
    this.changed.fire();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = vscode.workspace.getConfiguration(undefined, document.uri).get(settings.codeLens, true);
    if (!shown) return [];
    return this.marks.of(document).flatMap((mark) => {
      const range = document.lineAt(mark.line).range;
      return lensTitles(mark).map((title) => new vscode.CodeLens(range, { title, ...showGrowth(this.marks, mark) }));
    });
  }
}

/** The command that shows the growth of what holds the objects of a line. */
export function showGrowth(marks: SourceMarks, { suspects }: Mark): { command: string; arguments: unknown[] } {
  const uri = marks.trace && traceUri(marks.trace.session.paths).toString();
  return { command: commands.openGrowthBeside, arguments: [{ uri, id: suspects[0] && idOf(suspects[0]) }] };
}
