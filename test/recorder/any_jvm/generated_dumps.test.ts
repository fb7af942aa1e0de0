// Dumps of which everything is known: the generator counts what it writes. They have what test programs have too little
// of: long chains, very many types, garbage, ids of four bytes, and an order in the file that is not the one in memory.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contents, type Generated, generate, type Truth } from '../support/generated';
import { type Count, heapByType, heaptrail, info } from '../support/heaptrail';
import { type Histogram, tallies } from '../support/histogram';

function expected(truth: Truth, count: 'live' | 'unreachable'): Histogram {
  const rows = Object.entries(truth.classes).map(([key, tally]) => ({ key, ...tally[count] }));
  return tallies(rows.filter(({ objects }) => objects > 0));
}

function agrees({ dump, truth }: Generated): void {
  for (const count of ['live', 'unreachable'] as const) {
    const answer = heapByType(dump, count);
    expect(tallies(answer.rows)).toEqual(expected(truth, count));
    expect({ objects: answer.total.objects, bytes: answer.total.bytes }).toEqual(truth[count]);
  }
  const { heap } = info(dump);
  expect(heap).toMatchObject({ live: truth.live, unreachable: truth.unreachable, references: truth.references });
  expect(heap).toMatchObject({ missingObjects: 0, threads: 4 });
}

describe('A generated dump', () => {
  it.each([
    ['with ids of eight bytes', ['--objects', '300000']],
    ['with ids of four bytes', ['--objects', '300000', '--ids', '4']],
    ['whose regions are not in the order of their addresses', ['--objects', '300000', '--order', 'shuffled-regions']],
    ['with 100,000 types', ['--objects', '300000', '--types', '100000']],
    ['of another seed', ['--objects', '300000', '--seed', '7']],
  ])('%s has exactly the objects, bytes and references that were written', (name, options) => {
    const generated = generate(name.replaceAll(/\W/g, '-'), ...options);
    agrees(generated);
    generated.remove();
  });

  it('reads the same from a compressed file', () => {
    const generated = generate('packed', '--objects', '300000');
    writeFileSync(generated.dump, gzipSync(contents(generated), { level: 1 }));
    agrees(generated);
    expect(JSON.parse(heaptrail('info', generated.dump, '--json')).trace.compressed).toBe(true);
    generated.remove();
  });

  it('gives the same answer whatever the number of threads', () => {
    const generated = generate('threads', '--objects', '300000', '--order', 'shuffled-regions');
    for (const count of ['live', 'unreachable', 'all'] satisfies Count[]) {
      const answers = ['1', '2', '5'].map((threads) =>
        heaptrail('heap', generated.dump, '--count', count, '--top', '0', '--json', '--threads', threads),
      );
      expect(new Set(answers).size).toBe(1);
    }
    generated.remove();
  });

  it('keeps what only weak references hold when they are followed', () => {
    const generated = generate('weak', '--objects', '100000');
    const live = JSON.parse(heaptrail('info', generated.dump, '--json', '--follow-weak')).heap.live.objects;
    expect(live).toBeGreaterThan(generated.truth.live.objects);
    expect(live).toBeLessThan(generated.truth.live.objects + generated.truth.unreachable.objects);
    generated.remove();
  });
});
