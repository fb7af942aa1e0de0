// The keyboard reaches everything: Tab stops only where it is seen, with a mark that nothing covers; whatever invites a click lies in something
// that has keys. And at 200 % there is still a table to go through.
import type { Page } from '@playwright/test';
import { expect, type Scene, test, themes } from '../support/scenes';

/** Each view with all of its parts. */
const views: readonly Scene[] = [
  'Overview while it is recorded',
  'Overview with a window',
  'Growth',
  'Growth by places',
  'Trends with a drill-down',
  'Ownership',
  'Heap',
  'Heap by data structures',
  'Threads',
  'Inspect',
  'Object',
];

/** A page of an object goes on with a hundred elements, each as the one before. */
const mostStops = 90;

for (const [i, scene] of views.entries()) {
  test(`${scene}: Tab stops where it is seen, and nothing is for the mouse alone`, async ({ show, wear }) => {
    const page = await show(scene);
    // Each theme has marks of its own.
    await wear(themes[i % themes.length] as (typeof themes)[number]);
    expect(await forTheMouseAlone(page)).toEqual([]);
    const faults: string[] = [];
    let stops = 0;
    for (; stops < mostStops; stops++) {
      await page.keyboard.press('Tab');
      const stop = await focusedStop(page);
      if (stop === null) break;
      if (stop.fault) faults.push(`${stop.name}: ${stop.fault}`);
    }
    expect(faults).toEqual([]);
    expect(stops, 'stops').toBeGreaterThan(5);
    if (scene !== 'Object') expect(stops, 'Tab leaves the view at last').toBeLessThan(mostStops);
  });
}

test('at 200 % the Heap tab shows rows to choose from, and more come by scrolling', async ({ show, resizeTo }) => {
  const page = await show('Heap');
  // Of a window of 1280 × 800 pixels, what the workbench leaves to a view at 200 %.
  await resizeTo({ width: 590, height: 330 });
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  const seen = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('[role="grid"] [role="row"][data-key], [role="treegrid"] [role="row"]')];
    return rows.filter((row) => {
      const { left, top, height, width } = row.getBoundingClientRect();
      const [x, y] = [left + Math.min(20, width / 2), top + height / 2];
      return y > 0 && y < innerHeight && row.contains(document.elementFromPoint(x, y));
    }).length;
  });
  expect(seen, 'rows in sight').toBeGreaterThanOrEqual(5);
});

/** Where Tab has led: null outside of the page. A stop must be in sight, with a mark of its own or of what is around it. */
async function focusedStop(page: Page): Promise<{ name: string; fault?: string } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused === document.documentElement) return null;
    // Of a choice it is the label that is seen.
    const at = focused.closest('label') ?? focused;
    const name = `${at.tagName} ${at.getAttribute('data-testid') ?? at.getAttribute('class') ?? ''} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').slice(0, 40)}”`;
    const box = at.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return { name, fault: 'has no place' };
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
      return { name, fault: 'is out of sight' };
    const [left, right] = [Math.max(1, box.left + 1), Math.min(innerWidth - 1, box.right - 1)];
    const [top, bottom] = [Math.max(1, box.top + 1), Math.min(innerHeight - 1, box.bottom - 1)];
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there && !at.contains(there) && !there.contains(at)) return { name, fault: `lies below ${there.className}` };
    // What is seen of it, of what is around it and of what is drawn within or beside it: without the focus something of that is otherwise.
    const marks = [
      'outline',
      'outlineOffset',
      'border',
      'boxShadow',
      'stroke',
      'strokeWidth',
      'backgroundColor',
      'content',
      'textDecoration',
    ] as const;
    const looks = () => {
      const parts = [at, at.parentElement, focused.nextElementSibling, ...at.querySelectorAll('*')].slice(0, 60);
      const styles = parts.flatMap((part) =>
        part && getComputedStyle(part).opacity !== '0'
          ? [getComputedStyle(part), getComputedStyle(part, '::after'), getComputedStyle(part, '::before')]
          : [],
      );
      return styles.map((style) => marks.map((mark) => style[mark]).join(' ')).join('\n');
    };
    const mark = looks();
    if (focused instanceof HTMLElement || focused instanceof SVGElement) {
      focused.blur();
      const without = looks();
      focused.focus({ preventScroll: true });
      if (mark !== without) return { name };
    }
    // Within a canvas a picture of it is drawn anew.
    if (at.querySelector('canvas')) return { name };
    return { name, fault: 'has no mark' };
  });
}

/** What shows a hand to the mouse, and lies in nothing that the keyboard can come to. */
async function forTheMouseAlone(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reachable = 'a[href], button, input, select, textarea, summary, label, [tabindex]';
    const found = [...document.querySelectorAll('#app *')].filter((each) => {
      if (getComputedStyle(each).cursor !== 'pointer' || !each.checkVisibility()) return false;
      return !each.closest(reachable);
    });
    return found.map(
      (each) => `${each.tagName} ${each.getAttribute('class') ?? ''} “${(each.textContent ?? '').slice(0, 40)}”`,
    );
  });
}

test('the keyboard is told what the pointer is told where it rests, after a moment', async ({ show, resizeTo }) => {
  const page = await show('Trends of several dumps');
  const told = page.getByTestId('focus-tooltip');
  const impossible = page.locator('button[aria-disabled="true"][title]').first();
  const why = (await impossible.getAttribute('title')) ?? '';
  for (const height of [800, 120]) {
    await resizeTo({ width: 400, height });
    // Somewhere else by the keyboard first: what the mouse focuses says it by itself.
    await page.keyboard.press('Tab');
    await impossible.focus();
    await expect(told).toBeVisible();
    await expect(told).toHaveText(why);
    const box = await told.boundingBox();
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 400 && box.y + box.height <= height).toBe(true);
    await page.keyboard.press('Escape');
    await expect(told).toBeHidden();
  }
});
