// The places where the heap of the leak that was never there grew: what a travel service holds, and as many small places as wanted below
// it. The same in every run.
import type { GrowthWindow } from '../../shared/protocol/growth';
import type { GrowthTreeAnswer, GrowthTreeNode } from '../../shared/protocol/growth_tree';
import { gainedIn, travel } from './fake_program';

export interface FakeTree {
  /** Heap dumps: nobody knows what was born. */
  match?: 'identity' | 'path';
  /** How many small places there are besides. */
  places?: number;
  /** No place grew by enough to be shown. */
  scattered?: boolean;
}

/** How its parent refers to it, its type, its share of the growth, and what else there is to say. */
interface Place {
  via: string;
  type: string;
  /** In percent of the growth. */
  share: number;
  /** Share of its objects that were born in the window. */
  born: number;
  members: [from: number, to: number];
  /** The class that declares the field; none where the parent is no class of its own. */
  in?: string;
  folded?: [from: number, to: number];
  shared?: boolean;
  class?: boolean;
  suspect?: number;
  below?: Place[];
}

const map = 'java.util.concurrent.ConcurrentHashMap';

const cache: Place = {
  via: 'cache',
  type: map,
  in: `${travel}.JourneyService`,
  share: 80.4,
  born: 0.88,
  members: [1, 1],
  below: [
    {
      via: 'table',
      type: `${map}$Node[]`,
      in: map,
      share: 80.3,
      born: 0.88,
      members: [1, 1],
      below: [
        {
          via: '[]',
          type: `${map}$Node`,
          share: 79.4,
          born: 0.89,
          members: [12_004, 104_212],
          folded: [311, 8_402],
          suspect: 1,
          below: [
            {
              via: 'val',
              type: `${travel}.Location[]`,
              in: `${map}$Node`,
              share: 44.6,
              born: 0.9,
              members: [12_004, 104_212],
              below: [
                {
                  via: '[]',
                  type: `${travel}.Location`,
                  share: 39.1,
                  born: 0.91,
                  members: [36_012, 312_636],
                  below: [
                    {
                      via: 'name',
                      type: 'java.lang.String',
                      in: `${travel}.Location`,
                      share: 21.7,
                      born: 0.93,
                      members: [36_012, 312_636],
                      below: [
                        {
                          via: 'value',
                          type: 'byte[]',
                          in: 'java.lang.String',
                          share: 15.2,
                          born: 0.93,
                          members: [36_012, 312_636],
                        },
                      ],
                    },
                    {
                      via: 'coordinates',
                      type: `${travel}.Coordinates`,
                      in: `${travel}.Location`,
                      share: 7.9,
                      born: 0.9,
                      members: [36_012, 312_636],
                    },
                  ],
                },
              ],
            },
            {
              via: 'key',
              type: `${travel}.JourneyService$QueryKey`,
              in: `${map}$Node`,
              share: 25.8,
              born: 0.86,
              members: [12_004, 104_212],
              below: [
                {
                  via: 'text',
                  type: 'java.lang.String',
                  in: `${travel}.JourneyService$QueryKey`,
                  share: 14.1,
                  born: 0.87,
                  members: [12_004, 104_212],
                  below: [
                    {
                      via: 'value',
                      type: 'byte[]',
                      in: 'java.lang.String',
                      share: 9.3,
                      born: 0.87,
                      members: [12_004, 104_212],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const timetable: Place = {
  via: 'timetable',
  type: `${travel}.Timetable`,
  in: `${travel}.JourneyService`,
  share: 6.4,
  born: 0.35,
  members: [1, 1],
  below: [
    {
      via: 'boards',
      type: 'java.util.HashMap',
      in: `${travel}.Timetable`,
      share: 6.3,
      born: 0.35,
      members: [1, 1],
      below: [
        {
          via: '[]',
          type: `${travel}.Timetable$DepartureBoardIndex`,
          share: 6.2,
          born: 0.36,
          members: [118, 118],
          below: [
            {
              via: 'departures',
              type: `${travel}.Departure[]`,
              in: `${travel}.Timetable$DepartureBoardIndex`,
              share: 5.9,
              born: 0.4,
              members: [118, 118],
              suspect: 3,
            },
          ],
        },
      ],
    },
  ],
};

const sessions: Place = {
  via: 'sessions',
  type: map,
  in: 'com.example.travel.web.Server',
  share: 9.9,
  born: 0.71,
  members: [1, 1],
  below: [
    {
      via: '[]',
      type: `${travel}.Session`,
      share: 9.8,
      born: 0.71,
      members: [214, 312],
      below: [
        {
          via: 'attributes',
          type: 'java.util.HashMap',
          in: `${travel}.Session`,
          share: 9.7,
          born: 0.72,
          members: [214, 312],
          suspect: 2,
          below: [
            {
              via: '[]',
              type: 'java.util.HashMap$Node',
              share: 8.8,
              born: 0.74,
              members: [2_140, 9_360],
              folded: [12, 40],
            },
          ],
        },
      ],
    },
  ],
};

const registry: Place = {
  via: 'static TYPES',
  type: 'org.springframework.core.ConcurrentReferenceHashMap',
  in: 'org.springframework.core.SerializableTypeWrapper',
  share: 1.2,
  born: 0.1,
  members: [1, 1],
  below: [
    {
      via: 'segments',
      type: 'org.springframework.core.ConcurrentReferenceHashMap$Segment[]',
      share: 1.1,
      born: 0.1,
      members: [16, 16],
    },
  ],
};

const heap: Place = {
  via: '',
  type: '',
  share: 100,
  born: 0.82,
  members: [0, 0],
  below: [
    {
      via: 'static INSTANCE',
      type: 'com.example.travel.web.Server',
      in: 'com.example.travel.web.Server',
      share: 97.1,
      born: 0.83,
      members: [1, 1],
      below: [
        {
          via: 'service',
          type: `${travel}.JourneyService`,
          in: 'com.example.travel.web.Server',
          share: 86.9,
          born: 0.85,
          members: [1, 1],
          below: [cache, timetable],
        },
        sessions,
      ],
    },
    { via: '', type: 'java.util.ArrayList', share: 2.1, born: 0.95, members: [40, 41], shared: true, suspect: 4 },
    registry,
    { via: '', type: 'org.apache.groovy.Script1', share: 0.6, born: 1, members: [0, 212], class: true },
  ],
};

const bytesEach = 48;

export function fakeGrowthTree(
  window: GrowthWindow,
  { match = 'identity', places = 0, scattered = false }: FakeTree,
): GrowthTreeAnswer {
  const growth = window.to.bytes - window.from.bytes;
  const identity = match === 'identity';
  const nodes: GrowthTreeNode[] = [];
  const size = (bytes: number) => ({ objects: Math.round(bytes / bytesEach), bytes: Math.round(bytes) });
  const add = (place: Place, parent: number): number => {
    const isWhole = parent < 0;
    const grew = isWhole ? growth : (gainedIn(window) * place.share) / 100;
    const before = isWhole ? window.from.bytes : grew * 0.13;
    const { via, type, members, folded = [0, 0] } = place;
    nodes.push({
      parent,
      type,
      via,
      field:
        place.in === undefined
          ? null
          : { class: place.in, name: via.replace('static ', ''), static: via.startsWith('static ') },
      ...(place.shared ? { shared: true } : {}),
      ...(place.class ? { class: true } : {}),
      from: size(before),
      to: size(before + grew),
      members: {
        from: members[0],
        to: members[1],
        ...(identity ? { born: Math.round(members[1] * place.born) } : {}),
      },
      folded: { from: folded[0], to: folded[1] },
      ...(place.suspect === undefined ? {} : { suspect: place.suspect }),
    });
    return nodes.length - 1;
  };
  const walk = (place: Place, parent: number) => {
    const index = add(place, parent);
    for (const below of scattered ? [] : (place.below ?? [])) walk(below, index);
  };
  walk(heap, -1);
  if (!scattered) addSmall(nodes, places, add);
  const [sharesOf, counted] = growth > 0 ? [growth, growth] : [window.to.bytes, window.to.bytes / 5];
  return { window, growth: sharesOf, least: Math.round(counted * 0.005), identity, nodes };
}

/** Below the cache’s locations: every third place holds three more, as wide as there is room for. */
function addSmall(nodes: GrowthTreeNode[], most: number, add: (place: Place, parent: number) => number): void {
  const first = nodes.findIndex(({ type }) => type.endsWith('.Coordinates'));
  const open = [{ parent: first, share: 7.9 }];
  for (let made = 0; made < most; ) {
    const next = open.shift();
    if (!next) return;
    for (let i = 0; i < 3 && made < most; i++, made++) {
      const share = (next.share * (3 - i)) / 6.5;
      const place: Place = {
        via: `part${i}`,
        type: `${travel}.Part${i}`,
        in: `${travel}.Coordinates`,
        share,
        born: 0.2 + 0.3 * i,
        members: [100, 900],
      };
      open.push({ parent: add(place, next.parent), share });
    }
  }
}
