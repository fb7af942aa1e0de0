// What one looked at is still there after hiding the view and after reloading the page.
import { files } from '../support/data';
import { expect, test } from '../support/fixtures';

test('tab, order and filter survive hiding and reloading', async ({ workbench, view }) => {
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await view.showHeap();
  await view.search('java.lang');
  await view.sortBy('Objects');
  await expect(view.column('Objects')).toHaveAttribute('aria-sort', 'descending');
  const before = await view.settledRows();

  await workbench.openFromExplorer(files.source);
  await expect(view.table()).toBeHidden();
  await workbench.tab(files.dump).click();
  await expect(view.filter()).toHaveValue('java.lang');
  await expect.poll(() => view.rows()).toEqual(before);

  const file = `${workbench.workspace}/${files.dump}`;
  await workbench.untilStored(['workbench.parts.editor', file], ['heaptrail', file, 'java.lang', 'objects']);
  await workbench.reload();
  await expect(view.filter()).toHaveValue('java.lang', { timeout: 60_000 });
  await expect(view.column('Objects')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => view.rows()).toEqual(before);
});
