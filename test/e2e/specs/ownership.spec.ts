// Who owns the heap of a service that leaks, as nested blocks: from the recording to the culprit, through time, and on to other tabs; in all themes.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { ownershipAnswer, timelineAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { InspectPart } from '../support/inspect_part';
import { OwnershipPart } from '../support/ownership_part';
import { themes } from '../support/themes';

test('the ownership picture names the cache that leaks, and leads to what holds its keys', async ({
  workbench,
  view,
  samples,
}) => {
  const isWanted = (file: string) => path.basename(file) !== 'classes';
  cpSync(samples.travelCache, workbench.workspace, { recursive: true, filter: isWanted });
  const recording = path.join(workbench.workspace, 'travel-cache.heaptrail');
  const { suggestedPoint, points } = timelineAnswer(recording);
  const { nodes, total } = ownershipAnswer(recording, suggestedPoint.index);
  const keys = nodes.find(({ type }) => type === 'travel.JourneyService$QueryKey' || type === 'travel.QueryKey');
  if (!keys) throw new Error('the keys that leak have a node');

  await workbench.open();
  await workbench.openFromExplorer(path.basename(recording));
  await view.untilOpen();
  await view.tab('Ownership').click();
  const ownership = new OwnershipPart(view.frame);
  await ownership.untilKnown();
  await expect(ownership.sentence()).toContainText(/JourneyService\.cache owns \d+\.\d.% of the heap/);
  expect(await ownership.colours()).toBeGreaterThan(8);
  await workbench.screenshot('ownership-dark');
  expect(await view.accessibilityFaults(), 'Ownership').toEqual([]);

  // The table says what the engine says; the heap is its first row, and the largest that it owns the second.
  const rows = await ownership.rows();
  const first = [...(nodes[0]?.children ?? [])].sort((a, b) => b.owned - a.owned)[0];
  const share = ((100 * (first?.owned ?? 0)) / total.bytes).toFixed(1);
  expect(rows[1]?.[2]).toContain(share);
  expect(rows.some(([name]) => name === 'JourneyService')).toBe(true);

  // With the keyboard into the largest block, and back.
  const { keyboard } = workbench.page;
  await ownership.picture().focus();
  await keyboard.press('ArrowRight');
  await expect(ownership.told()).not.toBeEmpty();
  await keyboard.press('Enter');
  await expect(ownership.way()).toHaveCount(2);
  await keyboard.press('Backspace');
  await expect(ownership.way()).toHaveCount(1);

  // Search, and pin what is found.
  await ownership.search().fill('QueryKey');
  await expect(ownership.found()).toContainText('block');
  await ownership.search().press('Enter');
  await expect(ownership.told()).toContainText('QueryKey');
  await keyboard.press('p');
  await expect(ownership.pinned().locator('svg')).toHaveCount(3, { timeout: 60_000 });
  await ownership.search().fill('');

  // Through time: at the first point the cache was small.
  await ownership.time().focus();
  await keyboard.press('Home');
  await expect(ownership.time()).toHaveAttribute('aria-valuenow', '0');
  await expect(ownership.sentence()).not.toContainText('since point');
  await keyboard.press('End');
  await expect(ownership.time()).toHaveAttribute('aria-valuenow', String(points.length - 1));
  await keyboard.press('m');
  await keyboard.type('at the end');
  await keyboard.press('Enter');
  await ownership.time().focus();
  for (let i = points.length - 1; i > suggestedPoint.index; i--) await keyboard.press('ArrowLeft');
  await ownership.untilKnown();

  // A canvas does not change with the theme by itself.
  for (const name of ['light', 'high-contrast'] as const) {
    workbench.settings({ 'workbench.colorTheme': themes[name] });
    await expect(view.frame.locator('body')).toHaveClass(name === 'light' ? /vscode-light/ : /vscode-high-contrast/);
    await ownership.untilKnown();
    await workbench.screenshot(`ownership-${name}`);
    expect(await view.accessibilityFaults(), `Ownership in ${name}`).toEqual([]);
  }

  // What was looked at is still there after another tab; and a block leads on.
  await view.tab('Overview').click();
  await view.tab('Ownership').click();
  await ownership.untilKnown();
  await expect(ownership.pinned()).toHaveCount(1);
  await ownership.search().fill('QueryKey');
  await ownership.search().press('Enter');
  await expect(ownership.told()).toContainText('QueryKey');
  await keyboard.press('Shift+F10');
  await ownership.menuItem('What Holds Them').click();
  const inspect = new InspectPart(view.frame);
  await inspect.untilKnown();
  await expect(inspect.title()).toContainText('QueryKey');
});
