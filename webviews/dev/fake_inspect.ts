// What holds a group of objects that were never there: a cache in a static field, which a thread is working on, and an old session list.

import type { Point } from '../../shared/protocol/answers';
import type { HolderText, InspectAnswer, InspectArgs, PathNode } from '../../shared/protocol/inspect';
import type { ShownObject } from '../../shared/protocol/object_answer';

const journeys = 'com.example.travel.journey.planning';
const members = 3_998_112;

const object = (id: string, type: string, retained: number, objects: number, length?: number): ShownObject => ({
  id,
  type,
  bytes: 24,
  ...(length === undefined ? {} : { length }),
  retained: { objects, bytes: retained },
});
const service = object('0x7001a0', `${journeys}.JourneyService`, 398_112_000, 12_004_112);
const cache = object('0x7001b8', 'java.util.concurrent.ConcurrentHashMap', 397_002_112, 12_004_002);
const key = `${journeys}.JourneyService$QueryKey`;

const roots: HolderText[] = [
  {
    kind: 'static-field',
    label: 'Static field',
    class: `${journeys}.TravelService`,
    field: 'SERVICE',
    direct: false,
    object: service,
  },
  {
    kind: 'java-frame',
    label: 'Java local variable',
    thread: 'http-nio-8080-exec-7',
    method: `${journeys}.JourneyController.search`,
    file: 'JourneyController.java',
    line: 57,
    direct: true,
    object: object('0x7a4410', key, 24, 1),
  },
];

const node = (of: Partial<PathNode> & Pick<PathNode, 'type'>): PathNode => ({
  objects: 1,
  members,
  repeats: false,
  example: '0x7001a0',
  children: [],
  ...of,
});
const entries = 'java.util.concurrent.ConcurrentHashMap$Node';

const pathTree: PathNode[] = [
  node({
    type: service.type,
    root: roots[0] as HolderText,
    members: 3_990_000,
    holdsAlone: 3_990_000,
    byOneReference: false,
    children: [
      node({
        type: cache.type,
        via: 'cache',
        example: cache.id,
        role: 'head',
        members: 3_900_100,
        holdsAlone: 3_898_000,
        byOneReference: true,
        children: [
          node({
            type: `${entries}[]`,
            via: 'table',
            role: 'inner',
            members: 3_900_100,
            children: [
              node({
                type: entries,
                via: '[*]',
                role: 'inner',
                objects: 3_900_100,
                members: 3_900_100,
                repeats: true,
                children: [
                  node({ type: key, via: 'key', objects: 3_900_100, members: 3_900_100, example: '0x7b0018' }),
                ],
              }),
            ],
          }),
        ],
      }),
      node({
        type: 'java.util.ArrayList',
        via: 'recent',
        role: 'head',
        members: 89_900,
        holdsAlone: 12,
        children: [
          node({
            type: 'java.lang.Object[]',
            via: 'elementData',
            role: 'inner',
            members: 89_900,
            children: [node({ type: key, via: '[*]', objects: 89_900, members: 89_900, example: '0x7b0030' })],
          }),
        ],
      }),
    ],
  }),
  node({
    type: key,
    root: roots[1] as HolderText,
    members: 1,
    example: '0x7a4410',
    holdsAlone: 0,
  }),
];

/** The answer has what was asked for, and an object is a group of one. */
export function fakeInspect(args: InspectArgs, point: Point): InspectAnswer {
  const one = args.object === undefined ? undefined : object(args.object, cache.type, 397_002_112, 12_004_002);
  const group = one ? { objects: 1, bytes: one.bytes } : { objects: members, bytes: 95_954_688 };
  const closure = args.closure && {
    kind: args.closure,
    types: 14,
    rows: [
      { key, objects: members, bytes: 95_954_688 },
      { key: 'java.lang.String', objects: 3_998_020, bytes: 95_952_480 },
      { key: 'byte[]', objects: 3_998_020, bytes: 127_936_640 },
    ],
  };
  return {
    point,
    group: {
      what: args.object ?? args.where ?? args.path?.join(' > ') ?? '',
      live: true,
      ...group,
      ...(args.sizes === false
        ? {}
        : {
            deep: { objects: 12_104_112, bytes: 402_112_048 },
            retained: { objects: 11_994_152, bytes: 319_843_808 },
          }),
    },
    ...(one ? { object: one, dominator: service } : {}),
    ...(args.roots ? { roots, allRoots: 2 } : {}),
    ...(args.paths ? { paths: [], pathTree } : {}),
    ...(closure ? { closure } : {}),
    ...(args.containing ? { containing: [cache], allContaining: 1 } : {}),
    ...(args.objects
      ? {
          objects: one
            ? [one]
            : [
                { ...object('0x7b0018', key, 80, 3), text: 'from="Linz", to="Vienna", stops=3' },
                { ...object('0x7b0030', key, 80, 3), text: 'from="Graz", to="Salzburg", stops=5' },
              ],
        }
      : {}),
  };
}
