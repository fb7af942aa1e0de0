// A page for views in jsdom, which lays nothing out: it has no observer, and everything is 0 pixels large.
import { expect, vi } from 'vitest';

class ImmediateResizeObserver {
  constructor(private readonly callback: () => void) {}
  observe() {
    this.callback();
  }
  unobserve() {}
  disconnect() {}
}

/** @param height of everything on it: rows that do not fit are not drawn, and drawing is most of what these tests take */
export function makePage(height = 300): void {
  vi.useFakeTimers();
  vi.stubGlobal('ResizeObserver', ImmediateResizeObserver);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
}

export const byId = <T extends Element = HTMLElement>(id: string) => document.querySelector<T>(`[data-testid="${id}"]`);
export const must = <T extends Element = HTMLElement>(id: string) =>
  byId<T>(id) ?? expect.unreachable(`there is no ${id}`);
export const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid="heap-row"]')].map((row) => row.dataset.key);
export const key = (element: Element, name: string, more: KeyboardEventInit = {}) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));
