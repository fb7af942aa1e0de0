// What grew, in panels beside code.
import * as vscode from 'vscode';
import { commands } from '../contributions';
import { BesidePanels } from '../traces/beside_panels';
import type { TraceRegistry } from '../traces/trace_registry';
import { pathsOf } from '../traces/trace_uri';
import type { WebviewSurroundings } from '../traces/trace_webview';

/** What whoever opens a panel may say: of which trace, and which structure is to be shown. */
interface PanelWish {
  uri?: vscode.Uri | string;
  id?: string;
}

export class GrowthPanels implements vscode.Disposable {
  private readonly panels: BesidePanels;
  private readonly command: vscode.Disposable;

  constructor(
    private readonly traces: TraceRegistry,
    private readonly around: WebviewSurroundings,
  ) {
    const title = (trace: string) => vscode.l10n.t('Growth: {0}', trace);
    this.panels = new BesidePanels({ tab: 'growth', title }, traces, around);
    this.command = vscode.commands.registerCommand(commands.openGrowthBeside, (wish?: PanelWish) => this.show(wish));
  }

  dispose(): void {
    this.command.dispose();
    this.panels.dispose();
  }

  private show({ uri: wanted, id }: PanelWish = {}): void {
    const uri = this.panels.traceOf(wanted);
    if (!uri) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Open a trace first: growth is shown of the one whose view was active last.'),
      );
      return;
    }
    const session = this.traces.find(pathsOf(uri.fsPath, uri.query));
    if (session && id !== undefined) this.around.chosen.choose({ session, id, by: this });
    const shown = this.panels.of(uri);
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
    // A new panel shows the window that the trace's editor shows.
    const state = this.panels.stateOfEditor(uri);
    const chosen = id === undefined ? {} : { selected: id, shown: 'structures' as const };
    this.panels.show(uri, { ...state, growth: { ...state.growth, search: '', ...chosen } });
  }
}

/** Where the code is that somebody looks at. */
const codeColumn = () => vscode.window.activeTextEditor?.viewColumn;
