// Where VS Code enters: wires the engine, the traces, the editor and the commands together.
import * as vscode from 'vscode';
import { forgetTraceMethod } from '../../../shared/protocol/language';
import { commands, editors, settings } from './contributions';
import { WorkspaceDescriptions } from './descriptions/workspace_descriptions';
import { EngineClient } from './engine/engine_client';
import { EngineStatus } from './engine/engine_status';
import { ChosenStructures } from './growth/chosen_structures';
import { GrowthPanels } from './growth/growth_panels';
import { GrowthRenewal } from './growth/growth_renewal';
import { GrowthStore } from './growth/growth_store';
import { OpenEditors } from './growth/open_editors';
import { InspectPanels } from './inspect/inspect_panels';
import { ActiveTrace } from './language/active_trace';
import { descriptionsAreOpen, registerLanguage } from './language/register';
import { registerRecording } from './recording/register';
import { registerSideBar } from './sidebar/register';
import { ownPackages } from './sources/own_packages';
import { registerSources } from './sources/register';
import { sampleRecording } from './sources/sample';
import { TraceEditor } from './traces/trace_editor';
import { TraceRegistry } from './traces/trace_registry';
import { type OpenSettings, TraceSession } from './traces/trace_session';
import { isFolder, together } from './traces/trace_uri';
import { showsValues } from './traces/values_setting';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Heaptrail', { log: true });
  const engine = new EngineClient(vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.cjs').fsPath, log);
  const cache = vscode.Uri.joinPath(context.globalStorageUri, 'cache');
  const descriptions = new WorkspaceDescriptions();
  const active = new ActiveTrace(descriptionsAreOpen, () => engine.tell(forgetTraceMethod));
  const growth = new GrowthStore(growthThreshold, ownPackages);
  const renewal = new GrowthRenewal(growth);
  const traces = new TraceRegistry(
    (paths) => new TraceSession(engine, paths, () => openSettings(cache), descriptions, showsValues),
    (session) => {
      growth.closed(session);
      renewal.closed(session);
      active.closed(session);
    },
  );
  const chosen = new ChosenStructures();
  const around = { context, active, growth, editors: new OpenEditors(), chosen, log };
  const editor = new TraceEditor(traces, around);
  const editorOptions = { supportsMultipleEditorsPerDocument: true };
  descriptions.onChange(() => traces.describe());
  engine.onStopped(() => {
    for (const session of traces.sessions) session.engineStopped(engine.stoppedFailure());
  });

  context.subscriptions.push(
    log,
    engine,
    traces,
    descriptions,
    renewal,
    new EngineStatus(engine),
    vscode.window.registerCustomEditorProvider(editors.trace, editor, editorOptions),
    vscode.window.registerCustomEditorProvider(editors.traceFile, editor, editorOptions),
    new GrowthPanels(traces, around),
    new InspectPanels(traces, around),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.ownPackages)) growth.reconsider();
    }),
    vscode.commands.registerCommand(commands.openTrace, openTraces),
    vscode.commands.registerCommand(commands.openTraceFolder, openTraceFolders),
    vscode.commands.registerCommand(commands.openTogether, openTogether),
    vscode.commands.registerCommand(commands.openSample, () => openTrace(sampleRecording(context.extensionUri))),
    vscode.commands.registerCommand(commands.restartEngine, () => engine.restart()),
    vscode.commands.registerCommand(commands.clearCache, () => clearCache(cache)),
    vscode.commands.registerCommand(commands.showLog, () => log.show()),
  );
  registerLanguage(context, engine, descriptions, active);
  registerSources(context, active, growth);
  registerSideBar(context, { engine, traces, active, growth, chosen, descriptions });
  registerRecording(context, engine, {
    open: (recording) => {
      traces.refresh([recording.fsPath]);
      return openTrace(recording);
    },
    isOpen: (path) => traces.isShown([path]),
  });
}

const gibibyte = 2 ** 30;

function openSettings(cache: vscode.Uri): OpenSettings {
  const configuration = vscode.workspace.getConfiguration();
  const cacheLimit = configuration.get(settings.cacheLimit, 10);
  return {
    followWeak: configuration.get(settings.followWeak, false),
    threads: configuration.get(settings.threads, 0),
    cache: cacheLimit > 0 ? cache.fsPath : '',
    mostCacheBytes: cacheLimit * gibibyte,
  };
}

/** From which share of the heap's growth on a size counts as high, in percent. */
const growthThreshold = () => vscode.workspace.getConfiguration().get(settings.growthThreshold, 5);

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

function openTrace(uri: vscode.Uri): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.openWith', uri, editors.trace, { preview: false });
}

/** From the explorer's menu with the file clicked and all that are selected, from the palette without. */
async function openTraces(clicked?: vscode.Uri, selected?: vscode.Uri[]): Promise<void> {
  const given = clicked && [clicked, ...(selected ?? [])];
  const traces = [vscode.l10n.t('Recordings and heap dumps'), ['heaptrail', 'hprof', 'gz', 'jsonl']] as const;
  for (const uri of unique(given ?? (await chooseFiles(vscode.l10n.t('Open Trace'), ...traces)))) await openTrace(uri);
}

/** Traces of the AntTracks VM. The folder is the trace, and its name is what the editor's tab shows. */
async function openTraceFolders(clicked?: vscode.Uri, selected?: vscode.Uri[]): Promise<void> {
  const given = clicked && [clicked, ...(selected ?? [])];
  const folders = (given ?? (await chooseFolders())).map((uri) =>
    isFolder(uri.fsPath) ? uri : vscode.Uri.joinPath(uri, '..'),
  );
  for (const folder of unique(folders)) await openTrace(folder);
}

async function chooseFolders(): Promise<vscode.Uri[]> {
  const openLabel = vscode.l10n.t('Open AntTracks Trace');
  const folders = { canSelectFolders: true, canSelectFiles: false, canSelectMany: true, openLabel };
  return (await vscode.window.showOpenDialog(folders)) ?? [];
}

/** Heap dumps of one program, one point each. */
async function openTogether(clicked?: vscode.Uri, selected?: vscode.Uri[]): Promise<void> {
  const given = clicked && [clicked, ...(selected ?? [])];
  const dumps = [vscode.l10n.t('Heap dumps'), ['hprof', 'gz']] as const;
  const uris = unique(given ?? (await chooseFiles(vscode.l10n.t('Open Together'), ...dumps)));
  if (uris.length === 0) return;
  if (uris.length < 2 || !uris.every(({ scheme, path }) => scheme === 'file' && /\.hprof(\.gz)?$/.test(path))) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Select at least two heap dumps, and nothing else: files that end in .hprof or .hprof.gz.'),
    );
    return;
  }
  const trace = together(uris.map(({ fsPath }) => fsPath));
  if (trace) await openTrace(vscode.Uri.file(trace.first).with({ query: trace.query }));
}

async function chooseFiles(openLabel: string, what: string, endings: readonly string[]): Promise<vscode.Uri[]> {
  const filters = { [what]: [...endings], [vscode.l10n.t('All files')]: ['*'] };
  return (await vscode.window.showOpenDialog({ canSelectMany: true, openLabel, filters })) ?? [];
}

const unique = (uris: vscode.Uri[]) => [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
