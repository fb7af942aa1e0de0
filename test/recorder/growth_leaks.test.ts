// Two leaks as they happen: a cache whose keys are never found again, and statistics that keep every measurement in a data structure of
// their own make. The culprit is the first suspect, with the right pattern, leaves and lines of source: in recordings, where objects are
// known by their identity, and in pairs of heap dumps, where they are found by the path that leads to them. With each change the
// statistics are looked at in the workbench alone (test/e2e/specs/leaks.spec.ts).
import { rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GrowthAnswer, Suspect } from '../../shared/protocol/growth';
import { growth, growthOf, placeOf } from './support/growth';
import { heapByType, heaptrail } from './support/heaptrail';
import { allJvms, type Jvm, jdk17, orSkipped, present, untriedJvms } from './support/jvms';
import { timeline } from './support/recordings';
import {
  descriptions,
  dumpSample,
  lineOf,
  recordSample,
  sampleRecording,
  statistics,
  travelCache,
} from './support/samples';

/** The window that is chosen when none is named; with structures that did not grow. */
function suggested(trace: string, ...options: string[]): GrowthAnswer {
  return JSON.parse(heaptrail('growth', trace, '--top', '0', '--unchanged', ...options, '--json')) as GrowthAnswer;
}

function first(answer: GrowthAnswer): Suspect {
  const [suspect] = answer.suspects;
  if (suspect === undefined) throw new Error('no suspects');
  expect(suspect.rank).toBe(1);
  return suspect;
}

interface Ends {
  from: number;
  to: number;
}

/** How many objects of the type there are at both ends of the window, as the heap's table of types says. */
function counted(trace: string, { window }: GrowthAnswer, type: string): Ends {
  const at = (point: number) => heapByType(trace, 'live', point).rows.find(({ key }) => key === type)?.objects ?? 0;
  return { from: at(window.from.index), to: at(window.to.index) };
}

/** Leaves by class and place: how many at both ends. */
function leavesOf(trace: string, answer: GrowthAnswer, ...options: string[]): Map<string, Ends> {
  const { leaves } = growthOf(trace, answer, first(answer).structures[0] ?? '', ...options);
  return new Map(leaves.rows.map((leaf) => [placeOf(leaf), { from: leaf.from.objects, to: leaf.to.objects }]));
}

const key = () => `travel.QueryKey findLocations ${lineOf(travelCache, 'travel.JourneyService', 'new QueryKey(')}`;
const answers = () => `java.util.ArrayList search ${lineOf(travelCache, 'travel.Atlas', 'new ArrayList<>(2)')}`;
const measurement = () => `shop.Measurement add ${lineOf(statistics, 'shop.Group', 'new Measurement(')}`;

function expectTheCache(answer: GrowthAnswer): void {
  const cache = first(answer);
  expect([cache.type, cache.pattern]).toEqual([
    'java.util.concurrent.ConcurrentHashMap',
    'single-ownership-container-growth',
  ]);
  expect(cache.retained.hgp).toBeGreaterThan(75);
  expect(cache.path?.root).toMatchObject({ class: 'travel.TravelService', field: 'SERVICE' });
  expect(cache.path?.steps.map(({ object: { type } }) => type)).toEqual([
    'travel.TravelService',
    'travel.JourneyService',
    'java.util.concurrent.ConcurrentHashMap',
  ]);
  const types = cache.leaves.map(({ type }) => type);
  expect(types).toContain('travel.QueryKey');
  for (const word of ['JourneyService.cache', 'QueryKeys']) expect(cache.sentence).toContain(word);
}

function expectTheStatistics(answer: GrowthAnswer): void {
  const suspect = first(answer);
  expect([suspect.type, suspect.pattern]).toEqual(['shop.Statistics', 'single-ownership-container-growth']);
  expect(suspect.path?.root).toMatchObject({ class: 'shop.Statistics', field: 'INSTANCE' });
  expect(suspect.leaves[0]?.type).toBe('shop.Measurement');
  for (const word of ['Statistics', 'Measurement']) expect(suspect.sentence).toContain(word);
}

function removeAll(traces: readonly string[]): void {
  for (const trace of traces) rmSync(trace);
}

it('The recording that ships as a sample fits the sources that ship with it', () => {
  const answer = suggested(sampleRecording);
  expect(statSync(sampleRecording).size).toBeLessThan(2e6);
  expect(answer.window.to.objects).toBeGreaterThan(80_000);
  expect(answer.warnings).toEqual([]);
  expectTheCache(answer);
  // It is recorded as by default: places are samples of all.
  const { lines, sentence } = first(answer);
  const line = lineOf(travelCache, 'travel.JourneyService', 'new QueryKey(');
  expect(sentence).toContain(`JourneyService.findLocations:${line}`);
  expect(lines).toContainEqual(expect.objectContaining({ file: 'JourneyService.java', line, estimated: true }));
  const keys = counted(sampleRecording, answer, 'travel.QueryKey');
  for (const place of [key(), answers()]) {
    const sampled = leavesOf(sampleRecording, answer).get(place);
    expect(Math.abs((sampled?.to ?? 0) - keys.to) / keys.to).toBeLessThan(0.05);
  }
});

/** A point may be taken while a request is being answered: what that one makes is not in the cache yet. */
function expectNearlyAll(held: Ends | undefined, all: Ends, most: number): void {
  for (const end of ['from', 'to'] as const) {
    const missing = all[end] - (held?.[end] ?? 0);
    expect({ end, missing, enough: missing >= 0 && missing <= most }).toEqual({ end, missing, enough: true });
  }
}

