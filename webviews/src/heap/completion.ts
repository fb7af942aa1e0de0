// What may stand where somebody types in a grouping or in a condition: names of properties, and words for what they take. All of it is
// the engine's own list (object_properties.ts).
import { type ObjectProperty, objectProperties } from '../../../shared/protocol/object_properties';
import { strings } from '../strings';

export type Language = 'grouping' | 'condition';

export interface Completion {
  word: string;
  description: string;
  /** What is put in the place of the word that was begun. */
  insert: string;
}

export interface Completions {
  /** The word that was begun: [from, to). */
  from: number;
  to: number;
  items: Completion[];
}

/** What is known of the fields of the types that a condition is about. */
export interface TypeFields {
  /** As the condition names them. */
  type: string;
  names: readonly string[];
}

const nameCharacter = /[\w-]/;

/** What the text before the caret asks for: a name, an option of the property before the parenthesis, or a word for it. */
function wordsAt(before: string, language: Language, fields: TypeFields): Completion[] {
  if (language === 'grouping') {
    const options = /([\w-]+)\s*\([^()]*$/.exec(before);
    const property = options && objectProperties.find(({ name }) => name === options[1]);
    if (property) return property.options.map((option) => ({ ...option, insert: option.word }));
    return objectProperties
      .filter(({ inGroupings }) => inGroupings !== 'nothing')
      .map(({ name, description }) => ({ word: name, description, insert: name }));
  }
  const compared = /([\w-]+)\s*!?=\s*$/.exec(before);
  if (compared) {
    const words = objectProperties.find(({ name }) => name === compared[1])?.words ?? [];
    return words.map((word) => ({ word, description: '', insert: word }));
  }
  // Behind a number or a pattern there is nothing to say, nor inside of a name.
  if (/[<>=.]\s*$/.test(before)) return [];
  const tests = objectProperties
    .filter(({ comparedWith }) => comparedWith !== 'none')
    .map((property) => ({ word: property.name, description: property.description, insert: testOf(property) }));
  return [...fields.names.map((name) => testOfField(name, fields.type)), ...tests];
}

function testOfField(name: string, type: string): Completion {
  const isProperty = objectProperties.some((property) => property.name === name);
  return {
    word: name,
    description: `${strings.explore.fieldOf} ${type}`,
    insert: isProperty ? `this.${name}=` : `${name}=`,
  };
}

/** The pattern of types that a condition is about, whose fields it may test; nothing where it names none. */
export function typesOfCondition(text: string): string | undefined {
  const [, property, quoted, plain] = /\b(type|extends)\s*=\s*(?:"([^"]+)"|([\w$.*[\]]+))/.exec(text) ?? [];
  const pattern = quoted ?? plain;
  return pattern === undefined || property === undefined ? undefined : property === 'extends' ? `${pattern}+` : pattern;
}

/** How a test of this property begins. */
function testOf({ name, comparedWith }: ObjectProperty): string {
  if (comparedWith === 'nothing') return name;
  return comparedWith === 'number' ? `${name}>=` : `${name}=`;
}

export function completionsAt(
  text: string,
  caret: number,
  language: Language,
  fields: TypeFields = { type: '', names: [] },
): Completions {
  let from = caret;
  while (from > 0 && nameCharacter.test(text[from - 1] ?? '')) from--;
  let to = caret;
  while (to < text.length && nameCharacter.test(text[to] ?? '')) to++;
  const begun = text.slice(from, caret).toLowerCase();
  const items = wordsAt(text.slice(0, from), language, fields).filter(({ word }) =>
    word.toLowerCase().startsWith(begun),
  );
  // What is there in full already needs no completion.
  const isComplete = items.length === 1 && items[0]?.word === text.slice(from, to);
  return { from, to, items: isComplete ? [] : items };
}

/** Where the engine says that a mistake is, counted from 0; nothing where it says no place. */
export function mistakeAt(message: string): number | undefined {
  const found = /at position (\d+)/.exec(message);
  return found ? Number(found[1]) - 1 : undefined;
}
