// Who owns the heap of the leak that was never there: the travel service's cache, sessions and timetable, threads, and what the JVM holds; or as many
// classes as wanted, which own each other in many ways. Shares are found as the engine does: what a node has is split among its owners by their
// references. The same in every run.
import type { Point, TimelineAnswer } from '../../shared/protocol/answers';
import type {
  OwnershipAnswer,
  OwnershipArgs,
  OwnershipHistoryAnswer,
  OwnershipHistoryArgs,
  OwnershipNode,
} from '../../shared/protocol/ownership';
import { travel } from './fake_program';

export interface FakeOwnership {
  /** Instead of the service: so many classes. */
  classes?: number;
}

/** A node before anything is known of what it owns. */
interface Part {
  key: string;
  kind: OwnershipNode['kind'];
  type: string | null;
  /** Objects at a share of the time. */
  objects(time: number): number;
  bytesEach: number;
  /** Of its objects. */
  fresh: number;
  /** Which others refer to it, and how often. */
  owners: Record<string, number>;
  members?: string[];
}

const map = 'java.util.concurrent.ConcurrentHashMap';
const leaking = (most: number) => (time: number) => Math.round(most * (0.08 + 0.92 * Math.max(0, time - 0.25)));
const steady = (objects: number) => () => objects;
const part = (
  key: string,
  kind: Part['kind'],
  type: string | null,
  objects: Part['objects'],
  [bytesEach, fresh]: [number, number],
  owners: Part['owners'],
): Part => ({ key, kind, type, objects, bytesEach, fresh, owners });

/** Owners before what they own. */
const service: Part[] = [
  part('heap', 'heap', null, steady(0), [0, 0], {}),
  part('static JourneyService', 'static', `${travel}.JourneyService`, steady(1), [64, 0], { heap: 1 }),
  part('static SessionStore', 'static', `${travel}.SessionStore`, steady(1), [48, 0], { heap: 1 }),
  part('thread http-*', 'thread', 'java.lang.Thread', steady(12), [120, 0], { heap: 12 }),
  part('thread scheduler', 'thread', 'java.lang.Thread', steady(2), [120, 0], { heap: 2 }),
  part('system', 'system', null, steady(0), [0, 0], { heap: 1 }),
  part(
    'static SerializableTypeWrapper',
    'static',
    'org.springframework.core.SerializableTypeWrapper',
    steady(1),
    [40, 0],
    {
      heap: 1,
    },
  ),
  part('ConcurrentHashMap ← JourneyService.cache', 'collection', map, steady(1), [64, 0], {
    'static JourneyService': 1,
  }),
  part('Node[] ← ConcurrentHashMap ← JourneyService.cache', 'collection', `${map}$Node[]`, steady(1), [1_048_592, 0], {
    'ConcurrentHashMap ← JourneyService.cache': 1,
  }),
  part('Node ← ConcurrentHashMap ← JourneyService.cache', 'collection', `${map}$Node`, leaking(920_000), [32, 0.18], {
    'Node[] ← ConcurrentHashMap ← JourneyService.cache': 1,
  }),
  part('JourneyService$QueryKey', 'class', `${travel}.JourneyService$QueryKey`, leaking(920_000), [24, 0.18], {
    'Node ← ConcurrentHashMap ← JourneyService.cache': 920_000,
    'thread http-*': 40,
  }),
  part('Timetable', 'class', `${travel}.Timetable`, steady(1), [56, 0], { 'static JourneyService': 1 }),
  part('HashMap ← Timetable.boards', 'collection', 'java.util.HashMap', steady(1), [48, 0], { Timetable: 1 }),
  part('DepartureBoardIndex', 'class', `${travel}.Timetable$DepartureBoardIndex`, steady(2_118), [40, 0], {
    'HashMap ← Timetable.boards': 2118,
  }),
  part('Departure', 'class', `${travel}.Departure`, steady(412_000), [40, 0.01], { DepartureBoardIndex: 412_000 }),
  part('HashMap ← SessionStore.byToken', 'collection', 'java.util.HashMap', steady(1), [48, 0], {
    'static SessionStore': 1,
  }),
  part('Session', 'class', `${travel}.Session`, leaking(30_000), [48, 0.2], {
    'HashMap ← SessionStore.byToken': 30_000,
  }),
  part('HashMap ← Session.attributes', 'collection', 'java.util.HashMap', leaking(30_000), [48, 0.2], {
    Session: 30_000,
  }),
  part('Node ← HashMap ← Session.attributes', 'collection', 'java.util.HashMap$Node', leaking(240_000), [32, 0.2], {
    'HashMap ← Session.attributes': 30_000,
  }),
  part('TreeNode and 3 more', 'cycle', `${travel}.Route$TreeNode`, steady(96_000), [56, 0], { Timetable: 1 }),
  part('ByteBuffer', 'class', 'java.nio.HeapByteBuffer', steady(640), [56, 0.9], {
    'thread http-*': 512,
    'thread scheduler': 64,
  }),
  part('Class', 'class', 'java.lang.Class', steady(31_204), [132, 0], { system: 1 }),
  part('Location', 'class', `${travel}.Location`, leaking(1_840_000), [32, 0.18], {
    JourneyService$QueryKey: 1_840_000,
    Departure: 412_000,
    'TreeNode and 3 more': 96_000,
  }),
  part('String', 'class', 'java.lang.String', leaking(2_900_000), [24, 0.18], {
    Location: 1_840_000,
    JourneyService$QueryKey: 920_000,
    'Node ← HashMap ← Session.attributes': 240_000,
    Departure: 206_000,
    Class: 31_204,
    'thread http-*': 9_000,
    'static SerializableTypeWrapper': 4_100,
  }),
  part('byte[] ×10', 'array', 'byte[]', leaking(2_900_000), [32, 0.18], { String: 2_900_000, ByteBuffer: 16 }),
  part('byte[] ×10000', 'array', 'byte[]', steady(640), [16_400, 0.9], { ByteBuffer: 640 }),
  part('other', 'other', null, steady(14_000), [60, 0.05], {
    'static SerializableTypeWrapper': 60,
    system: 30,
    'thread http-*': 10,
  }),
];
for (const each of service) {
  if (each.kind === 'cycle') each.members = ['TreeNode', 'Route', 'Leg', 'Stop'].map((name) => `${travel}.${name}`);
}

