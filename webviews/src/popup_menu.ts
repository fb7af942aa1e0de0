// A menu at some place of the page: arrow keys go through it, Escape and a click elsewhere close it, and the keyboard goes back to where
// it was.
import { element } from './dom';

export interface MenuEntry {
  words: string;
  testId: string;
  /** Shown beside it. */
  key?: string;
  /** Why it cannot be chosen here. */
  reason?: string;
  /** More entries, which take the place of these. */
  more?: () => MenuEntry[];
  choose?: () => void;
  /** Begins another part of the menu. */
  isApart?: boolean;
}

export class PopupMenu {
  private readonly panel = element('div', {
    class: 'menu-panel popup',
    role: 'menu',
    testId: 'popup-menu',
    tabindex: -1,
  });
  private before: HTMLElement | SVGElement | null = null;

  /** @param closed is told whenever it goes away */
  constructor(
    label: string,
    private readonly closed: () => void = () => undefined,
  ) {
    this.panel.setAttribute('aria-label', label);
    this.panel.addEventListener('keydown', (event) => this.onKey(event));
    this.panel.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  show(entries: readonly MenuEntry[], { x, y }: { x: number; y: number }): void {
    this.close();
    const { activeElement } = document;
    // Charts are reached by the keyboard, too.
    this.before = activeElement instanceof HTMLElement || activeElement instanceof SVGElement ? activeElement : null;
    this.fill(entries);
    document.body.append(this.panel);
    const { width, height } = this.panel.getBoundingClientRect();
    this.panel.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    this.panel.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    document.addEventListener('pointerdown', this.onPointer);
    addEventListener('blur', this.onBlur);
    this.items[0]?.focus();
  }

  close(): void {
    if (!this.panel.isConnected) return;
    document.removeEventListener('pointerdown', this.onPointer);
    removeEventListener('blur', this.onBlur);
    this.panel.remove();
    this.before?.focus();
    this.before = null;
    this.closed();
  }

  private get items(): HTMLElement[] {
    return [...this.panel.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  }

  private fill(entries: readonly MenuEntry[]): void {
    const nodes = entries.flatMap((entry) => [
      ...(entry.isApart ? [element('div', { class: 'menu-line', role: 'separator' })] : []),
      this.itemOf(entry),
    ]);
    this.panel.replaceChildren(...nodes);
  }

  private itemOf({ words, testId, key, reason, more, choose }: MenuEntry): HTMLElement {
    const item = element(
      'button',
      {
        type: 'button',
        class: 'menu-item',
        role: 'menuitem',
        tabindex: -1,
        testId,
        ...(reason ? { title: reason, 'aria-disabled': true } : {}),
        ...(more ? { 'aria-haspopup': 'menu' } : {}),
      },
      element('span', {}, words),
      key ? element('span', { class: 'menu-key' }, key) : null,
      more ? element('span', { class: 'menu-key', 'aria-hidden': true }, '›') : null,
    );
    item.addEventListener('click', () => {
      if (reason) return;
      if (more) {
        this.fill(more());
        this.items[0]?.focus();
        return;
      }
      this.close();
      choose?.();
    });
    return item;
  }

  private onKey(event: KeyboardEvent): void {
    const { items } = this;
    const at = items.indexOf(document.activeElement as HTMLElement);
    const places: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at + items.length - 1) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    event.stopPropagation();
    const to = places[event.key];
    if (to !== undefined) items[to]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else if (event.key === 'ArrowRight' && items[at]?.hasAttribute('aria-haspopup')) items[at]?.click();
    else return;
    event.preventDefault();
  }

  private readonly onPointer = ({ target }: Event): void => {
    if (target instanceof Node && !this.panel.contains(target)) this.close();
  };
  /** The editor around the page was clicked. */
  private readonly onBlur = (): void => this.close();
}
