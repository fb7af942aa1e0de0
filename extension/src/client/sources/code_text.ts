// The text of a source file with everything that is no code made blank, so that what looks like code is code. For the languages that write
// comments and texts as Java does.

/** As long as the text, line by line; comments and what stands between quotes are spaces. */
export function codeOf(text: string): string {
  // Text blocks before plain texts: both begin with a quote.
  const noCode =
    /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\r\n])*"?|'(?:\\.|[^'\\\r\n])+'/g;
  return text.replace(noCode, (found) => found.replace(/[^\r\n]/g, ' '));
}

/** Of the first `package` line, and those that follow it: Scala's may be several. Empty where there is none. */
export function packageOf(text: string): string {
  // It stands before everything else; licences may be long.
  const code = codeOf(text.slice(0, 100_000));
  const lines = /^\s*(?:@[^\r\n]*\s+)*((?:package\s+[\p{L}\p{N}_$.`]+\s*;?\s*)+)/u.exec(code)?.[1] ?? '';
  return [...lines.matchAll(/package\s+([\p{L}\p{N}_$.`]+)/gu)]
    .map(([, name = '']) => name.replaceAll('`', ''))
    .join('.');
}

/** How many lines a text has; the last one may be empty. */
export const lineCount = (text: string): number => text.split(/\r\n|\r|\n/).length;

/** Zero-based. */
export const lineAt = (text: string, offset: number): number => lineCount(text.slice(0, offset)) - 1;
