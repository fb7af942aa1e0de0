// What is counted against the limits, on made-up scores.
import { describe, expect, it } from 'vitest';
import type { Answers, Scored } from './answers.mjs';
import type { Group } from './programs.mjs';
import type { Score } from './score.mjs';
import { markdownTable, textTable, verdicts } from './table.mjs';

const right: Score = {
  rank: 1,
  share: 80.4,
  line: true,
  unsampled: [],
  sentence: 'The right | one.',
  first: 'Map right',
};
const wrong: Score = { rank: null, share: null, line: false, unsampled: [], sentence: 'Another.', first: 'List wrong' };

function scored(answers: Partial<Answers>, ...groups: Group[]): Scored {
  const program = { name: 'bees', leak: 'bees that stay', library: 'Hive', groups, main: 'bees.Hive', jars: [] };
  return {
    program,
    answers: { recording: right, undescribed: right, dumps: right, alone: right, ballast: right, ...answers },
  };
}

const reachedBy = (programs: Scored[], words: string) => {
  const verdict = verdicts(programs).find(({ title }) => title.includes(words));
  if (verdict === undefined) throw new Error(`no limit says "${words}"`);
  return verdict;
};

describe('A limit', () => {
  it('counts the programs of its group only', () => {
    const programs = [scored({}, 'libraries'), scored({}, 'loaders'), scored({}, 'libraries', 'loaders')];
    expect(reachedBy(programs, 'first suspect of the recording')).toMatchObject({ reached: 2, of: 2, wanted: 16 });
    expect(reachedBy(programs, 'class-loader leak is the first suspect of two')).toMatchObject({ reached: 2, of: 2 });
  });

  it('for all programs of a group is broken by a single one', () => {
    const loaders = [scored({}, 'loaders'), scored({ recording: wrong }, 'loaders')];
    expect(reachedBy(loaders, 'class-loader leak is the first suspect of the rec').passed).toBe(false);
    expect(reachedBy(loaders, 'class-loader leak is the first suspect of two').passed).toBe(true);
  });

  it('counts a line only where the culprit is first', () => {
    const second = { ...right, rank: 2 };
    expect(reachedBy([scored({ recording: second }, 'libraries')], 'line').reached).toBe(0);
    expect(reachedBy([scored({ recording: { ...right, line: false } }, 'libraries')], 'line').reached).toBe(0);
    expect(reachedBy([scored({}, 'libraries')], 'line').reached).toBe(1);
  });

  it('counts a program whose leaves are sampled only where all are', () => {
    const bare = { ...right, unsampled: ['bees.Bee'] };
    expect(reachedBy([scored({ recording: bare }, 'libraries'), scored({}, 'libraries')], 'thousand').reached).toBe(1);
  });

  it('takes each right answer beside a large table for the same, and of wrong ones only the same', () => {
    const sameWith = (answers: Partial<Answers>) => reachedBy([scored(answers, 'libraries')], 'large table').reached;
    expect(sameWith({ ballast: { ...right, first: 'Map of the same leaves' } })).toBe(1);
    expect(sameWith({ recording: wrong, ballast: wrong })).toBe(1);
    expect(sameWith({ ballast: wrong })).toBe(0);
    expect(sameWith({ recording: wrong, ballast: { ...wrong, first: 'Set wrong' } })).toBe(0);
  });
});

describe('The table', () => {
  it('says of each program what was found, and of each limit how much of it was reached', () => {
    const text = textTable([scored({ dumps: wrong }, 'libraries')]);
    expect(text).toMatch(/^bees +1 +80 % +yes +1 +no +1 +1 +The right \| one\.$/m);
    expect(textTable([scored({ ballast: wrong }, 'libraries')])).toContain(' ≠ no ');
    expect(text).toContain('! the culprit is the first suspect of two heap dumps: 0 of 1, at least 15 wanted');
  });

  it('has nothing beside ballast of a program that is there for its class loaders alone, and misses it of others', () => {
    const withoutBallast = (group: Group) => {
      const one = scored({}, group);
      delete one.answers.ballast;
      return one;
    };
    expect(textTable([withoutBallast('loaders')])).toMatch(/^bees +1 +80 % +yes +1 +1 +1 +The right \| one\.$/m);
    expect(reachedBy([withoutBallast('libraries')], 'beside a large table')).toMatchObject({ reached: 0, of: 1 });
  });

  it('has a row for each program in the document, with the whole sentence', () => {
    const rows = markdownTable([scored({}, 'libraries')]).split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toBe('| bees | Hive | bees that stay | 1 | 80 % | yes | 1 | 1 | The right \\| one. |');
  });
});
