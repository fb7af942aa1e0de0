import { describe, expect, it } from 'vitest';
import type { HeapAnswer, HeapArgs } from '../../shared/protocol/answers';
import { PageCache, pageRows } from '../../webviews/src/page_cache';

function setUp() {
  const asked: { args: HeapArgs; resolve(answer: HeapAnswer): void; reject(reason: unknown): void }[] = [];
  const failures: string[] = [];
  let loads = 0;
  let outdated = 0;
  const cache = new PageCache<HeapArgs, HeapAnswer>(
    (args) => new Promise((resolve, reject) => asked.push({ args, resolve, reject })),
    {
      outdated: () => outdated++,
      loaded: () => loads++,
      failed: (message) => failures.push(message),
    },
  );
  const answer = (index: number, name: string) => {
    const { args, resolve } = asked[index] ?? expect.unreachable('nothing was asked');
    const size = { objects: 0, bytes: 0 };
    const rows = Array.from({ length: args.limit ?? 0 }, (_, i) => ({
      key: `${name}${(args.offset ?? 0) + i}`,
      ...size,
    }));
    resolve({
      point: { index: 0, t: 0, ...size },
      count: 'live',
      known: { deep: false, retained: false },
      total: { rows: 100_000, ...size },
      rows,
    });
    return new Promise((done) => setTimeout(done));
  };
  return { cache, asked, failures, answer, loads: () => loads, outdated: () => outdated };
}

describe('the cache of rows', () => {
  it('asks for each page once', async () => {
    const { cache, asked, answer } = setUp();
    cache.reset({ sort: 'bytes' });
    cache.want(0, 30);
    cache.want(10, 40);
    expect(asked.map(({ args }) => args)).toEqual([{ sort: 'bytes', offset: 0, limit: pageRows }]);
    await answer(0, 'a');
    expect(cache.row(5)?.key).toBe('a5');
    cache.want(pageRows - 5, pageRows + 5);
    expect(asked).toHaveLength(2);
    expect(cache.row(pageRows)).toBeUndefined();
  });
  it('begins at the row that is to be seen', () => {
    const { cache, asked } = setUp();
    cache.reset({}, 5 * pageRows + 3);
    expect(asked[0]?.args.offset).toBe(5 * pageRows);
  });
  it('drops answers to an old question', async () => {
    const { cache, answer, loads } = setUp();
    cache.reset({ search: 'a' });
    cache.reset({ search: 'ab' });
    await answer(0, 'old');
    expect(cache.row(0)).toBeUndefined();
    expect(loads()).toBe(0);
    await answer(1, 'new');
    expect(cache.row(0)?.key).toBe('new0');
  });
  it('keeps what was there until the first answer to another question', async () => {
    const { cache, asked, answer, outdated } = setUp();
    cache.reset({ sort: 'bytes' });
    await answer(0, 'a');
    cache.want(pageRows, pageRows + 1);
    await answer(1, 'a');
    cache.reset({ sort: 'name' }, pageRows);
    expect([cache.row(0)?.key, cache.row(pageRows)?.key, outdated()]).toEqual(['a0', `a${pageRows}`, 0]);
    await answer(2, 'b');
    expect([cache.row(0), cache.row(pageRows)?.key, outdated()]).toEqual([undefined, `b${pageRows}`, 1]);
    cache.want(0, 1);
    expect(asked[3]?.args).toMatchObject({ sort: 'name', offset: 0 });
    await answer(3, 'b');
    expect([cache.row(0)?.key, outdated()]).toEqual(['b0', 1]);
    cache.reset({ sort: 'objects' });
    asked[4]?.reject({ message: 'engine gone' });
    await new Promise((done) => setTimeout(done));
    expect([cache.row(0), outdated()]).toEqual([undefined, 2]);
  });
  it('is empty at once where it is told so, and asks nothing before it knows what', async () => {
    const { cache, asked, answer, loads, outdated } = setUp();
    cache.reset({ sort: 'bytes' });
    await answer(0, 'a');
    cache.want(pageRows, pageRows + 1);
    cache.clear();
    cache.want(0, 1);
    expect([cache.row(0), asked.length]).toEqual([undefined, 2]);
    await answer(1, 'a');
    expect([cache.row(pageRows), loads()]).toEqual([undefined, 1]);
    cache.reset({ sort: 'name' });
    expect(asked).toHaveLength(3);
    // Who holds places of rows is told also where none of them came.
    cache.clear();
    expect(outdated()).toBe(2);
  });
  it('forgets what was seen long ago and asks again when it comes back', async () => {
    const { cache, asked, answer } = setUp();
    cache.reset({});
    await answer(0, 'x');
    for (let page = 1; page <= 60; page++) {
      cache.want(page * pageRows, page * pageRows + 1);
      await answer(page, 'x');
    }
    expect(cache.row(0)).toBeUndefined();
    expect(cache.row(60 * pageRows)).toBeDefined();
    cache.want(0, 1);
    expect(asked).toHaveLength(62);
  });
  it('tells of a failure and asks again', async () => {
    const { cache, asked, failures } = setUp();
    cache.reset({});
    asked[0]?.reject({ message: 'engine gone' });
    await new Promise((done) => setTimeout(done));
    expect(failures).toEqual(['engine gone']);
    cache.want(0, 1);
    expect(asked).toHaveLength(2);
  });
});
