// The table of types: right numbers, sorting, filtering, and very many rows.
import { files } from '../support/data';
import { heapAnswer, type Row } from '../support/engine';
import { expect, test } from '../support/fixtures';

test('the table counts what the program says it holds', async ({ workbench, view, holds }) => {
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  for (const [name, count] of Object.entries(holds)) {
    expect(await view.objectsOf(name), name).toBe(count);
  }
});

test('the table and the program agree, in every order', async ({ workbench, view }) => {
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await view.showHeap();

  const dump = `${workbench.workspace}/${files.dump}`;
  const expectRows = async (...options: string[]): Promise<void> => {
    const wanted = heapAnswer(dump, '--top', '10', ...options).rows;
    await expect.poll(async () => (await view.rows()).slice(0, 10).map(briefly)).toEqual(wanted.map(briefly));
  };
  await expectRows('--sort', 'bytes');
  await view.sortBy('Objects');
  await expectRows('--sort', 'objects');
  await view.sortBy('Type');
  // Names read from A to Z at first.
  await expectRows('--sort', 'name');
  await view.sortBy('Type');
  await expectRows('--sort', 'name', '--reverse');
});

test('the filter shows the types that contain it, in any case', async ({ workbench, view }) => {
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await view.showHeap();

  await view.search('hashmap');
  const wanted = heapAnswer(`${workbench.workspace}/${files.dump}`, '--search', 'hashmap', '--top', '5').rows;
  await expect.poll(async () => (await view.rows()).slice(0, 5).map(briefly)).toEqual(wanted.map(briefly));

  await view.filter().fill('no type has this name');
  await expect(view.noRows()).toContainText('no type has this name');
  await view.filter().fill('');
  await expect.poll(async () => (await view.rows()).length).toBeGreaterThan(10);
});

test('more than 100,000 rows scroll, and the last one is there', async ({ workbench, view }) => {
  await workbench.open();
  await workbench.openFromExplorer(files.manyTypes);
  await view.untilOpen();
  await view.showHeap();

  const dump = `${workbench.workspace}/${files.manyTypes}`;
  const { total } = heapAnswer(dump, '--top', '1');
  expect(total.rows).toBeGreaterThan(100_000);
  await view.sortBy('Type');
  await expect.poll(async () => Number(await view.table().getAttribute('aria-rowcount'))).toBeGreaterThan(100_000);

  // A small part of the rows is in the page, wherever one scrolls to.
  const last = heapAnswer(dump, '--sort', 'name', '--reverse', '--top', '1').rows[0]?.key ?? '';
  const slowest = await view.scrollThrough();
  expect(await view.rowElements().count()).toBeLessThan(300);
  await expect(view.row(last)).toBeVisible();
  await workbench.screenshot('heap-100000-types');
  expect(slowest, 'milliseconds of the slowest frame').toBeLessThan(500);
});

const briefly = ({ key, objects, bytes }: Row): string => `${key} ${objects} ${bytes}`;
