// What stands above a chart that somebody went on to: the way to its objects, and how to be rid of it.
import type { TrendChart } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { strings } from '../strings';
import { shortName } from './trend_words';

const text = strings.trends;

export interface HeadEvents {
  /** To the chart of what is so many rows down the way. */
  goTo(length: number): void;
  close: (() => void) | null;
}

/** Nothing for a chart of all objects. */
export function chartHead({ of, rows }: TrendChart, { goTo, close }: HeadEvents): HTMLElement[] {
  if (of.path.length === 0) return [];
  const names = [rows === 'structures' ? text.allStructures : text.all, ...of.path];
  const crumbs = names.map((name, length) => {
    const words = length === 0 ? name : crumbWords(name);
    const isLast = length === of.path.length;
    const crumb = isLast
      ? element('span', { class: 'crumb', 'aria-current': 'location', title: name }, words)
      : button(words, () => goTo(length), { class: 'crumb', title: name, testId: 'trend-crumb' });
    return element('li', {}, crumb);
  });
  return [
    element(
      'nav',
      { class: 'trail', 'aria-label': `${text.way}: ${names.join(', ')}` },
      element('ol', { testId: 'trend-way' }, ...crumbs),
    ),
    ...(close
      ? [
          button('×', close, {
            class: 'row-button',
            testId: 'trend-close',
            'aria-label': text.close,
            title: text.close,
          }),
        ]
      : []),
  ];
}

/** A line of the program ends with its number, a type has a package: both as short as they are told apart. */
const crumbWords = (key: string): string => shortName(key, key.includes(' (') ? 'site' : 'type');
