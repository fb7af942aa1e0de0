// The setting heaptrail.sources.ownPackages: what the packages of the user's own program begin with. Lines of these are told first, whatever
// libraries they called.
import * as vscode from 'vscode';
import { settings } from '../contributions';

/** Of all folders of the workspace together. What is no text names nothing: settings are written by hand. */
export function ownPackages(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const scopes = folders.length > 0 ? folders : [undefined];
  const named = scopes.flatMap((scope): unknown =>
    vscode.workspace.getConfiguration(undefined, scope).get(settings.ownPackages),
  );
  return [...new Set(named.flatMap(packageName))].sort();
}

/** `com.example`, also where somebody wrote `com.example.` or `com.example.*`. */
function packageName(written: unknown): string[] {
  if (typeof written !== 'string') return [];
  const name = written.trim().replace(/\.?\*?$/, '');
  return name === '' ? [] : [name];
}
