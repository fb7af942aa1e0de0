// What `heaptrail growth` says of the window between a recording's first and last point, and what test/programs/GrowthPatterns.java tells
// of its structures at both.
import { rmSync, writeFileSync } from 'node:fs';
import type { GrowthAnswer, GrowthOfAnswer, GrowthPattern, GrowthRow } from '../../../shared/protocol/growth';
import { heaptrail, inspect } from './heaptrail';
import { start } from './java_program';
import type { Jvm } from './jvms';
import { startRecorded } from './recordings';
import { structures } from './structures';

/** All rows of the category, survivors where none is named; those that did not grow, too. */
export function growth(trace: string, ...options: string[]): GrowthAnswer {
  const window = ['--from', 'first', '--to', 'last', '--top', '0', '--unchanged'];
  return JSON.parse(heaptrail('growth', trace, ...window, ...options, '--json')) as GrowthAnswer;
}

/** One structure, in the window of an answer. */
export function growthOf(
  trace: string | readonly string[],
  { window: { from, to } }: GrowthAnswer,
  id: string,
  ...options: string[]
): GrowthOfAnswer {
  const window = ['--from', `${from.index}`, '--to', `${to.index}`];
  return JSON.parse(
    heaptrail('growth', ...[trace].flat(), ...window, '--top', '0', '--object', id, ...options, '--json'),
  );
}

/** What is inferred of containers that nobody described: as a file, and the types of their heads. */
export interface Inferred {
  readonly text: string;
  readonly types: readonly string[];
}

export function inferredIn(recording: string): Inferred {
  const text = heaptrail('ds', 'infer', recording, '--from', 'first', '--to', 'last');
  return { text, types: [...text.matchAll(/^DS (\S+) /gm)].map(([, type]) => type ?? '') };
}

/** In objects. */
export interface Sizes {
  readonly retained: number;
  readonly deep: number;
  readonly structure: number;
  readonly deepStructure: number;
}

/** Leaves of one class and place: how many, and with all that they lead to. */
export interface LeafCounts {
  readonly count: number;
  readonly deep: number;
}

/** What the program says of the structure in one of its fields. */
export interface Told {
  readonly becomes: GrowthPattern | null | 'dies';
  readonly method: string;
  readonly line: number;
  /** Where it is alive at that end. */
  readonly from?: Sizes;
  readonly to?: Sizes;
  /** By class and place. */
  readonly leaves: ReadonlyMap<string, { readonly from: LeafCounts; readonly to: LeafCounts }>;
}

export interface RecordedWindow {
  readonly recording: string;
  readonly told: ReadonlyMap<string, Told>;
  /** The heads at both ends: field → id. */
  readonly heads: { readonly from: ReadonlyMap<string, string>; readonly to: ReadonlyMap<string, string> };
  /** What the program said that it holds. */
  readonly holds: { readonly from: string; readonly to: string };
}

function sizesIn(printed: string, field: string): { sizes?: Sizes } {
  const [, ...numbers] = new RegExp(`^sizes ${field} (\\d+) (\\d+) (\\d+) (\\d+)$`, 'm').exec(printed) ?? [];
  if (numbers.length === 0) return {};
  const [retained = 0, deep = 0, structure = 0, deepStructure = 0] = numbers.map(Number);
  return { sizes: { retained, deep, structure, deepStructure } };
}

function leavesIn(printed: string, field: string): Map<string, LeafCounts> {
  const lines = printed.matchAll(new RegExp(`^leaves ${field} (\\S+) (\\S+ \\d+) (\\d+) (\\d+)$`, 'gm'));
  return new Map(
    [...lines].map(([, type, place, count, deep]) => [
      `${type} ${place}`,
      { count: Number(count), deep: Number(deep) },
    ]),
  );
}

const noLeaves: LeafCounts = { count: 0, deep: 0 };

