// From a recording of a leak to the line that makes it: the travel service whose cache grows, and the shop whose statistics do, with a
// description of its own.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inferredDescriptions } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { GrowthPart } from '../support/growth_part';
import type { HeaptrailView } from '../support/heaptrail_view';
import { lookAt, lookBesideCode } from '../support/looks';
import { lineOf, type Sample, statistics, travelCache } from '../support/samples';
import { SideBar } from '../support/side_bar';
import type { Workbench } from '../support/workbench';

/** The recording and the sources, in the folder that is open. */
function bring(workbench: Workbench, sample: Sample, folder: string): string {
  const isWanted = (file: string) => path.basename(file) !== 'classes';
  cpSync(folder, workbench.workspace, { recursive: true, filter: isWanted });
  return `${sample.folder}.heaptrail`;
}

async function showGrowth(view: HeaptrailView): Promise<GrowthPart> {
  await view.untilOpen();
  await view.tab('Growth').click();
  const growth = new GrowthPart(view.frame);
  await growth.untilKnown();
  return growth;
}

async function expectCursorAt(workbench: Workbench, file: string, line: number): Promise<void> {
  await expect(workbench.tab(file)).toHaveAttribute('aria-selected', 'true');
  await expect(new SideBar(workbench).cursor()).toContainText(`Ln ${line},`);
}

test('the cache whose keys are never found and statistics are named first, described or not, and their lines are a click away', {
  tag: '@looks',
}, async ({ workbench, view, samples }) => {
  test.setTimeout(180_000);
  const file = bring(workbench, travelCache, samples.travelCache);
  await workbench.open();
  await workbench.openFromExplorer(file);
  const growth = await showGrowth(view);
  await expect(growth.headline()).toContainText('JourneyService.cache');
  await expect(growth.headline()).toContainText('QueryKey');
  await expect(growth.pattern()).toContainText('Single-ownership container growth', { ignoreCase: true });
  const keyLine = lineOf(travelCache, 'travel.JourneyService', 'new QueryKey(');
  await workbench.screenshot('growth-leak');
  const keySite = (await growth.leafSites('travel.QueryKey')).filter({
    hasText: `JourneyService.findLocations:${keyLine}`,
  });
  await expect(keySite).toHaveCount(1);

  await growth.link('JourneyService.cache').click();
  await expectCursorAt(
    workbench,
    'JourneyService.java',
    lineOf(travelCache, 'travel.JourneyService', 'private Map<QueryKey'),
  );
  // The view stayed in sight.
  await keySite.click();
  await expectCursorAt(workbench, 'JourneyService.java', keyLine);
  await expect(workbench.editorGroups()).toHaveCount(2);

  // In a panel beside code, from its other end: the line opens where the code is.
  await workbench.command('View: Close All Editors');
  await workbench.openFromExplorer(file);
  await view.untilOpen();
  await workbench.openByKeyboard('City.java');
  await workbench.command('Heaptrail: Open Growth Beside');
  await growth.untilKnown();
  await growth.link(`JourneyService.findLocations:${keyLine}`).click();
  await expectCursorAt(workbench, 'JourneyService.java', keyLine);
  // In the group where the other file is: there are no more than this one and the panel's.
  await expect(workbench.editorGroups()).toHaveCount(2);
  await expect(workbench.tab(`Growth: ${file}`)).toHaveAttribute('aria-selected', 'true');

  // Statistics, as the workspace describes them.
  await workbench.command('View: Close All Editors');
  const described = bring(workbench, statistics, samples.statistics);
  await workbench.openFromExplorer(described);
  await showGrowth(view);
  await expect(growth.headline()).toContainText('Statistics');
  await expect(growth.headline()).toContainText('Measurement');
  await expect(growth.pattern()).toContainText('Single-ownership container growth', { ignoreCase: true });
  await expect(growth.leafTypes()).toHaveCount(1);
  const line = lineOf(statistics, 'shop.Group', 'new Measurement(');
  const sites = await growth.leafSites('shop.Measurement');
  await sites.filter({ hasText: `Group.add:${line}` }).click();
  await expectCursorAt(workbench, 'Group.java', line);

  // And without any description, which it has again with a click.
  await workbench.command('View: Close All Editors');
  rmSync(path.join(workbench.workspace, 'statistics.ds'));
  await workbench.openFromExplorer(described);
  await showGrowth(view);
  await expect(growth.headline()).toContainText('Statistics.groups[]');
  await expect(growth.inferred().first()).toBeVisible();
  await lookAt(workbench, view, 'own-structure', 'Statistics.java');

  await growth.saveDescription().click();
  const saved = path.join(workbench.workspace, 'Group.ds');
  await workbench.answerDialog(saved);
  await expect(workbench.tab('Group.ds')).toHaveAttribute('aria-selected', 'true');
  expect(readFileSync(saved, 'utf8')).toBe(inferredDescriptions(path.join(workbench.workspace, described)));
  // It holds from now on.
  await growth.untilKnown();
  await expect(growth.headline()).toContainText('Statistics.groups[]');
  await expect(growth.inferred()).toHaveCount(0);
});

test('the sample recording comes with its sources, and with marks in them', { tag: '@looks' }, async ({
  workbench,
  view,
  sideBar,
}) => {
  test.setTimeout(180_000);
  await workbench.open();
  await workbench.command('Heaptrail: Open the Sample Recording');
  await workbench.tab('travel-cache.heaptrail').waitFor();
  await view.untilOpen();
  await expect(view.frame.getByTestId('known-growth')).toContainText('JourneyService.cache');
  expect(await workbench.layoutShifts()).toEqual([]);
  await lookAt(workbench, view, 'sample-overview');
  const growth = await showGrowth(view);
  await expect(growth.headline()).toContainText('JourneyService.cache');
  await workbench.screenshot('sample-growth-dark');
  const made = lineOf(travelCache, 'travel.JourneyService', 'new QueryKey(');
  await growth.link(`JourneyService.findLocations:${made}`).click();
  await expectCursorAt(workbench, 'JourneyService.java', made);
  // Its own share, of what it made; and what the field holds.
  await expect(sideBar.lenses().filter({ hasText: 'QueryKey' })).toContainText('of what was added to JourneyService');
  await expect(sideBar.markedLines().first()).toBeVisible();
  await workbench.screenshot('sample-marks');
  await lookBesideCode(workbench, view, 'sample');
});
