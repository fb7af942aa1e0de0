// The suspects of the active trace: which trace that is, when they are looked for, and the tree that they make.
import { describe, expect, it, vi } from 'vitest';
import type { Cancellation } from '../../extension/src/client/engine/engine';
import { GrowthStore } from '../../extension/src/client/growth/growth_store';
import { ActiveTrace } from '../../extension/src/client/language/active_trace';
import {
  childrenOf,
  clickOf,
  frameText,
  type SuspectNode,
  suspectNodes,
  targetOf,
  textOf,
} from '../../extension/src/client/sidebar/suspect_nodes';
import { SuspectSearch } from '../../extension/src/client/sidebar/suspect_search';
import type { TraceSession } from '../../extension/src/client/traces/trace_session';
import type { GrowthAnswer, LeafRow, Suspect } from '../../shared/protocol/growth';

interface Asked {
  args: object;
  progress(value: { phase: string; done: number }): void;
  cancellation: Cancellation;
  resolve(answer: GrowthAnswer): void;
  reject(reason: unknown): void;
}

/** So much of a session as suspects need. */
class FakeSession {
  status: { kind: string; info?: object } = { kind: 'opening' };
  descriptions = { version: 0, warnings: [] };
  readonly asked: Asked[] = [];
  private readonly listeners = new Set<(status: object) => void>();
  private readonly describing = new Set<() => void>();
  teachTypes = async () => undefined;
  onStatus = (listener: (status: object) => void) => listening(this.listeners, listener);
  onDescriptions = (listener: () => void) => listening(this.describing, listener);
  ask = (_question: 'growth', args: object, progress: Asked['progress'], cancellation: Cancellation) =>
    new Promise<GrowthAnswer>((resolve, reject) => this.asked.push({ args, progress, cancellation, resolve, reject }));
  open(points: number, objects = 1000) {
    this.becomes({ kind: 'open', info: { trace: { points }, heap: { live: { objects, bytes: 32 * objects } } } });
  }
  becomes(status: FakeSession['status']) {
    this.status = status;
    for (const listener of this.listeners) listener(status);
  }
  describe() {
    for (const listener of this.describing) listener();
  }
  get asSession() {
    return this as unknown as TraceSession;
  }
}
function listening<T>(all: Set<T>, listener: T) {
  all.add(listener);
  return { dispose: () => void all.delete(listener) };
}

const answer = { suspects: [] } as unknown as GrowthAnswer;
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

function setUp(automatic = true) {
  const active = new ActiveTrace(
    () => false,
    () => undefined,
  );
  const growth = new GrowthStore();
  const settings = { automatic };
  const search = new SuspectSearch(active, growth, () => settings.automatic, 0);
  const session = new FakeSession();
  return { active, growth, search, session, settings };
}

describe('suspects', () => {
  it('are looked for when a trace with two points is open', async () => {
    const { active, search, session } = setUp();
    expect(search.state).toEqual({ kind: 'no-trace' });
    active.set(session.asSession, 'a.heaptrail');
    expect(search.state).toEqual({ kind: 'not-open' });
    session.open(2);
    expect(search.state).toEqual({ kind: 'unknown' });
    await settle();
    session.asked[0]?.progress({ phase: 'Comparing', done: 0.5 });
    expect(search.state).toEqual({ kind: 'computing', phase: 'Comparing', done: 0.5 });
    expect(session.asked).toHaveLength(1);
    expect(session.asked[0]?.args).toMatchObject({ limit: 0 });
    session.asked[0]?.resolve(answer);
    await settle();
    expect(search.state).toEqual({ kind: 'found', answer });
  });
  it('are not looked for in a large heap alone, or where the setting says so', async () => {
    const { active, search, session, settings } = setUp();
    active.set(session.asSession, 'a.hprof');
    session.open(1, 38_000_000);
    await settle();
    expect(search.state).toEqual({ kind: 'unknown' });
    expect(session.asked).toEqual([]);
    settings.automatic = false;
    session.open(2);
    await settle();
    expect(search.state).toEqual({ kind: 'unknown' });
    expect(session.asked).toEqual([]);
    settings.automatic = true;
    search.reconsider();
    await settle();
    expect(session.asked).toHaveLength(1);
  });
  it('whose search was stopped are looked for again only by the user', async () => {
    const { active, search, session } = setUp();
    active.set(session.asSession, 'a.heaptrail');
    session.open(2);
    await settle();
    search.cancel();
    expect(session.asked[0]?.cancellation.isCancellationRequested).toBe(true);
    session.asked[0]?.reject({ kind: 'cancelled', message: 'Cancelled.' });
    await settle();
    expect(search.state).toEqual({ kind: 'cancelled' });
    expect(session.asked).toHaveLength(1);
    void search.find();
    void search.find();
    expect(session.asked).toHaveLength(2);
    session.asked[1]?.reject({ kind: 'memory', message: 'too large' });
    await settle();
    expect(search.state).toEqual({ kind: 'failed', failure: { kind: 'memory', message: 'too large' } });
  });
  it('are looked for again under other descriptions, and when the trace was read again', async () => {
    const { active, search, session } = setUp();
    active.set(session.asSession, 'a.heaptrail');
    session.open(2);
    await settle();
    session.describe();
    session.asked[0]?.resolve(answer);
    await settle();
    expect(session.asked).toHaveLength(2);
    session.asked[1]?.reject({ kind: 'cancelled', message: 'Cancelled.' });
    await settle();
    session.becomes({ kind: 'opening' });
    session.open(3);
    await settle();
    expect(session.asked).toHaveLength(3);
    expect(search.state.kind).toBe('computing');
  });
  it('that somebody else found are shown', async () => {
    const { active, growth, search, session } = setUp(false);
    const told = vi.fn();
    active.set(session.asSession, 'a.heaptrail');
    session.open(2);
    search.onDidChange(told);
    void growth.ask(session.asSession, { from: '1', to: '4' });
    session.asked[0]?.resolve(answer);
    await settle();
    expect(search.state).toEqual({ kind: 'found', answer });
    expect(told).toHaveBeenCalled();
  });
  it('are those of the trace in front', async () => {
    const { active, search, session } = setUp();
    const other = new FakeSession();
    active.set(session.asSession, 'a.heaptrail');
    session.open(2);
    await settle();
    active.set(other.asSession, 'b.heaptrail');
    other.open(1, 38_000_000);
    expect(search.state).toEqual({ kind: 'unknown' });
    session.asked[0]?.resolve(answer);
    await settle();
    expect(search.state).toEqual({ kind: 'unknown' });
    active.set(session.asSession, 'a.heaptrail');
    expect(search.state.kind).toBe('found');
  });
});

