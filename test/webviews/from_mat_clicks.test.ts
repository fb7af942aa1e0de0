// What docs/from-mat.md tells those who know Eclipse MAT to click is clicked, as it is written there, in the Heap tab of a made-up heap
// dump: by the words that people see. It asks the host for what the row of the page promises.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HeapArgs } from '../../shared/protocol/answers';
import { asked, last, makeExplorePage, menuOf, open, pass, row, type } from './explore_page';
import { key, must } from './page';

beforeEach(makeExplorePage);

const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'from-mat.md'), 'utf8');
/** What the page says to do in the editor for what MAT calls so. */
function wayOf(mat: string): string {
  const line = page.split('\n').find((each) => each.startsWith(`| ${mat} |`));
  return line?.split(' | ')[1] ?? expect.unreachable(`docs/from-mat.md has no row of “${mat}”`);
}

/** Of some elements the one that says this. */
function called(words: string, selector: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  return (
    all.find(({ textContent }) => textContent?.replace(/[↓↑]/, '').trim() === words) ??
    expect.unreachable(`nothing is called “${words}” among: ${all.map(({ textContent }) => textContent).join(', ')}`)
  );
}

const groupBy = (what: () => void) => {
  must('group-by').click();
  what();
};
const write = (field: string, words: string) => key(type(field, words), 'Enter');
/** How people do what stands in the page, and what of it was said: the first that fits the rest of a sentence. */
const steps: readonly [RegExp, (words: string) => void][] = [
  [/^Group by \*([^*]+)\*/, (words) => groupBy(() => called(words, '[data-testid^="preset-"] *').click())],
  [/^Group by `([^`]+)`/, (words) => groupBy(() => write('grouping-field', words))],
  [/^(?:only objects for which|a condition:) `([^`]+)`/, (words) => groupBy(() => write('condition-field', words))],
  [/^click \*([^*]+)\*/, (words) => called(words, '[data-testid^="sort-"]').click()],
  [
    /^row menu, \*([^*]+)\*/,
    (words) => {
      menuOf(row('java.lang.String'));
      called(words, '[role="menuitem"]').click();
    },
  ],
  [/^Heap tab, \*([^*]+)\*/, (words) => called(words, 'label').click()],
];

/** Does all that is said, in its order; returns how many things that were. */
async function follow(way: string): Promise<number> {
  let done = 0;
  for (let at = 0; at < way.length; at++) {
    for (const [pattern, act] of steps) {
      const said = pattern.exec(way.slice(at));
      if (!said) continue;
      act(said[1] ?? '');
      await pass(500);
      done++;
      at += said[0].length - 1;
      break;
    }
  }
  return done;
}

/** What the table shows: not what is tried out before. */
const shown = () => last(asked.heap.filter(({ limit }) => limit !== 1));

const asks: readonly [mat: string, clicks: number, question: Partial<HeapArgs>][] = [
  ['Group by package', 1, { by: 'package, type' }],
  ['Group by class loader; leaks by class loader', 2, { by: 'loader, type', sort: 'retained' }],
  ['Group by superclass', 1, { where: 'extends=java.util.AbstractMap' }],
  ['Top consumers', 2, { by: 'package, type', sort: 'retained' }],
  ['Dominator tree', 1, { by: 'dominator-tree' }],
  ['Immediate dominators', 1, { by: 'type, dominators[type]', path: ['java.lang.String'] }],
  ['GC roots', 1, { by: 'indirectly-rooted, type' }],
  ['Collection fill ratio; array fill ratio', 2, { by: 'type, fill', where: 'length>0' }],
  ['Duplicate strings; waste in collections (component report)', 1, { by: 'waste(hide), owner, type', sort: 'gain' }],
  [
    'Finalizer overview: what waits to be finalized',
    2,
    { by: 'references[type]', where: 'type=java.lang.ref.Finalizer' },
  ],
  ['Arrays grouped by size', 1, { by: 'type, length' }],
  ['Unreachable objects histogram', 1, { count: 'unreachable' }],
];

describe('what docs/from-mat.md says to click in the Heap tab', () => {
  it.each(asks)('for “%s” asks for it', async (mat, clicks, question) => {
    await open({}, { about: (answer) => ({ ...answer, trace: { ...answer.trace, format: 'hprof' } }) });
    expect(shown()).not.toMatchObject(question);
    expect(await follow(wayOf(mat))).toBe(clicks);
    // Rows are ordered by sizes as soon as all are known.
    await pass(20_000);
    expect(shown()).toMatchObject(question);
  });
});
