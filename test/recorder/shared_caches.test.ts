// What several containers hold together: the program knows which objects go when one of its caches goes, or two, or all,
// and Heaptrail says the same of a dump of it.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type InspectAnswer, inspect, type Row } from './support/heaptrail';
import { type Histogram, parseHistogram } from './support/histogram';
import { start } from './support/java_program';
import { orSkipped, present, untriedJvms } from './support/jvms';

type Counts = Readonly<Record<string, number>>;
type Closure = 'retained' | 'deep';

/** What the program printed of groups of its static fields: `retains byName+byNumber CLASS COUNT`. */
function told(printed: string, word: string): ReadonlyMap<string, Counts> {
  const groups = new Map<string, Record<string, number>>();
  for (const [, said, group = '', type = '', objects] of printed.matchAll(/^(\S+) (\S+) (\S+) (\d+)$/gm)) {
    if (said !== word) continue;
    const counts = groups.get(group) ?? {};
    groups.set(group, { ...counts, [type]: Number(objects) });
  }
  return groups;
}

const objectsByType = (rows: readonly Row[] = []): Counts =>
  Object.fromEntries(rows.map(({ key, objects }) => [key, objects]));

const sum = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);

/** Objects of the program's own classes are all alike: what one takes, the JVM's histogram tells. */
function ownBytes(counts: Counts, histogram: Histogram): Counts {
  const own = Object.entries(counts).filter(([type]) => type.startsWith('SharedCaches$'));
  return Object.fromEntries(
    own.map(([type, objects]) => {
      const all = histogram.get(type) ?? { objects: 1, bytes: Number.NaN };
      return [type, (objects * all.bytes) / all.objects];
    }),
  );
}

const nameOf = ({ class: type, field }: { class?: string; field?: string }): string => `${type}.${field}`;

/** The containers, as paths from static fields tell them: field → id. */
function containers(...answers: InspectAnswer[]): ReadonlyMap<string, string> {
  const paths = answers.flatMap((answer) => answer.paths ?? []);
  return new Map(paths.map(({ root }) => [root.field ?? '', root.object.id]));
}

/** A group by its name, `byName+byNumber`: one object, or several. */
function selection(ids: ReadonlyMap<string, string>, group: string): string[] {
  const members = group.split('+').map((field) => ids.get(field));
  expect(members).not.toContain(undefined);
  if (members.length === 1) return ['--object', `${members[0]}`];
  return ['--where', members.map((id) => `id=${id}`).join(' or ')];
}

