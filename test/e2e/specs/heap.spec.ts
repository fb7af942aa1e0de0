// A heap dump, from its opening on, and its table: right numbers, sorting, filtering, very many rows, and rows of other groupings.
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { files } from '../support/data';
import { groupsAnswer, heapAnswer, objectAnswer, type Row, threadsAnswer } from '../support/engine';
import { ExplorePart } from '../support/explore_part';
import { expect, test } from '../support/fixtures';
import type { Holds } from '../support/heap_dump';
import type { HeaptrailView } from '../support/heaptrail_view';
import { InspectPart } from '../support/inspect_part';
import { lookBesideCode } from '../support/looks';
import type { Workbench } from '../support/workbench';

test('a dump says what it is; its table counts what the program says it holds, in every order; packages unfold level by level; in a compressed one everything can be reached with the keyboard', async ({
  workbench,
  view,
  holds,
}) => {
  test.setTimeout(180_000);
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  const dump = `${workbench.workspace}/${files.dump}`;
  await expect(view.overview()).toContainText('OpenJDK');
  await expect(view.overview()).toContainText('JAVA PROFILE 1.0.2');
  expect(await view.liveObjects()).toBe(heapAnswer(dump).point.objects);
  await expect(view.largestTypes().first()).toBeVisible();

  for (const [name, count] of Object.entries(holds)) {
    expect(await view.objectsOf(name), name).toBe(count);
  }
  await view.search('');

  const expectRows = async (...options: string[]): Promise<void> => {
    const wanted = heapAnswer(dump, '--top', '10', ...options).rows;
    await expect.poll(async () => (await view.rows()).slice(0, 10).map(briefly)).toEqual(wanted.map(briefly));
  };
  await expectRows('--sort', 'bytes');
  await view.sortBy('Objects');
  await expectRows('--sort', 'objects');
  await view.sortBy('Type');
  // Names read from A to Z at first.
  await expectRows('--sort', 'name');
  await view.sortBy('Type');
  await expectRows('--sort', 'name', '--reverse');

  // In any case.
  await view.search('hashmap');
  await expectRows('--search', 'hashmap', '--sort', 'name', '--reverse');
  await view.filter().fill('no type has this name');
  await expect(view.noRows()).toContainText('no type has this name');
  await view.filter().fill('');
  await expect.poll(async () => (await view.rows()).length).toBeGreaterThan(10);

  await view.sortBy('Shallow');
  const explore = new ExplorePart(view);
  await explore.groupBy('Packages');
  await view.row('java').click();
  await view.row('util').click();
  const below = ['--by', 'package, type', '--path', 'java', '--path', 'util'];
  const wanted = groupsAnswer(dump, ...below, '--top', '3').rows;
  for (const row of wanted) await expect.poll(async () => (await view.rows()).map(briefly)).toContain(briefly(row));
  await view.untilRowSized('util');
  await workbench.screenshot('heap-packages');
  expect(await view.accessibilityFaults(), 'Packages').toEqual([]);

  // What holds the objects of java.util, whatever package of it they are in.
  await explore.choose(view.row('util'), 'Group These', 'GC roots');
  const divided = ['--by', 'package(2), indirectly-rooted', '--path', 'java', '--path', 'util'];
  const roots = groupsAnswer(dump, ...divided).rows;
  await expect.poll(async () => (await view.rows()).map(briefly)).toEqual(roots.map(briefly));
  await expect(explore.crumbs()).toHaveText(['All objects', 'java › util']);
  await workbench.page.keyboard.press('Alt+ArrowLeft');
  await expect(view.selectedRow()).toHaveAttribute('data-key', 'util');

  // A mistake is told where it is, and the table stays.
  await explore.openGroupings();
  await explore.grouping().fill('package, leaves(all)');
  await explore.grouping().press('Enter');
  await expect(explore.mistake()).toContainText('expected own or deep at position 17, found "all"');
  await expect(view.row('java')).toBeVisible();
  await workbench.screenshot('heap-grouping-mistake');
  expect(await view.accessibilityFaults(), 'A mistake').toEqual([]);

  // What is right is kept under a name, in the workspace's settings.
  await explore.grouping().fill('package(2), type');
  await explore.grouping().press('Enter');
  await expect(view.button('Group by: package(2), type')).toBeVisible();
  await explore.openGroupings();
  await explore.save().click();
  await workbench.typeAnswer('By team');
  await workbench.page.keyboard.press('Enter');
  await expect(view.button('Group by: By team')).toBeVisible();
  const kept = JSON.parse(readFileSync(path.join(workbench.workspace, '.vscode', 'settings.json'), 'utf8'));
  expect(kept['heaptrail.groupings']).toEqual({ 'By team': 'package(2), type' });

  await searchCompressedByKeyboard(workbench, view, holds);
});

