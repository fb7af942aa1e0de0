// What real traces of the AntTracks VM are for: two maps that share what they hold, and a list that only grows.
import { describe, expect, it } from 'vitest';
import type { GrowthAnswer } from '../../../shared/protocol/growth';
import { haveTraces, orNoTraces, unpack } from '../support/anttracks';
import { heaptrail, inspect } from '../support/heaptrail';
import { timeline } from '../support/recordings';

const product = 'MultiCache$Product';
const order = 'LeakList$Order';

const growth = (trace: string, ...options: string[]): GrowthAnswer =>
  JSON.parse(heaptrail('growth', trace, ...options, '--json'));

/** The collections that the program itself asked for. */
const askedFor = (folder: string): number[] =>
  [...timeline(folder).gcs.entries()].flatMap(([index, { cause, kind }]) =>
    cause === 'System.gc()' && kind === 'major' ? [index] : [],
  );

describe.skipIf(!haveTraces)(orNoTraces('In a trace of the AntTracks VM'), () => {
  it('two maps retain what the program says: alone what only one of them has, together everything', () => {
    const { folder, printed, remove } = unpack('multicache-pold-ptr');
    const told = [...printed.matchAll(/Product=(\d+).* onlyById=(\d+) onlyByName=(\d+) both=(\d+)/g)];
    const points = askedFor(folder);
    expect(points).toHaveLength(told.length);
    for (const [number, [, all, onlyById, onlyByName, both]] of told.entries()) {
      const at = ['--at', `${points[number]}`];
      // Each map is what the first step of a path from its field leads to.
      const { paths = [] } = inspect(folder, '--where', `type=${product}`, '--first-roots', '--paths', ...at);
      const mapIn = (field: string) =>
        paths.find(({ root }) => root.class === 'MultiCache' && root.field === field)?.root.object.id;
      const maps = { byId: mapIn('byId'), byName: mapIn('byName') };
      const productsOf = (closure: 'retained' | 'deep', ...ids: (string | undefined)[]): number => {
        const held = ids.filter((id) => id !== undefined).map((id) => `id=${id}`);
        const { rows = [] } = inspect(folder, '--where', held.join(' or '), '--closure', closure, ...at).closure ?? {};
        return rows.find(({ key }) => key === product)?.objects ?? 0;
      };
      const retained = {
        byId: productsOf('retained', maps.byId),
        byName: maps.byName === undefined ? 0 : productsOf('retained', maps.byName),
        both: productsOf('retained', maps.byId, maps.byName),
      };
      expect({ number, ...retained }).toEqual({
        number,
        byId: Number(onlyById),
        byName: Number(onlyByName),
        both: Number(all),
      });
      // What is shared is what both lead to.
      const leadTo = productsOf('deep', maps.byId) - Number(onlyById);
      expect({ number, shared: leadTo }).toEqual({ number, shared: Number(both) });
    }
    remove();
  });

  it.each(['leaklist-pold-ptr', 'leaklist-pold-ptr-raw'])(
    '%s: growth names the list, what it took in, and where both come from',
    (name) => {
      const { folder, printed, remove } = unpack(name);
      const told = [...printed.matchAll(/Order=(\d+) .*index\.size=(\d+)/g)].map(([, orders, indexed]) => ({
        orders: Number(orders),
        indexed: Number(indexed),
      }));
      const points = askedFor(folder);
      expect(points).toHaveLength(told.length);
      const [first, last] = [told[0], told.at(-1)];
      const window = ['--from', `${points[0]}`, '--to', `${points.at(-1)}`];
      const { suspects, structures, match, window: answered } = growth(folder, ...window, '--leaves', '3');
      expect(answered).toMatchObject({ from: { index: points[0] }, to: { index: points.at(-1) }, chosen: 'asked' });
      expect(match).toBe('identity');

      const pattern = 'single-ownership-container-growth';
      const made = { class: 'LeakList', method: 'round', file: 'LeakList.java', line: 20 };
      const grown = [
        { type: 'java.util.LinkedList', field: 'leak', line: 14, from: first?.orders, to: last?.orders },
        { type: 'java.util.HashMap', field: 'index', line: 15, from: first?.indexed, to: last?.indexed },
      ];
      // Both hold the orders: who lets go must do so in both.
      expect(suspects).toHaveLength(1);
      expect(suspects[0]?.owners.map(({ name, type }) => [name, type]).toSorted()).toEqual([
        ['LeakList.index', 'java.util.HashMap'],
        ['LeakList.leak', 'java.util.LinkedList'],
      ]);
      expect(suspects[0]?.taken[0]?.type).toBe(order);
      for (const [index, { type, field, line, from, to }] of grown.entries()) {
        const site = [{ class: 'LeakList', method: '<clinit>', file: 'LeakList.java', line }];
        const found = structures[index];
        expect(found).toMatchObject({ name: `LeakList.${field}`, type, site, pattern });
        const leaves = found?.leaves?.find((row) => row.type === order);
        expect(leaves).toMatchObject({ site: [made], from: { objects: from }, to: { objects: to } });
      }
      remove();
    },
  );
});
