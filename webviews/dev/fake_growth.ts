// A leak that was never there: a cache that holds most of the growth, lists that share what they hold, and thousands of structures that
// did next to nothing. The same in every run.
import type { Frame, Point, Size, TimelineAnswer } from '../../extension/src/protocol/answers';
import type {
  Grown,
  GrownLeaves,
  GrownMetric,
  GrowthAnswer,
  GrowthArgs,
  GrowthMatch,
  GrowthOfAnswer,
  GrowthOfArgs,
  GrowthPattern,
  GrowthRow,
  GrowthWindow,
  HoldingPath,
  LeafRow,
  LeafTypeRow,
  Suspect,
} from '../../extension/src/protocol/growth';

export interface FakeGrowth {
  match?: GrowthMatch;
  /** No structure is described. */
  none?: boolean;
  structures?: number;
  /** How many of the known ones did next to nothing. */
  tiny?: number;
}

type Hgps = [retained: number, deep: number, structure: number, deepStructure: number];

const frame = (className: string, method: string, line?: number): Frame => {
  const outer = className.slice(className.lastIndexOf('.') + 1).replace(/\$.*/, '');
  return { class: className, method, file: `${outer}.java`, ...(line === undefined ? {} : { line }) };
};
const travel = 'com.example.travel.journey.planning';
const findLocations = [
  frame(`${travel}.JourneyService`, 'findLocations', 42),
  frame(`${travel}.JourneyService`, 'plan', 118),
  frame('com.example.travel.web.JourneyController', 'search', 57),
];
const atlas = [frame(`${travel}.Atlas`, 'search', 94), frame(`${travel}.JourneyService`, 'findLocations', 46)];
const spring = [
  frame('org.springframework.beans.factory.support.DefaultListableBeanFactory', 'registerBeanDefinition', 1017),
];

/** Type, site, shares of the growth. */
const known: [string, Frame[], Hgps, GrowthPattern][] = [
  [
    'java.util.concurrent.ConcurrentHashMap',
    findLocations,
    [80.4, 84.2, 46.1, 52.7],
    'single-ownership-container-growth',
  ],
  ['java.util.ArrayList', atlas, [2.1, 12.4, 11.9, 11.9], 'shared-ownership-container-growth'],
  [
    `${travel}.Timetable$DepartureBoardIndex`,
    [frame(`${travel}.Timetable`, '<init>', 311)],
    [6.3, 6.4, 0.2, 0.4],
    'single-ownership-data-growth',
  ],
  ['java.util.LinkedHashMap', spring, [1.2, 9.8, 0.6, 0.9], 'shared-ownership-data-growth'],
  ['java.util.HashMap', [frame(`${travel}.Session`, '<init>', 23)], [3.4, 3.5, 2.9, 3.1], 'non-growth'],
  ['java.util.HashMap', [frame(`${travel}.Session`, '<init>', 23)], [3.1, 3.2, 2.8, 2.9], 'non-growth'],
  [
    'java.util.ArrayDeque',
    [frame('com.example.travel.audit.AuditTrail', 'append')],
    [1.9, 2.0, 1.7, 1.7],
    'non-growth',
  ],
  ['java.util.TreeMap', [], [0.8, 0.9, 0.7, 0.7], 'non-growth'],
  [
    'java.util.HashSet',
    [frame('com.example.travel.security.TokenStore', 'remember', 77)],
    [0.02, 0.3, 0.02, 0.02],
    'non-growth',
  ],
  ['java.util.LinkedList', [frame('com.example.travel.jobs.Queue', 'push', 15)], [-1.4, 0.2, -1.1, -1.1], 'non-growth'],
];

const size = (bytes: number): Size => ({ objects: Math.round(bytes / 34), bytes: Math.round(bytes) });

/** What a structure of this share was and became: it began with a tenth of its growth. */
function grown(hgp: number, growth: number, born: boolean): GrownMetric {
  const added = (hgp / 100) * Math.abs(growth);
  const before = born ? 0 : Math.abs(added) * (added < 0 ? 1.6 : 0.12) + 4096;
  return { from: size(before), to: size(before + added), hgp: growth > 0 ? hgp : null };
}

export class FakeGrowthAnswers {
  private readonly points: Point[];
  private readonly made = new Map<string, GrowthRow[]>();

  constructor(
    private readonly timeline: TimelineAnswer,
    private readonly trace: FakeGrowth = {},
  ) {
    this.points = timeline.points;
  }

