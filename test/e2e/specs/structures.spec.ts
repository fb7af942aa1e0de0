// Data structures in the Heap tab: what the user describes is found as soon as it is saved, in the trace that is open.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { files } from '../support/data';
import { descriptions } from '../support/descriptions';
import { enginePids, structuresAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';

const name = 'service.ds';

test('a description holds for the open trace when it is saved, and is left out while it is faulty; the keyboard alone is enough', async ({
  server,
  workbench,
  view,
}) => {
  const file = path.join(workbench.workspace, name);
  writeFileSync(file, '// Nothing yet.\n');
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await view.showHeap();
  const engine = enginePids(server.extensionsFolder);
  await view.showStructures();
  await view.filter().fill('JourneyService');
  await expect(view.noRows()).toContainText('JourneyService');

  // Written by another program, while the view is in front.
  writeFileSync(file, descriptions);
  await expect(view.row('JourneyService')).toBeVisible();
  await expect(view.column('Structures')).toBeVisible();
  await view.row('JourneyService').click();
  await expect(view.structureRows()).toHaveCount(1);
  const dump = path.join(workbench.workspace, files.dump);
  const { rows } = structuresAnswer(dump, file, '--search', 'JourneyService');
  expect(await view.structures()).toEqual(
    rows.map(({ leaves, structure, deepStructure, retained }) => ({
      leaves,
      structure: structure.bytes,
      deepStructure: deepStructure.bytes,
      retained: retained.bytes,
    })),
  );
  await expect(view.structureRows()).toContainText(rows[0]?.id ?? 'no structure');

  // Edited here, with a mistake in it: the view says so.
  await workbench.openFromExplorer(name);
  await workbench.typeAtEnd(name, 'DS Atlas');
  await workbench.tab(files.dump).click();
  await expect(view.warnings()).toContainText(`The descriptions in ${name} are left out until they are correct (4:`);
  await expect(view.noRows()).toContainText('JourneyService');

  // And mended: what was unfolded is so again.
  await workbench.tab(name).click();
  await workbench.typeAtEnd(name, ' { java.util.List+; }');
  await workbench.tab(files.dump).click();
  await expect(view.structureRows()).toHaveCount(1);
  await expect(view.warnings()).toHaveCount(0);
  expect(enginePids(server.extensionsFolder)).toEqual(engine);

  // In another trace, with the keyboard alone, the switch is found and used, and what was unfolded is so again.
  await workbench.command('View: Close All Editors');
  await workbench.openByKeyboard(files.compressed);
  await view.untilOpen();
  await view.showHeap();
  await view.tabTo(view.frame.getByRole('radio', { name: 'Objects', exact: true }));
  await workbench.page.keyboard.press('ArrowRight');
  await expect(view.row('JourneyService')).toBeVisible();
  await view.tabTo(view.filter());
  await workbench.page.keyboard.type('journeyservice');
  await workbench.page.keyboard.press('Enter');
  await expect(view.rowElements()).toHaveCount(1);
  await workbench.page.keyboard.press('ArrowDown');
  await workbench.page.keyboard.press('ArrowRight');
  await expect(view.structureRows()).toHaveCount(1);
  await workbench.page.keyboard.press('ArrowRight');
  await expect(view.selectedRow()).toHaveAttribute('data-testid', 'structure-row');

  await view.tab('Overview').click();
  await view.tab('Heap').click();
  await expect(view.structureRows()).toHaveCount(1);
});
