// Beside the chart of the largest types: what holds the heap, each kind of roots with a link to what it holds, and how the trace was written.

import { count } from '../../../shared/format';
import type { InfoAnswer } from '../../../shared/protocol/answers';
import type { ObjectSet } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.overview;

/** @param choose shows the objects that roots of a kind hold themselves */
export function rootsSection({ heap }: InfoAnswer, choose: (set: ObjectSet) => void): HTMLElement {
  const most = Math.max(1, ...heap.roots.map((root) => root.count));
  const items = heap.roots.map((root) => {
    const fill = element('span', { class: 'fill' });
    fill.style.width = `${Math.max(1, (100 * root.count) / most)}%`;
    return element(
      'li',
      { 'data-kind': root.kind },
      button(root.label, () => choose(heldBy(root.label)), {
        class: 'link label',
        title: text.rootsTitle,
        testId: 'root-kind',
      }),
      element('span', { class: 'number' }, count(root.count)),
      element('span', { class: 'track', 'aria-hidden': true }, fill),
    );
  });
  const list = items.length > 0 ? element('ul', {}, ...items) : element('p', { class: 'hint' }, text.noRoots);
  return element('section', { class: 'roots' }, element('h2', {}, text.rootsByKind), list);
}

/** Roots are called the same in groupings. */
const heldBy = (label: string): ObjectSet => ({ by: 'rooted(1)', path: [label], where: '', filter: null });

export function detailsSection({ trace, runtime, heap }: InfoAnswer): HTMLElement {
  const details: [string, string][] = [
    [text.format, `${trace.formatVersion}${trace.compressed ? ' (gzip)' : ''}`],
    [text.referencesOf, runtime.compressedReferences ? '4 bytes (compressed)' : '8 bytes'],
    [text.headers, `${runtime.headerBytes} bytes`],
    [text.alignment, `${runtime.objectAlignment} bytes`],
    [text.ids, `${trace.idBytes} bytes`],
    [text.objectReferences, count(heap.references)],
    [text.roots, count(heap.roots.reduce((sum, { count: some }) => sum + some, 0))],
    [text.threads, count(heap.threads)],
    [text.weak, heap.followWeak ? text.weakFollowed : text.weakNot],
  ];
  if (heap.missingObjects > 0) details.push([text.missing, `${count(heap.missingObjects)} ${text.missingText}`]);
  if (!trace.identity) details.push([text.identity, text.noIdentity]);
  const list = details.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', { testId: `detail-${idOf(name)}` }, value)),
  );
  return element('section', { class: 'details' }, element('h2', {}, text.details), element('dl', {}, ...list));
}

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
