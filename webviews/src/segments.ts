// One of a few words: a row of radio buttons that look like one control.
import { element } from './dom';

export interface SegmentsParts<Word extends string> {
  /** Of the radio buttons; each has the id `name-word`. */
  name: string;
  label: string;
  words: Readonly<Record<Word, string>>;
  chosen: Word;
  choose(word: Word): void;
}

export function segments<Word extends string>({
  name,
  label,
  words,
  chosen,
  choose,
}: SegmentsParts<Word>): HTMLElement {
  const items = (Object.keys(words) as Word[]).map((word) => {
    const radio = element('input', { type: 'radio', id: `${name}-${word}` });
    radio.name = name;
    radio.value = word;
    radio.checked = word === chosen;
    radio.addEventListener('change', () => choose(word));
    return element('label', { testId: `${name}-${word}` }, radio, element('span', {}, words[word]));
  });
  return element('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, ...items);
}
