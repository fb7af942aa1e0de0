// Values of a heap dump against what the program itself prints of its objects, and against the simplest reader of the file for all objects.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heaptrail, inspect } from './support/heaptrail';
import { type RunningProgram, start } from './support/java_program';
import { type Jvm, orSkipped, present, untriedJvms } from './support/jvms';
import { root } from './support/places';

interface Shown {
  readonly type: string;
  readonly id: string;
  readonly text?: string;
}

/** What a field or an element holds. */
interface Content {
  readonly value?: string | number | boolean | null;
  readonly object?: Shown;
}

interface Field extends Content {
  readonly class?: string;
  readonly name: string;
  readonly static?: boolean;
  readonly type: string;
}

interface ObjectAnswer {
  readonly object: Shown & { readonly length?: number };
  readonly values: string;
  readonly fields?: readonly Field[];
  readonly allElements?: number;
  readonly elements?: readonly (Content & { readonly index: number })[];
  readonly referrers: readonly { readonly via: readonly string[]; readonly object: Shown }[];
}

/** Beyond ASCII as the program prints it. */
const ascii = (text: string) =>
  [...text]
    .flatMap((letter) => letter.split(''))
    .map((unit) => asciiUnit(unit))
    .join('');
const asciiUnit = (unit: string) =>
  unit >= ' ' && unit < '\u007f' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** As the program prints it; numbers with a fraction as numbers, because there are several ways to write one. */
function said({ value, object }: Content, kind: string): string | number {
  if (object) return object.type === 'java.lang.String' ? ascii(object.text ?? '') : object.type;
  if (kind === 'float') return Math.fround(Number(value));
  return kind === 'double' ? Number(value) : ascii(String(value));
}

const expected = (value: string, kind: string) =>
  kind === 'float' ? Math.fround(Number(value)) : kind === 'double' ? Number(value) : value;

