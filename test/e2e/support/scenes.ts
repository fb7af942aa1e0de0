// The scenes of the page with made-up data (webviews/dev/dev.ts), and how a test comes to one.
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { build } from './places';

/** Each view in each of its states, by what the page's address says. */
export const scenes = {
  opening: 'scene=opening',
  failed: 'scene=failed',
  cancelled: 'scene=cancelled',
  'engine stopped': 'scene=stopped',
  'Overview of a heap dump': 'scene=open',
  'Overview with warnings': 'scene=warnings',
  'Overview of a recording': 'scene=recording',
  'Overview with a window': 'scene=recording&from=4&to=10&known',
  'Overview of several dumps': 'scene=dumps',
  'Overview of a thousand points': 'scene=large',
  'Overview while it is recorded': 'scene=growing',
  Growth: 'scene=growth',
  'Growth alone': 'scene=growth&alone',
  'Growth of several dumps': 'scene=growth-dumps',
  'Growth that was gone again later': 'scene=growth-fell',
  'Growth without suspects': 'scene=growth-none',
  'Growth in a heap that shrank': 'scene=growth&from=10&to=11',
  'Growth while it is computed': 'scene=growth-slow',
  'Growth that cannot be computed': 'scene=growth-failed',
  'Growth of one point': 'scene=open&tab=growth',
  'Growth by places': 'scene=growth-tree',
  'Growth by places in a heap that shrank': 'scene=growth-tree&from=10&to=11',
  'Growth by thousands of places': 'scene=growth-tree-large',
  Trends: 'scene=trends',
  'Trends with a drill-down': 'scene=trends&drill=byte[]',
  'Trends while they are computed': 'scene=trends-slow',
  'Trends of several dumps': 'scene=trends-dumps',
  'Trends of a thousand points': 'scene=trends-large',
  'Trends of one point': 'scene=open&tab=trends',
  Ownership: 'scene=ownership',
  'Ownership with a marker': 'scene=ownership&marker=before',
  'Ownership of one point': 'scene=open&tab=ownership',
  'Ownership of thousands of blocks': 'scene=ownership-large',
  Heap: 'scene=open&tab=heap',
  'Heap without rows': 'scene=open&tab=heap&search=nothingIsCalledSo',
  'Heap while sizes are computed': 'scene=computing',
  'Heap without sizes': 'scene=no-sizes',
  'Heap compared': 'scene=recording&tab=heap&compare=3',
  'Heap by packages': 'scene=recording&tab=heap&by=package,%20type&expanded=com',
  'Heap by waste': 'scene=open&tab=heap&by=waste(hide),%20owner',
  'Heap by data structures': 'scene=structures',
  'Heap without descriptions': 'scene=undescribed',
  'Heap with faulty descriptions': 'scene=faulty-descriptions',
  Threads: 'scene=open&tab=heap&threads',
  Inspect: 'scene=open&tab=inspect',
  'Inspect alone': 'scene=open&tab=inspect&alone',
  'Inspect, nothing chosen': 'scene=open&tab=inspect&inspect=',
  Object: 'scene=open&tab=inspect&inspect=0x10000030',
} as const;
export type Scene = keyof typeof scenes;

/** By the class that the editor gives the page. */
const themeClasses = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'high contrast': 'vscode-high-contrast',
  'high contrast, light': 'vscode-high-contrast vscode-high-contrast-light',
};
export type Theme = keyof typeof themeClasses;
export const themes = Object.keys(themeClasses) as Theme[];
/** What axe looks for in colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];
/** A usual editor; beside code; and the narrowest group of editors that somebody complained about. */
export const widths = [1280, 400, 308] as const;
const height = 800;

const address = `file://${path.join(build, 'dev', 'index.html')}?bare&quick`;

interface Fixtures {
  /** Opens a scene, dark and 1280 pixels wide, and waits until nothing of it is on its way. */
  show(scene: Scene): Promise<Page>;
  /** Switches the theme of what is shown. */
  wear(theme: Theme): Promise<void>;
  /** Switches the width of what is shown. */
  resize(width: number): Promise<void>;
  /** As with another zoom. */
  resizeTo(size: { width: number; height: number }): Promise<void>;
}

export const test = base.extend<Fixtures, { scenePage: Page }>({
  // Opening a page costs more than another address.
  scenePage: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ viewport: { width: widths[0], height } });
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  show: async ({ scenePage: page }, use) => {
    const errors: string[] = [];
    const keep = (error: Error) => errors.push(String(error.stack ?? error));
    page.on('pageerror', keep);
    await use(async (scene) => {
      await page.setViewportSize({ width: widths[0], height });
      await page.goto(`${address}&${scenes[scene]}`);
      await settled(page);
      return page;
    });
    page.off('pageerror', keep);
    expect(errors, 'errors in the page').toEqual([]);
  },
  wear: async ({ scenePage: page }, use) => {
    await use((theme) =>
      page.evaluate((classes) => {
        document.body.className = classes;
      }, themeClasses[theme]),
    );
  },
  resize: async ({ scenePage: page }, use) => {
    await use(async (width) => {
      if (page.viewportSize()?.width === width) return;
      await page.setViewportSize({ width, height });
      await settled(page);
    });
  },
  resizeTo: async ({ scenePage: page }, use) => {
    await use(async (size) => {
      await page.setViewportSize(size);
      await settled(page);
    });
  },
});

/** Nothing has changed for a while: made-up answers come within milliseconds; what takes longer in a scene takes minutes. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(end, 150);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, 150);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
  );
}

export { expect };
