// Waste in a heap dump against what the program says that it wastes, field by field, and what it does right.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heaptrail } from './support/heaptrail';
import { type RunningProgram, start } from './support/java_program';
import { type Jvm, orSkipped, present, untriedJvms } from './support/jvms';

interface Row {
  readonly owner: string;
  readonly type: string;
  readonly size: { readonly objects: number; readonly bytes: number };
  readonly gain: number;
  readonly example: string;
}

interface WasteAnswer {
  readonly contentsCompared: boolean;
  readonly gain: number;
  readonly kinds: readonly {
    readonly kind: string;
    readonly gain: number;
    readonly size: { readonly objects: number };
    readonly rows: readonly Row[];
    readonly equal: readonly { readonly object: { readonly text?: string }; readonly count: number }[];
  }[];
}

describe.each(untriedJvms)('Waste in a dump of $wanted', ({ wanted, jvm }) => {
  describe.skipIf(jvm === undefined)(orSkipped(jvm, wanted), () => {
    let running: RunningProgram;
    let dump = '';
    let answer: WasteAnswer;
    let lines: string[][] = [];

    const waste = (...options: string[]): WasteAnswer =>
      JSON.parse(heaptrail('waste', dump, '--top', '0', '--json', ...options));
    beforeAll(async () => {
      running = await start(present(jvm as Jvm | undefined), 'KnownWaste');
      lines = running.printed.split('\n').map((line) => line.split('\t'));
      dump = running.heapDump('waste');
      answer = waste();
    });
    afterAll(async () => {
      await running.stop();
      rmSync(dump, { force: true });
    });

    const rowsOf = (field: string) =>
      answer.kinds.flatMap(({ kind, rows }) =>
        rows
          .filter(({ owner }) => owner === `KnownWaste.${field}` || owner === `KnownWaste$${field}`)
          .map((row) => ({ kind, ...row })),
      );

    it('is, in every field, what the program says', () => {
      const said = lines.filter(([first]) => first === 'waste');
      expect(said).toHaveLength(9);
      for (const [, kind, field = '', objects, type] of said) {
        const found = rowsOf(field).filter((row) => row.kind === kind);
        expect(found, `${kind} of ${field}`).toHaveLength(1);
        // A string goes with its characters.
        const each = kind === 'equal-strings' ? 2 : 1;
        expect(found[0]?.size.objects, field).toBe(each * Number(objects));
        if (type) expect(found[0]?.type, field).toBe(type);
      }
    });

    it('is not told of what is written well', () => {
      const fine = lines.filter(([first]) => first === 'fine');
      expect(fine).toHaveLength(6);
      for (const [, field = ''] of fine) expect(rowsOf(field), field).toEqual([]);
    });

    it('says what equal strings say, unless values are hidden', () => {
      const texts = (of: WasteAnswer) =>
        of.kinds.find(({ kind }) => kind === 'equal-strings')?.equal.map(({ object }) => object.text) ?? [];
      expect(answer.contentsCompared).toBe(true);
      expect(texts(answer)[0]).toBe('"Österreich"');
      expect(texts(waste('--values', 'off')).every((text) => text === undefined)).toBe(true);
    });

    it('is a grouping and a condition of the heap, with the same numbers', () => {
      const rows: { key: string; objects: number }[] = JSON.parse(
        heaptrail('heap', dump, '--by', 'waste(hide), owner', '--depth', '1', '--json'),
      ).rows;
      expect(rows.reduce((sum, { objects }) => sum + objects, 0)).toBe(
        answer.kinds.reduce((sum, { size }) => sum + size.objects, 0),
      );
      const inspected = JSON.parse(
        heaptrail('inspect', dump, '--where', 'waste=empty-collections and owner="KnownWaste$Session.roles"', '--json'),
      );
      expect(inspected.group.objects).toBe(2000);
    });

    it('is, without values, all but equal strings and arrays', () => {
      heaptrail('convert', dump, `${dump}.heap.jsonl`);
      const bare: WasteAnswer = JSON.parse(heaptrail('waste', `${dump}.heap.jsonl`, '--top', '0', '--json'));
      rmSync(`${dump}.heap.jsonl`, { force: true });
      expect(bare.contentsCompared).toBe(false);
      const kinds = bare.kinds.map(({ kind }) => kind);
      expect(kinds).not.toContain('equal-strings');
      for (const kind of ['empty-collections', 'sparse-collections', 'boxed-numbers']) expect(kinds).toContain(kind);
    });
  });
});
