// Traces as the editor has them: as tabs. A tab that was not shown since the window was opened has no session yet, and is open all the same.
import * as vscode from 'vscode';
import { editors } from '../contributions';
import { queryOf } from '../traces/trace_uri';

const traceEditors: string[] = Object.values(editors);

/** Of a trace that consists of these files. */
export function traceUri([first = '', ...others]: readonly string[]): vscode.Uri {
  return vscode.Uri.file(first).with({ query: queryOf(others) });
}

interface TraceTab {
  uri: vscode.Uri;
  tab: vscode.Tab;
  /** Which of our editors it is. */
  viewType: string;
}

export function traceTabs(): TraceTab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) =>
      tab.input instanceof vscode.TabInputCustom && traceEditors.includes(tab.input.viewType)
        ? [{ uri: tab.input.uri, tab, viewType: tab.input.viewType }]
        : [],
    );
}

export async function showTrace(uri: vscode.Uri): Promise<void> {
  const shown = traceTabs().find((open) => open.uri.toString() === uri.toString());
  // A panel beside code may be what is active: a tab that is there stays where it is.
  const place = shown ? { viewColumn: shown.tab.group.viewColumn } : {};
  const options = { preview: false, ...place };
  await vscode.commands.executeCommand('vscode.openWith', uri, shown?.viewType ?? editors.trace, options);
}

export async function closeTrace(uri: vscode.Uri): Promise<void> {
  const tabs = traceTabs().filter((open) => open.uri.toString() === uri.toString());
  await vscode.window.tabGroups.close(tabs.map(({ tab }) => tab));
}