describe.each(untriedJvms)('Containers that share what they hold, in a dump of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    it('retain and lead to what the program says: alone little, together nearly all', async () => {
      const running = await start(present(jvm), 'SharedCaches');
      try {
        const dump = running.heapDump(`shared-${jvm?.feature}`);
        const histogram = parseHistogram(running.jcmd('GC.class_histogram'));
        const products = inspect(dump, '--where', 'type=SharedCaches$Product', '--roots', '--first-roots', '--paths');
        const data = inspect(dump, '--where', 'type=SharedCaches$Datum', '--roots', '--first-roots', '--paths');
        const ids = containers(products, data);
        expect(products.group.objects).toBe(running.holds.get('SharedCaches$Product'));
        expect(data.group.objects).toBe(running.holds.get('SharedCaches$Datum'));

        // The roots of what is shared are the fields of all that share it.
        const caches = ['byName', 'byNumber', 'byShelf'].map((field) => `SharedCaches.${field}`);
        const lists = ['firstList', 'secondList'].map((field) => `SharedCaches.${field}`);
        expect(products.roots?.map(nameOf).sort()).toEqual(caches);
        expect(data.roots?.map(nameOf).sort()).toEqual(lists);
        const anywhere = inspect(dump, '--where', 'type=SharedCaches$Product', '--roots');
        expect(anywhere.roots?.map(nameOf)).toEqual(expect.arrayContaining(caches));

        // Paths begin at the field and name each field on the way.
        const pathOf = (answer: InspectAnswer, field: string) =>
          answer.paths
            ?.filter(({ root }) => root.field === field)
            .map(({ steps }) => steps.map(({ via, object }) => [via?.replace(/\d+/, 'N'), object.type]))[0];
        for (const [field, key] of Object.entries({ byName: 'java.util.HashMap', byNumber: 'java.util.HashMap' })) {
          expect([field, pathOf(products, field)?.slice(0, 3), pathOf(products, field)?.at(-1)]).toEqual([
            field,
            [
              [undefined, key],
              ['table', `${key}$Node[]`],
              ['[N]', `${key}$Node`],
            ],
            ['value', 'SharedCaches$Product'],
          ]);
        }
        expect(pathOf(products, 'byShelf')?.slice(-4)).toEqual([
          ['root', 'java.util.TreeMap$Entry'],
          ['value', 'java.util.ArrayList'],
          ['elementData', 'java.lang.Object[]'],
          ['[N]', 'SharedCaches$Product'],
        ]);
        expect(pathOf(data, 'firstList')).toEqual([
          [undefined, 'java.util.LinkedList'],
          ['first', 'java.util.LinkedList$Node'],
          ['item', 'SharedCaches$Datum'],
        ]);

        // Each container holds itself directly.
        for (const [field, id] of ids) {
          const { roots = [] } = inspect(dump, '--object', id, '--roots', '--first-roots');
          expect([field, roots.filter(({ direct }) => direct).map(nameOf)]).toEqual([field, [`SharedCaches.${field}`]]);
        }

        // What they retain and what they lead to, alone and together: the sizes, and the classes of which it is.
        const closures: readonly [Closure, ReadonlyMap<string, Counts>][] = [
          ['retained', told(running.printed, 'retains')],
          ['deep', told(running.printed, 'reaches')],
        ];
        for (const [closure, groups] of closures) {
          expect(groups.size).toBeGreaterThanOrEqual(6);
          for (const [group, counts] of groups) {
            const answer = inspect(dump, ...selection(ids, group), '--closure', closure);
            const rows = answer.closure?.rows ?? [];
            expect([group, closure, objectsByType(rows)]).toEqual([group, closure, counts]);
            expect([group, closure, answer.group[closure].objects]).toEqual([group, closure, sum(counts)]);
            expect(answer.group[closure].bytes).toBe(rows.reduce((all, { bytes }) => all + bytes, 0));
            const bytes = Object.fromEntries(rows.map((row) => [row.key, row.bytes]));
            expect([group, closure, bytes]).toEqual([
              group,
              closure,
              expect.objectContaining(ownBytes(counts, histogram)),
            ]);
          }
        }

        // As the paper has it: each alone keeps no product, both together keep nearly all.
        const retained = told(running.printed, 'retains');
        const productsIn = (group: string) => retained.get(group)?.SharedCaches$Product ?? 0;
        expect(['byName', 'byNumber', 'byShelf'].map(productsIn)).toEqual([0, 0, 0]);
        expect(productsIn('byName+byNumber')).toBe(0.9 * products.group.objects);
        expect(productsIn('byName+byNumber+byShelf')).toBe(products.group.objects);
        rmSync(dump);
      } finally {
        await running.stop();
      }
    });

    it('are the same objects when they are asked for with a cache folder, the second time too', async () => {
      const running = await start(present(jvm), 'SharedCaches');
      try {
        const dump = running.heapDump(`shared-cached-${jvm?.feature}`);
        const cache = `${dump}.cache`;
        const ask = (...options: string[]) =>
          inspect(dump, '--where', 'type=java.util.HashMap', '--objects', '--closure', 'retained', ...options);
        const fresh = ask();
        expect(ask('--cache', cache)).toEqual(fresh);
        expect(ask('--cache', cache)).toEqual(fresh);
        rmSync(cache, { recursive: true });
        rmSync(dump);
      } finally {
        await running.stop();
      }
    });
  });
});
