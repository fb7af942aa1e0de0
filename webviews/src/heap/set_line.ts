// Above the table, while not simply all objects are shown: the sets that somebody went into, one from the other, with the way back; and what
// limits them, each with a button that takes it away.
import type { GroupingChoice, HeapStep } from '../../../shared/protocol/view';
import { CopyButton } from '../copy_button';
import { button, element } from '../dom';
import { shortKey } from '../short_key';
import { strings } from '../strings';

const text = strings.explore;

export interface SetLineEvents {
  go(place: number): void;
  editCondition(): void;
  removeCondition(): void;
  hideOwned(): void;
  copy(): void;
}

export class SetLine {
  readonly element = element('div', { class: 'set-line', testId: 'set-line' });

  private readonly copy: CopyButton;

  constructor(private readonly events: SetLineEvents) {
    this.copy = new CopyButton(text.copyTrailTitle, 'set-copy', () => events.copy());
  }

  show(choice: GroupingChoice, ofStructures: boolean): void {
    const chips = this.chipsOf(choice, ofStructures);
    const hasTrail = choice.trail.length > 1;
    this.element.hidden = !hasTrail && chips.length === 0;
    if (this.element.hidden) {
      this.element.replaceChildren();
      return;
    }
    this.element.replaceChildren(
      ...(hasTrail ? [this.trailOf(choice, ofStructures)] : []),
      ...chips,
      this.copy.element,
    );
  }

  /** Says for a moment that there is something to paste. */
  showCopied(): void {
    this.copy.showCopied();
  }

  private trailOf({ trail, place }: GroupingChoice, ofStructures: boolean): HTMLElement {
    const crumbs = trail.map((step, index) => {
      const words = index === 0 ? (ofStructures ? text.allStructures : text.all) : crumbOf(step, trail[index - 1]);
      const title = step.of.path.join(' › ') || words;
      const crumb = button(words, () => this.events.go(index), {
        class: index > place ? 'crumb ahead' : 'crumb',
        title,
        testId: 'crumb',
        ...(index === place ? { 'aria-current': 'location' as const } : {}),
      });
      return element('li', {}, crumb);
    });
    return element(
      'nav',
      { class: 'trail', 'aria-label': text.trail, testId: 'trail' },
      this.arrow('‹', text.back, 'trail-back', place - 1, trail.length),
      this.arrow('›', text.forward, 'trail-forward', place + 1, trail.length),
      element('ol', {}, ...crumbs),
    );
  }

  private arrow(sign: string, label: string, testId: string, to: number, length: number): HTMLElement {
    const arrow = button(sign, () => this.events.go(to), { class: 'arrow', 'aria-label': label, title: label, testId });
    arrow.disabled = to < 0 || to >= length;
    return arrow;
  }

  private chipsOf({ where, owned }: GroupingChoice, ofStructures: boolean): HTMLElement[] {
    const chips = [];
    if (where !== '') {
      const words = button(where, () => this.events.editCondition(), { title: text.chipTitle, testId: 'chip-where' });
      chips.push(chip(words, text.removeCondition, 'chip-where-remove', () => this.events.removeCondition()));
    }
    if (ofStructures && owned) {
      const words = element('span', { title: text.ownedTitle, testId: 'chip-owned' }, text.owned);
      chips.push(chip(words, text.hideOwned, 'chip-owned-remove', () => this.events.hideOwned()));
    }
    return chips;
  }
}

function chip(words: HTMLElement, label: string, testId: string, remove: () => void): HTMLElement {
  const cross = button('×', remove, { class: 'remove', 'aria-label': label, title: label, testId });
  return element('span', { class: 'chip' }, words, cross);
}

/** What was gone into from the step before, as short as can be. */
function crumbOf({ of }: HeapStep, before: HeapStep | undefined): string {
  const keys = of.path.slice(before?.of.path.length ?? 0);
  return keys.map(shortKey).join(' › ');
}