test('more than 100,000 rows scroll while their sizes come, the last one is there, and the place survives hiding', async ({
  workbench,
  view,
}) => {
  test.setTimeout(180_000);
  await workbench.open();
  await workbench.openFromExplorer(files.manyTypes);
  await view.untilOpen();
  await view.showHeap();
  await view.settledRows();
  await view.scrollTo(0.7);
  const whileSized = await view.scrollThrough();
  expect(whileSized, 'milliseconds of the slowest frame').toBeLessThan(500);
  await view.untilSized();

  const dump = `${workbench.workspace}/${files.manyTypes}`;
  const { total } = heapAnswer(dump, '--top', '1');
  expect(total.rows).toBeGreaterThan(100_000);
  await view.sortBy('Type');
  await expect.poll(async () => Number(await view.table().getAttribute('aria-rowcount'))).toBeGreaterThan(100_000);

  // A small part of the rows is in the page, wherever one scrolls to.
  const last = heapAnswer(dump, '--sort', 'name', '--reverse', '--top', '1').rows[0]?.key ?? '';
  const slowest = await view.scrollThrough();
  expect(await view.rowElements().count()).toBeLessThan(300);
  await expect(view.row(last)).toBeVisible();
  await workbench.screenshot('heap-100000-types');
  expect(slowest, 'milliseconds of the slowest frame').toBeLessThan(500);

  await view.scrollTo(0.5);
  const before = await view.settledRows();
  await workbench.openFromExplorer(files.source);
  await workbench.tab(files.manyTypes).click();
  await expect
    .poll(async () => (await view.rows()).map((row) => row.key))
    .toContain(before[Math.floor(before.length / 2)]?.key);
});

test('a row leads to one of its objects, with the values that the dump holds, and beside code, where it comes back with the window', {
  tag: '@looks',
}, async ({ workbench, view }) => {
  test.setTimeout(180_000);
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await view.showHeap();
  await new ExplorePart(view).choose(view.row('QueryKey'), 'Inspect');
  const inspect = new InspectPart(view.frame);
  await inspect.untilKnown();
  await expect(inspect.advice()).toContainText('To clear JourneyService.cache would free');
  await workbench.screenshot('inspect-type');

  const link = inspect.objects().first();
  const id = (await link.getAttribute('data-id')) ?? '';
  await link.click();
  const dump = `${workbench.workspace}/${files.dump}`;
  const { fields } = objectAnswer(dump, id);
  const city = fields.find(({ name }) => name === 'city')?.object;
  if (!city?.text) throw new Error('a key has the name of a city');
  await expect(inspect.field('city')).toContainText(`String ${city.text}`);
  await inspect.untilKnown();
  await workbench.screenshot('object');
  expect(await view.accessibilityFaults(), 'An object').toEqual([]);

  // A reference leads on, and the way back is there, also by key.
  await inspect.field('city').getByRole('button').click();
  await expect(inspect.objectTitle()).toContainText(city.id);
  await workbench.page.keyboard.press('Alt+ArrowLeft');
  await expect(inspect.objectTitle()).toContainText(id);

  // Its thread keeps it alive, too: by a variable of a frame.
  await view.showHeap();
  await view.frame.getByTestId('rows-threads').click();
  const [main] = threadsAnswer(dump).threads;
  const thread = view.frame.getByTestId('thread').first();
  await expect(thread).toContainText(main?.name ?? 'no thread');
  await expect(thread.locator('.number').first()).toHaveAttribute(
    'title',
    new RegExp(`${main?.retained.bytes.toLocaleString('en-US')} B`),
  );
  const held = view.frame.getByTestId('thread-held').filter({ hasText: 'JourneyService' }).first();
  await workbench.screenshot('heap-threads');
  expect(await view.accessibilityFaults(), 'Threads').toEqual([]);
  await held.getByRole('button').click();
  await expect(inspect.objectTitle()).toContainText('JourneyService');

  // Beside code: what is inspected, and it goes on by itself.
  await view.tab('Heap').click();
  await view.frame.getByTestId('rows-objects').click();
  await new ExplorePart(view).choose(view.row('QueryKey'), 'Inspect');
  await inspect.untilKnown();
  await workbench.openFromExplorer(files.source);
  await workbench.command('Heaptrail: Open Inspect Beside');
  await workbench.tab(`Inspect: ${files.dump}`).waitFor();
  await inspect.untilKnown();
  await expect(inspect.title()).toContainText('QueryKey');
  await expect(inspect.advice()).toContainText('To clear JourneyService.cache would free');
  await expect(view.tab('Overview')).toHaveCount(0);
  // The code stays in front of its group.
  await expect(workbench.tab(files.source)).toHaveAttribute('aria-selected', 'true');
  await workbench.screenshot('inspect-beside');

  // Further to one object: the panel goes on by itself.
  await inspect.objects().first().click();
  await expect(inspect.objectTitle()).toContainText('QueryKey');
  const title = (await inspect.objectTitle().textContent()) ?? '';
  // The editor's own Inspect has been at the same object, but only the panel ends with it.
  await workbench.untilStored(
    ['workbench.parts.editor', 'heaptrail.inspect', files.dump],
    ['heaptrail', files.dump, 'inspect:', `{"object":"${id}"}],"at":`],
  );
  await workbench.reload();
  await expect(inspect.objectTitle()).toHaveText(title, { timeout: 60_000 });

  // What belongs to the Heap tab, the trace's editor shows.
  await inspect.back().click();
  await inspect.untilKnown();
  await lookBesideCode(workbench, view, 'inspect-beside');
  await view.frame.getByTestId('inspect-group').click();
  await expect(workbench.tab(`${files.dump}, Editor Group 1`)).toHaveAttribute('aria-selected', 'true');
  const shownTabs = async (): Promise<(string | null)[]> => {
    const chosen = workbench.page.frames().map((frame) => frame.locator('[role="tab"].tab[aria-selected="true"]'));
    // The editor fills the frame of a panel that came back anew, and may do so while it is asked.
    const texts = chosen.map((tab) => tab.allTextContents().catch(() => []));
    return (await Promise.all(texts)).flat();
  };
  await expect.poll(shownTabs).toContain('Heap');
  await workbench.screenshot('inspect-beside-heap');
});

