// The setting heaptrail.sources.folders: what it names, and adding to it.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { settings } from '../contributions';
import { expandFolder } from '../recording/recording_files';

/** Paths of folders and archives. What is no text names nothing: settings are written by hand. */
export function sourceFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const scopes = folders.length > 0 ? folders : [undefined];
  return [...new Set(scopes.flatMap(foldersOf))];
}

function foldersOf(scope: vscode.WorkspaceFolder | undefined): string[] {
  const named: unknown = vscode.workspace.getConfiguration(undefined, scope).get(settings.sourceFolders);
  if (!Array.isArray(named)) return [];
  const home = homedir();
  return named
    .filter((folder): folder is string => typeof folder === 'string' && folder !== '')
    .map((folder) => expandFolder(folder, scope?.uri.fsPath ?? home, home));
}

/** Asks for a folder, or for an archive, and adds it for this workspace. Whether one was added. */
export async function addSources(kind: 'folder' | 'archive'): Promise<boolean> {
  const filters = { [vscode.l10n.t('Archives of sources')]: ['jar', 'zip'], [vscode.l10n.t('All files')]: ['*'] };
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: true,
    canSelectFolders: kind === 'folder',
    canSelectFiles: kind === 'archive',
    openLabel: vscode.l10n.t('Add'),
    ...(kind === 'archive' ? { filters } : {}),
  });
  const paths = (chosen ?? []).filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
  if (paths.length === 0) return false;
  const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  const configuration = vscode.workspace.getConfiguration();
  const before = configuration.inspect<unknown>(settings.sourceFolders)?.[
    inWorkspace ? 'workspaceValue' : 'globalValue'
  ];
  const kept = Array.isArray(before) ? before : [];
  await configuration.update(settings.sourceFolders, [...new Set([...kept, ...paths])], target);
  return true;
}
