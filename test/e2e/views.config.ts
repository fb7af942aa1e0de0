// The views alone, with made-up data, in a plain browser: what only a browser can measure (boxes, focus, contrast), without the time that a
// workbench takes. `./run test views` starts them.
import { defineConfig } from '@playwright/test';
import usual from './playwright.config';
import { chromiumOptions } from './support/browser';
import { build } from './support/places';

export default defineConfig({
  ...usual,
  testDir: 'views',
  globalSetup: './support/build_dev_page.ts',
  outputDir: `${build}/views-results`,
  use: { launchOptions: chromiumOptions },
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `${build}/reports/views.json` }]],
});
