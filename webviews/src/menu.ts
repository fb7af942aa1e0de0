// What is needed now and then, behind one button: it opens below the button, and closes by Escape, by a click elsewhere, and when the focus
// leaves it.
import { button, element } from './dom';

/** Pixels between a menu and the edge of the page. */
const edge = 4;

export class Menu {
  readonly element: HTMLElement;
  private readonly opener: HTMLButtonElement;
  private readonly panel: HTMLElement;

  /** @param name of this menu alone, where a page has several with the same test id */
  constructor(label: string, testId: string, items: readonly (HTMLElement | null)[], name = testId) {
    const id = `${name}-panel`;
    this.panel = element('div', { class: 'menu-panel', id, role: 'group', 'aria-label': label }, ...items);
    this.panel.hidden = true;
    this.opener = button(label, () => this.show(this.panel.hidden === true), {
      class: 'secondary',
      testId,
      'aria-expanded': false,
      'aria-controls': id,
    });
    this.element = element('div', { class: 'menu' }, this.opener, this.panel);
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && this.element.contains(relatedTarget);
      // Without a new focus it was a click, on the menu itself perhaps.
      if (relatedTarget !== null && !isInside) this.show(false);
    });
    this.panel.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('button')) this.show(false);
    });
  }

  /** What its button says. */
  relabel(words: string): void {
    this.opener.textContent = words;
  }

  open(): void {
    this.show(true);
  }

  /** As Escape does: the keyboard goes back to the button. */
  close(): void {
    if (this.panel.hidden) return;
    this.show(false);
    this.opener.focus();
  }

  private show(shown: boolean): void {
    this.panel.hidden = !shown;
    this.opener.setAttribute('aria-expanded', String(shown));
    if (shown) {
      this.keepWithinPage();
      document.addEventListener('pointerdown', this.onPointer);
    } else {
      document.removeEventListener('pointerdown', this.onPointer);
    }
  }

  /** Where there is little room its usual side may lead out of the page. */
  private keepWithinPage(): void {
    const { style } = this.panel;
    style.translate = '';
    const { left, right } = this.panel.getBoundingClientRect();
    const shift = left < edge ? edge - left : Math.min(0, innerWidth - edge - right);
    if (shift !== 0) style.translate = `${shift}px`;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.panel.hidden) return;
    event.stopPropagation();
    this.close();
  }

  private readonly onPointer = ({ target }: Event): void => {
    if (target instanceof Node && !this.element.contains(target)) this.show(false);
  };
}