describe.each(untriedJvms)('In recordings of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('the cache whose keys are never found is named first', { timeout: 120_000 }, () => {
      const { recording, last } = recordSample(present(jvm), travelCache);
      expect(last).toBe('Closed: 15000 requests answered, 15000 answers in the cache');
      const answer = suggested(recording);
      expect(answer.window.chosen).toBe('suggested');
      expect(answer.match).toBe('identity');
      expectTheCache(answer);
      const cache = first(answer);
      expect(cache.match).toBe('identity');
      expect([cache.count, cache.joint]).toEqual([1, false]);
      expect(cache.site[0]).toMatchObject({
        class: 'travel.JourneyService',
        method: 'findLocations',
        line: lineOf(travelCache, 'travel.JourneyService', 'new ConcurrentHashMap'),
      });
      expect(cache.sentence).toContain('JourneyService');

      // Every answer is a key and a list, and nothing else makes keys.
      const keys = counted(recording, answer, 'travel.QueryKey');
      const leaves = leavesOf(recording, answer);
      expectNearlyAll(leaves.get(key()), keys, 1);
      expectNearlyAll(leaves.get(answers()), keys, 1);
      const sights = counted(recording, answer, 'travel.Location');
      const deep = leavesOf(recording, answer, '--leaves-of', 'deep');
      const locations = [...deep].filter(([place]) => place.startsWith('travel.Location '));
      expect(locations).toHaveLength(1);
      expectNearlyAll(locations[0]?.[1], sights, 10);

      // Caches that are as they should be did not grow.
      const noise = answer.structures.filter(
        ({ type, site }) =>
          /^travel\.(Sessions|WeatherCache|RecentQuestions)/.test(`${site[0]?.class}`) || type.startsWith('travel.'),
      );
      expect(noise.length).toBeGreaterThanOrEqual(3);
      expect(noise.filter(({ pattern }) => pattern !== 'non-growth')).toEqual([]);
      rmSync(recording);
    });

    if (allJvms) {
      it('statistics are named first, with their description', { timeout: 120_000 }, () => {
        const { recording, last } = recordSample(present(jvm), statistics);
        expect(last).toBe('Closed: 15000 orders, 15000 measurements');
        const answer = growth(recording, '--ds', descriptions);
        expectTheStatistics(answer);
        const line = lineOf(statistics, 'shop.Statistics', 'INSTANCE = new Statistics()');
        expect(first(answer).site[0]).toMatchObject({ class: 'shop.Statistics', method: '<clinit>', line });
        const measured = counted(recording, answer, 'shop.Measurement');
        expect(measured.to).toBe(15_000);
        expect(leavesOf(recording, answer, '--ds', descriptions)).toEqual(new Map([[measurement(), measured]]));

        // Nobody sees them without.
        const types = growth(recording).suspects.map(({ type }) => type);
        expect(types).not.toContain('shop.Statistics');
        rmSync(recording);
      });
    }
  });
});

describe.skipIf(jdk17 === undefined)(orSkipped(jdk17, 'The leaks'), () => {
  it('are found where only some allocations were sampled, as it is usual', { timeout: 120_000 }, () => {
    const { recording } = recordSample(present(jdk17), travelCache, {
      options: ['--every', '1s', '--interval', '16k'],
    });
    const answer = suggested(recording);
    expectTheCache(answer);
    // Of thousands of keys some were sampled, and all of these come from one line.
    const places = first(answer).leaves.filter(({ type, site }) => type === 'travel.QueryKey' && site.length > 0);
    expect(new Set(places.map(placeOf))).toEqual(new Set([key()]));
    rmSync(recording);
  });

  const dumpsOf = async (jvm: Jvm, sample: typeof travelCache) => {
    const dumps = await dumpSample(jvm, sample);
    expect(timeline(...dumps).points.length).toBe(2);
    return dumps;
  };

  it('are found in two heap dumps, by their path', { timeout: 120_000 }, async () => {
    const dumps = await dumpsOf(present(jdk17), travelCache);
    const [earlier, later] = dumps;
    const answer = JSON.parse(heaptrail('growth', earlier, later, '--top', '0', '--json')) as GrowthAnswer;
    expect(answer.match).toBe('path');
    expectTheCache(answer);
    const cache = first(answer);
    expect([cache.match, cache.site]).toEqual(['path', []]);
    // Numbers of dumps are addresses: the head is another at the other end.
    const row = answer.structures.find(({ id }) => id === cache.structures[0]);
    expect([row?.match, typeof row?.fromId]).toEqual(['path', 'string']);
    const keysIn = (dump: string) => heapByType(dump).rows.find((type) => type.key === 'travel.QueryKey')?.objects;
    const { from, to } = row?.leafCount ?? {};
    expect([from, to]).toEqual([2 * (keysIn(earlier) ?? 0), 2 * (keysIn(later) ?? 0)]);
    const { survivors, died, born, unmatched } = answer.counts;
    expect(survivors).toBeGreaterThan(100);
    expect(Math.min(died, born, unmatched)).toBeGreaterThanOrEqual(0);
    removeAll(dumps);
  });

  if (allJvms) {
    it('are found in two heap dumps, with a description', { timeout: 120_000 }, async () => {
      const dumps = await dumpsOf(present(jdk17), statistics);
      const answer = JSON.parse(
        heaptrail('growth', ...dumps, '--ds', descriptions, '--top', '0', '--json'),
      ) as GrowthAnswer;
      expectTheStatistics(answer);
      expect([first(answer).match, first(answer).site]).toEqual(['path', []]);
      removeAll(dumps);
    });
  }
});
