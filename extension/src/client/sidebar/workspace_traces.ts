// The traces that lie in the workspace, the newest first. Looked for when somebody looks at them, and again when one comes or goes.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { folderOfTrace } from '../traces/trace_uri';

export interface FoundTrace {
  uri: vscode.Uri;
  bytes: number;
  changed: number;
}

/** Of the files of an AntTracks trace, the one whose name is least likely to be another's. */
const antTracksMark = 'class_definitions';
const pattern = `**/{*.heaptrail,*.hprof,*.hprof.gz,*.heap.jsonl,*.heap.jsonl.gz,${antTracksMark}}`;
const mostTraces = 200;
const settlingMs = 300;

export class WorkspaceTraces implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChange = this.changed.event;
  private finding: Promise<FoundTrace[]> | undefined;
  private wereFound = false;
  private watching: vscode.Disposable[] = [];
  private settling: ReturnType<typeof setTimeout> | undefined;

  /** Whether they were looked for before, so that somebody who waits for `find` has others to show meanwhile. */
  get areKnown(): boolean {
    return this.wereFound;
  }

  find(): Promise<FoundTrace[]> {
    this.watch();
    this.finding ??= this.findAll();
    return this.finding;
  }

  dispose(): void {
    clearTimeout(this.settling);
    for (const watcher of this.watching) watcher.dispose();
    this.changed.dispose();
  }

  private async findAll(): Promise<FoundTrace[]> {
    const found = await findAll();
    this.wereFound = true;
    return found;
  }

  private watch(): void {
    if (this.watching.length > 0) return;
    const later = () => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => {
        this.finding = undefined;
        this.changed.fire();
      }, settlingMs);
    };
    // A recording that is being written changes all the time.
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, false);
    this.watching = [
      watcher,
      watcher.onDidCreate(later),
      watcher.onDidDelete(later),
      vscode.workspace.onDidChangeWorkspaceFolders(later),
    ];
  }
}

async function findAll(): Promise<FoundTrace[]> {
  if (!vscode.workspace.workspaceFolders?.length) return [];
  const uris = await vscode.workspace.findFiles(pattern, undefined, mostTraces);
  const found = await Promise.all(uris.map(traceAt));
  return found.flat().sort((one, other) => other.changed - one.changed || (one.uri.path < other.uri.path ? -1 : 1));
}

async function traceAt(uri: vscode.Uri): Promise<FoundTrace[]> {
  if (uri.scheme !== 'file') return [];
  try {
    if (basename(uri.fsPath) === antTracksMark) return [await traceIn(vscode.Uri.joinPath(uri, '..'))];
    const { size, mtime } = await vscode.workspace.fs.stat(uri);
    return [{ uri, bytes: size, changed: mtime }];
  } catch {
    // Deleted meanwhile.
    return [];
  }
}

/** An AntTracks trace is its folder. */
async function traceIn(folder: vscode.Uri): Promise<FoundTrace> {
  const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).filter(folderOfTrace);
  const files = names.map((name) => vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, name)));
  const found = await Promise.all(files);
  return {
    uri: folder,
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    changed: Math.max(...found.map(({ mtime }) => mtime)),
  };
}
