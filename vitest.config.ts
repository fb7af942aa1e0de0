import { defineConfig } from 'vitest/config';

const project = (name: string, environment: 'node' | 'jsdom', more = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment, ...more },
});

// A busy machine can make anything late. What passes only at the second try is named in the summary (scripts/count-results.mjs).
const retry = process.env.CI === 'true' ? 1 : 0;

// With all JVMs (`./run test deep`), what is the same for any of them is not tried again; and with each change not what takes long.
const ofTheOtherRun = process.env.HEAPTRAIL_JVMS === 'all' ? 'any_jvm' : 'only_deep';

// One project a part of the tests. The views' files share a process, each in a context of its own: jsdom is loaded once. The recorder's and
// libraries' talk to JVMs and take their time: two files at once, each in a process of its own.
export default defineConfig({
  test: {
    projects: [
      project('extension', 'node', { testTimeout: 30_000 }),
      project('webviews', 'jsdom', { testTimeout: 30_000, pool: 'vmForks', maxWorkers: '100%' }),
      project('gallery', 'node', { testTimeout: 30_000, hookTimeout: 600_000 }),
      project('recorder', 'node', {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        pool: 'forks',
        maxWorkers: 2,
        retry,
        exclude: [`test/recorder/${ofTheOtherRun}/**`],
      }),
      project('libraries', 'node', { testTimeout: 300_000, pool: 'forks', maxWorkers: 2, retry }),
    ],
  },
});
