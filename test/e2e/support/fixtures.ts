// What every end-to-end test gets: a workbench with a folder of its own in a page of its own. Each worker has one server and one browser
// for all its tests (their caches make the second page fast). A test that fails leaves a picture and the server's log; an error in the page
// is a failure.
import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, test as base, chromium, expect } from '@playwright/test';
import { chromiumOptions } from './browser';
import { type CodeServer, startCodeServer } from './code_server';
import { holdsOf, makeWorkspace } from './data';
import type { Holds } from './heap_dump';
import { HeaptrailView } from './heaptrail_view';
import { jdkWithoutSources } from './jdk_without_sources';
import { delayEngine } from './late_engine';
import { vsix } from './places';
import { record } from './recordings';
import { recordSample, statistics, travelCache } from './samples';
import { SideBar } from './side_bar';
import { TimelinePart } from './timeline_part';
import { Workbench } from './workbench';

interface Fixtures {
  workbench: Workbench;
  /** The Heaptrail view of the editor in front. */
  view: HeaptrailView;
  /** The timeline in it. */
  timeline: TimelinePart;
  sideBar: SideBar;
}

export interface WorkbenchOptions {
  /** Whether the workbench has all of its own extensions, as users have it, or only those that are seen. */
  ownExtensions: 'all' | 'seen';
}

interface WorkerFixtures {
  /** With the packaged extension. */
  server: CodeServer;
  browserContext: BrowserContext;
  /** What the Java program itself says it holds. */
  holds: Holds;
  /** Of the leaking program, from its start to its end. */
  recording: string;
  /** The same with the site of every object. */
  exactRecording: string;
  /** The folders of the samples, each with its recording and its sources. */
  samples: { travelCache: string; statistics: string };
}

/** Themes, and what colours the sources that are shown. Git, the languages' servers and the like cost each window more than a second. */
const seenExtensions = ['java', 'json', 'theme-defaults', 'theme-seti'];

export const test = base.extend<Fixtures, WorkerFixtures & WorkbenchOptions>({
  ownExtensions: ['seen', { option: true, scope: 'worker' }],

  server: [
    async ({ ownExtensions }, use) => {
      const server = await startCodeServer({
        extensions: [vsix()],
        ...(ownExtensions === 'all' ? {} : { ownExtensions: seenExtensions }),
        environment: (folder) => jdkWithoutSources(path.join(folder, 'jdk')),
      });
      const late = Number(process.env.HEAPTRAIL_E2E_LATE ?? 0);
      if (late > 0) delayEngine(server.extensionsFolder, late);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  browserContext: [
    async ({ server }, use) => {
      const context = await chromium.launchPersistentContext(path.join(server.folder, 'browser'), chromiumOptions);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  holds: [async ({}, use) => use(holdsOf(data(), 'holds')), { scope: 'worker' }],

  recording: [
    async ({ server }, use) => {
      const file = path.join(server.folder, 'travel-service.heaptrail');
      await record(data(), file);
      await use(file);
    },
    { scope: 'worker' },
  ],

  exactRecording: [
    async ({ server }, use) => {
      const file = path.join(server.folder, 'travel-service-sites.heaptrail');
      await record(data(), file, '--sites', 'exact');
      await use(file);
    },
    { scope: 'worker' },
  ],

  samples: [
    async ({ server }, use) => {
      const folderOf = (name: string): string => path.join(server.folder, 'samples', name);
      const samples = { travelCache: folderOf('travel-cache'), statistics: folderOf('statistics') };
      recordSample(travelCache, samples.travelCache);
      recordSample(statistics, samples.statistics);
      await use(samples);
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  workbench: async ({ server, browserContext }, use, info) => {
    const workspace = makeWorkspace(data(), info.testId);
    const page = await browserContext.newPage();
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(String(error.stack ?? error)));

    await use(new Workbench(page, server.url, workspace));

    if (info.status !== info.expectedStatus || pageErrors.length > 0) {
      await page.screenshot({ path: info.outputPath('failure.png') });
      copyFileSync(server.log, info.outputPath('server.log'));
    }
    await page.close();
    rmSync(path.dirname(workspace), { recursive: true, force: true });
    expect(pageErrors, 'errors in the page').toEqual([]);
  },

  view: async ({ workbench }, use) => use(new HeaptrailView(workbench)),

  timeline: async ({ view }, use) => use(new TimelinePart(view)),

  sideBar: async ({ workbench }, use) => use(new SideBar(workbench)),
});

export { expect };

/** Where global_setup.ts has put the dumps. */
export function data(): string {
  const folder = process.env.HEAPTRAIL_E2E_DATA;
  if (folder === undefined) throw new Error('HEAPTRAIL_E2E_DATA is not set: the global set-up did not run');
  return folder;
}
