// Where classes lie in a text of code, and what in them stands where a declaration can stand. The text has no comments and no quotes any more
// (codeOf); braces are all that is understood of it.

export interface Span {
  from: number;
  to: number;
}

// A class and what is called alike beside it. Where there are more, it is no source, and must not take long.
const mostSpans = 8;

/** Of a class: where it begins, where its name ends, and what is between its braces. */
export interface ClassSpan {
  head: number;
  named: number;
  body: Span;
}

/** The innermost of the classes that is found: one that a compiler made up has no declaration. */
export const classSpan = (code: string, classes: readonly string[]): ClassSpan | undefined =>
  classSpans(code, classes)[0];

/** Several may have the name: Scala has a class and an object beside it. */
export function classSpans(code: string, classes: readonly string[]): ClassSpan[] {
  let found: ClassSpan[] = [];
  for (const name of classes) {
    const bodies = found.length > 0 ? found.map(({ body }) => body) : [{ from: 0, to: code.length }];
    const within = bodies.flatMap((body) => spansIn(code, body, name));
    if (within.length > 0) found = within.slice(0, mostSpans);
  }
  return found;
}

function spansIn(code: string, body: Span, name: string): ClassSpan[] {
  const keyword = new RegExp(`\\b(?:class|interface|enum|record|object|trait)\\s+${literal(name)}(?![\\w$])`, 'g');
  const heads = candidates(code, body, keyword).slice(0, mostSpans);
  return heads.map((head) => {
    keyword.lastIndex = head;
    const named = head + (keyword.exec(code)?.[0].length ?? 0);
    return { head, named, body: bodyAfter(code, named, body.to) };
  });
}

/** What is between the next braces; nothing where the class has none, as Kotlin's may. */
function bodyAfter(code: string, from: number, end: number): Span {
  const open = code.slice(from, end).search(/[{;]|\b(?:class|object|interface|fun)\b/);
  if (open === -1 || code[from + open] !== '{') return { from, to: from };
  const start = from + open + 1;
  return { from: start, to: closing(code, start, '{', '}', end) };
}

/** Where what was opened before `from` is closed. */
export function closing(code: string, from: number, open: string, close: string, end: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    if (code[at] === open) depth++;
    else if (code[at] === close && --depth === 0) return at;
  }
  return end;
}

export const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function candidates(code: string, body: Span, pattern: RegExp): number[] {
  const part = code.slice(body.from, body.to);
  return [...part.matchAll(pattern)].map(({ index }) => body.from + index);
}

/** Words before a name that is used, not declared. */
export const notTypes = new Set([
  'new',
  'return',
  'throw',
  'else',
  'case',
  'yield',
  'assert',
  'await',
  'do',
  'in',
  'super',
  'this',
]);

/** Members of the class itself before those of classes within it; of those the first. */
export function shallowest(code: string, body: Span, found: number[]): number | undefined {
  let best: { at: number; depth: number } | undefined;
  let depth = 0;
  let scanned = body.from;
  for (const at of found.toSorted((one, other) => one - other)) {
    for (; scanned < at; scanned++) {
      if (code[scanned] === '{') depth++;
      else if (code[scanned] === '}') depth--;
    }
    if (!best || depth < best.depth) best = { at, depth };
  }
  return best?.at;
}
