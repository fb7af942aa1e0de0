// The places where objects were allocated, against what the program says of itself.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heapByType } from './support/heaptrail';
import { newerJdk, orSkipped, present, untriedJvms } from './support/jvms';
import { type Line, linesOf, startRecorded } from './support/recordings';
import { weightOf } from './support/sampled_objects';

interface Place {
  objects: number;
  /** How many objects these stand for, with and without a site; and each with the number that it stands for in place of others. */
  estimate: number;
  others: number;
}

/** The objects of the program's classes by where they come from; without a site: `line` 0. */
function placesOf(lines: readonly Line[]): Map<string, Place> {
  const types = new Map<number, Line>();
  const sites = new Map<number, Line['frames']>();
  const places = new Map<string, Place>();
  for (const line of lines) {
    if (line.o === undefined && line.root === undefined) {
      if (typeof line.type === 'number' && line.name !== undefined) types.set(line.type, line);
      if (typeof line.site === 'number' && line.frames !== undefined) sites.set(line.site, line.frames);
    } else if (line.root === undefined) {
      const type = types.get(line.type ?? -1);
      if (!/^KnownSites\$(Plain|Often|Copied)$/.test(type?.name ?? '')) continue;
      // Native methods have no line: what calls them is the place.
      const frame = sites.get(line.site ?? -1)?.find(({ class: of }) => of.startsWith('KnownSites'));
      const key = `${type?.name} ${frame?.method ?? '?'} ${frame?.line ?? 0}`;
      const weight = weightOf(line.size ?? type?.size, line.interval);
      const place = places.get(key) ?? { objects: 0, estimate: 0, others: 0 };
      place.objects += 1;
      place.estimate += weight;
      place.others += weight * (weight - 1);
      places.set(key, place);
    }
  }
  return places;
}

const places = (lines: readonly Line[]): Map<string, number> =>
  new Map([...placesOf(lines)].map(([place, { objects }]) => [place, objects]));

const told = (printed: string): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [, type, method, line, count] of printed.matchAll(/^allocates (\S+) (\S+) (\d+) (\d+)$/gm)) {
    sums.set(`${type} ${method} ${line}`, Number(count));
  }
  return sums;
};

describe.each(untriedJvms)('Allocation sites in $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('are exact for every object when all allocations are reported', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'KnownSites', 'sites-exact', {
        recorder: 'every=off,sites=exact,exit=no',
      });
      running.point();
      await running.stop();
      const expected = told(running.printed);
      expect(expected.size).toBe(8);
      expect(places(linesOf(running.recording))).toEqual(expected);
      rmSync(running.recording);
    });

    it('have the right shares when some are', { timeout: 120_000 }, async () => {
      const often = 200_000;
      const running = await startRecorded(present(jvm), 'KnownSites', 'sites-sampled', {
        recorder: 'every=off,sites=sampled,interval=8k,exit=no',
        arguments: [`${often}`],
      });
      running.point();
      await running.stop();
      const found = places(linesOf(running.recording));
      const expected = [...told(running.printed)].filter(([place]) => place.includes('$Often'));
      const all = expected.reduce((sum, [, count]) => sum + count, 0);
      const sampled = expected.reduce((sum, [place]) => sum + (found.get(place) ?? 0), 0);
      // An object of 32 bytes (24 with compact headers) is sampled once in 256 (341) times.
      expect(sampled).toBeGreaterThan(all / 500);
      expect(sampled).toBeLessThan(all / 150);
      for (const [place, count] of expected) {
        const share = count / all;
        const error = Math.sqrt((share * (1 - share)) / sampled);
        const shareFound = (found.get(place) ?? 0) / sampled;
        expect(Math.abs(shareFound - share), place).toBeLessThan(4.5 * error);
      }
      rmSync(running.recording);
    });

    it('are estimated without bias where a budget decides how many are known', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'KnownSites', 'sites-auto', {
        recorder: 'every=off,budget=2%,exit=no',
        arguments: ['300000'],
      });
      running.point();
      await running.stop();
      const lines = linesOf(running.recording);
      const intervals = new Set(lines.flatMap(({ interval }) => (interval === undefined ? [] : [interval])));
      expect(intervals.size).toBeGreaterThan(1);
      const found = placesOf(lines);
      const expected = [...told(running.printed)].filter(([place]) => place.includes('$Often'));
      const estimates = expected.map(([place]) => found.get(place) ?? { estimate: 0, others: 0 });
      // An object is counted with probability 1 / weight: its part of the variance is weight - 1. The places take turns, so this is the
      // same in all of them on average; some have too few samples to tell it from these alone.
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      const ofEach = sum(estimates.map(({ others }) => others)) / sum(estimates.map(({ estimate }) => estimate));
      const deviations = expected.map(
        ([, count], at) => ((estimates[at]?.estimate ?? 0) - count) / Math.sqrt(count * ofEach),
      );
      for (const deviation of deviations) expect(Math.abs(deviation)).toBeLessThan(4.5);
      // Four deviations of one each on average, if the estimates are as good as they claim.
      expect(Math.hypot(...deviations)).toBeLessThan(5);
      rmSync(running.recording);
    });

    it('are none when nobody asked for them', { timeout: 120_000 }, async () => {
      const running = await startRecorded(present(jvm), 'KnownSites', 'sites-off');
      running.point();
      await running.stop();
      expect([...places(linesOf(running.recording)).keys()].filter((place) => !place.endsWith('? 0'))).toEqual([]);
      rmSync(running.recording);
    });
  });
});

describe.skipIf(newerJdk === undefined)(orSkipped(newerJdk, 'Virtual threads'), () => {
  it('are one thread to a recording, and what they have on their stacks is held', { timeout: 120_000 }, async () => {
    const running = await startRecorded(present(newerJdk), 'VirtualThreads', 'virtual', {
      recorder: 'every=off,sites=exact,exit=no',
    });
    running.point();
    await running.stop();
    const lines = linesOf(running.recording);
    const threads = new Map(
      lines.flatMap(({ thread, name }) => (thread !== undefined && name ? [[thread, name]] : [])),
    );
    expect(threads.size).toBeLessThan(40);
    const idOf = (type: string) => lines.find(({ o, name }) => o === undefined && name === type)?.type;
    const made = lines.filter(({ o, type, root }) => o !== undefined && !root && type === idOf('VirtualThreads$Made'));
    expect(made.length).toBe(running.holds.get('VirtualThreads$Made'));
    expect(new Set(made.map(({ thread }) => threads.get(thread ?? -1)))).toEqual(new Set(['virtual threads']));
    expect(made.filter(({ site }) => site === undefined)).toEqual([]);

    const held = running.holds.get('VirtualThreads$HeldByLocal');
    const live = heapByType(running.recording).rows.find(({ key }) => key === 'VirtualThreads$HeldByLocal');
    expect(live?.objects).toBe(held);
    const roots = lines.filter(({ root, method }) => root === 'java-frame' && method === 'work');
    expect(roots.length).toBeGreaterThanOrEqual(held ?? 0);
    rmSync(running.recording);
  });
});
