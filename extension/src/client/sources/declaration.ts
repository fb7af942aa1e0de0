// Where a method is declared, for frames without a line: looks for its name where a declaration can stand, within the class that it belongs
// to. Reads no types, so of several methods with one name it finds the first.
import { candidates, classSpan, closing, literal, notTypes, type Span, shallowest } from './class_span';
import { codeOf, lineAt } from './code_text';
import { writtenMethod } from './source_names';

// Nobody writes longer heads of methods: what is longer is no source, and must not take long.
const mostHead = 2000;

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
