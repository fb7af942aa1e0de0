// Traces of the AntTracks VM, which are folders: opened as a folder, by one of their files, and with nothing but the keyboard.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeAntTracksTrace } from '../support/anttracks';
import { heapAnswer, timelineAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';

const trace = 'order-service';

test('a folder opens from the explorer, by any of its files and by the command, and every collection can be looked into', async ({
  workbench,
  view,
  timeline,
  sideBar,
}) => {
  test.setTimeout(180_000);
  const empty = path.join(workbench.workspace, 'no-trace');
  mkdirSync(empty);
  const folder = path.join(workbench.workspace, trace);
  const collections = makeAntTracksTrace(folder);
  await workbench.open();
  await workbench.commandOn([trace], 'Open AntTracks Trace…');
  await workbench.tab(trace).waitFor();
  await view.untilOpen();

  await expect(view.overview().getByTestId('file-name')).toContainText(trace);
  await expect(timeline.pointRows()).toHaveCount(collections.length);
  const majors = collections.filter(({ kind }) => kind === 'major').length;
  await expect(timeline.legend()).toContainText(`Major GC (${majors})`);
  await expect(timeline.legend()).toContainText(`Minor GC (${collections.length - majors})`);
  const { suggestedPoint } = timelineAnswer(folder);
  await expect(timeline.chosenPoint()).toHaveAttribute('data-index', String(suggestedPoint.index));
  await workbench.screenshot('anttracks');

  for (const [index, { kind, classes }] of collections.entries()) {
    if (kind === 'minor') continue;
    await timeline.chooser().selectOption(String(index));
    await expect.poll(() => view.objectsOf('org.example.Item')).toBe(classes['org.example.Item']?.objects);
  }
  await view.search('');
  const last = collections.length - 1;
  const wanted = heapAnswer(folder, '--at', String(last), '--sort', 'bytes', '--top', '5').rows;
  await expect
    .poll(async () => (await view.rows()).slice(0, 5).map(({ key }) => key))
    .toEqual(wanted.map(({ key }) => key));
  await workbench.screenshot('anttracks-heap');

  // A folder is no file, and yet its editor comes back, at the point that was looked at.
  const other = suggestedPoint.index - 1;
  await timeline.chooser().selectOption(String(other));
  await workbench.untilStored(['workbench.parts.editor', folder], ['heaptrail', folder, `"at":${other},"window"`]);
  await workbench.reload();
  await view.untilOpen();
  await expect(timeline.chooser()).toHaveValue(String(other));

  // By one of its files.
  await workbench.command('View: Close All Editors');
  await workbench.inExplorer(trace).click();
  await workbench.inExplorer('symbols').click({ button: 'right' });
  await workbench.chooseFromMenu('Open With...');
  await workbench.choose('Heaptrail');
  await view.untilOpen();
  await view.tab('Overview').click();
  await expect(view.overview().getByTestId('file-name')).toContainText(trace);
  await expect(timeline.pointRows()).toHaveCount(collections.length);

  // The folder lies in the workspace and is open, and is listed once.
  await sideBar.open();
  await expect(sideBar.rows('Traces').filter({ hasText: trace })).toHaveCount(1);
  await expect(sideBar.row('Traces', trace)).toContainText(`${collections.length} points`);
  await workbench.screenshot('anttracks-side-bar');

  await openFolder(empty);
  await expect(view.error()).toContainText('no-trace');
  await workbench.screenshot('anttracks-none');
  await workbench.command('View: Close All Editors');
  await openFolder(folder);
  await view.untilOpen();

  async function openFolder(folder: string): Promise<void> {
    await workbench.command('Heaptrail: Open AntTracks Trace…');
    const answer = workbench.page.locator('.quick-input-widget input.input');
    const accept = workbench.page.getByRole('button', { name: 'Open AntTracks Trace' });
    // The dialog begins with a folder of its own, puts it over an answer that comes before, and takes none while it looks at what is in a
    // folder: so answer until the trace is opened.
    await expect(async () => {
      if (await accept.isVisible()) {
        await expect(answer).toHaveValue(/\/$/, { timeout: 2000 });
        await workbench.typeAnswer(`${folder}/`);
        await accept.click({ timeout: 2000 });
      }
      await expect(workbench.tab(path.basename(folder))).toBeVisible({ timeout: 4000 });
    }).toPass();
  }
});
