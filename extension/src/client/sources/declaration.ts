// Where a method is declared, for frames without a line: looks for its name where a declaration can stand, within the class that it belongs
// to. Reads no types, so of several methods with one name it finds the first.
import { codeOf, lineAt } from './code_text';
import { writtenMethod } from './source_names';

// Nobody writes longer heads of methods: what is longer is no source, and must not take long.
const mostHead = 2000;

interface Span {
  from: number;
  to: number;
}

/** Of a class: the whole, and what is between its braces. */
interface ClassSpan {
  head: number;
  body: Span;
}

/** The line of a method's declaration, or else of its innermost class; zero-based. The first line where neither is found. */
export function declarationLine(text: string, classes: readonly string[], method: string): number {
  const code = codeOf(text);
  const within = classSpan(code, classes);
  const body = within?.body ?? { from: 0, to: code.length };
  const name = writtenMethod(method);
  const found =
    name === '<init>'
      ? constructorAt(code, body, classes.at(-1))
      : name === '<clinit>'
        ? initialiserAt(code, body)
        : methodAt(code, body, name);
  return lineAt(code, found ?? within?.head ?? 0);
}

/** The line where a class is declared; zero-based. */
export function classLine(text: string, classes: readonly string[]): number {
  const code = codeOf(text);
  return lineAt(code, classSpan(code, classes)?.head ?? 0);
}

/** The innermost of the classes that is found: one that a compiler made up has no declaration. */
function classSpan(code: string, classes: readonly string[]): ClassSpan | undefined {
  let found: ClassSpan | undefined;
  for (const name of classes) {
    const body: Span = found?.body ?? { from: 0, to: code.length };
    const keyword = new RegExp(`\\b(?:class|interface|enum|record|object|trait)\\s+${literal(name)}(?![\\w$])`, 'g');
    keyword.lastIndex = body.from;
    const match = keyword.exec(code);
    if (!match || match.index >= body.to) continue;
    found = { head: match.index, body: bodyAfter(code, keyword.lastIndex, body.to) };
  }
  return found;
}

/** What is between the next braces; nothing where the class has none, as Kotlin's may. */
function bodyAfter(code: string, from: number, end: number): Span {
  const open = code.slice(from, end).search(/[{;]|\b(?:class|object|interface|fun)\b/);
  if (open === -1 || code[from + open] !== '{') return { from, to: from };
  const start = from + open + 1;
  return { from: start, to: closing(code, start, '{', '}', end) };
}

/** Where what was opened before `from` is closed. */
function closing(code: string, from: number, open: string, close: string, end: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    if (code[at] === open) depth++;
    else if (code[at] === close && --depth === 0) return at;
  }
  return end;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function methodAt(code: string, body: Span, name: string): number | undefined {
  const word = literal(name);
  // Kotlin, Scala, Groovy and JavaScript say so. A Kotlin function may have a receiver before its name.
  const said = new RegExp(`\\b(?:fun|def|function)\\b[^({=;]{0,200}?(?<![\\w$])${word}(?![\\w$])`, 'g');
  const property = /^(?:get|set|is)(\p{Lu})(.*)$/u.exec(name);
  const names = property ? `(?:${word}|${literal(`${property[1]?.toLowerCase()}${property[2]}`)})` : word;
  const value = new RegExp(`\\b(?:val|var)\\s+${names}(?![\\w$])`, 'g');
  return shallowest(code, body, [
    ...candidates(code, body, said),
    ...declarations(code, body, word),
    ...candidates(code, body, value),
  ]);
}

function constructorAt(code: string, body: Span, name: string | undefined): number | undefined {
  const said = /(?<![\w$.])constructor\s*\(/g;
  const named = name === undefined ? [] : declarations(code, body, literal(name));
  return shallowest(code, body, [...named, ...candidates(code, body, said)]);
}

function initialiserAt(code: string, body: Span): number | undefined {
  const block = /\bstatic\s*\{|\bcompanion\s+object\b|\bstatic\b[^(){};]{0,200}=/g;
  return shallowest(code, body, candidates(code, body, block));
}

function candidates(code: string, body: Span, pattern: RegExp): number[] {
  const part = code.slice(body.from, body.to);
  return [...part.matchAll(pattern)].map(({ index }) => body.from + index);
}

/** Where `name(…)` is followed by a body, or by the end of a method without one. */
function declarations(code: string, body: Span, word: string): number[] {
  const named = new RegExp(`(?<![\\w$.@])${word}\\s*\\(`, 'g');
  return candidates(code, body, named).filter((at) => {
    const before = code.slice(Math.max(body.from, at - mostHead), at).trimEnd();
    const previous = /[\p{L}\p{N}_$]+$/u.exec(before)?.[0];
    if (previous !== undefined && notTypes.has(previous)) return false;
    const furthest = Math.min(at + mostHead, body.to);
    const end = closing(code, code.indexOf('(', at) + 1, '(', ')', furthest);
    const after = code.slice(end + 1, furthest).trimStart();
    if (/^(?:throws\s[^;{]*)?\{/.test(after)) return true;
    // Without a body: a call looks the same, but has no type before it.
    return /^(?:throws\s[^;{]*|default\s[^;{]*)?;/.test(after) && (previous !== undefined || /[>\]]$/.test(before));
  });
}

/** Words before a name that is used, not declared. */
const notTypes = new Set([
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
function shallowest(code: string, body: Span, found: number[]): number | undefined {
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
