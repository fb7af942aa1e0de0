// The way from a GC root to a structure, one step a line. Of long ways the middle can be unfolded.

import { bytes, count, splitType, viaText } from '../../../shared/format';
import type { HoldingPath } from '../../../shared/protocol/growth';
import { button, element } from '../dom';
import { rootItem } from '../root_item';
import { strings } from '../strings';
import type { OpenSource } from './source_link';

const text = strings.growth.details;
const mostSteps = 9;
const keptAtEnds = 4;

export function holdingPath(path: HoldingPath | null, open: OpenSource, inspect?: (id: string) => void): HTMLElement {
  if (!path) return element('p', { class: 'hint' }, text.noPath);
  const steps = path.steps.map((each) => step(each, inspect));
  const list = element('ol', { class: 'holding-path', testId: 'growth-path' }, rootItem(path.root, open), ...steps);
  if (steps.length > mostSteps) fold(steps);
  return list;
}

function step({ via, object }: HoldingPath['steps'][number], inspect?: (id: string) => void): HTMLElement {
  const { ownPart } = splitType(object.type);
  return element(
    'li',
    { title: `${object.type} ${object.id}, ${count(object.bytes)} B` },
    via === undefined ? null : element('span', { class: 'via' }, viaText(via)),
    inspect
      ? button(ownPart, () => inspect(object.id), { class: 'link type', testId: 'path-object' })
      : element('span', { class: 'type' }, ownPart),
    element('span', { class: 'size' }, bytes(object.bytes)),
  );
}

function fold(steps: HTMLElement[]): void {
  const middle = steps.slice(keptAtEnds, -keptAtEnds);
  for (const each of middle) each.hidden = true;
  const more = element('li', { class: 'folded' });
  const unfold = button(
    `${count(middle.length)} … `,
    () => {
      for (const each of middle) each.hidden = false;
      more.remove();
    },
    { class: 'link', 'aria-label': `${text.more}: ${middle.length}` },
  );
  more.append(unfold);
  middle[0]?.before(more);
}
