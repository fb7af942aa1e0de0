// Chromium without a window and without a graphics card, for benchmarks of what views draw; and what the main thread of a page computed for, which
// others on the machine do not change.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
  });

/** A page around NAME.js and NAME.css, which lie in the folder already. @returns {string} its address */
export function writePage(/** @type {string} */ folder, /** @type {string} */ name) {
  const head = `<meta charset="utf-8"><link rel="stylesheet" href="${name}.css">`;
  const body = `<div id="app"></div><script src="${name}.js"></script>`;
  const file = join(folder, `${name}.html`);
  writeFileSync(file, `<!DOCTYPE html>${head}${body}`);
  return pathToFileURL(file).href;
}

/** From now on, the time of a page's main thread is counted. @returns a function that tells it, in milliseconds */
export async function countThreadTime(/** @type {import('@playwright/test').Page} */ page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

export const middle = (/** @type {number[]} */ numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