  growth(args: GrowthArgs): GrowthAnswer {
    const window = this.windowOf(args);
    const growth = window.to.bytes - window.from.bytes;
    const category = args.category ?? 'survivor';
    const sort = args.sort ?? 'retained';
    const threshold = args.threshold ?? 5;
    const survivors = category === 'born' ? [] : this.rows(window, 'survivor');
    const all = category === 'survivor' ? survivors : [...survivors, ...this.rows(window, 'born')];
    const of = ({ metrics }: GrowthRow) => metrics[sort === 'deep-structure' ? 'deepStructure' : sort];
    const added = (row: GrowthRow) => of(row).to.bytes - of(row).from.bytes;
    const search = (args.search ?? '').toLowerCase();
    const rows = all.filter(({ type }) => type.toLowerCase().includes(search)).sort((a, b) => added(b) - added(a));
    const from = args.offset ?? 0;
    const { none, match = 'identity' } = this.trace;
    return {
      window,
      match,
      threshold,
      counts: {
        survivors: this.rows(window, 'survivor').length,
        died: none ? 0 : 1312,
        born: this.rows(window, 'born').length,
        unmatched: match === 'path' ? 208 : 0,
      },
      sort,
      category,
      total: { rows: rows.length },
      structures: rows.slice(from, from + (args.limit ?? 100)),
      suspects: none || growth <= 0 ? [] : this.suspects(growth, threshold),
      types: growth <= 0 ? [] : this.types(growth),
      warnings: [],
    };
  }

  growthOf(args: GrowthOfArgs): GrowthOfAnswer {
    const window = this.windowOf(args);
    const growth = window.to.bytes - window.from.bytes;
    const rows = [...this.rows(window, 'survivor'), ...this.rows(window, 'born')];
    const row = rows.find(({ id }) => id === args.id);
    if (!row) throw { kind: 'usage', message: `there is no structure ${args.id} at point ${window.to.index}` };
    const leaves = this.leaves(row, args.leaves ?? 'own');
    const from = args.offset ?? 0;
    const shown = leaves.slice(from, from + (args.limit ?? 50));
    const share = row.metrics.retained.hgp === null ? 'n/a' : `${row.metrics.retained.hgp.toFixed(1)} %`;
    return {
      window,
      threshold: args.threshold ?? 5,
      structure: row,
      sentence: `A ${shortName(row.type)} keeps alive ${share} of what the heap grew by.`,
      advice: isData(row)
        ? `What its Location objects allocated in Atlas.search:94 lead to grew by 18,874,368 bytes: look at what was added there.`
        : 'Look at its leaves by type and site: removing them from this structure frees them.',
      path,
      leaves: {
        of: args.leaves ?? 'own',
        total: { ...together(leaves), rows: leaves.length },
        types: typesOf(shown, leaves),
        rows: shown,
      },
      owners: row.pattern?.startsWith('shared')
        ? rows.slice(0, 3).map(({ id, type, site }, i) => ({ id, type, site, shared: 41_200 >> i }))
        : [],
      warnings: growth > 0 ? [] : [],
    };
  }

  private windowOf({ from, to }: { from?: string; to?: string }): GrowthWindow {
    const { suggestion } = this.timeline;
    const chosen = from !== undefined || to !== undefined ? 'asked' : suggestion ? 'suggested' : 'ends';
    const first = from === undefined ? (suggestion?.from ?? 0) : Number(from);
    const last = to === undefined ? (suggestion?.to ?? this.points.length - 1) : Number(to);
    const none: Point = { index: 0, t: 0, objects: 0, bytes: 0 };
    return { from: this.points[first] ?? none, to: this.points[last] ?? none, chosen };
  }

  private rows(window: GrowthWindow, category: GrowthRow['category']): GrowthRow[] {
    const key = `${window.from.index} ${window.to.index} ${category}`;
    const rows = this.made.get(key) ?? this.make(window, category);
    this.made.set(key, rows);
    return rows;
  }

  private make(window: GrowthWindow, category: GrowthRow['category']): GrowthRow[] {
    if (this.trace.none) return [];
    const growth = window.to.bytes - window.from.bytes;
    const born = category === 'born';
    const all = born ? known.slice(4, 7) : known;
    const most = born ? 37 : (this.trace.structures ?? 4120);
    return Array.from({ length: most }, (_, i): GrowthRow => {
      const [type, site, hgps, pattern] = all[i] ?? known[4 + (i % 4)] ?? known[0] ?? expected();
      const isTiny = i >= (this.trace.structures ?? 0) - (this.trace.tiny ?? 0) && this.trace.tiny !== undefined;
      const less = isTiny ? 1e-4 : i < all.length ? 1 : 0.8 / i;
      // A window that ends late shows ownership that moved.
      const more = i === 0 && window.to.index - window.from.index <= 2 ? 1.62 : 1;
      const [retained, deep, structure, deepStructure] = hgps.map((hgp) => grown(hgp * less * more, growth, born)) as [
        GrownMetric,
        GrownMetric,
        GrownMetric,
        GrownMetric,
      ];
      return {
        id: `0x${(0xe074d430 + i * 0x1f38 + (born ? 0x9000000 : 0)).toString(16)}`,
        ...(this.trace.match === 'path' ? { fromId: `0x${(0xc1000000 + i * 0x60).toString(16)}` } : {}),
        type,
        description: type,
        site: this.trace.match === 'path' ? [] : site,
        category,
        match: this.trace.match ?? 'identity',
        pattern: growth > 0 ? pattern : null,
        metrics: { retained, deep, structure, deepStructure },
        leafCount: { from: 12_004, to: 104_212 },
      };
    });
  }

