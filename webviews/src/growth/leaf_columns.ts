// The columns of leaves: how many, their own bytes, and the bytes of all that they lead to. Where a structure holds as many as ever and
// what they lead to grew, the latter come first-class; otherwise their difference stands behind the rest. Where nobody asked for deep
// sizes there is no column of them.

import { bytes, count, counted, objects } from '../../../shared/format';
import type { Grown, GrownLeaves, GrowthPattern, LeafRow } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';
import { approximately, bytesGrown, deltaBytes, deltaObjects, fromTo } from './growth_words';

const text = strings.growth.details;

/** Whether deep sizes are shown, and how: all of them, or their difference. `end`: of the end alone, as of what one heap holds. */
export type DeepColumns = 'none' | 'difference' | 'all' | 'end';

/** Whether what a structure holds grew, and not the structure itself. */
export const isDataGrowth = (pattern: GrowthPattern | null): boolean => pattern?.endsWith('data-growth') === true;

export function deepColumnsOf(rows: readonly GrownLeaves[], pattern: GrowthPattern | null): DeepColumns {
  if (!rows.some(({ deep }) => deep)) return 'none';
  return isDataGrowth(pattern) ? 'all' : 'difference';
}

/** Of a site, of a type, or of all; a site’s may be worked out from samples. */
export type ShownGrown = GrownLeaves & Pick<LeafRow, 'estimated' | 'samples'>;

interface Column {
  name: string;
  words: string;
  title?: string;
  cell(leaves: ShownGrown): HTMLElement;
}

const cell = (name: string, words: string, title?: string) =>
  element('div', { role: 'gridcell', class: `cell number ${name}`, ...(title === undefined ? {} : { title }) }, words);

const exactBytes = (grown: Grown) => `${count(bytesGrown(grown))} B`;
const exactSize = ({ objects: number, bytes: size }: Grown['from']) => `${objects(number)}, ${count(size)} B`;

function counts(): Column[] {
  const named = (name: string, of: (leaves: ShownGrown) => string, words: string): Column => ({
    name,
    words: `${text.objects} ${words}`,
    cell: (leaves) => cell(name, approximately(of(leaves), leaves.estimated), samplesWords(leaves)),
  });
  return [
    named('objects-from', ({ from }) => count(from.objects), text.from.toLowerCase()),
    named('objects-to', ({ to }) => count(to.objects), text.to.toLowerCase()),
    named('objects-delta', deltaObjects, '±'),
  ];
}

/** How many objects were seen at both ends; only those have a site. */
function samplesWords({ estimated, samples }: ShownGrown): string | undefined {
  if (!estimated) return undefined;
  const { samples: words, estimatedTitle } = strings.growth;
  return samples ? `${count(samples.from)} → ${counted(samples.to, words)}` : estimatedTitle;
}

function ends(kind: 'bytes' | 'deep', of: (leaves: GrownLeaves) => Grown | undefined, title?: string): Column[] {
  const sized = (name: string, words: string, value: (grown: Grown) => [shown: string, exact?: string]): Column => ({
    name: `${kind}-${name}`,
    words: `${text[kind]} ${words}`,
    ...(title === undefined ? {} : { title }),
    cell: (leaves) => {
      const grown = of(leaves);
      const [shown, exact] = grown ? value(grown) : [strings.growth.notAvailable];
      // Bytes of what was not counted are not exact; deep sizes are none of samples.
      if (kind === 'bytes' && leaves.estimated)
        return cell(`${kind}-${name}`, approximately(shown, true), samplesWords(leaves));
      return cell(`${kind}-${name}`, shown, exact);
    },
  });
  const end = (grown: Grown['from']): [string, string?] =>
    kind === 'deep' ? [bytes(grown.bytes), exactSize(grown)] : [bytes(grown.bytes)];
  return [
    sized('from', text.from.toLowerCase(), ({ from }) => end(from)),
    sized('to', text.to.toLowerCase(), ({ to }) => end(to)),
    // Where there is no room for both ends of deep sizes, they are told here.
    sized('delta', '±', (grown) => [deltaBytes(grown), kind === 'deep' ? fromTo(grown) : exactBytes(grown)]),
  ];
}

const own = [...counts(), ...ends('bytes', (leaves) => leaves)];
const deep = ends('deep', ({ deep: grown }) => grown, text.deepTitle);
const isDifference = ({ name }: Column) => name.endsWith('-delta');

const atEnd = (name: string, words: string): Column[] =>
  own.filter((column) => column.name === name).map((column) => ({ ...column, words }));

const columns: Record<DeepColumns, Column[]> = {
  end: [...atEnd('objects-to', text.objects), ...atEnd('bytes-to', text.bytes)],
  none: own,
  difference: [...own, ...deep.filter(isDifference)],
  all: [...counts(), ...own.filter(({ name }) => name === 'bytes-delta'), ...deep],
};

export function headingCells(which: DeepColumns): HTMLElement[] {
  return columns[which].map(({ name, words, title }) =>
    element(
      'div',
      { role: 'columnheader', class: `cell number ${name}`, ...(title === undefined ? {} : { title }) },
      words,
    ),
  );
}

export function grownCells(leaves: ShownGrown, which: DeepColumns): HTMLElement[] {
  return columns[which].map(({ cell: of }) => of(leaves));
}
