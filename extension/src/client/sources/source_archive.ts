// Sources in an archive (`*-sources.jar`, `src.zip`): which it has, and the text of one of them. Archives come from anywhere, so an entry is
// only read if it is as large as sources are, and never further than it says itself. Nothing is kept open, and nothing is unpacked into files.
import { stat } from 'node:fs/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { sourceEndings } from './source_names';

// The largest source of the JDK has 0.6 MB.
export const mostEntryBytes = 16 * 2 ** 20;
// The JDK's src.zip has 20,000 entries.
export const mostEntries = 500_000;

export const isSource = new RegExp(`\\.(?:${sourceEndings.join('|')})$`);

/** Why an archive, or what is in it, cannot be read: to be told to people. */
export class ArchiveFault extends Error {}

export class SourceArchive {
  private constructor(
    readonly path: string,
    /** Names of entries by the names of their files. */
    private readonly entries: ReadonlyMap<string, readonly string[]>,
  ) {}

  /** Reads the list of what is in it. */
  static async open(path: string): Promise<SourceArchive> {
    const entries = new Map<string, string[]>();
    let count = 0;
    await walk(path, ({ fileName }) => {
      if (++count > mostEntries) throw new ArchiveFault(`It has more than ${mostEntries} entries.`);
      if (!isSource.test(fileName)) return false;
      const name = fileName.slice(fileName.lastIndexOf('/') + 1);
      const known = entries.get(name);
      if (known) known.push(fileName);
      else entries.set(name, [fileName]);
      return false;
    });
    return new SourceArchive(path, entries);
  }

  /** Entries with this file name in a folder that ends so: the JDK's have the module before the package. */
  find(folder: string, file: string): string[] {
    const wanted = folder === '' ? file : `${folder}/${file}`;
    const named = this.entries.get(file) ?? [];
    return named.filter((entry) => entry === wanted || entry.endsWith(`/${wanted}`));
  }

  /** All sources directly in a folder that ends so. */
  in(folder: string): string[] {
    return [...this.entries].flatMap(([file]) => this.find(folder, file));
  }
}

/** The text of one entry. */
export async function readEntry(path: string, name: string): Promise<string> {
  let text: string | undefined;
  await walk(path, async (entry, archive) => {
    if (entry.fileName !== name) return false;
    text = await textOf(entry, archive);
    return true;
  });
  if (text === undefined) throw new ArchiveFault(`It has no “${name}”.`);
  return text;
}

/** The texts of these entries, in one go: finding them one by one takes long in a large archive. What cannot be read is not among them. */
export async function readEntries(path: string, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = new Set(names);
  const texts = new Map<string, string>();
  await walk(path, async (entry, archive) => {
    if (wanted.delete(entry.fileName)) {
      const text = await textOf(entry, archive).catch(() => undefined);
      if (text !== undefined) texts.set(entry.fileName, text);
    }
    return wanted.size === 0;
  });
  return texts;
}

/** When it changed last; another value is another archive. */
export async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path);
  return `${mtimeMs} ${size}`;
}

/** Visits entry after entry, until one says that it was the last to be visited. */
async function walk(
  path: string,
  visit: (entry: Entry, archive: ZipFile) => boolean | Promise<boolean>,
): Promise<void> {
  const archive = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of archive.eachEntry()) {
      if (await visit(entry, archive)) return;
    }
  } finally {
    archive.close();
  }
}

async function textOf(entry: Entry, archive: ZipFile): Promise<string> {
  const fault = (why: string) => new ArchiveFault(`“${entry.fileName}” cannot be shown: ${why}`);
  if (!entry.canDecodeFileData()) throw fault('it is encrypted, or packed in a way that is not known');
  if (entry.uncompressedSize > mostEntryBytes) throw fault(`it is larger than ${mostEntryBytes / 2 ** 20} MiB`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    bytes += (chunk as Buffer).length;
    // The library compares with what the entry says, too; this holds whatever it says.
    if (bytes > mostEntryBytes) throw fault('it is larger than it says');
    chunks.push(chunk as Buffer);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
