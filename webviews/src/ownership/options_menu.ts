// How the picture is made and drawn, and the picture as a file, behind one button.
import type { OwnershipRoot } from '../../../shared/protocol/ownership';
import type { ChartImage, OwnershipChoice } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { Menu } from '../menu';
import { segments } from '../segments';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.options;
/** What the engine takes where nothing is chosen. */
const usualThreshold = 0.1;

export interface OptionsEvents {
  change(choice: Partial<OwnershipChoice>): void;
  save(format: ChartImage['format']): void;
}

export function optionsMenu(choice: OwnershipChoice, { change, save }: OptionsEvents): HTMLElement {
  const line = (label: string, control: HTMLElement, title = '') =>
    element('div', { class: 'option', ...(title === '' ? {} : { title }) }, element('span', {}, label), control);
  let roots = [...choice.roots];
  const rootBox = (root: OwnershipRoot) => {
    const box = element('input', { type: 'checkbox', testId: `ownership-root-${root}` });
    box.checked = roots.includes(root);
    box.addEventListener('change', () => {
      roots = box.checked ? [...roots, root] : roots.filter((each) => each !== root);
      change({ roots });
    });
    return element('label', { class: 'check' }, box, text.root[root]);
  };
  const file = (format: ChartImage['format']) =>
    button(text[format], () => save(format), { class: 'menu-item', testId: `save-ownership-${format}` });
  return new Menu(text.label, 'ownership-options', [
    line(
      text.direction,
      segments({
        name: 'ownership-direction',
        label: text.direction,
        words: text.directions,
        chosen: choice.direction,
        choose: (direction) => change({ direction }),
      }),
    ),
    line(
      text.colours,
      segments({
        name: 'ownership-colours',
        label: text.colours,
        words: text.scales,
        chosen: choice.colours,
        choose: (colours) => change({ colours }),
      }),
    ),
    line(
      text.model,
      segments({
        name: 'ownership-model',
        label: text.model,
        words: text.models,
        chosen: choice.model,
        choose: (model) => change({ model }),
      }),
      text.modelTitle,
    ),
    line(text.threshold, thresholdSelect(choice, change), text.thresholdTitle),
    line(text.roots, element('div', { class: 'checks' }, rootBox('static'), rootBox('thread'), rootBox('system'))),
    file('svg'),
    file('png'),
  ]).element;
}

function thresholdSelect({ threshold }: OwnershipChoice, change: OptionsEvents['change']): HTMLElement {
  const select = element('select', { 'aria-label': text.threshold, testId: 'ownership-threshold' });
  const chosen = threshold ?? usualThreshold;
  for (const share of new Set([...ownershipStrings.thresholds, chosen])) {
    select.append(new Option(`${share}${'\u2009'}%`, String(share)));
  }
  select.value = String(chosen);
  select.addEventListener('change', () => {
    const share = Number(select.value);
    change({ threshold: share === usualThreshold ? null : share });
  });
  return select;
}
