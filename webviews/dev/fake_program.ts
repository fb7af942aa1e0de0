// A travel service that was never there: its structures, the fields that hold them, the lines that made them, and how much they grew.
import type { Frame, Size } from '../../shared/protocol/answers';
import type {
  Field,
  GrownMetric,
  GrowthPattern,
  HoldingPath,
  LeafRow,
  SentencePart,
} from '../../shared/protocol/growth';

export type Hgps = [retained: number, deep: number, structure: number, deepStructure: number];

export const frame = (className: string, method: string, line?: number): Frame => {
  const outer = className.slice(className.lastIndexOf('.') + 1).replace(/\$.*/, '');
  return { class: className, method, file: `${outer}.java`, ...(line === undefined ? {} : { line }) };
};
/** A sentence of words and links, as the engine says it. */
export function said(...parts: (string | SentencePart)[]): { sentence: string; sentenceParts: SentencePart[] } {
  const sentenceParts = parts.map((part) => (typeof part === 'string' ? { text: part } : part));
  return { sentence: sentenceParts.map(({ text }) => text).join(''), sentenceParts };
}
/** `Locations`, which leads to the class. */
export const many = (type: string): SentencePart => ({ text: `${shortName(type).replaceAll('$', '.')}s`, type });
export const fieldPart = (of: string): SentencePart => {
  const { name, field } = named(of);
  return { text: name, ...(field ? { field } : {}) };
};
export const linePart = (made: Frame): SentencePart => ({
  text: `${shortName(made.class)}.${made.method}:${made.line ?? ''}`,
  frame: made,
});

export const travel = 'com.example.travel.journey.planning';
export const findLocations = [
  frame(`${travel}.JourneyService`, 'findLocations', 42),
  frame(`${travel}.JourneyService`, 'plan', 118),
  frame('com.example.travel.web.JourneyController', 'search', 57),
];
export const atlas = [frame(`${travel}.Atlas`, 'search', 94), frame(`${travel}.JourneyService`, 'findLocations', 46)];
const sessionMaps = [frame(`${travel}.Session`, '<init>', 23)];
const spring = [
  frame('org.springframework.beans.factory.support.DefaultListableBeanFactory', 'registerBeanDefinition', 1017),
];

/** Type, the field that holds it, site, shares of the growth. */
export const known: [string, string, Frame[], Hgps, GrowthPattern][] = [
  [
    'java.util.concurrent.ConcurrentHashMap',
    `${travel}.JourneyService.cache`,
    findLocations,
    [80.4, 84.2, 46.1, 52.7],
    'single-ownership-container-growth',
  ],
  [
    'java.util.ArrayList',
    `${travel}.Atlas.byName`,
    atlas,
    [2.1, 12.4, 11.9, 11.9],
    'shared-ownership-container-growth',
  ],
  [
    `${travel}.Timetable$DepartureBoardIndex`,
    `${travel}.Timetable.boards[]`,
    [frame(`${travel}.Timetable`, '<init>', 311)],
    [6.3, 6.4, 0.2, 0.4],
    'single-ownership-data-growth',
  ],
  [
    'java.util.LinkedHashMap',
    'org.springframework.beans.factory.support.DefaultListableBeanFactory.beanDefinitionMap',
    spring,
    [1.2, 9.8, 0.6, 0.9],
    'shared-ownership-data-growth',
  ],
  ['java.util.HashMap', `${travel}.Session.attributes`, sessionMaps, [3.4, 3.5, 2.9, 3.1], 'non-growth'],
  ['java.util.HashMap', `${travel}.Session.attributes`, sessionMaps, [3.1, 3.2, 2.8, 2.9], 'non-growth'],
  [
    'java.util.ArrayDeque',
    'com.example.travel.audit.AuditTrail.entries',
    [frame('com.example.travel.audit.AuditTrail', 'append')],
    [1.9, 2.0, 1.7, 1.7],
    'non-growth',
  ],
  ['java.util.TreeMap', '', [], [0.8, 0.9, 0.7, 0.7], 'non-growth'],
  [
    'java.util.HashSet',
    'com.example.travel.security.TokenStore.ISSUED',
    [frame('com.example.travel.security.TokenStore', 'remember', 77)],
    [0.02, 0.3, 0.02, 0.02],
    'non-growth',
  ],
  [
    'java.util.LinkedList',
    'com.example.travel.jobs.Queue.waiting',
    [frame('com.example.travel.jobs.Queue', 'push', 15)],
    [-1.4, 0.2, -1.1, -1.1],
    'non-growth',
  ],
];

/** `JourneyService.cache` and what it leads to, of the field with its package. */
export function named(path: string): { name: string; field: Field | null } {
  const [, type = '', name = '', levels = ''] = /^(.*)\.(\w+)((?:\[\])*)$/.exec(path) ?? [];
  if (type === '') return { name: '', field: null };
  return {
    name: `${shortName(type)}.${name}${levels}`,
    field: { class: type, name, static: name === name.toUpperCase() },
  };
}

export const size = (bytes: number): Size => ({ objects: Math.round(bytes / 34), bytes: Math.round(bytes) });

/** What the heap gained; what grew in it, where it did not. */
export const gainedIn = ({ from, to }: { from: Size; to: Size }): number =>
  to.bytes > from.bytes ? to.bytes - from.bytes : to.bytes / 8;

/** What a structure of this share was and became: it began with a tenth of its growth. */
export function grown(hgp: number, gained: number, born: boolean): GrownMetric {
  const added = (hgp / 100) * gained;
  const before = born ? 0 : Math.abs(added) * (added < 0 ? 1.6 : 0.12) + 4096;
  return { from: size(before), to: size(before + added), hgp };
}

/** The innermost frame, which is the program’s own. */
export const line = ([first]: Frame[]): Frame => first ?? expected();

export const expected = (): never => {
  throw new Error('there are known structures');
};
export const shortName = (type: string) => type.slice(type.lastIndexOf('.') + 1);

export function leavesOf(growth: number, most: number): LeafRow[] {
  const leaves: [string, Frame[]][] = [
    [`${travel}.JourneyService$QueryKey`, findLocations],
    [`${travel}.Location`, atlas],
    [`${travel}.JourneyService$QueryKey`, [frame(`${travel}.JourneyService`, 'prefetch', 203)]],
  ];
  return Array.from({ length: most }, (_, i): LeafRow => {
    const [type, site] = leaves[i] ?? [`${travel}.fares.Part${i % 31}`, [frame(`${travel}.fares.Loader`, 'read', i)]];
    const added = (growth * 0.6) / 2 ** Math.min(i, 9);
    const before = Math.abs(added) * 0.1;
    const deep = { from: size(before * 1.4), to: size((before + added) * 1.4) };
    return { type, site, from: size(before), to: size(before + added), deep };
  });
}

export const path: HoldingPath = {
  root: {
    kind: 'thread',
    label: 'Java local variable',
    thread: 'http-nio-8080-exec-3',
    method: 'com.example.travel.web.JourneyController.search',
    file: 'JourneyController.java',
    line: 57,
  },
  steps: [
    { object: { id: '0xe0010000', type: 'com.example.travel.web.JourneyController', bytes: 24 } },
    { via: 'service', object: { id: '0xe0010018', type: `${travel}.JourneyService`, bytes: 40 } },
    { via: 'cache', object: { id: '0xe074d430', type: 'java.util.concurrent.ConcurrentHashMap', bytes: 64 } },
  ],
};
