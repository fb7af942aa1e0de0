// The ways from a heap's types to a culprit that an expert goes in the Heap tab, as commands: on a real trace of the AntTracks VM, in which two
// maps share what they hold.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveTraces, orNoTraces, unpack } from '../support/anttracks';
import { heaptrail, inspect } from '../support/heaptrail';
import { timeline } from '../support/recordings';

interface Sized {
  readonly key: string;
  readonly objects: number;
  readonly bytes: number;
  readonly retained?: { readonly objects: number; readonly bytes: number };
}

const product = 'MultiCache$Product';
const map = 'java.util.HashMap';
const initialiser = /^MultiCache\.<clinit> \(MultiCache\.java:\d+\)$/;

describe.skipIf(!haveTraces)(orNoTraces('Two maps with the same products'), () => {
  let folder = '';
  let remove = () => {};
  let at: string[] = [];
  let all = 0;
  beforeAll(() => {
    const trace = unpack('multicache-pold-ptr');
    ({ folder, remove } = trace);
    // The fourth checkpoint: both maps are full.
    const points = [...timeline(folder).gcs.entries()].filter(
      ([, { cause, kind }]) => cause === 'System.gc()' && kind === 'major',
    );
    at = ['--at', `${points[3]?.[0]}`];
    all = Number(/CHECKPOINT 4 MultiCache\$Product=(\d+)/.exec(trace.printed)?.[1]);
  });
  afterAll(() => remove());

  const rowsOf = (by: string, path: readonly string[], ...options: string[]): Sized[] =>
    JSON.parse(
      heaptrail(
        ...['heap', folder, '--by', by, ...path.flatMap((key) => ['--path', key]), '--depth', '1', '--top', '0'],
        ...[...at, ...options, '--json'],
      ),
    ).rows;
  const productsIn = (...question: string[]): number =>
    inspect(folder, ...question, '--closure', 'retained', ...at).closure?.rows.find(({ key }) => key === product)
      ?.objects ?? 0;

  it('stand, from their type on, at a site each: either alone retains little, both together nearly everything', () => {
    const sites = rowsOf('type, site', [map], '--filter', 'structures', '--metrics', 'retained').filter(({ key }) =>
      initialiser.test(key),
    );
    expect(sites.map(({ objects }) => objects)).toEqual([1, 1]);
    const alone = sites.map(({ key }) =>
      productsIn('--by', 'type, site', '--path', map, '--path', key, '--filter', 'structures'),
    );
    const together = productsIn('--where', `structures and type=${map} and site="MultiCache.<clinit>"`);
    expect(together).toBe(all);
    // Chosen together, the two rows are one set.
    const both = sites.map(({ key }) => key).join(' | ');
    const ofSet = ['--by', 'type, site', '--path', map, '--path', both, '--filter', 'structures'];
    expect(inspect(folder, ...ofSet, ...at).group.objects).toBe(2);
    expect(productsIn(...ofSet)).toBe(all);
    for (const products of alone) expect(products).toBeLessThan(0.6 * all);
    const bytes = rowsOf('type', [], '--filter', 'structures', '--metrics', 'retained').find(({ key }) => key === map);
    const sum = sites.reduce((total, { retained }) => total + (retained?.bytes ?? 0), 0);
    expect(bytes?.retained?.bytes).toBeGreaterThan(sum);
  });

  it('are held by static fields: from the kind of root to the class and its fields', () => {
    const kinds = rowsOf('rooted(variables, hide)', []).map(({ key }) => key);
    expect(kinds).toContain('Static field');
    const fields = rowsOf('rooted(variables, hide)', ['Static field', 'MultiCache']).map(({ key }) => key);
    expect(fields).toEqual(expect.arrayContaining(['byId', 'byName', 'cats']));
  });

  it('are found from below: from what there is most of to what contains it, and where that comes from', () => {
    const ways = 'type, containing-structures[type, site]';
    const containers = rowsOf(ways, [product]);
    expect(containers.map(({ key, objects }) => [key, objects])).toEqual([[map, 2]]);
    const sites = rowsOf(ways, [product, map]);
    expect(sites).toHaveLength(2);
    for (const { key } of sites) expect(key).toMatch(initialiser);
  });

  it('are the fields that own the products, whoever looks', () => {
    const owners = rowsOf('type, owner', [product]);
    expect(owners.reduce((sum, { objects }) => sum + objects, 0)).toBe(all);
    for (const { key } of owners) expect(['MultiCache.byId[]', 'MultiCache.byName[]']).toContain(key);
  });
});