  private suspects(growth: number, threshold: number): Suspect[] {
    const site = (chain: Frame[]) => (this.trace.match === 'path' ? [] : chain);
    const suspect = (rank: number, of: number, sentence: string, advice: string, joint = 0): Suspect => {
      const [type, chain, [retained], pattern] = known[of] ?? expected();
      const row = `0x${(0xe074d430 + of * 0x1f38).toString(16)}`;
      return {
        rank,
        sentence,
        advice,
        pattern: joint > 0 ? 'single-ownership-container-growth' : pattern,
        joint: joint > 0,
        born: false,
        count: Math.max(1, joint),
        structures: joint > 0 ? [row, '0xe0754c38', '0xe0a54c40', '0xe0b54c48'] : [row],
        type,
        site: site(chain),
        match: this.trace.match ?? 'identity',
        retained: grown(joint > 0 ? 9.7 : retained, growth, false),
        leaves: withoutDeep(joint > 0 ? leavesOf(growth * 0.09, 2) : leavesOf((growth * retained) / 100, 3)),
        path,
      };
    };
    return [
      suspect(
        1,
        0,
        'ConcurrentHashMap allocated in JourneyService.findLocations:42 holds 80.4 % of the heap’s growth; its leaves are QueryKey and Location.',
        'It alone keeps them alive: removing entries frees them. Look where they are put in, and whether anything ever takes them out.',
      ),
      suspect(
        2,
        4,
        '312 HashMaps allocated in Session.<init>:23 hold 9.7 % of the heap’s growth together; each of them is small.',
        'Ask why so many of them are alive: who should have let them go?',
        312,
      ),
      suspect(
        3,
        2,
        'DepartureBoardIndex allocated in Timetable.<init>:311 keeps alive 6.3 % of the heap’s growth, in data that its leaves hold.',
        'The structure itself hardly grew: compare the deep sizes of its leaves.',
      ),
      suspect(
        4,
        1,
        'ArrayList allocated in Atlas.search:94 took up 11.9 % of the heap’s growth, and shares it with other owners.',
        'Open the structures that hold the same leaves: only all of them together can let go.',
      ),
    ].filter(({ retained, rank }) => rank > 3 || (retained.hgp ?? 0) >= threshold);
  }

  private types(growth: number): GrowthAnswer['types'] {
    return ['JourneyService$QueryKey', 'Location', 'Session', 'FareTable$Row'].map((type, i) => {
      const { from, to } = grown(38 / (i + 1), growth, false);
      return { type: `${travel}.${type}`, from, to };
    });
  }

  private leaves(row: GrowthRow, of: 'own' | 'deep'): LeafRow[] {
    const { structure, retained, deep } = row.metrics;
    const { from, to } = of === 'own' ? structure : retained;
    const rows = leavesOf(to.bytes - from.bytes, of === 'own' ? 3 : 240);
    if (isData(row)) growDeep(rows, deep);
    return row.site.length === 0 ? rows.map((each) => ({ ...each, site: [] })) : rows;
  }
}

const expected = (): never => {
  throw new Error('there are known structures');
};
const shortName = (type: string) => type.slice(type.lastIndexOf('.') + 1);

const isData = ({ pattern }: GrowthRow) => pattern?.endsWith('data-growth') === true;

function sum(rows: Grown[]): Grown {
  const add = (a: Size, b: Size) => ({ objects: a.objects + b.objects, bytes: a.bytes + b.bytes });
  const none = { objects: 0, bytes: 0 };
  return { from: rows.reduce((s, row) => add(s, row.from), none), to: rows.reduce((s, row) => add(s, row.to), none) };
}

/** What leaves lead to together is less than a sum: a quarter of what the largest does not lead to anyway they share with it. */
function together(rows: LeafRow[]): GrownLeaves {
  const deep = rows.flatMap((row) => row.deep ?? []);
  const of = (end: 'from' | 'to') => {
    const most = Math.max(...deep.map((grown) => grown[end].bytes));
    return size(most + 0.75 * (sum(deep)[end].bytes - most));
  };
  return { ...sum(rows), deep: { from: of('from'), to: of('to') } };
}

function typesOf(shown: LeafRow[], leaves: LeafRow[]): LeafTypeRow[] {
  return [...new Set(shown.map(({ type }) => type))].map((type) => ({
    type,
    ...together(leaves.filter((row) => row.type === type)),
  }));
}

const withoutDeep = (rows: LeafRow[]) => rows.map(({ deep: _, ...row }) => row);

/** The second group leads to most of what was added, as the one that is not there most. */
function growDeep(rows: LeafRow[], { from, to }: Grown): void {
  const shares = [0.06, 0.9, 0.04];
  for (const [i, row] of rows.entries()) {
    const share = shares[i] ?? 0;
    row.deep = { from: size(from.bytes * 0.3), to: size(from.bytes * 0.3 + (to.bytes - from.bytes) * share) };
  }
  rows.sort((a, b) => bytesDeeper(b) - bytesDeeper(a));
}

const bytesDeeper = ({ deep }: LeafRow) => (deep ? deep.to.bytes - deep.from.bytes : 0);

function leavesOf(growth: number, most: number): LeafRow[] {
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

const path: HoldingPath = {
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
