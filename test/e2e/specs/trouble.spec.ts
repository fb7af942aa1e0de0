// What goes wrong is said in place, in the engine's words, with the next step: a cancelled opening, unreadable files, a crashed engine.
import { files } from '../support/data';
import { enginePids } from '../support/engine';
import { expect, test } from '../support/fixtures';

test('an opening is cancelled and begun again, files that cannot be read say why, and so do views whose engine is killed', async ({
  server,
  workbench,
  view,
  holds,
}) => {
  await workbench.open();
  await workbench.openFromExplorer(files.big);
  await expect(view.opening()).toContainText(files.big);
  await view.button('Cancel').click();
  await expect(view.cancelled()).toContainText(files.big);
  await workbench.screenshot('cancelled');
  await view.button('Open Again').click();
  await view.untilOpen();

  await workbench.openFromExplorer(files.broken);
  await expect(view.error()).toContainText('JAVA PROFILE');
  await workbench.screenshot('broken');

  await workbench.openFromExplorer(files.truncated);
  await view.untilOpen();
  await expect(view.warnings()).toBeVisible();
  await workbench.screenshot('truncated');

  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();

  const pids = enginePids(server.extensionsFolder);
  expect(pids, 'engine processes').toHaveLength(1);
  for (const pid of pids) process.kill(pid, 'SIGKILL');

  await expect(view.engineStopped()).toContainText('The engine stopped');
  await workbench.screenshot('engine-stopped');
  await view.button('Reopen').click();
  await view.untilOpen();
  expect(await view.objectsOf('QueryKey')).toBe(holds.QueryKey);
  expect(enginePids(server.extensionsFolder)).not.toEqual(pids);
});
