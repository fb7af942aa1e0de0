// Opening a heap dump: from the explorer, and with nothing but the keyboard, compressed.
import { files } from '../support/data';
import { heapAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';

test('a dump opened from the explorer says what it is, and in a compressed one everything can be reached with the keyboard', async ({
  workbench,
  view,
  holds,
}) => {
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();

  const { point } = heapAnswer(`${workbench.workspace}/${files.dump}`);
  await expect(view.overview()).toContainText('OpenJDK');
  await expect(view.overview()).toContainText('JAVA PROFILE 1.0.2');
  expect(await view.liveObjects()).toBe(point.objects);
  await expect(view.largestTypes().first()).toBeVisible();

  const { keyboard } = workbench.page;
  await workbench.openByKeyboard(files.compressed);
  await view.untilOpen();

  await view.tabTo(view.tab('Overview'));
  await keyboard.press('ArrowRight');
  await expect(view.tab('Growth')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('ArrowRight');
  await expect(view.tab('Trends')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('ArrowRight');
  await expect(view.tab('Ownership')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('ArrowRight');
  await expect(view.tab('Heap')).toHaveAttribute('aria-selected', 'true');
  await view.tabTo(view.filter());
  await keyboard.type('QueryKey');
  await view.untilFiltered('QueryKey');
  expect((await view.rows())[0]).toMatchObject({ key: 'QueryKey', objects: holds.QueryKey });

  await view.tabTo(view.scroller());
  await keyboard.press('ArrowDown');
  await expect(view.selectedRow()).toContainText('QueryKey');
});
