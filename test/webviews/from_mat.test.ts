// What docs/from-mat.md tells those who know Eclipse MAT to click is what views call it: each label of the page, in italics, is a text of a
// view, letter by letter, and each preset that rows are to be grouped by is in the menu.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { presetsFor } from '../../webviews/src/heap/presets';
import { strings } from '../../webviews/src/strings';

const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'from-mat.md'), 'utf8');
/** The editor's column of the table, without what is typed. */
const ways = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.replace(/`[^`]*`/g, '').split(' | ')[1] ?? '')
  .filter((way) => way.includes('*'));
const labelsOf = (way: string): string[] => [...way.matchAll(/\*([^*]+)\*/g)].map(([, label = '']) => label);

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
const texts = new Set(textsOf(strings));

describe('what docs/from-mat.md says to click', () => {
  it('is said of most of what people ask MAT', () => {
    expect(ways.length).toBeGreaterThan(20);
  });
  it.each([...new Set(ways.flatMap(labelsOf))])('“%s” is a text of a view', (label) => {
    expect(texts).toContain(label);
  });
  const presets = presetsFor({ sites: true, loaders: true }).map(({ name }) => name);
  const grouped = ways.flatMap((way) => [...way.matchAll(/Group by \*([^*]+)\*/g)].map(([, name = '']) => name));
  it.each([...new Set(grouped)])('rows can be grouped by “%s”', (name) => {
    expect(presets).toContain(name);
  });
});
