// What is inspected, in panels beside code: what holds objects, and what is in one.
import * as vscode from 'vscode';
import { commands } from '../contributions';
import { BesidePanels } from '../traces/beside_panels';
import type { TraceRegistry } from '../traces/trace_registry';
import type { WebviewSurroundings } from '../traces/trace_webview';

export class InspectPanels implements vscode.Disposable {
  private readonly panels: BesidePanels;
  private readonly command: vscode.Disposable;

  constructor(traces: TraceRegistry, around: WebviewSurroundings) {
    const title = (trace: string) => vscode.l10n.t('Inspect: {0}', trace);
    this.panels = new BesidePanels({ tab: 'inspect', title }, traces, around);
    this.command = vscode.commands.registerCommand(commands.openInspectBeside, (wish?: { uri?: vscode.Uri | string }) =>
      this.show(wish?.uri),
    );
  }

  dispose(): void {
    this.command.dispose();
    this.panels.dispose();
  }

  /** What the trace's editor inspects, with the way there; a panel that is open shows that from now on. */
  private show(wanted: vscode.Uri | string | undefined): void {
    const uri = this.panels.traceOf(wanted);
    if (!uri) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Open a trace first: what is inspected is shown of the one whose view was active last.'),
      );
      return;
    }
    const state = this.panels.stateOfEditor(uri);
    const shown = this.panels.of(uri);
    if (!shown) {
      this.panels.show(uri, state);
      return;
    }
    shown.panel.reveal(undefined, true);
    if (state.inspect.at >= 0) shown.link.showState({ ...state, tab: 'inspect' });
  }
}
