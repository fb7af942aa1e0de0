// How it looks, in the three kinds of themes: pictures to be looked at by people, and what a program can judge of accessibility (axe).
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { files } from '../support/data';
import { descriptions } from '../support/descriptions';
import { expect, test } from '../support/fixtures';
import { GrowthPart } from '../support/growth_part';
import { InspectPart } from '../support/inspect_part';
import { themes } from '../support/themes';

for (const [name, theme] of Object.entries(themes)) {
  test(`A dump and a recording in ${theme}`, async ({ workbench, view, timeline, recording }) => {
    test.setTimeout(180_000);
    workbench.settings({ 'workbench.colorTheme': theme });
    const file = path.basename(recording);
    copyFileSync(recording, path.join(workbench.workspace, file));
    writeFileSync(path.join(workbench.workspace, 'service.ds'), descriptions);
    await workbench.open();
    await workbench.openFromExplorer(files.dump);
    await view.untilOpen();
    await expect(view.largestTypes().first()).toBeVisible();
    await workbench.screenshot(`overview-${name}`);
    expect(await view.accessibilityFaults(), 'Overview').toEqual([]);

    await view.showHeap();
    await view.settledRows();
    await workbench.screenshot(`heap-${name}`);
    expect(await view.accessibilityFaults(), 'Heap').toEqual([]);

    await view.showStructures();
    // The order is that of what they retain, once it is known.
    await expect(view.column('Retained')).toHaveAttribute('aria-sort', 'descending');
    await view.untilSized();
    await view.row('JourneyService').click();
    await expect(view.structureRows()).toHaveCount(1);
    await workbench.screenshot(`heap-structures-${name}`);
    expect(await view.accessibilityFaults(), 'Data structures').toEqual([]);

    await workbench.openFromExplorer(file);
    await view.untilOpen();
    await expect(view.largestTypes().first()).toBeVisible();
    await workbench.screenshot(`timeline-${name}`);
    expect(await view.accessibilityFaults(), 'Timeline').toEqual([]);

    await timeline.suggest().click();
    await timeline.point(2).click();
    await expect(view.figuresPoint()).toContainText('point 2');
    await expect.poll(() => view.liveObjects()).toBeGreaterThan(0);
    await expect(view.largestTypes().first()).toBeVisible();
    await workbench.screenshot(`timeline-window-${name}`);
    expect(await view.accessibilityFaults(), 'Timeline with a window').toEqual([]);

    await view.tab('Growth').click();
    const growth = new GrowthPart(view.frame);
    await growth.untilKnown();
    await expect(growth.leafTypes().first()).toBeVisible();
    await workbench.screenshot(`growth-${name}`);
    expect(await view.accessibilityFaults(), 'Growth').toEqual([]);

    await growth.path().getByTestId('path-object').last().click();
    const inspect = new InspectPart(view.frame);
    await inspect.untilKnown();
    await workbench.screenshot(`inspect-${name}`);
    expect(await view.accessibilityFaults(), 'Inspect').toEqual([]);
  });
}
