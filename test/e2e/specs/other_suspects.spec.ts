// Suspects that no program of these tests has: threads that run, objects that wait for a finalizer, classes by dozens, and two maps that
// hold the same. They come from the scenes of the engine's own tests, as small as can be, so every sentence is the engine's.
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../support/fixtures';
import { GrowthPart } from '../support/growth_part';
import { root } from '../support/places';

const scenes = path.join(root, 'test/native/answer/golden');
const shown = ['running-threads', 'finalizers', 'generated-classes', 'shared-owners', 'children-in-queue'];

test('suspects of every kind are told in the editor as on the command line', { tag: '@deep' }, async ({
  workbench,
  view,
  sideBar,
}) => {
  test.setTimeout(180_000);
  for (const name of shown) {
    copyFileSync(path.join(scenes, name, 'trace.heap.jsonl'), path.join(workbench.workspace, `${name}.heap.jsonl`));
  }
  await workbench.open();
  const growth = new GrowthPart(view.frame);
  for (const name of shown) {
    await workbench.openFromExplorer(`${name}.heap.jsonl`);
    await view.untilOpen();
    await view.tab('Growth').click();
    await growth.untilKnown();
    const { suspects } = JSON.parse(readFileSync(path.join(scenes, name, 'growth.json'), 'utf8'));
    await expect(growth.headline()).toHaveText(suspects[0].sentence);
    await expect(view.frame.getByTestId('growth-headline')).toContainText(suspects[0].advice);
    await workbench.screenshot(`suspect-${name}`);
    expect(await view.accessibilityFaults()).toEqual([]);
  }

  await workbench.openFromExplorer('running-threads.heap.jsonl');
  await view.untilOpen();
  await growth.untilKnown();
  await sideBar.open();
  await expect(sideBar.suspect(1)).toContainText('Thread');
  await expect(sideBar.suspect(1)).not.toContainText('inferred');
  await workbench.screenshot('suspect-running-threads-side-bar');
  await view.frame.getByTestId('show-unheld').click();
  await expect(view.frame.getByTestId('threads-total')).toContainText('41 threads');
  await workbench.screenshot('suspect-running-threads-all');
});
