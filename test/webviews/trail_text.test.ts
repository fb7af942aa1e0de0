// The trail of sets as one text: written, and read again as what it meant.
import { describe, expect, it } from 'vitest';
import type { HeapAnswer } from '../../shared/protocol/answers';
import { defaultViewState, type HeapStep } from '../../shared/protocol/view';
import { commandsIn, quoted } from '../../webviews/src/command_line';
import type { SetArgs } from '../../webviews/src/heap/shown_set';
import { openedSets, setsIn, trailText } from '../../webviews/src/heap/trail_text';

const all = { by: '', path: [] };
const trail: HeapStep[] = [
  { of: all, by: 'type, site' },
  { of: { by: 'type', path: ["it's | char[]"] }, by: 'referrers[type]' },
  { of: { by: 'type, referrers, type', path: ["it's | char[]", 'a "b" \\ c'] }, by: 'leaves(deep)[type]' },
];
const grouping = { ...defaultViewState.grouping, where: 'user="anna" or a=\'1\'', owned: true, trail, place: 2 };

/** An engine that knows how many steps lead to a row. */
const ask = async ({ by = 'type', path = [] }: SetArgs) => {
  const steps = by.split(', ');
  const upTo = path.length === 0 ? steps.slice(0, 1) : steps.slice(0, 3);
  return { by: by.replaceAll(/\[\w+\]/g, ''), rowsBy: upTo.join(', ') } as HeapAnswer;
};

describe('the trail as text', () => {
  it('is a command for each set, in words that a shell leaves as they are', () => {
    const text = trailText(['/tmp/a b.hprof'], { rows: 'structures', grouping }, { at: '3' });
    expect(text.split('\n').map((line) => line.replace(/ --where.*/, ''))).toEqual([
      "heaptrail heap '/tmp/a b.hprof' --by 'type, site'",
      `heaptrail heap '/tmp/a b.hprof' --by 'type, referrers[type]' --path 'it'\\''s | char[]'`,
      `heaptrail heap '/tmp/a b.hprof' --by 'type, referrers, type, leaves(deep)[type]' --path 'it'\\''s | char[]' --path 'a "b" \\ c'`,
    ]);
    expect(text).toContain(`--where 'user="anna" or a='\\''1'\\''' --filter structures --at 3`);
  });
  it('is read as what it meant', async () => {
    const text = trailText(['/tmp/a b.hprof'], { rows: 'structures', grouping }, {});
    const sets = setsIn(text) ?? expect.unreachable('there are sets');
    expect(await openedSets(sets, ask)).toEqual({ rows: 'structures', grouping });
  });
  it('may be one set alone, which all objects come before', async () => {
    const sets = setsIn('heaptrail heap app.hprof --by "type,site" --path=java.lang.String --sort retained') ?? [];
    expect(sets).toEqual([{ by: 'type,site', path: ['java.lang.String'] }]);
    const { rows, grouping } = await openedSets(sets, async ({ path = [] }) => {
      return { by: 'type, site', rowsBy: path.length === 0 ? 'type' : 'type, site' } as HeapAnswer;
    });
    expect(rows).toBe('objects');
    expect(grouping).toMatchObject({
      trail: [
        { of: all, by: 'type' },
        { of: { by: 'type', path: ['java.lang.String'] }, by: 'site' },
      ],
      place: 1,
    });
  });
  it('is none where no command of ours stands', () => {
    expect(setsIn('type, site')).toBeUndefined();
    expect(setsIn('')).toBeUndefined();
    expect(setsIn('ls --by type')).toBeUndefined();
  });
  it('says what the engine says of a set that is none', async () => {
    const wrong = { kind: 'usage', message: 'there is no row "x"' };
    await expect(openedSets([{ path: ['x'] }], () => Promise.reject(wrong))).rejects.toBe(wrong);
  });
});

describe('words of commands', () => {
  it('are what quoted() made them of', () => {
    for (const word of ['plain', 'two words', "it's", '"', '\\', '', 'a\nb', '$HOME `x`', "'", 'ümlaut › x']) {
      expect(commandsIn(`heaptrail ${quoted(word)}`)).toEqual([['heaptrail', word]]);
    }
  });
  it('may go on in the next line, and be in double quotes', () => {
    expect(commandsIn('a "b \\" c" \\\n  d\n\nsecond e\\ f')).toEqual([
      ['a', 'b " c', 'd'],
      ['second', 'e f'],
    ]);
  });
});