function toldOf(from: string, to: string): Map<string, Told> {
  const both = from + to;
  return new Map(
    [...both.matchAll(/^becomes (\S+) (\S+)$/gm)].map(([, field = '', becomes]) => {
      const [, method = '', line] = new RegExp(`^allocated ${field} (\\S+) (\\d+)$`, 'm').exec(both) ?? [];
      const [before, after] = [leavesIn(from, field), leavesIn(to, field)];
      const places = new Set([...before.keys(), ...after.keys()]);
      const ends = { from: sizesIn(from, field).sizes, to: sizesIn(to, field).sizes };
      return [
        field,
        {
          becomes: becomes === 'null' ? null : (becomes as Told['becomes']),
          method,
          line: Number(line),
          ...(ends.from ? { from: ends.from } : {}),
          ...(ends.to ? { to: ends.to } : {}),
          leaves: new Map(
            [...places].map((place) => [
              place,
              { from: before.get(place) ?? noLeaves, to: after.get(place) ?? noLeaves },
            ]),
          ),
        },
      ];
    }),
  );
}

/** Where a program keeps its structures: field → id, told by the roots that hold them, which growth has no part in. */
function headsIn(traces: readonly string[], at: 'first' | 'last'): Map<string, string> {
  const where = 'type=java.util.HashMap or type=java.util.ArrayList';
  const [trace = '', ...others] = traces;
  const { roots = [] } = inspect(trace, ...others, '--at', at, '--where', where, '--roots', '--first-roots');
  return new Map(
    roots.flatMap(({ class: of = '', field = '', direct, object }) =>
      direct && of.startsWith('GrowthPatterns$') ? [[field, object.id]] : [],
    ),
  );
}

/** Records one scene of test/programs/GrowthPatterns.java: a point as it begins and one when it has gone on. */
export async function recordScene(jvm: Jvm, scene: string): Promise<RecordedWindow> {
  const running = await startRecorded(jvm, 'GrowthPatterns', `growth-${scene}`, {
    recorder: 'every=off,sites=exact,exit=no',
    arguments: [scene],
  });
  try {
    const { recording, printed: from } = running;
    running.settle();
    running.point();
    const to = await running.step();
    running.settle();
    running.point();
    return {
      recording,
      told: toldOf(from, to),
      heads: { from: headsIn([recording], 'first'), to: headsIn([recording], 'last') },
      holds: { from, to },
    };
  } finally {
    await running.stop();
  }
}

/** The same as two heap dumps, where nothing has an identity. */
export async function dumpScene(
  jvm: Jvm,
  scene: string,
): Promise<Omit<RecordedWindow, 'recording'> & { dumps: string[] }> {
  const running = await start(jvm, 'GrowthPatterns', [], [scene]);
  try {
    const { printed: from } = running;
    const earlier = running.heapDump(`growth-${scene}-from`);
    const to = await running.step();
    const dumps = [earlier, running.heapDump(`growth-${scene}-to`)];
    const heads = { from: headsIn(dumps, 'first'), to: headsIn(dumps, 'last') };
    return { dumps, told: toldOf(from, to), heads, holds: { from, to } };
  } finally {
    await running.stop();
  }
}

/**
 * How many structures lived through the window, died in it and were born, by comparing the heads at its ends; those that are inferred for
 * the window, too.
 */
export function fates(recording: string): { survivors: number; died: number; born: number } {
  const file = `${recording}.inferred.ds`;
  writeFileSync(file, inferredIn(recording).text);
  const headsAt = (at: string) => new Set(structures(recording, '--at', at, '--ds', file).rows.map(({ id }) => id));
  const [from, to] = [headsAt('first'), headsAt('last')];
  rmSync(file);
  const survivors = [...from].filter((id) => to.has(id)).length;
  return { survivors, died: from.size - survivors, born: to.size - survivors };
}

/** What a row of leaves is about, as the program puts it. */
export function placeOf({ type, site }: { type: string; site: GrowthRow['site'] }): string {
  return `${type} ${site[0]?.method ?? '?'} ${site[0]?.line ?? 0}`;
}