describe('the active trace', () => {
  it('is the one that is kept, whichever view is in front, until it is closed', () => {
    const { active } = setUp();
    const [one, two, three] = [new FakeSession(), new FakeSession(), new FakeSession()].map(
      ({ asSession }) => asSession,
    );
    if (!one || !two || !three) throw new Error('three sessions');
    active.set(one, 'one');
    active.set(two, 'two');
    active.keep(one);
    expect([active.currentName, active.isKept]).toEqual(['one', true]);
    active.set(three, 'three');
    expect(active.currentName).toBe('one');
    active.keep(undefined);
    expect([active.currentName, active.isKept]).toEqual(['three', false]);
    active.keep(one);
    active.closed(one);
    expect([active.currentName, active.isKept]).toEqual(['three', false]);
    active.closed(three);
    expect(active.currentName).toBe('two');
    active.closed(two);
    expect(active.current).toBeUndefined();
  });
});

describe('the tree of suspects', () => {
  const frame = (type: string, line?: number) => ({
    class: type,
    method: 'm',
    file: 'F.java',
    ...(line ? { line } : {}),
  });
  const leaf = (type: string, bytes: number, ...site: LeafRow['site']): LeafRow => ({
    type,
    site,
    from: { objects: 1, bytes: 10 },
    to: { objects: 2, bytes },
  });
  const suspect = (leaves: LeafRow[], site: LeafRow['site'] = [], more: Partial<Suspect> = {}): Suspect =>
    ({
      rank: 1,
      sentence: 'It grows.',
      advice: 'Look.',
      type: 'java.util.HashMap',
      site,
      leaves,
      name: '',
      field: null,
      owners: [],
      lines: [],
      taken: [],
      ...more,
    }) as unknown as Suspect;
  const outline = (nodes: SuspectNode[]): unknown =>
    nodes.map((node) => {
      const name = node.kind === 'type' || node.kind === 'site' ? `${node.kind} ${node.type}` : node.kind;
      const children = childrenOf(node);
      return children.length === 0 ? name : [name, outline(children)];
    });

  it('has the structure’s own site, then leaves by type and site, those that grew most first', () => {
    const rows = [
      leaf('A', 20, frame('S', 1)),
      leaf('B', 90, frame('S', 2)),
      leaf('A', 100, frame('S', 3), frame('T', 4)),
    ];
    const [node] = suspectNodes([suspect(rows, [frame('S', 9)])]);
    expect(outline(node ? [node] : [])).toEqual([
      [
        'suspect',
        ['site java.util.HashMap', ['type A', [['site A', ['frame', 'frame']], 'site A']], ['type B', ['site B']]],
      ],
    ]);
    const type = node && childrenOf(node)[1];
    expect(type).toMatchObject({ grown: { from: { objects: 2, bytes: 20 }, to: { objects: 4, bytes: 120 } } });
  });
  const line = (type: string, share: number) => ({
    ...frame(type, 13),
    share,
    samples: 212,
    objects: 10,
    estimated: true,
  });
  const field = (name: string) => ({ class: 'shop.Store', name, static: false });

  it('names the field that holds it, and leads there; itself it leads to the line that feeds it', () => {
    const own = { name: 'Store.byToken', field: field('byToken'), lines: [line('S', 0.9), line('T', 0.1)] };
    const [node] = suspectNodes([suspect([], [frame('H', 1)], own)]);
    if (!node) throw new Error('there is a suspect');
    expect(targetOf(node)).toMatchObject([{ class: 'S', line: 13 }]);
    const children = childrenOf(node);
    expect(children.map(({ kind }) => kind)).toEqual(['holder', 'line', 'line', 'site']);
    expect(children.map(targetOf)).toMatchObject([
      field('byToken'),
      [{ class: 'S' }],
      [{ class: 'T' }],
      [{ class: 'H' }],
    ]);
    expect(children.slice(0, 2).map(textOf)).toEqual(['shop.Store.byToken', 'S.m(F.java:13)']);
  });
  it('names all who hold the same, also those whose field is not known', () => {
    const owner = (name: string, known: boolean) => ({
      name,
      field: known ? field(name) : null,
      type: 'java.util.HashMap',
      object: '0x1',
    });
    const all = { name: 'Store.a', field: field('a'), owners: [owner('Store.a', true), owner('Store.b[]', false)] };
    const [node] = suspectNodes([suspect([], [], all)]);
    const children = node ? childrenOf(node) : [];
    expect(children).toMatchObject([{ name: 'Store.a' }, { name: 'Store.b[]' }]);
    expect(children[1] && targetOf(children[1])).toEqual([]);
  });
  it('has what was counted of a type, beside what its sites are worked out to', () => {
    const rows = [{ ...leaf('A', 20, frame('S', 1)), estimated: true }];
    const taken = [
      { type: 'B', from: 1, to: 90 },
      { type: 'A', from: 4, to: 17 },
    ];
    const [node] = suspectNodes([suspect(rows, [], { taken })]);
    expect(node && childrenOf(node)).toMatchObject([
      { kind: 'type', type: 'A', taken: taken[1], grown: { estimated: true }, sites: [{ type: 'A' }] },
      { kind: 'type', type: 'B', taken: taken[0], sites: [] },
    ]);
  });
  it('has leaves in the order of what they lead to, where it is that what grew', () => {
    const deep = (bytes: number): Pick<LeafRow, 'deep'> => ({
      deep: { from: { objects: 9, bytes: 90 }, to: { objects: 99, bytes } },
    });
    const rows = [
      { ...leaf('A', 20, frame('S', 1)), ...deep(5000) },
      { ...leaf('B', 90, frame('S', 2)), ...deep(400) },
      { ...leaf('A', 100, frame('S', 3)), ...deep(300) },
    ];
    const [node] = suspectNodes([suspect(rows)]);
    expect(outline(node ? [node] : [])).toEqual([
      [
        'suspect',
        [
          ['type A', ['site A', 'site A']],
          ['type B', ['site B']],
        ],
      ],
    ]);
    const sites = node ? childrenOf(node).flatMap(childrenOf) : [];
    expect(sites).toMatchObject([
      { site: [frame('S', 1)], grown: { to: { bytes: 20 }, deep: { to: { bytes: 5000 } } } },
      { site: [frame('S', 3)] },
      { site: [frame('S', 2)] },
    ]);
  });
  it('leads from what has no site to the first that is known', () => {
    const [node] = suspectNodes([suspect([leaf('A', 90), leaf('A', 50, frame('S', 3))])]);
    expect(node && targetOf(node)).toEqual([frame('S', 3)]);
    expect(node && childrenOf(node).map(targetOf)).toEqual([[frame('S', 3)]]);
    const [unknown] = suspectNodes([suspect([leaf('A', 90)])]);
    expect(unknown && targetOf(unknown)).toEqual([]);
  });
  it('does something at every click: where no line is known it shows the growth', () => {
    const [known, unknown] = [
      suspectNodes([suspect([leaf('A', 50, frame('S', 3))])]),
      suspectNodes([suspect([leaf('A', 90)])]),
    ];
    expect(known[0] && clickOf(known[0])).toEqual({ command: 'heaptrail.openSource', argument: [frame('S', 3)] });
    expect(unknown[0] && clickOf(unknown[0])).toEqual({
      command: 'heaptrail.suspects.showGrowth',
      argument: unknown[0],
    });
    const all = (nodes: SuspectNode[]): SuspectNode[] => nodes.flatMap((node) => [node, ...all(childrenOf(node))]);
    for (const node of all([...known, ...unknown])) {
      const { argument } = clickOf(node);
      expect(Array.isArray(argument) && argument.length === 0, node.id).toBe(false);
    }
  });
  it('has ids of their own for all rows', () => {
    const rows = [
      leaf('A', 20, frame('S'), frame('S')),
      leaf('A', 20, frame('S'), frame('S')),
      leaf('B', 1, frame('S')),
    ];
    const all = (nodes: SuspectNode[]): string[] => nodes.flatMap((node) => [node.id, ...all(childrenOf(node))]);
    const ids = all(suspectNodes([suspect(rows, [frame('H')])]));
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('is copied as text that others understand', () => {
    const [node] = suspectNodes([suspect([leaf('A', 20, frame('S', 3), { class: 'T', method: 'n' })])]);
    expect(node && textOf(node)).toBe('It grows. Look.');
    const site = node && childrenOf(node).flatMap(childrenOf)[0];
    expect(site && textOf(site)).toBe('A\n\tat S.m(F.java:3)\n\tat T.n(Unknown Source)');
    expect(frameText(frame('S'))).toBe('S.m(F.java)');
  });
});
