// `./run demo`: records a service that leaks for 20 seconds and opens the recording where the user can look: in their own VS Code if `code` is
// on PATH, else in a code-server of our own whose address is printed. `--check` opens it in a browser without a window instead, looks for
// what the user is to see, leaves build/screenshots/demo.png and ends with 0 or 1.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium, expect } from '@playwright/test';
import { chromiumOptions } from '../test/e2e/support/browser';
import { type CodeServer, startCodeServer } from '../test/e2e/support/code_server';
import { growthAnswer, type Suspect } from '../test/e2e/support/engine';
import { GrowthPart } from '../test/e2e/support/growth_part';
import { HeaptrailView } from '../test/e2e/support/heaptrail_view';
import { build, root, vsix } from '../test/e2e/support/places';
import { recordSample, travelCache } from '../test/e2e/support/samples';
import { SideBar } from '../test/e2e/support/side_bar';
import { Workbench } from '../test/e2e/support/workbench';

const check = process.argv.includes('--check');
const workspace = path.join(build, 'demo/travel-cache');

async function main(): Promise<void> {
  console.log('==> Recording a travel service that leaks, for 20 seconds');
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  const recording = recordSample(travelCache, workspace, { words: ['20', '1000'], aloud: true });
  const [suspect] = growthAnswer(recording).suspects;
  if (suspect === undefined) throw new Error('nothing is suspected of leaking');

  if (!check && onPath('code')) {
    openInUsersEditor(recording);
    explain(suspect, 'your VS Code');
    return;
  }
  console.log('==> Starting a VS Code for the browser');
  const server = await startCodeServer({ extensions: [vsix(), packOpener()] });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  try {
    if (check) {
      await look(server, suspect);
    } else {
      explain(suspect, address(server));
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

function openInUsersEditor(recording: string): void {
  for (const words of [
    ['--install-extension', vsix(), '--force'],
    [workspace, recording],
  ]) {
    const { status } = spawnSync('code', words, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`this failed: code ${words.join(' ')}`);
  }
}

function address(server: CodeServer): string {
  return `${server.url}/?folder=${encodeURIComponent(workspace)}`;
}

/** A second, tiny extension for the demo's own workbench: it opens the recording when the page has loaded (scripts/demo-opener). */
function packOpener(): string {
  const packed = path.join(build, 'demo/opener.vsix');
  cpSync(path.join(root, 'scripts/demo-opener'), path.join(build, 'demo/opener/extension'), { recursive: true });
  execFileSync('cmake', ['-E', 'tar', 'cf', packed, '--format=zip', 'extension'], {
    cwd: path.join(build, 'demo/opener'),
  });
  return packed;
}

/** The line that a sentence names: `JourneyService.findLocations:21`. */
function placeIn(sentence: string): string {
  const [place] = /[\w$.]+:\d+/.exec(sentence) ?? [];
  if (!place) throw new Error(`The sentence names no line: ${sentence}`);
  return place;
}

function explain({ sentence }: Suspect, where: string): void {
  console.log(`
The recording is open in ${where}

What to click:
  Overview   how the heap grew from point to point; the window in which it grew most is proposed
  Growth     who is to blame: "${sentence}"
             Click ${placeIn(sentence)}: the line opens. The field and the type are links, too.
             Why is nothing ever found in this cache? Look at the class of its keys.`);
}

/** What a user would see, checked: the Growth tab says what the program says, and its link leads to the line. */
async function look(server: CodeServer, { sentence }: Suspect): Promise<void> {
  const profile = path.join(server.folder, 'browser');
  const browser = await chromium.launchPersistentContext(profile, chromiumOptions);
  const page = await browser.newPage();
  const workbench = new Workbench(page, server.url, workspace);
  const view = new HeaptrailView(workbench);
  try {
    await page.goto(address(server));
    await view.untilOpen();
    await view.tab('Growth').click();
    const growth = new GrowthPart(view.frame);
    await expect(growth.headline()).toHaveText(sentence, { timeout: 60_000 });
    await workbench.screenshot('demo');
    const place = placeIn(sentence);
    await growth.link(place).click();
    await expect(new SideBar(workbench).cursor()).toContainText(`Ln ${place.split(':').at(-1)},`);
    await workbench.screenshot('demo-source');
    console.log(`The view says: ${sentence}`);
    console.log('A click leads to the line: build/screenshots/demo.png, demo-source.png');
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
