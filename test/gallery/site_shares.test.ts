// Where objects were allocated, as samples estimate it that the recorder spreads by itself, against recordings of the same programs in which every
// allocation is reported: the JDK's compiler, the database H2, and objects of a class that four lines make.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compiled } from '../recorder/support/java_program';
import { jdk17, present } from '../recorder/support/jvms';
import { programs } from '../recorder/support/places';
import { type Line, linesOf, startJavaRecorded } from '../recorder/support/recordings';
import { weightOf } from '../recorder/support/sampled_objects';

/** Objects of one class from one line. */
interface Place {
  samples: number;
  /** How many objects these stand for, and how far that is off, squared. */
  objects: number;
  variance: number;
}

/** By class, method and line that allocated. Arrays are left out: they have no size of their own. */
function placesOf(lines: readonly Line[]): Map<string, Place> {
  const types = new Map<number, Line>();
  const sites = new Map<number, Line['frames']>();
  const places = new Map<string, Place>();
  for (const line of lines) {
    if (line.root !== undefined) continue;
    if (line.o === undefined) {
      if (line.type !== undefined && line.name !== undefined) types.set(line.type, line);
      if (line.site !== undefined && line.frames !== undefined) sites.set(line.site, line.frames);
      continue;
    }
    const type = types.get(line.type ?? -1);
    const frame = sites.get(line.site ?? -1)?.[0];
    const bytes = line.size ?? type?.size;
    if (type?.name === undefined || frame === undefined || bytes === undefined || line.length !== undefined) continue;
    const at = `${type.name} in ${frame.class}.${frame.method}:${frame.line ?? 0}`;
    const place = places.get(at) ?? { samples: 0, objects: 0, variance: 0 };
    places.set(at, place);
    const weight = weightOf(bytes, line.interval);
    place.samples += 1;
    place.objects += weight;
    place.variance += weight * (weight - 1);
  }
  return places;
}

async function recorded(name: string, words: readonly string[], recorder: string): Promise<Map<string, Place>> {
  const running = await startJavaRecorded(present(jdk17), name, words, { recorder });
  running.point();
  await running.stop();
  const places = placesOf(linesOf(running.recording));
  rmSync(running.recording);
  return places;
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** How far the share of each line with many samples is from the true one, in standard deviations. */
function deviations(exact: Map<string, Place>, sampled: Map<string, Place>): Map<string, number> {
  const truly = sum([...exact.values()].map(({ objects }) => objects));
  const all = sum([...sampled.values()].map(({ objects }) => objects));
  const ofAll = sum([...sampled.values()].map(({ variance }) => variance));
  const found = new Map<string, number>();
  for (const [at, { samples, objects, variance }] of sampled) {
    // Of a few samples a standard deviation does not tell how they are spread.
    if (samples < 20) continue;
    const share = (exact.get(at)?.objects ?? 0) / truly;
    const error = Math.sqrt((1 - share) ** 2 * variance + share ** 2 * (ofAll - variance)) / all;
    found.set(at, (objects / all - share) / error);
  }
  return found;
}

/** The lines that allocated a fiftieth of all objects and more, and of which no sample tells. */
function unseen(exact: Map<string, Place>, sampled: Map<string, Place>): string[] {
  const truly = sum([...exact.values()].map(({ objects }) => objects));
  return [...exact].filter(([at, { objects }]) => objects / truly >= 0.02 && !sampled.has(at)).map(([at]) => at);
}

const classes = () => compiled(present(jdk17));
const known = {
  compiler: () => ['-Xmx1g', '-cp', classes(), 'KeptCompiler', path.join(programs, 'KnownSites.java')],
  database: () => ['-Xmx1g', '-cp', `${classes()}:/usr/share/java/h2.jar`, 'KeptDatabase', '20000'],
  'one class': () => ['-Xmx1g', '-cp', classes(), 'KnownSites', '300000'],
};

it.each(Object.entries(known))(
  'shares of allocation sites are within three standard deviations of the true ones: %s',
  { timeout: 300_000 },
  async (name, words) => {
    const file = `site-shares-${name.replace(' ', '-')}`;
    const exact = await recorded(`${file}-exact`, words(), 'every=off,sites=exact,exit=no');
    // The defaults, but for the budget: these programs end before one percent of their time makes many samples.
    const sampled = await recorded(`${file}-sampled`, words(), 'every=off,budget=30%,exit=no');
    const found = deviations(exact, sampled);
    const far = (limit: number) => [...found].filter(([, deviation]) => Math.abs(deviation) > limit);
    expect(found.size).toBeGreaterThanOrEqual(4);
    expect(unseen(exact, sampled)).toEqual([]);
    // One of 370 is farther off by chance, and these are some dozens.
    expect(far(3).length, `${far(3).join(', ')}`).toBeLessThanOrEqual(1);
    expect(far(4.5)).toEqual([]);
    expect(Math.sqrt(sum([...found.values()].map((deviation) => deviation ** 2)) / found.size)).toBeLessThan(1.8);
  },
);
