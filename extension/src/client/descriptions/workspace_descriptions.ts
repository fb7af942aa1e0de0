// The description files of the workspace: finds them as the setting heaptrail.descriptions.files says, and tells when one was saved,
// made, deleted, or another setting says others. Nothing is looked for before a trace is open.
import * as vscode from 'vscode';
import { settings } from '../contributions';
import {
  type DescriptionFiles,
  type DescriptionSource,
  noDescriptionFiles,
  readDescriptionFiles,
} from './description_files';

// Saving a file is told by the editor and again by the file system; a branch that is switched changes many.
const settlingMs = 100;

export class WorkspaceDescriptions implements DescriptionSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Other texts may hold. */
  readonly onChange = this.changed.event;
  private reading: Promise<DescriptionFiles> | undefined;
  private watching: vscode.Disposable[] = [];
  private patterns: vscode.RelativePattern[] = [];
  private settling: ReturnType<typeof setTimeout> | undefined;

  read(): Promise<DescriptionFiles> {
    if (this.watching.length === 0) this.watch();
    this.reading ??= this.readAll().catch(() => noDescriptionFiles);
    return this.reading;
  }

  dispose(): void {
    clearTimeout(this.settling);
    this.unwatch();
    this.changed.dispose();
  }

  private watch(): void {
    this.patterns = (vscode.workspace.workspaceFolders ?? []).flatMap(patternsOf);
    const later = () => this.later();
    const again = () => {
      this.unwatch();
      this.watch();
      this.later();
    };
    const watchers = this.patterns.map((pattern) => vscode.workspace.createFileSystemWatcher(pattern));
    this.watching = [
      ...watchers,
      ...watchers.flatMap((watcher) => [
        watcher.onDidChange(later),
        watcher.onDidCreate(later),
        watcher.onDidDelete(later),
      ]),
      // Does not depend on what the file system tells, and when.
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (this.patterns.some((pattern) => vscode.languages.match({ pattern }, document) > 0)) later();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(again),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settings.descriptionFiles)) again();
      }),
    ];
  }

  private unwatch(): void {
    for (const watcher of this.watching) watcher.dispose();
    this.watching = [];
  }

  private later(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.reading = undefined;
      this.changed.fire();
    }, settlingMs);
  }

  private async readAll(): Promise<DescriptionFiles> {
    const found = await Promise.all(this.patterns.map((pattern) => vscode.workspace.findFiles(pattern)));
    return readDescriptionFiles(
      found.flat().map((uri) => ({
        path: uri.path,
        uri: uri.toString(),
        name: vscode.workspace.asRelativePath(uri),
        bytes: async () => vscode.workspace.fs.readFile(uri),
      })),
    );
  }
}

/** What is not a list of texts describes nothing: settings are written by hand. */
function patternsOf(folder: vscode.WorkspaceFolder): vscode.RelativePattern[] {
  const globs: unknown = vscode.workspace.getConfiguration(undefined, folder).get(settings.descriptionFiles);
  if (!Array.isArray(globs)) return [];
  return globs
    .filter((glob): glob is string => typeof glob === 'string' && glob !== '')
    .map((glob) => new vscode.RelativePattern(folder, glob));
}
