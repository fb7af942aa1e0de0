// Where VS Code enters: wires the engine, the traces, the editor and the commands together.
import * as vscode from 'vscode';
import { EngineClient } from './engine_client';
import { EngineStatus } from './engine_status';
import { TraceEditor, viewType } from './trace_editor';
import { TraceRegistry } from './trace_registry';
import { TraceSession } from './trace_session';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Heaptrail', { log: true });
  const engine = new EngineClient(vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.cjs').fsPath, log);
  const traces = new TraceRegistry((path) => new TraceSession(engine, path, openSettings));
  engine.onStopped(() => {
    for (const session of traces.sessions) session.engineStopped(engine.stoppedFailure());
  });

  context.subscriptions.push(
    log,
    engine,
    traces,
    new EngineStatus(engine),
    vscode.window.registerCustomEditorProvider(viewType, new TraceEditor(context, traces, log), {
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.commands.registerCommand('heaptrail.openTrace', openTrace),
    vscode.commands.registerCommand('heaptrail.restartEngine', () => engine.restart()),
    vscode.commands.registerCommand('heaptrail.showLog', () => log.show()),
  );
}

function openSettings() {
  const settings = vscode.workspace.getConfiguration('heaptrail');
  return { followWeak: settings.get('followWeak', false), threads: settings.get('threads', 0) };
}

/** From the explorer's menu with a file, from the palette without. */
async function openTrace(given?: vscode.Uri): Promise<void> {
  const chosen = given
    ? [given]
    : await vscode.window.showOpenDialog({
        canSelectMany: true,
        openLabel: vscode.l10n.t('Open Trace'),
        filters: { [vscode.l10n.t('Heap dumps')]: ['hprof', 'gz'], [vscode.l10n.t('All files')]: ['*'] },
      });
  for (const uri of chosen ?? []) await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
}
