import { defineConfig } from 'vitest/config';

const project = (name: string, environment: 'node' | 'jsdom', more = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment, ...more },
});

// One project a part of the tests. The recorder's talk to JVMs: they take their time and must not run side by side.
export default defineConfig({
  test: {
    projects: [
      project('extension', 'node', { testTimeout: 30_000 }),
      project('webviews', 'jsdom', { testTimeout: 30_000 }),
      project('recorder', 'node', { testTimeout: 300_000, hookTimeout: 300_000, fileParallelism: false }),
    ],
  },
});
