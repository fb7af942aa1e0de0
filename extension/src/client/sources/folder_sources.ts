// Sources outside of the workspace: in folders and archives that the user named, or that came with the JDK. Knows nothing of the editor.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cancellation } from '../engine/engine';
import { fittingFile, type SourceFile } from './fitting_file';
import type { LookedAt, SourceFinder } from './resolve_frame';
import { isSource, mostEntryBytes, readEntries, readEntry, SourceArchive, versionOf } from './source_archive';
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

  async ofPackage(names: SourceNames, cancellation?: Cancellation): Promise<SourceFile[]> {
    const found: SourceFile[] = [];
    for (const root of this.roots()) {
      const kind = await kindOf(root);
      if (kind === 'folder') found.push(...(await sourcesIn(root, names)));
      const archives = kind === 'folder' ? await this.archivesOf(root, names) : kind === 'file' ? [root] : [];
      for (const archive of archives) {
        if (cancellation?.isCancellationRequested) return [];
        found.push(...(await this.entriesOfPackage(archive, names)));
      }
    }
    return found;
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
    for (const archive of await this.archivesOf(folder, names)) {
      if (cancellation?.isCancellationRequested) return undefined;
      const found = await this.inArchive(archive, names);
      if (found) return found;
    }
    return undefined;
  }

  /** Those below the folder, the likeliest first. */
  private async archivesOf(folder: string, names: SourceNames): Promise<string[]> {
    let scan = this.scans.get(folder);
    if (!scan || Date.now() - scan.at > scanMs) {
      scan = { at: Date.now(), archives: archivesBelow(folder) };
      this.scans.set(folder, scan);
    }
    const parts = names.folder.split('/').filter((part) => part !== '');
    const alike = (path: string) => path.split(/[\\/.-]/).filter((part) => parts.includes(part)).length;
    return (await scan.archives).toSorted((one, other) => alike(other) - alike(one));
  }

  private async inArchive(path: string, names: SourceNames): Promise<SourceFile | undefined> {
    const files = await this.entriesOf(path, (archive) =>
      names.files.flatMap((file) => archive.find(names.folder, file)),
    );
    return fittingFile(files, names);
  }

  /** None where the archive cannot be read: that is told with the places. */
  private async entriesOf(path: string, choose: (archive: SourceArchive) => string[]): Promise<SourceFile[]> {
    try {
      const entries = choose(await this.index(path));
      this.faults.delete(path);
      return entries.map((entry) => this.fileIn(path, entry));
    } catch (problem) {
      this.faults.set(path, problem instanceof Error ? problem.message : String(problem));
      return [];
    }
  }

  /** All of them are read when the first one is. */
  private async entriesOfPackage(path: string, { folder }: SourceNames): Promise<SourceFile[]> {
    const files = await this.entriesOf(path, (archive) => archive.in(folder));
    const names = files.map((file) => entryOf(file));
    let texts: Promise<Map<string, string>> | undefined;
    return files.map((file) => ({
      ...file,
      text: async () => {
        texts ??= readEntries(path, names);
        const text = (await texts).get(entryOf(file));
        if (text === undefined) throw new Error(`${file.path} cannot be read`);
        return text;
      },
    }));
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

const entryOf = ({ path }: SourceFile) => path.slice(1);

async function kindOf(path: string): Promise<'folder' | 'file' | 'none'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'none';
  } catch {
    return 'none';
  }
}

/** Where the sources of a package can lie: directly below the folder or one of its modules. */
async function packageFolders(root: string, { folder }: SourceNames): Promise<string[]> {
  const modules = ['', ...(await foldersOf(root))];
  return modules.flatMap((module) => layouts.map((layout) => join(root, module, layout, folder)));
}

async function sourcesIn(root: string, names: SourceNames): Promise<SourceFile[]> {
  const folders = await packageFolders(root, names);
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile() && isSource.test(entry.name))
        .map(({ name }) => fileAt(join(folder, name)));
    }),
  );
  return found.flat();
}

async function filesIn(root: string, names: SourceNames): Promise<SourceFile[]> {
  const folders = await packageFolders(root, names);
  const paths = folders.flatMap((folder) => names.files.map((file) => join(folder, file)));
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
