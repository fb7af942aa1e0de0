// Which of several files called alike has a class: the one whose `package` line says so. Knows nothing of the editor.
import { packageOf } from './code_text';
import type { SourceNames } from './source_names';

/** A file that may be opened, wherever it lies. */
export interface SourceFile {
  uri: string;
  /** With slashes; says only how likely the file is. */
  path: string;
  text(): Promise<string>;
}

// Whoever has more copies than that of one file gets one of the first.
const mostRead = 20;

export async function fittingFile(files: readonly SourceFile[], names: SourceNames): Promise<SourceFile | undefined> {
  const ordered = files.toSorted(
    (one, other) => likelihood(other, names) - likelihood(one, names) || byPath(one, other),
  );
  for (const file of ordered.slice(0, mostRead)) {
    if (await fits(file, names)) return file;
  }
  return undefined;
}

async function fits(file: SourceFile, names: SourceNames): Promise<boolean> {
  // Where folders are all that is known, the last one at least must be right.
  if (names.package === undefined) return commonFolders(file.path, names.folder) > 0 || names.folder === '';
  try {
    return packageOf(await file.text()) === names.package;
  } catch {
    // Deleted just now, or not for us to read.
    return false;
  }
}

/** Higher is likelier: where the package says it should lie, and not among what a build made. */
function likelihood({ path }: SourceFile, { folder, files }: SourceNames): number {
  const built = /\/(?:build|target|out|bin|dist)\//.test(path) ? 0 : 1;
  const name = files.findIndex((file) => path.endsWith(`/${file}`));
  return 100 * commonFolders(path, folder) + 10 * built - name;
}

/** How many folders before the file's name are those wanted, from the last one on. */
function commonFolders(path: string, folder: string): number {
  const wanted = folder.split('/').filter((part) => part !== '');
  const actual = path.split('/').slice(0, -1);
  let common = 0;
  while (common < wanted.length && wanted.at(-1 - common) === actual.at(-1 - common)) common++;
  return common;
}

const byPath = (one: SourceFile, other: SourceFile) =>
  one.path.length - other.path.length || (one.path < other.path ? -1 : 1);
