// Menus of every view, opened by the keyboard: axe finds nothing, they lie within the page at every width with nothing over them, and Escape gives
// the keyboard back to where it was.
import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility';
import { menuFaults } from '../support/boxes';
import { colourRules, expect, type Scene, test, themes, widths } from '../support/scenes';

/** Each button opens a menu below it. */
const menus: [scene: Scene, testId: string][] = [
  ['Growth', 'growth-menu'],
  ['Trends', 'trend-more'],
  ['Trends', 'group-by'],
  ['Ownership', 'ownership-options'],
  ['Heap', 'heap-export'],
  ['Heap', 'group-by'],
];

for (const [scene, testId] of menus) {
  test(`${scene}: ${testId} opens and closes by the keyboard, in every theme and at every width`, async ({
    show,
    wear,
    resize,
  }) => {
    const page = await show(scene);
    const opener = page.getByTestId(testId).first();
    for (const width of widths) {
      await resize(width);
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
      const panel = page.locator(`#${await opener.getAttribute('aria-controls')}`);
      await expectWithin(page, panel);
      expect.soft(await menuFaults(page, '.menu-panel:not([hidden])'), `${width} pixels wide`).toEqual([]);
      if (width === widths[0]) await expectAccessible(page, wear);
      await page.keyboard.press('Tab');
      await expect(panel.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });
}

/** What a row, a line or a block offers, by the key that menus have. */
const popups: [scene: Scene, from: (page: Page) => Locator, keys: string[]][] = [
  ['Heap', (page) => page.getByRole('grid'), ['ArrowDown', 'ContextMenu']],
  ['Trends', (page) => page.getByTestId('trend-actions').first(), ['Enter']],
  ['Ownership', (page) => page.getByTestId('ownership-picture'), ['ArrowRight', 'ContextMenu']],
];

for (const [scene, from, keys] of popups) {
  test(`${scene}: actions of a part are reached by the keyboard, in every theme and at every width`, async ({
    show,
    wear,
    resize,
  }) => {
    const page = await show(scene);
    const panel = page.getByTestId('popup-menu');
    for (const width of widths) {
      await resize(width);
      await from(page).focus();
      const before = await focusedElement(page);
      for (const key of keys) await page.keyboard.press(key);
      await expect(panel).toBeVisible();
      await expect(panel.locator(':focus')).toHaveCount(1);
      await expectWithin(page, panel);
      expect.soft(await menuFaults(page, '.menu-panel:not([hidden])'), `${width} pixels wide`).toEqual([]);
      if (width === widths[0]) await expectAccessible(page, wear);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      expect(await focusedElement(page)).toBe(before);
    }
  });
}

const focusedElement = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.getAttribute('data-testid')}`);

async function expectAccessible(page: Page, wear: (theme: (typeof themes)[number]) => Promise<void>): Promise<void> {
  for (const theme of themes) {
    await wear(theme);
    const faults = await accessibilityFaults(
      page,
      theme === themes[0] ? undefined : colourRules,
      '.menu-panel:not([hidden])',
    );
    expect.soft(faults, theme).toEqual([]);
  }
}

async function expectWithin(page: Page, panel: Locator): Promise<void> {
  const box = await panel.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) throw new Error('a menu that is open has a place');
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
}
