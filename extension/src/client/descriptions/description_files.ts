// The user's description files as texts, in the order in which they hold. Knows nothing of the editor: who finds the files and reads
// their bytes, says it.
import type { DescriptionText, Warning } from '../../../../shared/protocol/answers';

/** A text, and where the editor has it. */
export interface StoredDescription extends DescriptionText {
  uri: string;
}

export interface DescriptionFiles {
  files: StoredDescription[];
  /** Which could not be read, and why. */
  warnings: Warning[];
}

export const noDescriptionFiles: DescriptionFiles = { files: [], warnings: [] };

/** Whoever knows the user's descriptions. */
export interface DescriptionSource {
  /** As they are now. Never rejects. */
  read(): Promise<DescriptionFiles>;
}

export interface FoundFile {
  path: string;
  uri: string;
  /** As messages are to say it. */
  name: string;
  bytes(): Promise<Uint8Array>;
}

// Descriptions are written by hand: something larger is something else that is called *.ds.
const mostBytes = 2 ** 20;
const mostFiles = 500;

/** Later files win over earlier ones, so the order must be the same on every machine: that of their paths. */
export async function readDescriptionFiles(found: FoundFile[]): Promise<DescriptionFiles> {
  const unique = [...new Map(found.map((file) => [file.path, file])).values()];
  const ordered = unique.sort((one, other) => (one.path < other.path ? -1 : 1));
  const warnings: Warning[] = [];
  if (ordered.length > mostFiles) {
    const message = `of ${ordered.length} files of descriptions, only the first ${mostFiles} hold: say in the setting heaptrail.descriptions.files which are meant`;
    warnings.push({ message });
  }
  const read = await Promise.all(ordered.slice(0, mostFiles).map(textOf));
  const files: StoredDescription[] = [];
  for (const result of read) {
    if ('text' in result) files.push(result);
    else warnings.push({ message: `the descriptions in ${result.name} are left out: ${result.fault}` });
  }
  return { files, warnings };
}

async function textOf({ name, uri, bytes }: FoundFile): Promise<StoredDescription | { name: string; fault: string }> {
  try {
    const content = await bytes();
    if (content.length > mostBytes) return { name, fault: 'the file is larger than 1 MiB' };
    return { name, uri, text: new TextDecoder('utf-8', { fatal: true }).decode(content) };
  } catch (problem) {
    const fault = problem instanceof TypeError ? 'it is not UTF-8' : 'the file cannot be read';
    return { name, fault };
  }
}

export function sameFiles(one: DescriptionText[], other: DescriptionText[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, text }, index) => name === other[index]?.name && text === other[index]?.text)
  );
}
