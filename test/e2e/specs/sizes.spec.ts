// Deep and retained sizes: filled in while one looks, right, sortable; and what one looked at is still there after hiding the view and after
// reloading the page, sizes at once.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { files } from '../support/data';
import { sizedRows } from '../support/engine';
import { expect, test } from '../support/fixtures';

test('types are told with what they lead to and keep alive, the leak first; tab, order, filter and sizes survive hiding and reloading', async ({
  server,
  workbench,
  view,
}) => {
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await view.showHeap();
  await view.untilSized();
  await view.sortBy('Retained');
  await expect(view.column('Retained')).toHaveAttribute('aria-sort', 'descending');

  const wanted = sizedRows(`${workbench.workspace}/${files.dump}`, 12).map(({ key, deep, retained }) => ({
    key,
    deep: deep.bytes,
    retained: retained.bytes,
  }));
  await expect.poll(async () => (await view.closures()).slice(0, 12)).toEqual(wanted);
  expect(wanted.slice(0, 4).map((row) => row.key)).toContain('JourneyService');
  await workbench.screenshot('heap-retained');

  await view.sortBy('Deep');
  await expect(view.column('Deep')).toHaveAttribute('aria-sort', 'descending');
  await view.search('java.lang');
  const rows = await view.settledRows();
  const before = await view.closures();

  await workbench.openFromExplorer(files.source);
  await expect(view.table()).toBeHidden();
  await workbench.tab(files.dump).click();
  await expect(view.filter()).toHaveValue('java.lang');
  await expect.poll(() => view.rows()).toEqual(rows);

  const cache = path.join(server.folder, 'user-data', 'User', 'globalStorage', 'heaptrail.heaptrail', 'cache');
  await expect.poll(() => readdirSync(cache).filter((name) => name.includes('deep-by-type')).length).toBeGreaterThan(0);
  const file = `${workbench.workspace}/${files.dump}`;
  // Of the two editors the first one was in front last.
  await workbench.untilStored(
    ['workbench.parts.editor', file, '"mru":[0,1]'],
    ['heaptrail', file, 'java.lang', 'deep'],
  );
  await workbench.reload();
  await expect(view.filter()).toHaveValue('java.lang', { timeout: 60_000 });
  await expect(view.column('Deep')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => view.rows()).toEqual(rows);
  expect(await view.closures()).toEqual(before);
});
