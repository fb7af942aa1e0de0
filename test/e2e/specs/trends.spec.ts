// Trends: a program whose lists grow among others that grow and shrink. With default settings, the preset leads to the kind of list, and that to what piles up
// in it; all numbers as the command line says them.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { trendAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { compile } from '../support/java_program';
import { root } from '../support/places';
import { recordProgram } from '../support/recordings';
import { themes } from '../support/themes';
import { TrendsPart } from '../support/trends_part';

const program = 'GrowingLists';
const file = 'lists.heaptrail';
const list = 'java.util.ArrayList';
const item = `${program}$Item`;
const place = `${program}.BASKETS`;
const asInPreset = ['--filter', 'top-level', '--by', 'type, place, leaves(deep)[type]'];

test('the preset leads to the list that grows, and that to what piles up in it', async ({ workbench, view }) => {
  // It goes a long way, and machines may be slow.
  test.setTimeout(240_000);
  const classes = path.join(workbench.workspace, '../classes');
  const source = path.join(root, `test/programs/${program}.java`);
  copyFileSync(source, path.join(workbench.workspace, `${program}.java`));
  compile(source, classes);
  const recording = path.join(workbench.workspace, file);
  recordProgram(classes, recording, program);
  workbench.settings({ 'workbench.colorTheme': themes.dark });
  await workbench.open();
  await workbench.openFromExplorer(file);
  await view.untilOpen();
  await view.tab('Trends').click();
  const trends = new TrendsPart(view.frame);
  await trends.untilKnown();

  // What is shown first are the types, as `heaptrail trend` tells them.
  const types = trendAnswer(recording);
  await expect(trends.sentence()).toHaveText(types.sentence);
  expect(await trends.names()).toEqual(types.series.map(({ key }) => key));
  expect(await trends.values()).toEqual(types.series.map(({ values }) => values.at(-1)));

  await trends.choosePreset('Structures by place, retained');
  const structures = trendAnswer(recording, ...asInPreset, '--metric', 'retained-bytes');
  await expect(trends.sentence()).toHaveText(structures.sentence);
  await expect(trends.sentence()).toContainText(list);
  expect((await trends.names())[0]).toBe(list);
  expect(await trends.values()).toEqual(structures.series.map(({ values }) => values.at(-1)));

  await trends.goInto(list);
  const places = trendAnswer(recording, ...asInPreset, '--path', list, '--metric', 'retained-bytes');
  await expect(trends.way(1)).toContainText('ArrayList');
  await expect(trends.sentence(1)).toHaveText(places.sentence);
  expect((await trends.names(1))[0]).toBe(place);
  expect(await trends.values(1)).toEqual(places.series.map(({ values }) => values.at(-1)));

  await trends.goInto(place, 1);
  const below = ['--path', list, '--path', place];
  const leaves = trendAnswer(recording, ...asInPreset, ...below);
  await expect(trends.way(2)).toContainText('BASKETS');
  await expect(trends.sentence(2)).toHaveText(leaves.sentence);
  expect((await trends.names(2))[0]).toBe(item);
  expect(await trends.values(2)).toEqual(leaves.series.map(({ values }) => values.at(-1)));
  // The cursor is that of all charts.
  await trends.picture(2).focus();
  await workbench.page.keyboard.press('Home');
  await workbench.page.keyboard.press('ArrowRight');
  expect(await trends.values(0)).toEqual(structures.series.map(({ values }) => values[1]));
  expect(await trends.values(1)).toEqual(places.series.map(({ values }) => values[1]));
  expect(await trends.values(2)).toEqual(leaves.series.map(({ values }) => values[1]));

  // So is the zoom: all that is told is of the points that are shown.
  const last = leaves.points.length - 2;
  for (let point = 1; point < last; point++) await workbench.page.keyboard.press('Shift+ArrowRight');
  await workbench.page.keyboard.press('Enter');
  const [from = '', to = ''] = [1, last].map((point) => String(leaves.points[point]?.index));
  await expect(trends.zoom()).toContainText(`Points ${from} ·`);
  await trends.untilKnown();
  const zoomed = trendAnswer(recording, ...asInPreset, ...below, '--from', from, '--to', to);
  await expect(trends.sentence(2)).toHaveText(zoomed.sentence);
  await workbench.page.keyboard.press('Escape');
  await trends.untilKnown();
  await expect(trends.sentence(2)).toHaveText(leaves.sentence);

  await workbench.page.mouse.move(0, 0);
  for (const [name, theme] of Object.entries(themes)) {
    workbench.settings({ 'workbench.colorTheme': theme });
    const kind = { dark: 'vscode-dark', light: 'vscode-light', 'high-contrast': 'vscode-high-contrast' }[name];
    await expect(view.frame.locator('body')).toHaveClass(new RegExp(`\\b${kind}\\b`));
    await trends.picture(0).scrollIntoViewIfNeeded();
    await workbench.screenshot(`trends-${name}`);
    await trends.picture(1).scrollIntoViewIfNeeded();
    await workbench.screenshot(`trends-places-${name}`);
    await trends.picture(2).scrollIntoViewIfNeeded();
    await workbench.screenshot(`trends-below-${name}`);
    expect(await view.accessibilityFaults(), `Trends in ${theme}`).toEqual([]);
  }
  await workbench.page.keyboard.press('Control+b');
  await workbench.page.setViewportSize({ width: 400, height: 800 });
  await trends.picture(0).scrollIntoViewIfNeeded();
  await workbench.screenshot('trends-narrow');

  // It is all still there when the tab comes back; and a line leads to its objects at a point.
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
  await workbench.page.keyboard.press('Control+b');
  await view.tab('Heap').click();
  await view.tab('Trends').click();
  await trends.untilKnown();
  expect((await trends.names(2))[0]).toBe(item);
  await trends.series(2).first().getByTestId('trend-actions').click();
  await view.frame.getByRole('menuitem', { name: /^Inspect at Point/ }).click();
  await expect(view.frame.getByTestId('inspect-title')).toContainText('Item');
});
