// Real traces of the AntTracks VM: the heap after every collection is what a heap dump said that the same VM wrote in the same moment.

import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  add,
  type Counted,
  collectionEnds,
  comparableName,
  countedByType,
  forEachLine,
  forEachPoint,
  haveTraces,
  orNoTraces,
  traceNames,
  unpack,
} from './support/anttracks';
import { allowedDifferences, disagreements, usedReasons } from './support/anttracks_agreement';
import { heapByType, program } from './support/heaptrail';
import { allJvms, inDeep } from './support/jvms';
import type { Line } from './support/recordings';
import { timeline } from './support/recordings';

/** Both collectors, and all programs but the largest; all traces where time is no matter. */
const lookedAt = traceNames.filter(
  (name) =>
    allJvms ||
    /^(tiny-.*|deviant-.*|leaklist-pold-failed|mixed-pold-int|multicache-g1-ptr|threads-pold-ptr)$/.test(name),
);

/** What lives after a collection is asked for after every fourth and the last; after all of them where time is no matter. */
const isAskedFor = (collection: number, collections: number) =>
  allJvms || collection % 4 === 0 || collection === collections - 1;

/** What an object never loses. */
const isSame = (was: Line, is: Line): boolean =>
  was.type === is.type &&
  was.site === is.site &&
  was.thread === is.thread &&
  was.length === is.length &&
  was.size === is.size;

const what = ({ type, site, thread, length, size }: Line, types: ReadonlyMap<number, string>): string =>
  `${types.get(type ?? -1) ?? '?'} ${site} ${thread} ${length} ${size}`;

