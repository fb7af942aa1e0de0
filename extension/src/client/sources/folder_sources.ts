// Sources outside of the workspace: in folders and archives that the user named, or that came with the JDK. Knows nothing of the editor.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cancellation } from '../engine';
import { fittingFile, type SourceFile } from './fitting_file';
import type { LookedAt, SourceFinder } from './resolve_frame';
import { mostEntryBytes, readEntry, SourceArchive, versionOf } from './source_archive';
import type { SourceNames } from './source_names';

// Where sources lie in a folder, or in a module of it.
const layouts = ['', 'src', ...['java', 'kotlin', 'groovy', 'scala'].map((language) => `src/main/${language}`)];
// A repository of jars is deep, but no disk is to be searched.
const mostDepth = 8;
const mostFolders = 5000;
const mostIndexes = 200;
/** Jars come and go seldom; looking for them takes long. */
const scanMs = 60_000;

export class FolderSources implements SourceFinder {
  private readonly indexes = new Map<string, { version: string; archive: Promise<SourceArchive> }>();
  private readonly scans = new Map<string, { at: number; archives: Promise<string[]> }>();
  private readonly faults = new Map<string, string>();

  constructor(
    /** Folders and archives; what is not there is passed over. */
    private readonly roots: () => string[],
    /** What the editor calls an entry of an archive. */
    private readonly uriOf: (archive: string, entry: string) => string,
  ) {}

  async find(names: SourceNames, cancellation?: Cancellation): Promise<SourceFile | undefined> {
    for (const root of this.roots()) {
      if (cancellation?.isCancellationRequested) return undefined;
      const kind = await kindOf(root);
      const found =
        kind === 'folder'
          ? ((await fittingFile(await filesIn(root, names), names)) ??
            (await this.inArchivesOf(root, names, cancellation)))
          : kind === 'file'
            ? await this.inArchive(root, names)
            : undefined;
      if (found) return found;
    }
    return undefined;
  }

  async places(): Promise<LookedAt[]> {
    return Promise.all(
      this.roots().map(async (place) => {
        if ((await kindOf(place)) === 'none') return { place, isAbsent: true };
        const fault = this.faults.get(place);
        return fault === undefined ? { place } : { place, fault };
      }),
    );
  }

  private async inArchivesOf(
    folder: string,
    names: SourceNames,
    cancellation?: Cancellation,
  ): Promise<SourceFile | undefined> {
    let scan = this.scans.get(folder);
    if (!scan || Date.now() - scan.at > scanMs) {
      scan = { at: Date.now(), archives: archivesBelow(folder) };
      this.scans.set(folder, scan);
    }
    const parts = names.folder.split('/').filter((part) => part !== '');
    const alike = (path: string) => path.split(/[\\/.-]/).filter((part) => parts.includes(part)).length;
    const archives = (await scan.archives).toSorted((one, other) => alike(other) - alike(one));
    for (const archive of archives) {
      if (cancellation?.isCancellationRequested) return undefined;
      const found = await this.inArchive(archive, names);
      if (found) return found;
    }
    return undefined;
  }

  private async inArchive(path: string, names: SourceNames): Promise<SourceFile | undefined> {
    try {
      const archive = await this.index(path);
      const entries = names.files.flatMap((file) => archive.find(names.folder, file));
      this.faults.delete(path);
      return await fittingFile(
        entries.map((entry) => this.fileIn(path, entry)),
        names,
      );
    } catch (problem) {
      this.faults.set(path, problem instanceof Error ? problem.message : String(problem));
      return undefined;
    }
  }

  /** Its text is asked for its package, and again for the line: finding an entry in a large archive takes long. */
  private fileIn(archive: string, entry: string): SourceFile {
    let text: Promise<string> | undefined;
    return {
      uri: this.uriOf(archive, entry),
      path: `/${entry}`,
      text: () => {
        text ??= readEntry(archive, entry);
        return text;
      },
    };
  }

  private async index(path: string): Promise<SourceArchive> {
    const version = await versionOf(path);
    const known = this.indexes.get(path);
    if (known?.version === version) return known.archive;
    const archive = SourceArchive.open(path);
    this.indexes.delete(path);
    this.indexes.set(path, { version, archive });
    const [oldest] = this.indexes.keys();
    if (this.indexes.size > mostIndexes && oldest !== undefined) this.indexes.delete(oldest);
    return archive;
  }
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'none'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'none';
  } catch {
    return 'none';
  }
}

/** Directly below the folder or one of its modules. */
async function filesIn(root: string, { folder, files }: SourceNames): Promise<SourceFile[]> {
  const modules = ['', ...(await foldersOf(root))];
  const paths = modules.flatMap((module) =>
    layouts.flatMap((layout) => files.map((file) => join(root, module, layout, folder, file))),
  );
  const kinds = await Promise.all(paths.map(kindOf));
  return paths.filter((_, index) => kinds[index] === 'file').map(fileAt);
}

function fileAt(path: string): SourceFile {
  const uri = pathToFileURL(path);
  return { uri: uri.href, path: uri.pathname, text: () => textOf(path) };
}

async function textOf(path: string): Promise<string> {
  if ((await stat(path)).size > mostEntryBytes) throw new Error(`${path} is too large for a source`);
  return readFile(path, 'utf8');
}

async function foldersOf(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

const isArchive = (name: string) => name.endsWith('-sources.jar') || name === 'src.zip';

async function archivesBelow(root: string): Promise<string[]> {
  const found: string[] = [];
  let level = [root];
  let visited = 0;
  for (let depth = 0; depth <= mostDepth && level.length > 0 && visited < mostFolders; depth++) {
    const next: string[] = [];
    for (const folder of level.slice(0, mostFolders - visited)) {
      visited++;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (entry.isDirectory()) next.push(join(folder, entry.name));
        else if (isArchive(basename(entry.name))) found.push(join(folder, entry.name));
      }
    }
    level = next.sort();
  }
  return found.sort();
}