/** Each class is owned by some of those a few places before it: a graph with many ways to its depth. */
function manyClasses(classes: number): Part[] {
  const parts = [part('heap', 'heap', null, steady(0), [0, 0], {})];
  for (let i = 1; i <= classes; i++) {
    const owners: Record<string, number> = {};
    for (const step of i <= 12 ? [i] : [7 + (i % 5), 9 + ((i * 7) % 13), 12 + ((i * 3) % 17)]) {
      const owner = parts[Math.max(0, i - step)];
      if (owner) owners[owner.key] = 1 + ((i * 37 + step * 11) % 23);
    }
    const objects = (time: number) => Math.round((200 + ((i * 7919) % 4000)) * (i % 4 === 0 ? 0.3 + time : 1));
    const kind = i <= 12 ? 'static' : i % 5 === 0 ? 'collection' : 'class';
    const name = kind === 'collection' ? `HashMap ← Type${i - 1}.entries` : `Type${i}`;
    parts.push(part(name, kind, `com.example.generated.Type${i}`, objects, [16 + 8 * (i % 9), (i % 10) / 10], owners));
  }
  return parts;
}

interface Measured {
  objects: number;
  own: number;
  owned: number;
  /** What of its owned bytes comes to each owner, and by how many references. */
  through: Map<string, { owned: number; references: number }>;
}

/** From what is owned to its owners: each node's bytes are complete when its turn comes. */
function measured(parts: readonly Part[], time: number): Map<string, Measured> {
  const known = new Map<string, Measured>();
  for (const { key, objects, bytesEach } of parts) {
    const many = objects(time);
    known.set(key, { objects: many, own: many * bytesEach, owned: many * bytesEach, through: new Map() });
  }
  for (const { key, owners } of [...parts].reverse()) {
    const here = known.get(key);
    const references = Object.values(owners).reduce((sum, each) => sum + each, 0);
    if (!here) continue;
    for (const [owner, each] of Object.entries(owners)) {
      const owned = (here.owned * each) / references;
      here.through.set(owner, { owned, references: each });
      const above = known.get(owner);
      if (above) above.owned += owned;
    }
  }
  return known;
}

