// Several files as one trace: the first one's URI, with the others in its query. So the editor keeps them together over a reload.

const key = 'and';

/** The query that adds files to the one the URI names; empty for none. */
export function queryOf(others: string[]): string {
  return others.map((path) => `${key}=${encodeURIComponent(path)}`).join('&');
}

export function pathsOf(first: string, query: string): string[] {
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
