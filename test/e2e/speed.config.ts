// How fast the editor is, in a real workbench: on a busy machine these times say little. docs/benchmarks.md has them. `./run test speed`.
import { defineConfig } from '@playwright/test';
import usual from './playwright.config';
import { build } from './support/places';

export default defineConfig({
  ...usual,
  testDir: 'speed',
  testIgnore: [],
  retries: 0,
  timeout: 240_000,
  reporter: [['list'], ['json', { outputFile: `${build}/reports/speed.json` }]],
});
