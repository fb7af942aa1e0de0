// End-to-end tests: the packaged extension in a real VS Code workbench. `./run test e2e` installs what they need and starts them.
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { testsToRun } from './support/tiers';

const build = path.resolve(__dirname, '../../build');

export default defineConfig({
  testDir: 'specs',
  ...testsToRun(),
  outputDir: path.join(build, 'e2e-results'),
  globalSetup: './support/global_setup.ts',
  // Each has a workbench and a browser: on two cores, two at once take as long as one after the other, and each test twice as long.
  workers: 1,
  fullyParallel: false,
  // A busy machine can make anything late. What passes only at the second try is named in the summary (scripts/count-results.mjs).
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: path.join(build, 'reports/e2e.json') }]],
});
