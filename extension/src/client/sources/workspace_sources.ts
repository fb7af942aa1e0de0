// Sources in the folders of the workspace. Many frames are looked up at once: the workspace may be large, and each search goes through all of
// it. What was found is remembered until a source file comes or goes.
import * as vscode from 'vscode';
import { fittingFile, type SourceFile } from './fitting_file';
import type { LookedAt, SourceFinder } from './resolve_frame';
import { mostEntryBytes } from './source_archive';
import { type SourceNames, sourceEndings } from './source_names';

// Of one name there may be several, in several modules; many more mean that the name says little.
const mostPerPath = 20;
const pathsAtOnce = 100;
const mostOfPackage = 300;

export class WorkspaceSources implements SourceFinder, vscode.Disposable {
  /** By what paths end with. */
  private found = new Map<string, Promise<vscode.Uri[]>>();
  /** By what paths look like. */
  private readonly packages = new Map<string, Thenable<vscode.Uri[]>>();
  private watching: vscode.Disposable[] = [];
  private readonly changed = new vscode.EventEmitter<void>();
  /** Other files may be found. */
  readonly onChange = this.changed.event;

  async find(names: SourceNames): Promise<SourceFile | undefined> {
    const fitting = await this.fitting(exactPaths(names), names);
    // Kotlin leaves out what packages have in common, and the unnamed package has no folder.
    return fitting ?? (mayLieElsewhere(names) ? this.fitting(names.files, names) : undefined);
  }

  /** Folders may leave out what packages have in common: the last one is enough to be asked for the `package` line. */
  async ofPackage({ package: name, folder }: SourceNames): Promise<SourceFile[]> {
    if (name === undefined || isOfJdk(name) || !isPlain(folder)) return [];
    const last = folder.slice(folder.lastIndexOf('/') + 1);
    const pattern = `**/${last === '' ? '' : `${last}/`}*.{${sourceEndings.join(',')}}`;
    this.watch();
    const searching = this.packages.get(pattern) ?? vscode.workspace.findFiles(pattern, undefined, mostOfPackage);
    this.packages.set(pattern, searching);
    return (await searching).map(fileOf);
  }

  async places(): Promise<LookedAt[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.map(({ uri, name }) => ({ place: uri.scheme === 'file' ? uri.fsPath : name }));
  }

  /** Searches for all of these together: `find` has its answers afterwards. */
  async prepare(all: SourceNames[]): Promise<void> {
    await this.lookUp(all.flatMap(exactPaths));
    await this.lookUp(all.filter(mayLieElsewhere).flatMap(({ files }) => files));
  }

  dispose(): void {
    for (const watcher of this.watching) watcher.dispose();
    this.changed.dispose();
  }

  private async fitting(paths: string[], names: SourceNames): Promise<SourceFile | undefined> {
    const uris = (await this.lookUp(paths)).flat();
    return fittingFile(uris.map(fileOf), names);
  }

  private async lookUp(paths: string[]): Promise<vscode.Uri[][]> {
    this.watch();
    const known = this.found;
    const missing = [...new Set(paths)].filter((path) => !known.has(path));
    for (let from = 0; from < missing.length; from += pathsAtOnce) {
      const some = missing.slice(from, from + pathsAtOnce);
      const searching = search(some.filter(isPlain));
      for (const path of some) {
        known.set(
          path,
          searching.then((uris) => uris.filter((uri) => uri.path.endsWith(`/${path}`))),
        );
      }
    }
    return Promise.all(paths.map((path) => known.get(path) ?? []));
  }

  private watch(): void {
    if (this.watching.length > 0) return;
    const forget = () => {
      this.packages.clear();
      this.found = new Map();
      this.changed.fire();
    };
    // Not only sources of Java and its kin: a frame names any file.
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.*', false, true, false);
    const asFound = (uri: vscode.Uri) => {
      this.packages.clear();
      const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
      if ([...this.found.keys()].some((path) => path === name || path.endsWith(`/${name}`))) forget();
    };
    this.watching = [
      watcher,
      watcher.onDidCreate(asFound),
      watcher.onDidDelete(asFound),
      vscode.workspace.onDidChangeWorkspaceFolders(forget),
    ];
  }
}

const exactPaths = ({ folder, files }: SourceNames) =>
  folder === '' ? files : files.map((file) => `${folder}/${file}`);

const mayLieElsewhere = ({ package: name, folder, files }: SourceNames) =>
  // Who has the JDK's sources in the workspace has them as their packages say.
  folder !== '' && files.length > 0 && !(name !== undefined && isOfJdk(name));

/** Its sources are archives; no folder of a workspace leaves out parts of its packages. */
const isOfJdk = (name: string) => /^(?:java|javax|jdk|sun|com\.sun)(?:\.|$)/.test(name);

/** A trace says any names: those that would be patterns are none of files. */
const isPlain = (path: string) => !/[*?[\]{},\\]/.test(path);

async function search(paths: string[]): Promise<vscode.Uri[]> {
  const [first] = paths;
  if (first === undefined || !vscode.workspace.workspaceFolders?.length) return [];
  const pattern = paths.length === 1 ? `**/${first}` : `**/{${paths.join(',')}}`;
  return vscode.workspace.findFiles(pattern, undefined, mostPerPath * paths.length);
}

const fileOf = (uri: vscode.Uri): SourceFile => ({ uri: uri.toString(), path: uri.path, text: () => textOf(uri) });

/** As the user sees it. */
export async function textOf(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  if ((await vscode.workspace.fs.stat(uri)).size > mostEntryBytes)
    throw new Error(`${uri.path} is too large for a source`);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
