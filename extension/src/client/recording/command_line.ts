// Command lines as people type them: cut into words the way a shell would, or left to a shell where only a shell can do it
// (pipes, variables, wildcards). Also the other way: words quoted so that they are cut as they were.
import { programName } from './java_command';

export type CommandLine =
  | { kind: 'words'; words: string[] }
  /** Only a shell understands it. */
  | { kind: 'shell' }
  | { kind: 'empty' }
  /** A quote is opened and never closed. */
  | { kind: 'open-quote' };

const needsShell = /[|&;<>()$`*?[\n]/;
const assignment = /^[A-Za-z_]\w*=/;

export function parseCommandLine(line: string): CommandLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line.charAt(i);
    if (quote === "'") {
      if (c === "'") quote = '';
      else word += c;
    } else if (quote === '"') {
      if (c === '"') quote = '';
      else if (c === '$' || c === '`') return { kind: 'shell' };
      else if (c === '\\' && /["\\]/.test(line.charAt(i + 1))) word += line.charAt(++i);
      else word += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= '';
    } else if (c === ' ' || c === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (needsShell.test(c) || (word === undefined && (c === '~' || c === '#'))) {
      return { kind: 'shell' };
    } else {
      word = (word ?? '') + (c === '\\' ? line.charAt(++i) : c);
    }
  }
  if (quote !== '') return { kind: 'open-quote' };
  if (word !== undefined) words.push(word);
  if (words.length === 0) return { kind: 'empty' };
  return assignment.test(words[0] ?? '') ? { kind: 'shell' } : { kind: 'words', words };
}

/** What is run for a line: its words, or a shell with the line. */
export function commandOf(line: string): string[] | undefined {
  const parsed = parseCommandLine(line);
  if (parsed.kind === 'words') return parsed.words;
  return parsed.kind === 'shell' ? ['/bin/sh', '-c', line] : undefined;
}

/** A short name for whatever a line runs. */
export function nameOfLine(line: string): string {
  const parsed = parseCommandLine(line);
  if (parsed.kind === 'words') return programName(parsed.words);
  // Only a guess: the first command of several, without its variables.
  const [first = ''] = line.split(/[|&;<>()\n]/);
  return programName(first.split(/\s+/).filter((word) => word !== '' && !assignment.test(word)));
}

export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export const quoteWords = (words: string[]) => words.map(quoteWord).join(' ');
