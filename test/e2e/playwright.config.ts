// End-to-end tests: the packaged extension in a real VS Code workbench. `./run test e2e` installs what they need and starts them.
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const build = path.resolve(__dirname, '../../build');

export default defineConfig({
  testDir: 'specs',
  outputDir: path.join(build, 'e2e-results'),
  globalSetup: './support/global_setup.ts',
  // One workbench and one browser: several at once only make each other slow on the two cores of a small machine.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: path.join(build, 'reports/e2e.json') }]],
});
