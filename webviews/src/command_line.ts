// What a view shows as one line of text: the command that prints the same in a terminal.
import type { Page } from '../../shared/page';
import type { HeapArgs } from '../../shared/protocol/answers';
import type { InspectArgs } from '../../shared/protocol/inspect';
import type { TrendArgs } from '../../shared/protocol/trend';

/** In words that a POSIX shell leaves as they are. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** An option without a value is left out; true for one that needs none. */
type Option = [name: string, value: string | boolean | undefined];

/** @param files of the trace, in the order of their points */
function commandLine(command: string, files: readonly string[], options: readonly Option[]): string {
  const words = options.flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [name] : [name, quoted(value)];
  });
  return ['heaptrail', command, ...files.map(quoted), ...words].join(' ');
}

/** Which objects are meant. */
function setOptions({ by, path = [], where, filter }: Pick<HeapArgs, 'by' | 'path' | 'where' | 'filter'>): Option[] {
  return [['--by', by], ...path.map((key): Option => ['--path', key]), ['--where', where], ['--filter', filter]];
}

/** The rows of a grouping. */
export function heapCommand(files: readonly string[], args: Omit<HeapArgs, keyof Page>): string {
  const { from, at, search, sort = 'bytes', ascending = false, count = 'live', metrics = [] } = args;
  // The smallest first; names are told from A to Z there.
  const gain = metrics.includes('gain') && sort !== 'gain' ? 'gain' : undefined;
  const isReversed = sort === 'name' ? !ascending : ascending;
  return commandLine('heap', files, [
    ...setOptions(args),
    ['--from', from],
    ['--at', at],
    ['--search', search || undefined],
    ['--count', count === 'live' ? undefined : count],
    ['--sort', sort === 'bytes' ? undefined : sort],
    ['--metrics', sort === 'deep' || sort === 'retained' ? sort : gain],
    ['--reverse', isReversed],
  ]);
}

/** How rows of a grouping grow. */
export function trendCommand(files: readonly string[], args: Omit<TrendArgs, 'within'>): string {
  const { from, to, every, metric = 'bytes', sort = 'absolute', limit } = args;
  return commandLine('trend', files, [
    ...setOptions(args),
    ['--from', from],
    ['--to', to],
    ['--every', every || undefined],
    ['--metric', metric === 'bytes' ? undefined : metric],
    ['--order', sort === 'absolute' ? undefined : sort],
    ['--top', limit === undefined ? undefined : String(limit)],
  ]);
}

/** What holds objects, and what goes with them; or with `fields` what is in one. */
export function inspectCommand(files: readonly string[], args: InspectArgs, fields: boolean): string {
  const { object, at } = args;
  return commandLine('inspect', files, [
    ['--object', object],
    ...setOptions(args),
    ['--at', at],
    ...(fields ? ['--fields'] : ['--roots', '--paths', '--cuts', '--objects']).map((name): Option => [name, true]),
  ]);
}

/** The commands of a text, a line each, as their words: what quoted() makes of them, and what people write in double quotes. */
export function commandsIn(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  for (const [part] of text.matchAll(/'[^']*'|"(?:\\.|[^"\\])*"|\\\n|\\.|\n|[^\S\n]+|[^\s'"\\]+|./g)) {
    const isSpace = /^\s+$/.test(part) || part === '\\\n';
    if (!isSpace) word = (word ?? '') + unquoted(part);
    else if (word !== undefined) words.push(word);
    if (isSpace) word = undefined;
    if (part === '\n') {
      commands.push(words);
      words = [];
    }
  }
  commands.push(word === undefined ? words : [...words, word]);
  return commands.filter(({ length }) => length > 0);
}

function unquoted(part: string): string {
  if (part.length > 1 && part.startsWith("'")) return part.slice(1, -1);
  if (part.length > 1 && part.startsWith('"')) return part.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  return part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
}
