// A webview that shows a trace, in an editor of its own or in a panel beside code: the page, the link between it and the trace, and what
// the page asks of the editor.
import * as vscode from 'vscode';
import { toFailure } from '../../../../shared/protocol/failure';
import {
  type AloneView,
  completeState,
  type HeapTabState,
  type ToView,
  type ViewAction,
} from '../../../../shared/protocol/view';
import { isViewState } from '../../../../shared/protocol/view_border';
import { commands, ownCommands } from '../contributions';
import type { ChosenStructures } from '../growth/chosen_structures';
import type { GrowthStore } from '../growth/growth_store';
import type { OpenEditors } from '../growth/open_editors';
import type { ActiveTrace } from '../language/active_trace';
import { columnOfSource } from '../sources/source_column';
import { traceSaver } from './trace_saver';
import type { TraceSession } from './trace_session';
import { ViewLink } from './view_link';
import { growthCompute, looksByItself, onViewSettings, saveWords, viewSettings } from './view_settings';
import { webviewHtml } from './webview_html';

export interface WebviewSurroundings {
  context: vscode.ExtensionContext;
  active: ActiveTrace;
  growth: GrowthStore;
  editors: OpenEditors;
  chosen: ChosenStructures;
  log: vscode.LogOutputChannel;
}

export interface ShownTrace {
  uri: vscode.Uri;
  name: string;
  session: TraceSession;
  /** Under which name the view's state is kept with the workspace. */
  stateKey: string;
  alone?: AloneView;
}

/** Under which the view of a trace's editor is kept. */
export const editorStateKey = (uri: vscode.Uri) => `view:${uri.toString()}`;

/** Fills the panel; what it takes is given back when the panel is closed. */
export function showInWebview(panel: vscode.WebviewPanel, trace: ShownTrace, around: WebviewSurroundings): ViewLink {
  const { context, active, growth, log } = around;
  const { session, name, stateKey, alone } = trace;
  const root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
  const { webview } = panel;
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  const link = new ViewLink({
    session,
    growth,
    fileName: name,
    ...(alone ? { alone } : {}),
    post: (message: ToView) => void webview.postMessage(message),
    loadState: () => {
      const kept = context.workspaceState.get(stateKey);
      return isViewState(kept) ? kept : undefined;
    },
    saveState: (state) => void context.workspaceState.update(stateKey, state),
    settings: viewSettings,
    looksByItself,
    saver: traceSaver(trace.uri, session, growth),
    act: (action) =>
      act(action, panel, trace, around, (id) => around.chosen.choose({ session, id, by: link })).catch((problem) =>
        vscode.window.showErrorMessage(toFailure(problem).message),
      ),
    complain: (message) => log.warn(message),
  });
  const choosing = around.chosen.onDidChoose((chosen) => {
    if (chosen.session === session && chosen.by !== link) link.selectStructure(chosen.id, true);
  });
  const receiving = webview.onDidReceiveMessage((message: unknown) => link.receive(message));
  const following = onViewSettings((settings) => link.showSettings(settings));
  const noteActive = () => {
    if (panel.active) active.set(session, name);
  };
  noteActive();
  const watching = panel.onDidChangeViewState(noteActive);
  panel.onDidDispose(() => {
    watching.dispose();
    following.dispose();
    choosing.dispose();
    receiving.dispose();
    link.dispose();
  });
  webview.html = webviewHtml({
    cspSource: webview.cspSource,
    script: webview.asWebviewUri(vscode.Uri.joinPath(root, 'main.js')).toString(),
    style: webview.asWebviewUri(vscode.Uri.joinPath(root, 'main.css')).toString(),
    title: name,
    language: vscode.env.language,
    growth: growthCompute(),
  });
  return link;
}

const besideCommands: Record<AloneView['tab'], string> = {
  growth: commands.openGrowthBeside,
  inspect: commands.openInspectBeside,
};

/** In the editor of the trace, which is opened where it is not; all else in it stays as it was left. */
async function showHeap(uri: vscode.Uri, heap: HeapTabState, { context, editors }: WebviewSurroundings): Promise<void> {
  const key = editorStateKey(uri);
  const kept = context.workspaceState.get(key);
  const state = { ...completeState(isViewState(kept) ? kept : undefined), ...heap, tab: 'heap' as const };
  const editor = editors.of(uri);
  if (editor) {
    editor.link.showState(state);
    editor.panel.reveal();
    return;
  }
  await context.workspaceState.update(key, state);
  await vscode.commands.executeCommand(commands.showTrace, { uri });
}

async function act(
  action: ViewAction,
  panel: vscode.WebviewPanel,
  { uri, alone }: ShownTrace,
  around: WebviewSurroundings,
  choose: (id: string) => void,
): Promise<void> {
  const { executeCommand } = vscode.commands;
  switch (action.kind) {
    case 'open-frame':
    case 'open-field': {
      const { length: columns } = vscode.window.tabGroups.all;
      const place = { column: panel.viewColumn ?? 1, isPanel: alone !== undefined, columns };
      const wanted = action.kind === 'open-frame' ? action.frame : action.field;
      await executeCommand(commands.openSource, wanted, { viewColumn: columnOfSource(place, action.beside) });
      return;
    }
    case 'open-beside':
      await executeCommand(besideCommands[action.tab], { uri });
      return;
    case 'show-heap':
      await showHeap(uri, action.heap, around);
      return;
    case 'take-point':
      await executeCommand(commands.takePoint, { path: uri.fsPath, pid: action.process });
      return;
    case 'choose-structure':
      choose(action.id);
      return;
    case 'describe-type': {
      const { kind: _, ...wish } = action;
      await executeCommand(commands.describeType, wish);
      return;
    }
    case 'save-inferred': {
      const { kind: _, ...wish } = action;
      await executeCommand(ownCommands.saveInferred, wish);
      return;
    }
    case 'save-words':
      await saveWords(action.of, action.words);
  }
}
