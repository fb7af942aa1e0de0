// Which URI stands for which trace. Several files as one trace are the first one's URI with the others in its query, so the editor keeps them
// together over a reload. A trace of the AntTracks VM is a folder: its URI, or that of one of the files in it.
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const key = 'and';

/** The query that adds files to the one the URI names; empty for none. */
export function queryOf(others: string[]): string {
  return others.map((path) => `${key}=${encodeURIComponent(path)}`).join('&');
}

/** The paths that the engine is told. */
export function pathsOf(path: string, query: string): string[] {
  const folder = folderOfTrace(path);
  // A folder may have the name of one of the files.
  const first = folder === undefined || isFolder(path) ? path : folder;
  const others = query
    .split('&')
    .filter((part) => part.startsWith(`${key}=`))
    .map((part) => decode(part.slice(key.length + 1)));
  return [...new Set([first, ...others.filter((path) => path !== '')])];
}

/** The same files are the same trace, in whatever order they were selected. */
export function together(paths: string[]): { first: string; query: string } | undefined {
  const [first, ...others] = [...new Set(paths)].sort();
  return first === undefined ? undefined : { first, query: queryOf(others) };
}

/** What the AntTracks VM calls its files unless told otherwise; numbered where it begins new ones now and then. */
const traceFile = /^(symbols|class_definitions|trace(_\d+)?)$/;

/** The folder that is the trace, if a file of this name belongs to one. */
export function folderOfTrace(file: string): string | undefined {
  return traceFile.test(basename(file)) ? dirname(file) : undefined;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
