// Where VS Code enters: wires the engine, the traces, the editor and the commands together.
import * as vscode from 'vscode';
import { EngineClient } from './engine_client';
import { EngineStatus } from './engine_status';
import { TraceEditor, viewType } from './trace_editor';
import { TraceRegistry } from './trace_registry';
import { type OpenSettings, TraceSession } from './trace_session';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Heaptrail', { log: true });
  const engine = new EngineClient(vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.cjs').fsPath, log);
  const cache = vscode.Uri.joinPath(context.globalStorageUri, 'cache');
  const traces = new TraceRegistry((path) => new TraceSession(engine, path, () => openSettings(cache)));
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
    vscode.commands.registerCommand('heaptrail.clearCache', () => clearCache(cache)),
    vscode.commands.registerCommand('heaptrail.showLog', () => log.show()),
  );
}

const gibibyte = 2 ** 30;

function openSettings(cache: vscode.Uri): OpenSettings {
  const settings = vscode.workspace.getConfiguration('heaptrail');
  const cacheLimit = settings.get('cacheLimit', 10);
  return {
    followWeak: settings.get('followWeak', false),
    threads: settings.get('threads', 0),
    cache: cacheLimit > 0 ? cache.fsPath : '',
    mostCacheBytes: cacheLimit * gibibyte,
  };
}

/** Traces that are open keep what they have: the engine holds it in memory. */
async function clearCache(cache: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(cache, { recursive: true });
  } catch (problem) {
    const missing = problem instanceof vscode.FileSystemError && problem.code === 'FileNotFound';
    if (!missing) throw problem;
  }
  void vscode.window.showInformationMessage(vscode.l10n.t('Heaptrail’s cache is empty.'));
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
