// A grouping as one line of text: the command that prints the same rows in a terminal.
import type { HeapArgs } from '../../../extension/src/protocol/answers';

/** In words that a POSIX shell leaves as they are. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @param files of the trace, in the order of their points */
export function commandLine(files: readonly string[], args: Omit<HeapArgs, 'offset' | 'limit'>): string {
  const { by, path = [], where, filter, from, at, search, sort = 'bytes', ascending = false, count = 'live' } = args;
  // The smallest first; names are told from A to Z there.
  const isReversed = sort === 'name' ? !ascending : ascending;
  const options: [string, string | undefined][] = [
    ['--by', by],
    ...path.map((key): [string, string] => ['--path', key]),
    ['--where', where],
    ['--filter', filter],
    ['--from', from],
    ['--at', at],
    ['--search', search || undefined],
    ['--count', count === 'live' ? undefined : count],
    ['--sort', sort === 'bytes' ? undefined : sort],
    ['--metrics', sort === 'deep' || sort === 'retained' ? sort : undefined],
  ];
  const words = options.flatMap(([name, value]) => (value === undefined ? [] : [name, quoted(value)]));
  return ['heaptrail', 'heap', ...files.map(quoted), ...words, ...(isReversed ? ['--reverse'] : [])].join(' ');
}
