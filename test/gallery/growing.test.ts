// Leaks grow steadily, and `trend` says so: of nine in ten of the gallery's programs, recorded with a point every three seconds. Which type it names
// first is another question: most of what leaks is arrays of bytes. The recordings are made before, by `node test/gallery/gallery.mjs record --often`.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { TrendAnswer } from '../../shared/protocol/trend';
import { outputsOf, programsNamed, root } from './programs.mjs';

const run = promisify(execFile);
const heaptrail = join(root, 'build', 'release', 'heaptrail');
const fewestPoints = 8;
const wanted = { found: 0.9, withEnoughPoints: 0.75 };

interface Told {
  name: string;
  points: number;
  steady: string[];
  sentence: string;
}

async function told(name: string): Promise<Told> {
  const { recording, made } = outputsOf(name, 'often');
  expect(existsSync(made), `node test/gallery/gallery.mjs record --often ${name}`).toBe(true);
  const { stdout } = await run(heaptrail, ['trend', recording, '--order', 'sustained', '--json', '--quiet']);
  const { points, series, sentence }: TrendAnswer = JSON.parse(stdout);
  const steady = series.filter(({ growth }) => growth.sustained).map(({ key }) => key);
  return { name, points: points.length, steady, sentence };
}

it('says of nine leaks in ten that something grows steadily, wherever there are eight points', {
  timeout: 600_000,
}, async () => {
  const programs = programsNamed([]);
  const all: Told[] = [];
  for (const { name } of programs) all.push(await told(name));
  const lines = all.map(
    ({ name, points, steady, sentence }) => `${name}: ${points} points, ${steady.length}: ${sentence}`,
  );
  console.log(lines.join('\n'));
  // A machine that is too busy takes fewer points than it should.
  const enough = all.filter(({ points }) => points >= fewestPoints);
  expect(enough.length).toBeGreaterThanOrEqual(wanted.withEnoughPoints * programs.length);
  const found = enough.filter(({ steady }) => steady.length > 0);
  expect(found.length, lines.join('\n')).toBeGreaterThanOrEqual(wanted.found * enough.length);
});
