// Keys of rows as they stand in a line with others: types without their packages, and of several rows that are one set the first ones.
import { count, splitType } from '../../shared/format';
import { strings } from './strings';

/** What stands between the keys of several rows of a level (docs/groupings.md). */
export const betweenKeys = ' | ';
const shownKeys = 3;

const shortOne = (key: string) => (/^[\w.$]+(\[\])*$/.test(key) ? splitType(key).ownPart : key);

export function shortKey(key: string): string {
  const keys = key.split(betweenKeys).map(shortOne);
  const left = keys.length - shownKeys;
  // One more takes no more room than to say that there is one.
  if (left <= 1) return keys.join(betweenKeys);
  return `${keys.slice(0, shownKeys).join(betweenKeys)} ${strings.explore.chosen.others.replace('{0}', count(left))}`;
}
