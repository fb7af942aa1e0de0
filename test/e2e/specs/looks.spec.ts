// How it looks, in the three kinds of themes: pictures to be looked at by people, and what a program can judge of accessibility (axe).
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { files } from '../support/data';
import { descriptions } from '../support/descriptions';
import { expect, test } from '../support/fixtures';
import { GrowthPart } from '../support/growth_part';
import { InspectPart } from '../support/inspect_part';
import { switchTheme } from '../support/looks';

test('a dump and a recording in every kind of theme', { tag: '@deep' }, async ({
  workbench,
  view,
  timeline,
  recording,
}) => {
  test.setTimeout(180_000);
  const file = path.basename(recording);
  copyFileSync(recording, path.join(workbench.workspace, file));
  writeFileSync(path.join(workbench.workspace, 'service.ds'), descriptions);
  const growth = new GrowthPart(view.frame);
  const inspect = new InspectPart(view.frame);
  await workbench.open();

  for (const theme of ['dark', 'light', 'high-contrast'] as const) {
    const look = async (name: string, what: string): Promise<void> => {
      await workbench.screenshot(`${name}-${theme}`);
      expect(await view.accessibilityFaults(), `${what} in ${theme}`).toEqual([]);
    };
    await switchTheme(workbench, theme);
    await workbench.openFromExplorer(files.dump);
    await view.untilOpen();
    await view.tab('Overview').click();
    await expect(view.largestTypes().first()).toBeVisible();
    await look('overview', 'Overview');

    await view.showHeap();
    await view.showObjects();
    await view.settledRows();
    await look('heap', 'Heap');

    await view.showStructures();
    // The order is that of what they retain, once it is known.
    await expect(view.column('Retained')).toHaveAttribute('aria-sort', 'descending');
    await view.untilSized();
    // Unfolded once, it stays so.
    if (theme === 'dark') await view.row('JourneyService').click();
    await expect(view.structureRows()).toHaveCount(1);
    await look('heap-structures', 'Data structures');

    await workbench.openFromExplorer(file);
    await view.untilOpen();
    await view.tab('Overview').click();
    await expect(view.largestTypes().first()).toBeVisible();
    await look('timeline', 'Timeline');

    await timeline.suggest().click();
    await timeline.point(2).click();
    await expect(view.figuresPoint()).toContainText('point 2');
    await expect.poll(() => view.liveObjects()).toBeGreaterThan(0);
    await expect(view.largestTypes().first()).toBeVisible();
    await look('timeline-window', 'Timeline with a window');

    await view.tab('Growth').click();
    await growth.untilKnown();
    await expect(growth.leafTypes().first()).toBeVisible();
    await look('growth', 'Growth');

    await growth.path().getByTestId('path-object').last().click();
    await inspect.untilKnown();
    await look('inspect', 'Inspect');

    await view.tab('Overview').click();
    await timeline.clear().click();
  }
});
