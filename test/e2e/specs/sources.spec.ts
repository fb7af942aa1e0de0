// From a leak to the line that allocates it and back: the side bar, links to sources, and what is shown in the sources themselves.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { files } from '../support/data';
import { growthAnswer, type Suspect } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { compile } from '../support/java_program';
import { switchTheme } from '../support/looks';
import { root } from '../support/places';
import { recordSites } from '../support/recordings';
import type { SideBar } from '../support/side_bar';
import { themesToLookAt } from '../support/themes';
import type { Workbench } from '../support/workbench';

const trace = 'travel-service-sites.heaptrail';
const cache = 'ConcurrentHashMap';
/** Nobody finds it again in the cache. */
const leaked = 'QueryKey';

/** Opens the recording that knows the site of every object, with the side bar beside it. */
async function openTrace(workbench: Workbench, sideBar: SideBar, recording: string): Promise<void> {
  copyFileSync(recording, path.join(workbench.workspace, trace));
  await workbench.open();
  await workbench.openFromExplorer(trace);
  await sideBar.open();
}

/** The cache, as the program itself names it among the suspects. */
function leakingCache(recording: string): Suspect {
  const holds = ({ type, leaves }: Suspect) => type.endsWith(cache) && leaves.some((leaf) => leaf.type === leaked);
  const found = growthAnswer(recording).suspects.find(holds);
  if (!found) throw new Error(`no ${cache} that holds ${leaked} is suspected in ${recording}`);
  return found;
}

/** What the cache holds, row by row. */
async function showCache(sideBar: SideBar, recording: string): Promise<Suspect> {
  const suspect = leakingCache(recording);
  const row = sideBar.suspect(suspect.rank);
  await expect(row).toBeVisible({ timeout: 60_000 });
  await sideBar.unfold(row);
  return suspect;
}

