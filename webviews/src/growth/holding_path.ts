// The way from a GC root to a structure, one step a line. Of long ways the middle can be unfolded.
import type { HoldingPath, RootText } from '../../../extension/src/protocol/growth';
import { button, element } from '../dom';
import { bytes, count, splitType } from '../format';
import { strings } from '../strings';
import { frameWords, holderFrame } from './growth_words';
import { type OpenSource, siteLink } from './source_link';

const text = strings.growth.details;
const mostSteps = 9;
const keptAtEnds = 4;

export function holdingPath(path: HoldingPath | null, open: OpenSource, inspect?: (id: string) => void): HTMLElement {
  if (!path) return element('p', { class: 'hint' }, text.noPath);
  const steps = path.steps.map((each) => step(each, inspect));
  const list = element('ol', { class: 'holding-path', testId: 'growth-path' }, rootStep(path.root, open), ...steps);
  if (steps.length > mostSteps) fold(steps);
  return list;
}

function rootStep(root: RootText, open: OpenSource): HTMLElement {
  const { class: className, field, thread } = root;
  const place = holderFrame(root);
  const variable =
    className !== undefined && field !== undefined ? `${splitType(className).ownPart}.${field}` : undefined;
  return element(
    'li',
    { class: 'root', title: place ? frameWords(place) : (className ?? '') },
    element('span', { class: 'kind' }, root.label),
    thread === undefined ? null : element('span', { class: 'thread' }, thread),
    place ? siteLink([place], open) : null,
    variable === undefined ? null : element('span', { class: 'variable' }, variable),
  );
}

function step({ via, object }: HoldingPath['steps'][number], inspect?: (id: string) => void): HTMLElement {
  const { ownPart } = splitType(object.type);
  return element(
    'li',
    { title: `${object.type} ${object.id}, ${count(object.bytes)} B` },
    via === undefined ? null : element('span', { class: 'via' }, via.startsWith('[') ? via : `.${via}`),
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