export class FakeOwnershipAnswers {
  private readonly parts: Part[];

  constructor(
    private readonly timeline: TimelineAnswer,
    { classes }: FakeOwnership = {},
  ) {
    this.parts = classes ? manyClasses(classes) : service;
  }

  ownership({
    at,
    model = 'objects',
    threshold = 0.1,
    roots = ['static', 'thread', 'system'],
  }: OwnershipArgs): OwnershipAnswer {
    const index = at === undefined ? (this.timeline.suggestedPoint?.index ?? 0) : Number(at);
    const parts = this.partsWith(roots);
    const now = measured(parts, this.timeOf(index));
    const before = index > 0 ? measured(parts, this.timeOf(index - 1)) : undefined;
    const numbers = new Map(parts.map(({ key }, i) => [key, i]));
    const whole = [...now.values()].reduce((sum, { objects }) => sum + objects, 0);
    const nodes = parts.map((each, id): OwnershipNode => {
      const here = now.get(each.key) as Measured;
      const fresh = each.kind === 'heap' ? Math.round(whole * 0.17) : Math.round(here.objects * each.fresh);
      return {
        id,
        key: each.key,
        label: each.key.replace(/^(static|thread) /, '').replace(/ ←.*/, ''),
        kind: each.kind,
        type: each.type,
        own: { objects: here.objects, bytes: here.own },
        owned: Math.round(here.owned),
        members: each.members ?? [],
        newObjects: before ? fresh : 0,
        grown: before ? Math.round(here.owned - (before.get(each.key)?.owned ?? 0)) : 0,
        set: each.kind === 'class' && each.type ? { by: 'type', path: [each.type], where: '' } : null,
        children: [],
      };
    });
    for (const { key } of parts) {
      for (const [owner, { owned, references }] of now.get(key)?.through ?? []) {
        const node = numbers.get(key);
        if (node !== undefined) nodes[numbers.get(owner) ?? 0]?.children.push({ node, owned, references });
      }
    }
    const total = { objects: whole, bytes: nodes[0]?.owned ?? 0 };
    return {
      point: this.pointAt(index, total),
      since: index > 0 ? this.pointAt(index - 1, total) : null,
      model,
      threshold,
      total,
      nodes,
      warnings: [],
    };
  }

  history({ keys = [] }: OwnershipHistoryArgs): OwnershipHistoryAnswer {
    const { parts } = this;
    const all = this.timeline.points.map(({ index }) => measured(parts, this.timeOf(index)));
    const series = ['heap', ...keys].map((key) => ({
      key,
      own: all.map((point) => point.get(key)?.own ?? 0),
      owned: all.map((point) => Math.round(point.get(key)?.owned ?? 0)),
      objects: all.map((point) => point.get(key)?.objects ?? 0),
      references: all.map((point) =>
        [...(point.get(key)?.through.values() ?? [])].reduce((sum, { references }) => sum + references, 0),
      ),
    }));
    const points = this.timeline.points.map(({ index, t }) => ({ index, t }));
    return { points, wanted: points.length, complete: true, series };
  }

  /** What roots that are no blocks own, the heap owns itself. */
  private partsWith(roots: readonly string[]): Part[] {
    const isLeftOut = ({ kind }: Part) => ['static', 'thread', 'system'].includes(kind) && !roots.includes(kind);
    const gone = new Set(this.parts.filter(isLeftOut).map(({ key }) => key));
    return this.parts
      .filter(({ key }) => !gone.has(key))
      .map((each) => {
        const owners: Record<string, number> = {};
        for (const [owner, references] of Object.entries(each.owners)) {
          const to = gone.has(owner) ? 'heap' : owner;
          owners[to] = (owners[to] ?? 0) + references;
        }
        return { ...each, owners };
      });
  }

  private timeOf(index: number): number {
    const { points } = this.timeline;
    const last = points.at(-1)?.t ?? 1;
    return last > 0 ? (points[index]?.t ?? 0) / last : 1;
  }

  private pointAt(index: number, total: { objects: number; bytes: number }): Point {
    return { index, t: this.timeline.points[index]?.t ?? 0, ...total };
  }
}
