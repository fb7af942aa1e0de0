// Moments that the user marked, with names to write over: each leads to the point nearest to it.

import { timeSince } from '../../../shared/format';
import { mostMarkers, type OwnershipMarker } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { ownershipStrings } from './ownership_strings';

const text = ownershipStrings.time;
const longest = 60;

export interface MarkerEvents {
  change(markers: OwnershipMarker[]): void;
  goTo(marker: OwnershipMarker): void;
}

/** With one more, in the order of time; the same where there is one at this time already, or no room. */
export function marked(markers: readonly OwnershipMarker[], t: number): OwnershipMarker[] {
  if (markers.length >= mostMarkers || markers.some((each) => each.t === t)) return [...markers];
  const numbers = markers.map(({ name }) => Number(new RegExp(`^${text.marker} (\\d+)$`).exec(name)?.[1] ?? 0));
  const name = `${text.marker} ${Math.max(0, ...numbers) + 1}`;
  return [...markers, { t, name }].sort((a, b) => a.t - b.t);
}

export class MarkerList {
  readonly element = element('ul', { class: 'markers', testId: 'ownership-markers' });

  constructor(private readonly events: MarkerEvents) {}

  /** @param naming the time of the one whose name is to be written now */
  show(markers: readonly OwnershipMarker[], naming?: number): void {
    this.element.hidden = markers.length === 0;
    this.element.replaceChildren(...markers.map((marker) => this.itemOf(marker, markers)));
    const at = markers.findIndex(({ t }) => t === naming);
    const field = this.element.querySelectorAll('input')[at];
    field?.focus();
    field?.select();
  }

  private itemOf(marker: OwnershipMarker, markers: readonly OwnershipMarker[]): HTMLElement {
    const { t, name } = marker;
    const time = timeSince(t);
    const go = button(time, () => this.events.goTo(marker), {
      class: 'link',
      title: `${text.goTo} ${time}`,
      'aria-label': `${text.goTo} ${time}`,
    });
    const field = element('input', { type: 'text', 'aria-label': `${text.markerName} ${time}`, testId: 'marker-name' });
    field.value = name;
    field.maxLength = longest;
    field.size = Math.max(6, name.length);
    const keep = () => {
      const written = field.value.trim();
      if (written === '' || written === name) field.value = name;
      else this.events.change(markers.map((each) => (each === marker ? { ...each, name: written } : each)));
    };
    field.addEventListener('change', keep);
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') field.blur();
      if (event.key === 'Escape') {
        field.value = name;
        field.blur();
      }
    });
    const remove = button('×', () => this.events.change(markers.filter((each) => each !== marker)), {
      class: 'remove',
      title: `${text.remove} ${name}`,
      'aria-label': `${text.remove} ${name}`,
      testId: 'marker-remove',
    });
    return element('li', {}, element('span', { class: 'flag', 'aria-hidden': true }), field, go, remove);
  }
}
