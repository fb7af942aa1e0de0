// How something looks that is shown: pictures in each theme and in several sizes, to be looked at by people, and what a program can judge of
// accessibility (axe) in each theme. Switches within one workbench, since opening one takes far longer.
import { expect } from '@playwright/test';
import type { HeaptrailView } from './heaptrail_view';
import { type Theme, themes, themesToLookAt } from './themes';
import type { Workbench } from './workbench';

const themeClass: Record<Theme, string> = { dark: 'vs-dark', light: 'vs', 'high-contrast': 'hc-black' };
const usual = { width: 1280, height: 800 };
const large = { width: 1600, height: 1000 };
/** Two groups of editors without the side bar: each is 400 pixels wide. */
const halves = { width: 860, height: 800 };

/** Other settings of the test's folder stay. */
export async function switchTheme(workbench: Workbench, theme: Theme): Promise<void> {
  workbench.change({ 'workbench.colorTheme': themes[theme] });
  await expect(workbench.page.locator(`.monaco-workbench.${themeClass[theme]}`)).toBeVisible();
}

/**
 * Leaves the workbench as it was, but for the mouse, which rests where nothing says more.
 * @param code a file of the folder that is open: the view is looked at beside it, too
 */
export async function lookAt(workbench: Workbench, view: HeaptrailView, name: string, code?: string): Promise<void> {
  await workbench.page.mouse.move(150, 600);
  await inThemes(workbench, async (theme) => {
    await workbench.page.setViewportSize(large);
    await workbench.screenshot(`${name}-large-${theme}`);
    await workbench.page.setViewportSize(usual);
    await workbench.screenshot(`${name}-${theme}`);
    expect(await view.accessibilityFaults(), `${name} in ${theme}`).toEqual([]);
  });
  if (code === undefined) return;
  await workbench.openByKeyboard(code);
  await workbench.command('View: Move Editor into Next Group');
  await lookBesideCode(workbench, view, name);
  await workbench.command('View: Close All Editors in Group');
  await expect(workbench.editorGroups()).toHaveCount(1);
}

/** The view beside the code that it led to, each in a group of 400 pixels. */
export async function lookBesideCode(workbench: Workbench, view: HeaptrailView, name: string): Promise<void> {
  const sideBar = workbench.page.locator('.part.sidebar');
  await expect(workbench.editorGroups()).toHaveCount(2);
  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await expect(sideBar).toBeHidden();
  await workbench.page.setViewportSize(halves);
  await inThemes(workbench, async (theme) => {
    await workbench.screenshot(`${name}-narrow-${theme}`);
    expect(await view.tabsOutOfSight(), `${name}, narrow, in ${theme}`).toEqual([]);
    expect(await view.accessibilityFaults(), `${name}, narrow, in ${theme}`).toEqual([]);
  });
  await workbench.page.setViewportSize(usual);
  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await expect(sideBar).toBeVisible();
}

async function inThemes(workbench: Workbench, look: (theme: Theme) => Promise<void>): Promise<void> {
  for (const theme of themesToLookAt) {
    await switchTheme(workbench, theme);
    await look(theme);
  }
}
