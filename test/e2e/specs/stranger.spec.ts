// A stranger's first minute, with default settings: a program that leaks in a collection nobody described is recorded from the command palette;
// one click leads from the sentence to the line that makes what piles up, one to the field that holds it.

import { growthAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { bringProgram, garage, lineWith } from '../support/gallery';
import { GrowthPart } from '../support/growth_part';
import { lookAt, lookBesideCode } from '../support/looks';
import { recordCommandLine } from '../support/recording_status';
import { begunRecording } from '../support/recordings';

// As long as it takes to have some points: they are taken every ten seconds.
const seconds = 32;
const source = 'Garage.java';

test('from a command line to the line and the field that leak', { tag: '@looks' }, async ({
  workbench,
  view,
  sideBar,
}) => {
  test.setTimeout(300_000);
  const command = bringProgram(garage, workbench.workspace, seconds);
  await workbench.open();
  await recordCommandLine(workbench, command);
  await workbench.tab(/^Garage-\d+-\d+-\d+\.heaptrail/).waitFor({ timeout: 120_000 });
  await view.untilOpen();
  const [top] = growthAnswer(begunRecording(workbench.workspace).path).suspects;
  if (!top) throw new Error('a program that leaks has a suspect');
  await expect(view.frame.getByTestId('known-growth')).toHaveText(top.sentence);
  expect(await workbench.layoutShifts()).toEqual([]);
  await workbench.command('View: Toggle Panel Visibility');
  await lookAt(workbench, view, 'stranger-overview', source);

  await view.tab('Growth').click();
  const growth = new GrowthPart(view.frame);
  await growth.untilKnown();
  await expect(growth.headline()).toHaveText(top.sentence);
  await expect(growth.headline()).toContainText('Charge');
  await lookAt(workbench, view, 'stranger');

  const made = lineWith(garage, `parking/${source}`, 'new Charge(');
  await growth.link(`Garage.visit:${made}`).click();
  await expect(workbench.tab(source)).toHaveAttribute('aria-selected', 'true');
  await expect(sideBar.cursor()).toContainText(`Ln ${made},`);
  await expect(sideBar.lenses().first()).toBeVisible();
  await lookBesideCode(workbench, view, 'stranger');

  await growth.link('Garage.timer').click();
  const declared = lineWith(garage, `parking/${source}`, 'private final Timer timer');
  await expect(sideBar.cursor()).toContainText(`Ln ${declared},`);
  await workbench.screenshot('stranger-field');

  await growth.showTree();
  await expect(growth.place()).toContainText('Suspect 1');
  await growth.place().scrollIntoViewIfNeeded();
  await lookAt(workbench, view, 'stranger-tree');
});
