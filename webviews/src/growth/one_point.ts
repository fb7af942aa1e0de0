// A trace with one point cannot have grown: what is needed, and how to get it.
import { element } from '../dom';
import { strings } from '../strings';

export function onePointNotice(): HTMLElement {
  const text = strings.growth.onePoint;
  return element(
    'section',
    { class: 'card', testId: 'growth-one-point' },
    element('h1', {}, text.title),
    element('p', {}, text.text),
    element('ul', {}, element('li', {}, text.recording), element('li', {}, text.dumps)),
  );
}