describe.skipIf(!haveTraces)(orNoTraces('A trace of the AntTracks VM'), () => {
  for (const name of lookedAt) {
    it(`${name}: has after each collection the objects, bytes and references of the dump`, { timeout: 600_000 }, () => {
      const { folder, truth, checkpoints, remove } = unpack(name);
      const { points, gcs } = timeline(folder);
      expect(gcs.map(({ kind }) => kind)).toEqual(truth.map(({ kind }) => kind));
      expect(points).toHaveLength(truth.length);

      // Ids are for life, and of one object only.
      const known = new Map<number, Line>();
      let before: ReadonlyMap<number, Line> = new Map();
      const ages = new Map<number, number>();
      const references: Map<string, Counted>[] = [];
      forEachPoint(folder, (point) => {
        const { index, types, objects } = point;
        const isMajor = truth[index]?.kind === 'major';
        for (const [id, line] of objects) {
          const was = known.get(id);
          if (was === undefined) known.set(id, line);
          else if (!isSame(was, line))
            expect.fail(`${id} was ${what(was, types)} and is ${what(line, types)} at point ${index}`);
          else if (!before.has(id)) expect.fail(`${id}, ${what(line, types)}, is used again at point ${index}`);
          // Whose birth was seen is a collection older each time; a full one leaves everything in the old space.
          const { age, space } = line;
          if (age !== undefined) {
            const younger = ages.get(id);
            if (younger !== undefined && age !== younger + 1)
              expect.fail(`${id}, ${what(line, types)}, is ${age} at point ${index}`);
            ages.set(id, age);
          }
          if (space === undefined || (isMajor && space !== 'old'))
            expect.fail(`${id}, ${what(line, types)}, is ${space} at point ${index}`);
        }
        before = objects;
        references.push(countedByType(point, comparableName));
      });
      expect(references).toHaveLength(truth.length);

      const found: string[] = [];
      for (const [index, collection] of truth.entries()) {
        if (!isAskedFor(index, truth.length)) continue;
        const ours = new Map<string, Counted>();
        for (const { key, objects, bytes } of heapByType(folder, 'all', index).rows) {
          add(ours, comparableName(key), { objects, bytes, references: 0 });
        }
        for (const [type, { objects, references: count }] of references[index] ?? []) {
          expect([index, type, ours.get(type)?.objects]).toEqual([index, type, objects]);
          add(ours, type, { objects: 0, bytes: 0, references: count });
        }
        found.push(
          ...disagreements(name, collection, truth[index + 1], ours).map((line) => `gc ${collection.id}: ${line}`),
        );
      }
      expect(found).toEqual([]);

      // What the program itself counted, after each of its calls of System.gc().
      const called = [...gcs.entries()].filter(([, { kind, cause }]) => kind === 'major' && cause === 'System.gc()');
      const since = checkpoints.slice(-called.length);
      expect(called.length).toBeGreaterThan(0);
      for (const [number, counts] of since.entries()) {
        const [index = -1] = called.slice(-since.length)[number] ?? [];
        for (const [type, count] of counts) {
          expect([index, type, references[index]?.get(type)?.objects]).toEqual([index, type, count]);
        }
      }
      remove();
    });
  }

  if (lookedAt.length === traceNames.length) {
    it('has no reason for differences that no trace gives any more', () => {
      expect(allowedDifferences.map(({ reason }) => reason).filter((reason) => !usedReasons.has(reason))).toEqual([]);
    });
  }

  it('keeps what leaks: every order is the same object at all later points', () => {
    const { folder, remove } = unpack('leaklist-pold');
    let before = new Set<number>();
    const sites = new Set<number | undefined>();
    forEachPoint(folder, ({ types, objects }) => {
      const orders = [...objects].filter(([, { type = -1 }]) => types.get(type) === 'LeakList$Order');
      const now = new Set(orders.map(([id]) => id));
      expect([...before].filter((id) => !now.has(id))).toEqual([]);
      expect(now.size).toBeGreaterThanOrEqual(before.size);
      for (const [, { site }] of orders) sites.add(site);
      before = now;
    });
    expect(before.size).toBeGreaterThan(10_000);
    expect(sites).not.toContain(undefined);
    remove();
  });

  it('knows where objects were allocated, and by which thread', () => {
    const { folder, remove } = unpack('leaklist-pold');
    const sites = new Map<number, NonNullable<Line['frames']>>();
    const threads = new Map<number, string>();
    const ofOrders = new Set<string>();
    let types: ReadonlyMap<number, string> = new Map();
    const origins = new Set<string>();
    forEachLine(folder, (line) => {
      if (line.o === undefined && line.frames && line.site !== undefined) sites.set(line.site, line.frames);
      if (line.o === undefined && line.thread !== undefined && line.name !== undefined)
        threads.set(line.thread, line.name);
      if (line.o === undefined && line.type !== undefined && line.name !== undefined)
        types = new Map([...types, [line.type, line.name]]);
      if (line.o === undefined || types.get(line.type ?? -1) !== 'LeakList$Order') return;
      origins.add(`${line.site} ${line.thread}`);
    });
    for (const origin of origins) {
      const [site, thread] = origin.split(' ').map(Number);
      const [frame] = sites.get(site ?? -1) ?? [];
      ofOrders.add(`${frame?.class}.${frame?.method} ${frame?.file}:${frame?.line} ${threads.get(thread ?? -1)}`);
    }
    expect([...ofOrders]).toEqual(['LeakList.round LeakList.java:20 main']);
    remove();
  });

  const cutOff = ['tiny-pold-raw', 'leaklist-pold', ...inDeep(['mixed-pold-ptr'])];
  describe.each(cutOff)('%s, cut off', (name) => {
    it.skipIf(!traceNames.includes(name))('opens up to its last complete collection', () => {
      const { folder, remove } = unpack(name);
      const trace = path.join(folder, 'trace');
      // Beside the folder: in it, it would be part of the trace.
      const whole = `${folder}.whole`;
      copyFileSync(trace, whole);
      const ends = collectionEnds(whole);
      const size = readFileSync(whole).length;
      const places = allJvms ? 40 : 10;
      const anywhere = Array.from({ length: places }, (_, index) => Math.floor((size * (index + 1)) / (places + 1)));
      const cuts = [
        0,
        4,
        100,
        187,
        188,
        189,
        200,
        ...ends.flatMap((end) => [end - 1, end, end + 1, end + 13]),
        ...anywhere,
      ];
      for (const cut of cuts.filter((cut) => cut <= size)) {
        copyFileSync(whole, trace);
        truncateSync(trace, cut);
        const run = spawnSync(program, ['timeline', folder, '--json'], { encoding: 'utf8', timeout: 60_000 });
        const complete = ends.filter((end) => end <= cut).length;
        if (run.status === 0) {
          const { points, gcs } = JSON.parse(run.stdout);
          expect({ cut, points: points.length, gcs: gcs.length }).toEqual({ cut, points: complete, gcs: complete });
        } else {
          // Without a complete collection there is nothing to open.
          expect({ cut, status: run.status, complete, lines: run.stderr.trim().split('\n').length }).toEqual({
            cut,
            status: 3,
            complete: 0,
            lines: 1,
          });
        }
      }
      rmSync(whole);
      remove();
    });
  });
});