test('types and their sites at two points stand side by side, and are so again after reloading', async ({
  workbench,
  view,
  exactRecording,
}) => {
  const explore = new ExplorePart(view);
  const file = path.basename(exactRecording);
  copyFileSync(exactRecording, path.join(workbench.workspace, file));
  await workbench.open();
  await workbench.openFromExplorer(file);
  await view.untilOpen();
  await view.showHeap();
  await explore.groupBy('Types, then sites');
  await explore.openGroupings();
  await explore.condition().fill('type=*QueryKey or type=java.util.*');
  await explore.condition().press('Enter');
  await expect(explore.chip()).toBeVisible();
  await explore.compareWith().selectOption('0');
  const type = view.rowElements().first();
  await expect(type.getByTestId('cell-added-bytes')).toContainText('+');
  await type.click();
  const site = view.rowElements().nth(1);
  await expect(site).toHaveAttribute('aria-level', '2');
  await view.settledRows();
  await workbench.screenshot('heap-compared');
  expect(await view.accessibilityFaults(), 'Two points').toEqual([]);

  const key = (await site.getAttribute('data-key')) ?? '';
  await workbench.untilStored(['workbench.parts.editor', file], ['heaptrail', file, 'type, site', '*QueryKey']);
  await workbench.reload();
  await expect(view.row(key)).toHaveAttribute('aria-level', '2', { timeout: 60_000 });
  await expect(view.row(key).getByTestId('cell-added-bytes')).toContainText('+');
});

/** From opening it to one of its rows, without the mouse. */
async function searchCompressedByKeyboard(workbench: Workbench, view: HeaptrailView, holds: Holds): Promise<void> {
  const { keyboard } = workbench.page;
  await workbench.openByKeyboard(files.compressed);
  await view.untilOpen();
  await view.tabTo(view.tab('Overview'));
  for (const next of ['Growth', 'Trends', 'Ownership', 'Heap'] as const) {
    await keyboard.press('ArrowRight');
    await expect(view.tab(next)).toHaveAttribute('aria-selected', 'true');
  }
  await view.tabTo(view.filter());
  await keyboard.type('QueryKey');
  await view.untilFiltered('QueryKey');
  expect((await view.rows())[0]).toMatchObject({ key: 'QueryKey', objects: holds.QueryKey });
  await view.tabTo(view.scroller());
  await keyboard.press('ArrowDown');
  await expect(view.selectedRow()).toContainText('QueryKey');
}

const briefly = ({ key, objects, bytes }: Row): string => `${key} ${objects} ${bytes}`;
