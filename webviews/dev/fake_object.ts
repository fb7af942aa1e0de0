// Pages of objects that were never there: a map in the field of a service, its entries, and a table of many elements.
import type { Point } from '../../shared/protocol/answers';
import type { ObjectAnswer, ShownObject } from '../../shared/protocol/object_answer';
import type { ObjectArgs } from '../../shared/protocol/question_args';

const service: ShownObject = { id: '0x10', type: 'com.example.travel.JourneyService', bytes: 24 };
const map: ShownObject = {
  id: '0x20',
  type: 'java.util.concurrent.ConcurrentHashMap',
  bytes: 64,
  retained: { objects: 250_001, bytes: 21_000_000 },
};
const table: ShownObject = {
  id: '0x30',
  type: 'java.util.concurrent.ConcurrentHashMap$Node[]',
  bytes: 1040,
  length: 256,
  retained: { objects: 250_000, bytes: 20_999_936 },
};
const node = (index: number): ShownObject => ({
  id: `0x${(0x1000 + 32 * index).toString(16)}`,
  type: 'java.util.concurrent.ConcurrentHashMap$Node',
  bytes: 32,
});
const text = (id: string, words: string): ShownObject => ({
  id,
  type: 'java.lang.String',
  bytes: 24,
  text: `"${words}"`,
});

const journeys = Array.from({ length: 250 }, (_, index) => ({
  key: { type: 'reference' as const, object: text(`0x${(0x40000 + 32 * index).toString(16)}`, `journey-${index}`) },
  value: {
    type: 'reference' as const,
    object: {
      id: `0x${(0x50000 + 32 * index).toString(16)}`,
      type: 'com.example.travel.Journey',
      bytes: 32,
      text: `user="${['zoe', 'anna', 'bob'][index % 3]}", stops=${index + 2} elements`,
    },
  },
}));

type Page = Omit<ObjectAnswer, 'point' | 'offset'>;
const site = [{ class: 'com.example.travel.JourneyService', method: '<init>', file: 'JourneyService.java', line: 12 }];
const plain = { live: true, superclasses: ['java.lang.Object'], site: [], values: 'shown' as const };

function pageOf(id: string): Page {
  if (id === map.id) {
    return {
      ...plain,
      object: { ...map, text: '250 entries' },
      collection: { kind: 'entries', size: journeys.length, offset: 0, items: journeys },
      superclasses: ['java.util.AbstractMap', 'java.lang.Object'],
      site,
      fields: [
        { class: 'java.util.concurrent.ConcurrentHashMap', name: 'table', type: 'reference', object: table },
        { class: 'java.util.concurrent.ConcurrentHashMap', name: 'baseCount', type: 'long', value: '25000' },
        { class: 'java.util.concurrent.ConcurrentHashMap', name: 'mark', type: 'char', value: '\\n' },
        { class: 'java.util.AbstractMap', name: 'keySet', type: 'reference', value: null },
        { class: 'java.util.AbstractMap', name: 'gone', type: 'reference', missing: '0x999' },
      ],
      referrers: [{ via: ['cache', 'backup'], references: 3, object: service }],
      dominator: service,
      dominated: [table, text('0x40', 'journeys')],
      path: {
        root: { kind: 'static-field', label: 'Static field', class: 'com.example.travel.Main', field: 'SERVICE' },
        steps: [{ object: service }, { via: 'cache', object: map }],
      },
      pathGap: { before: 1, steps: 12 },
    };
  }
  const elements = Array.from({ length: 256 }, (_, index) =>
    index % 3 === 0 ? { index, value: null } : { index, object: node(index) },
  );
  return {
    ...plain,
    object: id === table.id ? table : { ...table, id },
    element: 'reference',
    elements,
    referrers: [{ via: ['table'], references: 1, object: map }],
    dominator: map,
    dominated: elements.flatMap(({ object }) => (object ? [{ ...object, retained: { objects: 3, bytes: 120 } }] : [])),
    path: null,
  };
}

/** The part that was asked for. */
export function objectPage(args: ObjectArgs, point: Point): ObjectAnswer {
  const { object, live, superclasses, site: where, values, collection, ...lists } = pageOf(args.object);
  const { fields, elements, element = 'reference', referrers = [], dominator, dominated = [], path, pathGap } = lists;
  const {
    offset = 0,
    limit = 100,
    itemsOffset = 0,
    itemsLimit = 100,
    referrersOffset = 0,
    referrersLimit = 20,
    dominatedOffset = 0,
    dominatedLimit = 20,
  } = args;
  const { retained, ...shallow } = object;
  const shown = args.values === 'off' ? ('off' as const) : values;
  return {
    point,
    object: args.dominated && retained ? { ...shallow, retained } : shallow,
    live,
    superclasses,
    site: where,
    values: shown,
    offset,
    ...(fields ? { allFields: fields.length, fields: fields.slice(offset, offset + limit) } : {}),
    ...(elements ? { allElements: elements.length, element, elements: elements.slice(offset, offset + limit) } : {}),
    ...(collection && itemsLimit > 0
      ? {
          collection: {
            ...collection,
            offset: itemsOffset,
            items: collection.items.slice(itemsOffset, itemsOffset + itemsLimit),
          },
        }
      : {}),
    ...(args.referrers
      ? {
          allReferrers: referrers.length,
          referrersOffset,
          referrers: referrers.slice(referrersOffset, referrersOffset + referrersLimit),
        }
      : {}),
    ...(args.dominated
      ? {
          dominator: dominator ?? null,
          allDominated: dominated.length,
          dominatedOffset,
          dominated: dominated.slice(dominatedOffset, dominatedOffset + dominatedLimit),
        }
      : {}),
    ...(args.path ? { path: path ?? null, ...(pathGap ? { pathGap } : {}) } : {}),
  };
}
