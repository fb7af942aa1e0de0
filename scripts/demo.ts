// `./run demo`: takes a heap dump of the leaking program and opens it where the user can look: in their own VS Code if `code` is on PATH,
// else in a code-server of our own whose address is printed. `--check` opens it in a browser without a window instead, waits for the view,
// leaves build/screenshots/demo.png and ends with 0 or 1.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../test/e2e/support/browser';
import { type CodeServer, startCodeServer } from '../test/e2e/support/code_server';
import { type Holds, takeHeapDump } from '../test/e2e/support/heap_dump';
import { HeaptrailView } from '../test/e2e/support/heaptrail_view';
import { build, root, vsix } from '../test/e2e/support/places';
import { Workbench } from '../test/e2e/support/workbench';

const check = process.argv.includes('--check');
const workspace = path.join(build, 'demo/travel-service');
const source = path.join(root, 'test/programs/LeakingService.java');
const dump = path.join(workspace, 'travel-service.hprof');

async function main(): Promise<void> {
  console.log('==> Starting the leaking program and taking a dump of its heap');
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  copyFileSync(source, path.join(workspace, path.basename(source)));
  const holds = await takeHeapDump(source, dump, path.join(build, 'demo/classes'));

  if (!check && onPath('code')) {
    openInUsersEditor();
    explain(holds, 'your VS Code');
    return;
  }
  console.log('==> Starting a VS Code for the browser');
  const server = await startCodeServer({ extensions: [vsix(), packOpener()] });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  try {
    if (check) {
      await look(server, holds);
    } else {
      explain(holds, address(server));
      console.log('\nCtrl-C ends it.');
      await stopped;
    }
  } finally {
    await server.stop();
  }
}

function onPath(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function openInUsersEditor(): void {
  for (const words of [
    ['--install-extension', vsix(), '--force'],
    [workspace, dump],
  ]) {
    const { status } = spawnSync('code', words, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`this failed: code ${words.join(' ')}`);
  }
}

function address(server: CodeServer): string {
  return `${server.url}/?folder=${encodeURIComponent(workspace)}`;
}

/** A second, tiny extension for the demo's own workbench: it opens the dump when the page has loaded (scripts/demo-opener). */
function packOpener(): string {
  const packed = path.join(build, 'demo/opener.vsix');
  cpSync(path.join(root, 'scripts/demo-opener'), path.join(build, 'demo/opener/extension'), { recursive: true });
  execFileSync('cmake', ['-E', 'tar', 'cf', packed, '--format=zip', 'extension'], {
    cwd: path.join(build, 'demo/opener'),
  });
  return packed;
}

function explain(holds: Holds, where: string): void {
  const count = (name: string): string => (holds[name] ?? 0).toLocaleString('en');
  console.log(`
The dump is open in ${where}

What to look at:
  Overview   what the dump is, and which types take most of the heap
  Heap       every type with its objects and bytes: type "Query" into the filter. A travel service that answered a few
             thousand questions still holds ${count('QueryKey')} QueryKey and ${count('Location')} Location objects:
             a cache in which nothing is ever found. LeakingService.java beside the dump says why.`);
}

/** What a user would see, checked: the view is there, and the table has as many QueryKeys as the program made. */
async function look(server: CodeServer, holds: Holds): Promise<void> {
  const profile = path.join(server.folder, 'browser');
  const browser = await chromium.launchPersistentContext(profile, chromiumOptions);
  const page = await browser.newPage();
  const workbench = new Workbench(page, server.url, workspace);
  const view = new HeaptrailView(workbench);
  try {
    await page.goto(address(server));
    await view.untilOpen();
    await workbench.screenshot('demo');
    const shown = await view.objectsOf('QueryKey');
    if (shown !== holds.QueryKey)
      throw new Error(`the program holds ${holds.QueryKey} QueryKeys, the view shows ${shown}`);
    console.log(`The view shows ${shown} QueryKey objects, as many as the program made: build/screenshots/demo.png`);
  } catch (error) {
    await page.screenshot({ path: path.join(build, 'screenshots/demo.png') });
    throw error;
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
