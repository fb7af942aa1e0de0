// How fast the editor is, in a real workbench: on a busy machine these times say little. docs/benchmarks.md has them. `./run test speed`.
import { defineConfig } from '@playwright/test';
import usual from './playwright.config';
import type { WorkbenchOptions } from './support/fixtures';
import { build } from './support/places';

export default defineConfig<object, WorkbenchOptions>({
  ...usual,
  testDir: 'speed',
  use: { ownExtensions: 'all' },
  retries: 0,
  timeout: 240_000,
  reporter: [['list'], ['json', { outputFile: `${build}/reports/speed.json` }]],
});
