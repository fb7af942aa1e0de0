// The engine's sentences with links in them: to the field that holds, the type that piles up, and the line that makes it. Which words these
// are, the engine says.
import type { SentencePart } from '../../../shared/protocol/growth';
import { type OpenSource, type SourceTarget, sourceLink } from './source_link';

export const linkedSentence = (parts: readonly SentencePart[], open: OpenSource): (string | HTMLElement)[] =>
  parts.map((part) => {
    const target = targetOf(part);
    return target ? sourceLink(part.text, target, open, { testId: 'sentence-link' }) : unbroken(part.text);
  });

/** A number stays in one line with its sign and its unit. */
const unbroken = (words: string) =>
  words.replaceAll('≈ ', '≈\u00a0').replace(/(\d) (%|(?:[KMGT]i)?B\b)/g, '$1\u00a0$2');

function targetOf({ field, type, frame }: SentencePart): SourceTarget | undefined {
  // The declaration of a class is that of none of its fields.
  return frame ?? field ?? (type === undefined ? undefined : { class: type, name: '', static: false });
}
