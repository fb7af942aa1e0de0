// What collections hold, read by the roles of the descriptions that ship, against what the program's own iterators give.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionPart, ObjectAnswer } from '../../shared/protocol/object_answer';
import { heaptrail, inspect } from './support/heaptrail';
import { compiled } from './support/java_program';
import { type Jvm, orSkipped, present, untriedJvms } from './support/jvms';
import { build } from './support/places';

const program = 'KnownCollectionContents';
/** Those whose iterators have an order that is told; rings are told as they lie in their array. */
const ordered = /Linked|Tree|List|SkipList|Vector|PriorityQueue|Unmodifiable/;

const said = ({ value, object }: CollectionPart): string =>
  object ? (object.text ?? '').replaceAll('"', '') : String(value);

describe.each(untriedJvms)('Collections in a dump of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    let dump = '';
    let printed: string[][] = [];

    beforeAll(() => {
      const java = present(jvm as Jvm | undefined);
      mkdirSync(build, { recursive: true });
      dump = path.join(build, `collections-${java.feature}-${process.pid}.hprof`);
      const classes = compiled(java);
      const output = execFileSync(java.tool('java'), ['-cp', classes, program, dump], { encoding: 'utf8' });
      printed = output
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
    });
    afterAll(() => rmSync(dump, { force: true }));

    const page = (id: string, ...more: string[]): ObjectAnswer =>
      JSON.parse(heaptrail('inspect', dump, '--object', id, '--fields', '--top', '0', '--json', ...more));
    const idsOfAll = (): string[] => {
      const classes = inspect(dump, '--where', 'type=java.lang.Class', '--objects').objects ?? [];
      const holder = classes.find(({ type }) => type === `class ${program}$Holder`);
      const all = page(holder?.id ?? '').fields?.find(({ name }) => name === 'all')?.object?.id ?? '';
      return (page(all).elements ?? []).map(({ object }) => object?.id ?? '');
    };

    it('are the entries and elements that their iterators give, with and without values', () => {
      const ids = idsOfAll();
      expect(ids).toHaveLength(printed.length);
      for (const [i, [type = '', contents = '']] of printed.entries()) {
        const { collection, object } = page(ids[i] ?? '');
        expect(object.type).toBe(type);
        expect(collection, type).toBeDefined();
        const items = contents === '' ? [] : contents.split('|');
        const told = (collection?.items ?? []).map(({ key, value }) =>
          key ? `${said(key)}=${said(value)}` : said(value),
        );
        const inOrder = (list: string[]) => (ordered.test(type) ? list : [...list].sort());
        expect(inOrder(told), type).toEqual(inOrder(items));
        expect(collection?.size, type).toBe(items.length);
        const noun = collection?.kind === 'entries' ? ['entry', 'entries'] : ['element', 'elements'];
        expect(object.text, type).toBe(`${items.length} ${items.length === 1 ? noun[0] : noun[1]}`);
        if (!contents.includes('null')) {
          expect(page(ids[i] ?? '', '--values', 'off').collection?.items, type).toHaveLength(items.length);
        }
      }
    });

    it('are chosen by what their fields hold', () => {
      const chosen = (condition: string) => inspect(dump, '--where', condition, '--objects').objects ?? [];
      const type = 'java.util.concurrent.ArrayBlockingQueue';
      expect(chosen(`type=${type} and count=20`)).toHaveLength(1);
      expect(chosen(`type=${type} and count>20`)).toHaveLength(0);
      expect(chosen(`type=java.util.LinkedHashMap and this.head.key="key0" and head.value<=1000`)).toHaveLength(1);
      expect(chosen(`type=java.util.LinkedHashMap$Entry and key matches "key2*" and after=null`)).toHaveLength(1);
      expect(chosen(`type=java.util.LinkedHashMap$Entry and key matches "KEY*"`)).toHaveLength(0);
    });
  });
});
