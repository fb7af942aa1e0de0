// What grew in a program that was never there: a cache that holds most of the growth, lists that share what they hold, and thousands of
// structures that did next to nothing. The same in every run.
import { bytes } from '../../shared/format';
import type { Point, Size, TimelineAnswer } from '../../shared/protocol/answers';
import type {
  Grown,
  GrownLeaves,
  GrownMetric,
  GrowthAnswer,
  GrowthArgs,
  GrowthMatch,
  GrowthOfAnswer,
  GrowthOfArgs,
  GrowthRow,
  GrowthWindow,
  LeafRow,
  LeafTypeRow,
  Suspect,
} from '../../shared/protocol/growth';
import type { GrowthTreeAnswer, GrowthTreeArgs } from '../../shared/protocol/growth_tree';
import { fakeGrowthTree } from './fake_growth_tree';
import { expected, gainedIn, grown, known, leavesOf, named, path, said, shortName, size, travel } from './fake_program';
import { fakeSuspects } from './fake_suspects';

export interface FakeGrowth {
  /** Small places in the growth tree, besides those that are known. */
  places?: number;
  match?: GrowthMatch;
  /** No place of the tree grew by enough to be shown. */
  scattered?: boolean;
  /** No structure is described. */
  none?: boolean;
  structures?: number;
  /** Suspects are places of which no structure could be measured. */
  unmeasured?: boolean;
  /** And the first is of what no structure holds, which is there for this reason. */
  unheld?: Suspect['unheld'];
  /** How many of the known ones did next to nothing. */
  tiny?: number;
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
    const category = args.category ?? 'survivor';
    const sort = args.sort ?? 'retained';
    const threshold = args.threshold ?? 5;
    const survivors = category === 'born' ? [] : this.rows(window, 'survivor');
    const all = category === 'survivor' ? survivors : [...survivors, ...this.rows(window, 'born')];
    const of = ({ metrics }: GrowthRow) => metrics[sort === 'deep-structure' ? 'deepStructure' : sort];
    const added = (row: GrowthRow) => of(row).to.bytes - of(row).from.bytes;
    const search = (args.search ?? '').toLowerCase();
    const found = all.filter(({ type }) => type.toLowerCase().includes(search)).sort((a, b) => added(b) - added(a));
    const rows = args.grown === true ? found.filter(hasGrown) : found;
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
      total: { rows: rows.length, unchanged: found.length - rows.length },
      structures: rows.slice(from, from + (args.limit ?? 100)),
      suspects: none && this.trace.unheld === undefined ? [] : this.suspects(window, threshold, match),
      types: this.types(gainedIn(window)),
      warnings: [],
    };
  }

  growthTree(args: GrowthTreeArgs): GrowthTreeAnswer {
    const { match = 'identity', none, places = 0, scattered = false } = this.trace;
    const answer = fakeGrowthTree(this.windowOf(args), { match, places, scattered });
    return none ? { ...answer, nodes: answer.nodes.map(({ suspect: _, ...node }) => node) } : answer;
  }

  growthOf(args: GrowthOfArgs): GrowthOfAnswer {
    const window = this.windowOf(args);
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
      ...said(
        row.field ? { text: row.name, field: row.field } : `The ${shortName(row.type)}`,
        ` keeps alive ${share} of what the heap grew by.`,
      ),
      advice: isData(row)
        ? 'Its Locations, created in Atlas.search:94, lead to 18.0 MiB more than before: look at what was added there.'
        : 'Nothing else holds what was added: look for the code that should remove it.',
      path,
      leaves: {
        of: args.leaves ?? 'own',
        total: { ...together(leaves), rows: leaves.length },
        types: typesOf(shown, leaves),
        rows: shown,
      },
      owners: row.pattern?.startsWith('shared')
        ? rows
            .slice(0, 3)
            .map(({ id, type, name, field, site }, i) => ({ id, type, name, field, site, shared: 41_200 >> i }))
        : [],
      warnings: [],
    };
  }

  private windowOf({ from, to }: { from?: string; to?: string }): GrowthWindow {
    const { suggestion } = this.timeline;
    const [only] = this.points;
    if (only && this.points.length === 1) return { from: { ...only, objects: 0, bytes: 0 }, to: only, chosen: 'whole' };
    const suggested = suggestion?.betweenLows ? 'lows' : 'suggested';
    const chosen = from !== undefined || to !== undefined ? 'asked' : suggestion ? suggested : 'ends';
    const first = from === undefined ? (suggestion?.from ?? 0) : Number(from);
    const last = to === undefined ? (suggestion?.to ?? this.points.length - 1) : Number(to);
    const none: Point = { index: 0, t: 0, objects: 0, bytes: 0 };
    const ends = { from: this.points[first] ?? none, to: this.points[last] ?? none };
    const kept = (ends.from.bytes + ends.to.bytes) / 2;
    const fell = this.points.find(({ index, bytes, atExit }) => index > last && !atExit && bytes < kept);
    return { ...ends, chosen, ...(chosen === 'suggested' && fell ? { fell } : {}) };
  }

  private rows(window: GrowthWindow, category: GrowthRow['category']): GrowthRow[] {
    const key = `${window.from.index} ${window.to.index} ${category}`;
    const rows = this.made.get(key) ?? this.make(window, category);
    this.made.set(key, rows);
    return rows;
  }

  private make(window: GrowthWindow, category: GrowthRow['category']): GrowthRow[] {
    if (this.trace.none) return [];
    const gained = gainedIn(window);
    const born = category === 'born';
    const all = born ? known.slice(4, 7) : known;
    const most = born ? 37 : (this.trace.structures ?? 4120);
    return Array.from({ length: most }, (_, i): GrowthRow => {
      const [type, holder, site, hgps, pattern] = all[i] ?? known[4 + (i % 4)] ?? known[0] ?? expected();
      const isTiny = i >= (this.trace.structures ?? 0) - (this.trace.tiny ?? 0) && this.trace.tiny !== undefined;
      const less = isTiny ? 1e-4 : i < all.length ? 1 : 0.8 / i;
      // A window that ends late shows ownership that moved.
      const more = i === 0 && window.to.index - window.from.index <= 2 ? 1.62 : 1;
      const [retained, deep, structure, deepStructure] = hgps.map((hgp) =>
        shareIn(window, grown(hgp * less * more, gained, born)),
      ) as [GrownMetric, GrownMetric, GrownMetric, GrownMetric];
      return {
        id: `0x${(0xe074d430 + i * 0x1f38 + (born ? 0x9000000 : 0)).toString(16)}`,
        ...(this.trace.match === 'path' ? { fromId: `0x${(0xc1000000 + i * 0x60).toString(16)}` } : {}),
        type,
        ...named(holder),
        inferred: type.endsWith('DepartureBoardIndex'),
        description: type,
        site: this.trace.match === 'path' ? [] : site,
        category,
        match: this.trace.match ?? 'identity',
        pattern,
        metrics: { retained, deep, structure, deepStructure },
        leafCount: { from: 12_004, to: 104_212 },
      };
    });
  }

  private suspects(window: GrowthWindow, threshold: number, match: GrowthMatch): Suspect[] {
    const growth = window.to.bytes - window.from.bytes;
    const all = fakeSuspects(gainedIn(window), threshold, match).map((suspect) =>
      growth > 0 ? suspect : inHeapThatShrank(suspect, window),
    );
    const ofNobody = { structures: [], leaves: [], head: null, path: null, pattern: null };
    return all.map((suspect) => ({
      ...suspect,
      ...(this.trace.unmeasured ? { structures: [] } : {}),
      ...(this.trace.unheld !== undefined && suspect.rank === 1 ? { ...ofNobody, unheld: this.trace.unheld } : {}),
    }));
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

/** Of a heap that did not grow nothing has a share. */
const shareIn = ({ from, to }: GrowthWindow, metric: GrownMetric): GrownMetric =>
  to.bytes > from.bytes ? metric : { ...metric, hgp: null };

/** There is no growth to have a share of: what it gained is said, and how much of the heap that is. */
function inHeapThatShrank(suspect: Suspect, window: GrowthWindow): Suspect {
  const { from, to } = suspect.retained;
  const gained = to.bytes - from.bytes;
  const share = `${bytes(gained).replace('\u2009', ' ')} more (${((100 * gained) / window.to.bytes).toFixed(1)} % of the heap)`;
  const parts = suspect.sentenceParts.map((part) => ({
    ...part,
    text: part.text.replace(/[\d.]+ % of the heap’s growth/, share),
  }));
  const sentence = parts.map(({ text }) => text).join('');
  return { ...suspect, sentence, sentenceParts: parts, retained: shareIn(window, suspect.retained) };
}

/** Whether any of its sizes has a share of the growth that can be seen, or where there is none, grew at all. */
const hasGrown = ({ metrics }: GrowthRow) =>
  Object.values(metrics).some(({ from, to, hgp }) => to.bytes > from.bytes && (hgp === null || hgp >= 0.05));

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
