// The engine's sentences with links in them: names of fields, and lines of the program, wherever a sentence says them. Its words stay what
// they are.
import type { Frame } from '../../../extension/src/protocol/answers';
import type { Field } from '../../../extension/src/protocol/growth';
import { frameLabel } from './growth_words';
import { type OpenSource, sourceLink } from './source_link';

/** What a sentence may speak of. */
export interface Spoken {
  name?: string;
  field?: Field | null;
  owners?: readonly { name?: string; field?: Field | null }[];
  lines?: readonly Frame[];
  site?: readonly Frame[];
}

export type SentencePart = string | { words: string; target: Frame | Field };

export function sentenceParts(sentence: string, spoken: Spoken): SentencePart[] {
  const targets = targetsOf(spoken);
  // Of two that begin at the same place, the longer one is meant.
  const words = [...targets.keys()].sort((a, b) => b.length - a.length).map(literal);
  if (words.length === 0) return [sentence];
  const parts: SentencePart[] = [];
  let at = 0;
  for (const { 0: found, index } of sentence.matchAll(
    new RegExp(`(?<![\\w$.])(?:${words.join('|')})(?![\\w$[])`, 'g'),
  )) {
    const target = targets.get(found);
    if (!target) continue;
    if (index > at) parts.push(sentence.slice(at, index));
    parts.push({ words: found, target });
    at = index + found.length;
  }
  return at < sentence.length ? [...parts, sentence.slice(at)] : parts;
}

export const linkedSentence = (sentence: string, spoken: Spoken, open: OpenSource): (string | HTMLElement)[] =>
  sentenceParts(sentence, spoken).map((part) =>
    typeof part === 'string' ? part : sourceLink(part.words, part.target, open, { testId: 'sentence-link' }),
  );

/** By what a sentence calls them: lines as `Session.begin:13` or `Session.java:13`. */
function targetsOf({ name, field, owners = [], lines = [], site = [] }: Spoken): Map<string, Frame | Field> {
  const targets = new Map<string, Frame | Field>();
  const add = (words: string | undefined, target: Frame | Field | null | undefined) => {
    if (words && target && !targets.has(words)) targets.set(words, target);
  };
  for (const named of [{ name, field }, ...owners]) add(named.name, named.field);
  for (const frame of [...lines, ...site]) {
    add(frameLabel(frame), frame);
    // The engine writes nested classes as sources do.
    add(frameLabel(frame).replace(/(?<=\w)\$(?=\w)/g, '.'), frame);
    if (frame.file !== undefined && frame.line !== undefined) add(`${frame.file}:${frame.line}`, frame);
  }
  return targets;
}

const literal = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