describe.each(untriedJvms)('Values in a dump of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    let running: RunningProgram;
    let dump = '';
    let lines: string[][] = [];

    beforeAll(async () => {
      running = await start(present(jvm as Jvm | undefined), 'KnownValues');
      lines = running.printed.split('\n').map((line) => line.split('\t'));
      dump = running.heapDump('values');
    });
    afterAll(async () => {
      await running.stop();
      rmSync(dump, { force: true });
    });

    const page = (id: string, ...options: string[]): ObjectAnswer =>
      JSON.parse(heaptrail('inspect', dump, '--object', id, '--fields', '--top', '0', '--json', ...options));
    const idOf = (type: string): string => {
      const found = inspect(dump, '--where', `type=${type}`, '--objects').objects ?? [];
      expect(found).toHaveLength(1);
      return found[0]?.id ?? '';
    };
    const idOfClass = (type: string): string => {
      const loaded = page(idOf('jdk.internal.loader.ClassLoaders$AppClassLoader')).fields ?? [];
      const found = loaded.find(({ object }) => object?.type === `class ${type}`)?.object?.id;
      return found ?? classAmongAll(type);
    };
    const classAmongAll = (type: string): string => {
      const classes = inspect(dump, '--where', 'type=java.lang.Class', '--objects').objects ?? [];
      return classes.find((each) => each.type === `class ${type}`)?.id ?? '';
    };
    const of = (kind: string) => lines.filter(([first]) => first === kind).map(([, ...rest]) => rest);
    const fieldOf = (holder: ObjectAnswer, name: string) => holder.fields?.find((field) => field.name === name);

    it('are, in every field of every class, those that the program printed', () => {
      const owners = [...new Set(of('field').map(([owner = '']) => owner))];
      expect(owners).toHaveLength(6);
      for (const owner of owners) {
        const isClass = owner.startsWith('class ');
        const { fields = [], values } = page(isClass ? idOfClass(owner.slice(6)) : idOf(owner));
        expect(values).toBe('shown');
        const rows = fields.filter((field) => field.static === true || !isClass);
        const told = rows.map((row) => [row.class, row.name, row.type, said(row, row.type)]);
        const printed = of('field')
          .filter(([first]) => first === owner)
          .map(([, declaring, name, kind = '', value = '']) => [declaring, name, kind, expected(value, kind)]);
        // Files have the fields of one class in an order of their own.
        const inOrder = (list: (string | number | undefined)[][]) =>
          [...list].sort((a, b) => `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`));
        expect(inOrder(told)).toEqual(inOrder(printed));
      }
    });

    it('are, in every element of every array, those that the program printed', () => {
      const holder = page(idOf('KnownValues$Arrays'));
      for (const [name = '', length] of of('length')) {
        const array = page(fieldOf(holder, name)?.object?.id ?? '');
        expect([name, `${array.allElements}`]).toEqual([name, length]);
        const kind = array.object.type.replace(/\[\]$/, '');
        const printed = of('element').filter(([first]) => first === name);
        expect(array.elements?.map((each) => [`${each.index}`, said(each, kind)])).toEqual(
          printed.map(([, index, value = '']) => [index, expected(value, kind)]),
        );
      }
    });

    it('of an array are given page by page', () => {
      const many = fieldOf(page(idOf('KnownValues$Arrays')), 'many')?.object?.id ?? '';
      const { elements, allElements } = JSON.parse(
        heaptrail('inspect', dump, '--object', many, '--fields', '--offset', '4990', '--top', '3', '--json'),
      );
      expect(allElements).toBe(5000);
      expect(elements).toEqual([4990, 4991, 4992].map((index) => ({ index, value: `${index * 1_000_003 - 7}` })));
    });

    it('say what strings, numbers, dates, paths and others stand for', () => {
      const holder = page(idOf('KnownValues$Texts'));
      const told = of('text').map(([name = '']) => [name, ascii(fieldOf(holder, name)?.object?.text ?? '')]);
      expect(told).toEqual(of('text').map(([name, text]) => [name, text]));
    });

    it('are not shown where nobody wants to see them', () => {
      const off = heaptrail(
        'inspect',
        dump,
        '--object',
        idOf('KnownValues$Texts'),
        '--fields',
        '--values',
        'off',
        '--json',
      );
      expect(JSON.parse(off).values).toBe('off');
      // How many entries a collection has is no value.
      expect(off.match(/"text":"(?!\d[\d,]* (entries|elements|entry|element)")/g)).toBeNull();
      // A field may be called what a text is.
      expect(off.replaceAll('"name":"plain"', '')).not.toContain('plain"');
      const base = page(idOf('KnownValues$Base'), '--values', 'off');
      expect(base.fields?.filter(({ value }) => value !== undefined && value !== null)).toEqual([]);
      expect(fieldOf(base, 'nothing')?.value).toBeNull();
      const objects = heaptrail(
        'inspect',
        dump,
        '--where',
        'type=java.lang.String',
        '--objects',
        '--values',
        'off',
        '--json',
      );
      expect(objects).not.toContain('"text"');
    });

    it('of all objects are those that the simplest reader of the file sees', () => {
      const tool = path.join(root, 'build/release/time_values');
      const walk = JSON.parse(execFileSync(tool, [dump], { encoding: 'utf8' }));
      expect(walk.objects).toBeGreaterThan(5000);
      expect(walk.wrong).toBe(0);
      expect(walk.positionBytes).toBeLessThanOrEqual(walk.objects);
    });

    it('of a compressed dump are those of the same one unpacked, however it was packed', () => {
      const tool = path.join(root, 'build/release/time_values');
      const byJvm = running.heapDump('values-packed', '-gz=1');
      const unpacked = `${byJvm}.unpacked`;
      writeFileSync(unpacked, gunzipSync(readFileSync(byJvm)));
      const byTool = `${byJvm}.gz`;
      writeFileSync(byTool, gzipSync(readFileSync(unpacked)));
      for (const packed of [byJvm, byTool]) {
        const walk = JSON.parse(execFileSync(tool, [unpacked, packed], { encoding: 'utf8' }));
        expect(walk.objects).toBeGreaterThan(5000);
        expect(walk.wrong).toBe(0);
        const answers = [unpacked, packed].map((file) => {
          const id = inspect(file, '--where', 'type=KnownValues$Base', '--objects').objects?.[0]?.id ?? '';
          const answer = JSON.parse(heaptrail('inspect', file, '--object', id, '--fields', '--json'));
          expect(answer.values).toBe('shown');
          expect(answer.fields.find((field: Field) => field.name === 'shadowed').object.text).toContain('"');
          const waste = JSON.parse(heaptrail('waste', file, '--json'));
          expect(waste.contentsCompared).toBe(true);
          const named = heaptrail('heap', file, '--where', 'type=java.lang.Thread and name="main"', '--json');
          return [answer.fields, waste.kinds, JSON.parse(named).total.objects];
        });
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[0]?.[2]).toBe(1);
      }
      for (const file of [byJvm, byTool, unpacked]) rmSync(file);
    });
  });
});
