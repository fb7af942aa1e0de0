// What is inspected, in words and as parameters of the question.
import type { InspectArgs } from '../../../shared/protocol/inspect';
import type { Inspected, ObjectSet } from '../../../shared/protocol/view';
import { shortKey } from '../short_key';
import { strings } from '../strings';

const text = strings.inspect;

/** Which objects a question is about. */
export function groupArgs(of: Inspected): Pick<InspectArgs, 'object' | 'by' | 'path' | 'where' | 'filter'> {
  if (!('set' in of)) return { object: objectOf(of) };
  const { by, path, where, filter } = of.set;
  return {
    ...(path.length > 0 ? { by, path } : {}),
    ...(where === '' ? {} : { where }),
    ...(filter ? { filter } : {}),
  };
}

/** The same as a set: an object is the only one with its id. */
export const setOf = (of: Inspected): ObjectSet =>
  'set' in of ? of.set : { by: 'type', path: [], where: `id=${objectOf(of)}`, filter: null };

/** `QueryKey › JourneyService.plan:42`; all that is chosen where there is no row. */
export function nameOf(of: Inspected): string {
  if (!('set' in of)) return `${text.object} ${objectOf(of)}`;
  const { path, where, filter } = of.set;
  if (path.length > 0) return path.map(shortKey).join(' › ');
  return where === '' ? (filter ? text.filters[filter] : text.all) : where;
}

/** What else limits them, beside their name. */
export function limitsOf(of: Inspected): string[] {
  if (!('set' in of)) return [];
  const { by, path, where, filter } = of.set;
  if (path.length === 0) return where !== '' && filter ? [text.filters[filter]] : [];
  return [
    ...(by === 'type' ? [] : [`${text.groupedBy} ${by}`]),
    ...(filter ? [text.filters[filter]] : []),
    ...(where === '' ? [] : [`${text.where} ${where}`]),
  ];
}

/** The single object that it is about. */
export const objectOf = (of: Exclude<Inspected, { set: unknown }>): string =>
  'object' in of ? of.object : of.holdersOf;
