// Where a field is declared: its name where a declaration can stand, directly within its class, among the components of a record or the
// properties of a constructor, or among the constants of an enum. Reads no types, and nothing that is nested.
import { type ClassSpan, classSpans, closing, literal, notTypes, type Span } from './class_span';
import { codeOf, lineAt } from './code_text';

export interface DeclaredLine {
  /** Zero-based. */
  line: number;
  /** The field's own; otherwise that of its class. */
  exact: boolean;
}

// Nobody writes so much between a type, a name, and what follows.
const mostBetween = 300;
/** Generics and annotations may. */
const mostHead = 2000;

/** Undefined where the text has no such class. Without a name, it is the class that is meant. */
export function fieldLine(text: string, classes: readonly string[], field: string): DeclaredLine | undefined {
  const code = codeOf(text);
  const spans = isOfFile(classes) ? [wholeOf(code)] : spansOf(code, classes);
  const name = writtenField(field);
  for (const span of name === '' ? [] : spans) {
    const found = fieldAt(code, span, name);
    if (found !== undefined) return { line: lineAt(code, found), exact: true };
  }
  const [first] = spans;
  return first && { line: lineAt(code, first.head), exact: false };
}

/** Only of all of the classes that somebody wrote: in a class that is called alike there are other fields. */
function spansOf(code: string, classes: readonly string[]): ClassSpan[] {
  const [outer] = classes;
  return outer === undefined || classSpans(code, [outer]).length === 0 ? [] : classSpans(code, classes);
}

/** Kotlin's properties outside of classes belong to a class that is called after the file. */
const isOfFile = ([outer = '', ...others]: readonly string[]) => /.Kt$/.test(outer) && others.length === 0;

const wholeOf = (code: string): ClassSpan => ({ head: 0, named: 0, body: { from: 0, to: code.length } });

/** Kotlin keeps what a property is delegated to in a field of another name. */
const writtenField = (field: string) => field.replace(/\$delegate$/, '');

function fieldAt(code: string, span: ClassSpan, name: string): number | undefined {
  const isEnum = code.startsWith('enum', span.head);
  return (
    componentAt(code, span, name) ??
    memberAt(code, span.body, name, isEnum) ??
    companions(code, span.body)
      .map((body) => memberAt(code, body, name, false))
      .find((at) => at !== undefined)
  );
}

/** What Kotlin calls static is in an object within the class. */
function companions(code: string, body: Span): Span[] {
  const masked = shallow(code, body);
  return [...masked.matchAll(/\bcompanion\s+object\b[^{;]*\{/g)].map(({ index, 0: { length } }) => {
    const from = body.from + index + length;
    return { from, to: closing(code, from, '{', '}', body.to) };
  });
}

function memberAt(code: string, body: Span, name: string, isEnum: boolean): number | undefined {
  const masked = shallow(code, body);
  const constants = isEnum ? masked.search(/;|$(?![\s\S])/) : 0;
  for (const { index } of masked.matchAll(wordOf(name))) {
    const before = masked.slice(Math.max(0, index - mostBetween), index).trimEnd();
    const after = masked.slice(index + name.length, index + name.length + mostBetween);
    const isConstant = index < constants && afterConstant.test(before) && /^\s*(?:[,;({]|$)/.test(after);
    if (isConstant || isDeclared(before, after)) return body.from + index;
  }
  return undefined;
}

function isDeclared(before: string, after: string): boolean {
  const word = /[\p{L}\p{N}_$]+$/u.exec(before)?.[0];
  if (word === 'val' || word === 'var') return true;
  // A type stands before it, or another field of the same type.
  if (word === undefined ? !/[>\],?]$/.test(before) : notTypes.has(word)) return false;
  // Without a semicolon the line ends, as in Groovy.
  return /^\s*(?:=(?!=)|[;,:}]|\[\s*\])/.test(after) || /^[^\S\r\n]*(?:[\r\n]|$)/.test(after);
}

/** Between the parentheses behind the name of a class: all components of a record, and what a constructor makes a property. */
function componentAt(code: string, { named, body }: ClassSpan, name: string): number | undefined {
  const head = code.slice(named, Math.max(named, body.from));
  const whole = head === '' ? code.slice(named, named + mostHead) : head.slice(0, mostHead);
  const start = /^\s*(?:<[^()]*>|\[[^()]*\])?\s*(?:@?[\w.]+\s+)*(?:constructor\s*)?\(/.exec(whole);
  if (!start) return undefined;
  const from = named + start[0].length;
  const list = { from, to: closing(code, from, '(', ')', code.length) };
  const masked = shallow(code, list);
  for (const { index } of masked.matchAll(wordOf(name))) {
    const before = masked.slice(0, index).trimEnd();
    const after = masked.slice(index + name.length);
    const isProperty = /\b(?:val|var)$/.test(before) || /^\s*:/.test(after);
    const isComponent = /[\p{L}\p{N}_$>\].]$/u.test(before) && /^\s*(?:,|$)/.test(after);
    if (isProperty || isComponent) return list.from + index;
  }
  return undefined;
}

/** At the beginning, or behind another constant; annotations may stand between. */
const afterConstant = /(?:^|[,}])\s*(?:@[\w.]+(?:\s*\([^)]*\))?\s*)*$/;

const wordOf = (name: string) => new RegExp(`(?<![\\w$])${literal(name)}(?![\\w$])`, 'g');

/** What is directly between two braces: what is nested in it is blank, the brackets around that stay. */
function shallow(code: string, { from, to }: Span): string {
  const out: string[] = [];
  let depth = 0;
  for (let at = from; at < to; at++) {
    const character = code[at] ?? '';
    const closes = '})]'.includes(character);
    if (closes && depth > 0) depth--;
    out.push(depth === 0 || character === '\n' ? character : ' ');
    if ('{(['.includes(character)) depth++;
  }
  return out.join('');
}
