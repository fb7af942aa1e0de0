// The leaks are found: what the engine says of the gallery's recordings and heap dumps against the limits (limits.mjs). Prints the table.
// The recordings are made before, by `node test/gallery/gallery.mjs record`.
import { beforeAll, expect, it } from 'vitest';
import { scoreAll } from './answers.mjs';
import { limits } from './limits.mjs';
import { programsNamed } from './programs.mjs';
import { textTable, type Verdict, verdicts } from './table.mjs';

let reached: readonly Verdict[] = [];

beforeAll(async () => {
  const scored = await scoreAll(programsNamed([]));
  console.log(textTable(scored));
  reached = verdicts(scored);
});

it.each(limits.map(({ title }) => title))('In enough programs, %s', (title) => {
  const verdict = reached.find((one) => one.title === title);
  expect(verdict).toBeDefined();
  const { reached: count = 0, of = 0, wanted = 0 } = verdict ?? {};
  expect(count, `${count} of ${of}`).toBeGreaterThanOrEqual(wanted);
});
