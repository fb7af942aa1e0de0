// The rule by which answers count, on small answers. How it should judge is written beside each; the programs' own expectations play no part.
import { describe, expect, it } from 'vitest';
import type { Expected } from './programs.mjs';
import { isCulprit, type Suspect, score, tellsLine } from './score.mjs';

const expected: Expected = {
  head: ['java\\.util\\.HashMap', 'org\\.bees\\..*Map'],
  via: ['byName'],
  leaf: ['bees.Bee'],
  app: ['Hive.java:12'],
  appText: ['new Bee('],
  culprits: 1,
};

const hive: Suspect = {
  type: 'java.util.HashMap',
  sentence: 'The HashMap holds 80 % of the growth.',
  count: 1,
  path: { root: { field: 'HIVES' }, steps: [{ via: 'hive' }, { via: 'byName' }] },
  leaves: [{ type: 'java.lang.String' }, { type: 'bees.Bee' }],
  retained: { hgp: 80.25 },
};

const judged = (change: Partial<Suspect>, wanted: Partial<Expected> = {}) =>
  isCulprit({ ...hive, ...change }, { ...expected, ...wanted });

describe('A suspect is the culprit', () => {
  it('when head, holder and leaf are the expected ones', () => {
    expect(judged({})).toBe(true);
  });

  it('only when the whole name of its type fits', () => {
    expect(judged({ type: 'java.util.HashMap$Node' })).toBe(false);
    expect(judged({ type: 'my.java.util.HashMap' })).toBe(false);
    expect(judged({ type: 'org.bees.lib.LongMap' })).toBe(true);
  });

  it('also when one of the heads that are named together fits', () => {
    expect(judged({ type: 'java.util.ArrayList', owners: [{ type: 'java.util.HashMap' }] })).toBe(true);
    expect(judged({ type: 'java.util.ArrayList', owners: ['java.util.HashMap'] })).toBe(false);
  });

  it('when the field is the last step of its path, the field of its root, or in what it is called', () => {
    const elsewhere = { root: { field: 'byName' }, steps: [{ via: 'table' }] };
    const above = { root: {}, steps: [{ via: 'byName' }, { via: 'table' }] };
    expect(judged({ path: elsewhere })).toBe(true);
    expect(judged({ path: above })).toBe(false);
    expect(judged({ path: above, name: { field: 'Hive.byName' } })).toBe(true);
    expect(judged({ path: above, place: 'Hive#byName' })).toBe(true);
    expect(judged({ path: above, owners: [{ name: 'Hive.byName[]' }] })).toBe(true);
    expect(judged({ path: above, sentence: 'Hive.byNames holds 80 %' })).toBe(false);
    expect(judged({ path: null })).toBe(false);
    expect(judged({ path: above }, { via: [] })).toBe(true);
  });

  it('when a leaf, or what was taken in, begins with an expected type', () => {
    expect(judged({ leaves: [{ type: 'bees.Bee$Queen' }] })).toBe(true);
    expect(judged({ leaves: [{ type: 'bees.Wasp' }] })).toBe(false);
    expect(judged({ leaves: [], taken: [{ type: 'bees.Bee' }] })).toBe(true);
    expect(judged({ leaves: [] }, { leaf: [] })).toBe(true);
  });

  it('unless it is a lump of many structures where few leak', () => {
    expect(judged({ count: 4 })).toBe(true);
    expect(judged({ count: 5 })).toBe(false);
    expect(judged({ count: 32 }, { culprits: 16 })).toBe(true);
    expect(judged({ count: 33 }, { culprits: 16 })).toBe(false);
  });
});

describe('A line is told', () => {
  it('as a frame anywhere in the suspect', () => {
    const frame = { class: 'bees.Hive', file: 'Hive.java', line: 12 };
    expect(tellsLine({ ...hive, leaves: [{ type: 'bees.Bee', ...{ site: [frame] } }] }, expected.app)).toBe(true);
    expect(tellsLine({ ...hive, name: { ...frame, line: 120 } }, expected.app)).toBe(false);
  });

  it('in a text, as this line and not as one that begins with the same digits', () => {
    expect(tellsLine({ ...hive, sentence: 'created in Hive.java:12.' }, expected.app)).toBe(true);
    expect(tellsLine({ ...hive, sentence: 'created in Hive.java:120.' }, expected.app)).toBe(false);
    expect(tellsLine({ ...hive, sentence: 'created in BeeHiveXjava:12.' }, expected.app)).toBe(false);
  });
});

describe('A score', () => {
  const noise: Suspect = { ...hive, type: 'java.util.ArrayList', sentence: 'Noise.' };

  it('says the rank of the culprit, its share and its sentence', () => {
    expect(score([noise, hive], expected)).toEqual({
      rank: 2,
      share: 80.25,
      line: false,
      unsampled: [],
      sentence: hive.sentence,
      first: 'java.util.ArrayList byName',
    });
  });

  it('says the first sentence when no suspect is the culprit', () => {
    expect(score([noise], expected)).toMatchObject({ rank: null, share: null, line: false, sentence: 'Noise.' });
    expect(score([], expected)).toMatchObject({ rank: null, sentence: 'no suspect', first: 'none' });
  });

  it('asks for the line in the culprit itself', () => {
    const told = { ...noise, sentence: 'created in Hive.java:12' };
    expect(score([told, hive], expected).line).toBe(false);
    expect(score([{ ...hive, sentence: told.sentence }], expected).line).toBe(true);
  });

  it('says of which types thousands were added that no sample tells of', () => {
    const site = [{ file: 'Hive.java', line: 12 }];
    const many = { type: 'bees.Bee', from: { objects: 500 }, to: { objects: 1400 } };
    const more = { ...many, from: { objects: 0 }, to: { objects: 100 } };
    const unsampled = (...leaves: Suspect['leaves'] & {}) => score([{ ...hive, leaves }], expected).unsampled;
    expect(unsampled(many)).toEqual([]);
    expect(unsampled(many, more)).toEqual(['bees.Bee']);
    expect(unsampled(many, { ...more, site })).toEqual([]);
    expect(unsampled(many, more, { ...more, type: 'bees.Wasp' })).toEqual(['bees.Bee']);
  });
});
