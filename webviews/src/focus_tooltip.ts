// What the pointer is told where it rests, for the keyboard as well: browsers show a title to the mouse alone. The title of the focused element or of
// what it is part of, or those of the parts of a focused row, appear below it after a moment, so that they are not in the way of one who goes on at
// once. Screen readers have titles as descriptions anyway.
import { element } from './dom';

/** As long as the pointer has to rest. */
const moment = 700;
const gap = 4;

export class FocusTooltip {
  private readonly element = element('div', {
    class: 'tooltip of-focus',
    'aria-hidden': true,
    testId: 'focus-tooltip',
  });
  private waiting: number | undefined;

  constructor(page: HTMLElement) {
    this.hide();
    page.after(this.element);
    // Menus lie beside the page.
    document.addEventListener('focusin', ({ target }) => this.focused(target));
    document.addEventListener('focusout', () => this.hide());
    document.addEventListener('pointerdown', () => this.hide());
    document.addEventListener('scroll', () => this.hide(), { capture: true, passive: true });
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.hide();
    });
  }

  private focused(target: EventTarget | null): void {
    this.hide();
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
    this.waiting = window.setTimeout(() => this.show(target), moment);
  }

  private show(target: HTMLElement): void {
    const words = titlesOf(target);
    if (words.length === 0 || !target.isConnected) return;
    this.element.textContent = words.join('\n');
    this.element.hidden = false;
    const { left, top, bottom } = target.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const isRoomBelow = bottom + gap + height <= window.innerHeight;
    this.element.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
    this.element.style.top = `${Math.max(gap, isRoomBelow ? bottom + gap : top - gap - height)}px`;
  }

  private hide(): void {
    window.clearTimeout(this.waiting);
    this.element.hidden = true;
  }
}

/** What there is to say beside what is read anyway. */
function titlesOf(target: HTMLElement): string[] {
  const own = target.closest<HTMLElement>('[title]')?.title;
  const parts = [...target.querySelectorAll<HTMLElement>('[title]')];
  const titles = own ? [own] : target.matches('[role="row"]') ? parts.map(({ title }) => title) : [];
  const read = plain(target.textContent ?? '');
  return [...new Set(titles)].filter((title) => !read.includes(plain(title)));
}

const plain = (words: string) => words.replace(/\s+/g, ' ').trim();