/** The line of the program that has this text; the first is 1. */
function lineOf(workbench: Workbench, text: string): number {
  const lines = readFileSync(path.join(workbench.workspace, files.source), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

test('suspects are found by themselves, lead to the line that allocates what leaks, and mark it while it is edited; another trace can be active', {
  tag: '@looks',
}, async ({ workbench, sideBar, exactRecording }) => {
  test.setTimeout(180_000);
  await openTrace(workbench, sideBar, exactRecording);
  const suspect = await showCache(sideBar, exactRecording);
  await sideBar.row('Leak Suspects', leaked).click();
  await workbench.tab(files.source).waitFor();
  const line = lineOf(workbench, 'new QueryKey(');
  await expect(sideBar.cursor()).toContainText(`Ln ${line}, Col`);

  const lens = sideBar.lenses().filter({ hasText: leaked });
  const row = suspect.leaves.find(({ type }) => type === leaked);
  const added = (row?.to.objects ?? 0) - (row?.from.objects ?? 0);
  // Spaces of a lens are no plain ones.
  await expect.poll(async () => (await lens.textContent())?.replace(/[\s,]/g, '')).toContain(`${added}new${leaked}`);
  await expect(lens).toContainText('show');
  await expect(sideBar.markedLines().first()).toBeVisible();

  for (const theme of themesToLookAt) {
    await switchTheme(workbench, theme);
    // No hover lies over the lines.
    await sideBar.view('Leak Suspects').locator('.pane-header').hover();
    await expect(sideBar.hovers()).toHaveCount(0);
    await workbench.screenshot(`sources-${theme}`);
    await expect((await sideBar.hover('computeIfAbsent')).locator('img')).toBeVisible();
    await workbench.screenshot(`sources-hover-${theme}`);
  }

  await staysWithItsLine(workbench, lens);
  const hover = await sideBar.hover('computeIfAbsent');
  await expect(hover).toContainText(suspect.sentence);
  const chart = hover.locator('img[src^="data:image/svg+xml"]');
  await expect(chart).toBeVisible();
  expect(await chart.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await hover.getByRole('link', { name: 'Show growth' }).click();
  await workbench.tab(/^Growth: /).waitFor();

  await workbench.tab(files.source).click();
  await expect(lens).toBeVisible();
  workbench.change({ 'heaptrail.sources.codeLens': false, 'heaptrail.sources.marks': false });
  await expect(sideBar.lenses()).toHaveCount(0);
  await expect(sideBar.markedLines()).toHaveCount(0);

  // A trace with one point has what holds most; another one can be kept active.
  await workbench.command('File: Revert File');
  await workbench.command('View: Close All Editors');
  await workbench.openByKeyboard(trace);
  const kept = sideBar.row('Traces', trace);
  await expect(sideBar.suspect(1)).toBeVisible({ timeout: 60_000 });
  await expect(kept).toContainText('points');

  await sideBar.row('Traces', files.compressed).click();
  await expect(workbench.tab(files.compressed)).toHaveAttribute('aria-selected', 'true');
  const header = sideBar.view('Leak Suspects').locator('.pane-header');
  await expect(header).toContainText(files.compressed);
  await expect(sideBar.row('Traces', files.compressed)).toContainText('1 point');
  await expect(sideBar.suspect(1)).toBeVisible({ timeout: 60_000 });
  await workbench.screenshot('sources-one-point');
  await kept.hover();
  await kept.getByRole('button', { name: 'Use for Suspects and Source Marks' }).click();
  await expect(sideBar.suspect(1)).toBeVisible();
  await expect(workbench.tab(files.compressed)).toHaveAttribute('aria-selected', 'true');

  await sideBar.chooseOn(kept, 'Close');
  await expect(workbench.tab(trace)).toHaveCount(0);
  await expect(header).toContainText(files.compressed, { timeout: 20_000 });
  await expect(sideBar.suspect(1)).toBeVisible({ timeout: 20_000 });
});

/** Two lines come above the one that is marked: its mark moves as far as it does. */
async function staysWithItsLine(workbench: Workbench, lens: Locator): Promise<void> {
  const above = () => lens.evaluate((element) => element.getBoundingClientRect().top);
  const lineTop = () =>
    workbench.page
      .locator('.editor-instance .view-line')
      .getByText('computeIfAbsent')
      .first()
      .evaluate((element) => element.getBoundingClientRect().top);
  const before = await lineTop();
  const distance = before - (await above());
  await workbench.page.keyboard.press('ArrowUp');
  await workbench.page.keyboard.press('Home');
  await workbench.page.keyboard.press('Enter');
  await workbench.page.keyboard.press('Enter');
  await expect.poll(async () => Math.round((await lineTop()) - (await above()))).toBe(Math.round(distance));
  expect(await lineTop()).toBeGreaterThan(before + 20);
}

test('what the JDK allocates leads to the line that called it, and to the JDK in an archive of its sources; where the setting says so, suspects are looked for only by the user', async ({
  workbench,
  sideBar,
  exactRecording,
}) => {
  test.setTimeout(180_000);
  const name = 'GrowingTexts';
  const source = path.join(workbench.workspace, `${name}.java`);
  copyFileSync(path.join(root, `test/programs/${name}.java`), source);
  const classes = path.join(workbench.workspace, '../classes');
  compile(source, classes);
  recordSites(classes, path.join(workbench.workspace, 'texts.heaptrail'), name, '100000');
  await workbench.open();
  await workbench.openFromExplorer('texts.heaptrail');
  await sideBar.open();
  await expect(sideBar.suspect(1)).toContainText('ArrayList', { timeout: 60_000 });

  const text = sideBar.row('Leak Suspects', 'String');
  await text.click();
  await workbench.tab(`${name}.java`).waitFor();
  const lines = readFileSync(source, 'utf8').split('\n');
  const line = lines.findIndex((candidate) => candidate.includes('Integer.toString(')) + 1;
  await expect(sideBar.cursor()).toContainText(`Ln ${line}, Col`);
  await expect(sideBar.lenses().filter({ hasText: 'String' })).toContainText('new String');

  await sideBar.unfold(text);
  await sideBar.unfold(sideBar.site(`${name}.keep`));
  const frame = sideBar.row('Leak Suspects', 'Integer.toString');
  await frame.click();
  const toast = workbench.notification().filter({ hasText: 'There is no source of java.lang.Integer' });
  await expect(toast).toContainText(workbench.workspace);
  await expect(toast).toContainText(/src\.zip \(not there\)/);
  await expect(toast.getByRole('button', { name: 'Add Source Folder…' })).toBeVisible();
  await workbench.screenshot('sources-missing');

  const folder = path.join(workbench.workspace, 'jdk/java.base/java/lang');
  mkdirSync(folder, { recursive: true });
  const declared = [
    'package java.lang;',
    '',
    'public class Integer {',
    '  // toString(',
    '  public static String toString(int i) {',
  ];
  writeFileSync(path.join(folder, 'Integer.java'), [...declared, '    return "";', '  }', '}', ''].join('\n'));
  execFileSync('jar', ['-c', '-M', '-f', 'src.zip', '-C', 'jdk', '.'], { cwd: workbench.workspace });
  rmSync(path.join(workbench.workspace, 'jdk'), { recursive: true });
  workbench.settings({ 'heaptrail.sources.folders': ['src.zip'] });
  await expect(async () => {
    await frame.click();
    await workbench.tab('Integer.java').waitFor({ timeout: 3000 });
  }).toPass();
  // The archive has another version: the line is not there, but the method is.
  await expect(sideBar.cursor()).toContainText(`Ln ${declared.length}, Col 3`);
  await workbench.page.keyboard.type('x');
  await expect(workbench.page.locator('.monaco-editor-overlaymessage')).toContainText('read-only');
  await workbench.screenshot('sources-archive');

  // The next trace, after a change of settings; its descriptions are listed with what they describe.
  writeFileSync(path.join(workbench.workspace, 'service.ds'), 'DS JourneyService { java.util.Map+; }\n');
  workbench.change({ 'heaptrail.growth.compute': 'onDemand' });
  copyFileSync(exactRecording, path.join(workbench.workspace, trace));
  await workbench.openByKeyboard(trace);
  const welcome = sideBar.welcome('Leak Suspects');
  await expect(welcome).toContainText('not looked at yet', { timeout: 60_000 });
  await welcome.getByRole('button', { name: 'Find Leak Suspects' }).click();
  await expect(sideBar.suspect(1)).toBeVisible({ timeout: 60_000 });

  await sideBar.unfoldView('Descriptions');
  const own = sideBar.row('Descriptions', 'service.ds');
  await expect(own).toContainText('1 found');
  await sideBar.unfold(sideBar.row('Descriptions', 'Shipped with Heaptrail'));
  // The list may scroll under the pointer while it unfolds.
  await expect(async () => {
    await sideBar.row('Descriptions', 'clojure.ds').click({ timeout: 2000 });
    await workbench.tab('clojure.ds').waitFor({ timeout: 2000 });
  }).toPass();
  await own.click();
  await workbench.tab('service.ds').waitFor();
});
