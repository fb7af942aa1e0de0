// What grew: in a recording, between two heap dumps, and beside code; always as the command line says it.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { files, holdsOf } from '../support/data';
import { growthAnswer, growthOfAnswer, inspectAnswer, objectAnswer } from '../support/engine';
import { data, expect, test } from '../support/fixtures';
import { GrowthPart } from '../support/growth_part';
import { InspectPart } from '../support/inspect_part';
import { lookAt } from '../support/looks';
import type { Workbench } from '../support/workbench';

function withRecording(workbench: Workbench, recording: string): string {
  const file = path.basename(recording);
  copyFileSync(recording, path.join(workbench.workspace, file));
  return file;
}

test('the strongest suspect of a recording is named, and measured exactly at both ends, also beside code, and comes back with the window', async ({
  workbench,
  view,
  recording,
}) => {
  test.setTimeout(180_000);
  const file = withRecording(workbench, recording);
  await workbench.open();
  await workbench.openFromExplorer(file);
  await view.untilOpen();
  await view.button('Analyse Growth').click();
  const growth = new GrowthPart(view.frame);
  await growth.untilKnown();

  const { window, suspects, counts, structures } = growthAnswer(recording);
  const [top] = suspects;
  if (!top) throw new Error('a program that leaks has a suspect');
  await expect(growth.headline()).toHaveText(top.sentence);
  await expect(growth.end('from')).toHaveValue(String(window.from.index));
  await expect(growth.end('to')).toHaveValue(String(window.to.index));
  expect(await growth.said()).toContain(`${counts.survivors} alive`);
  await expect(growth.rows().first()).toBeVisible();
  const ids = await growth.rowIds();
  expect(ids).toEqual(structures.slice(0, ids.length).map(({ id }) => id));

  // The chart has what was born in the window, too, and leaves out what did next to nothing, whatever it is sorted by.
  const strongest = growthAnswer(recording, '--category', 'all', '--unchanged').structures.slice(0, 10);
  const seen = strongest.filter(({ metrics }) => Math.abs(metrics.retained?.hgp ?? 0) >= 0.05);
  const bars = await growth.bars().evaluateAll((all) => all.map((bar) => bar.getAttribute('data-id') ?? ''));
  expect(bars).toEqual(seen.map((row) => row.id));
  // Where a method happens to work on the map at a point, no structure retains more: then there is no bar.
  const [id = ''] = bars.length > 0 ? bars : ids;
  await (bars.length > 0 ? growth.bars() : growth.rows()).first().click();
  const { structure, leaves } = growthOfAnswer(recording, id);
  const { from, to } = structure.metrics.retained;
  await expect.poll(() => growth.retained()).toEqual({ from: from.bytes, to: to.bytes });
  await expect(growth.leafTypes()).toHaveCount(new Set(leaves.rows.map(({ type }) => type)).size);
  await workbench.screenshot('growth');

  // What holds it, at the end of the window; and further to single objects, with a way back.
  await growth.inspect().click();
  const inspect = new InspectPart(view.frame);
  await inspect.untilKnown();
  const { group, roots } = inspectAnswer(recording, id, '--at', String(window.to.index), '--roots');
  const exact = `${group.retained.bytes.toLocaleString('en-US')} B`;
  await expect(inspect.figure('retained')).toHaveAttribute('title', new RegExp(`^${exact}`));
  await expect(inspect.roots()).toContainText(roots[0]?.label ?? 'no root');
  await expect(inspect.roots()).toContainText(roots[0]?.object.type.split('.').at(-1) ?? 'no object');
  await workbench.screenshot('inspect');
  // Every way ends at it.
  await inspect.pathNodes().last().click();
  await inspect.chosen().getByRole('button', { name: 'Inspect This Object' }).click();
  await expect(inspect.objectTitle()).toContainText(id);
  await inspect.back().click();
  await inspect.untilKnown();
  await expect(inspect.title()).toContainText(id);
  await view.tab('Growth').click();
  await growth.untilKnown();

  // Another window, chosen by key: one end is a point earlier. The suggested one may be of two points that follow each other.
  const moved = window.from.index > 0 ? 'from' : 'to';
  await growth.end(moved).focus();
  await workbench.page.keyboard.press('ArrowUp');
  const ends = { from: window.from.index, to: window.to.index };
  ends[moved]--;
  const [other] = growthAnswer(recording, '--from', String(ends.from), '--to', String(ends.to)).suspects;
  await expect(growth.headline()).toHaveText(other?.sentence ?? 'no suspect');

  // What was found out, the Overview says.
  await view.tab('Overview').click();
  await expect(view.overview().getByTestId('known-growth')).toContainText(other?.sentence ?? 'no suspect');

  // Beside code it is the same, also of the same window.
  await workbench.openFromExplorer(files.source);
  await workbench.command('Heaptrail: Open Growth Beside');
  await workbench.tab(`Growth: ${file}`).waitFor();
  await expect(growth.headline()).toHaveText(other?.sentence ?? 'no suspect');
  await expect(view.tab('Overview')).toHaveCount(0);
  // The code stays in front of its group.
  await expect(workbench.tab(files.source)).toHaveAttribute('aria-selected', 'true');
  await workbench.screenshot('growth-beside');
  expect(await view.accessibilityFaults()).toEqual([]);

  await workbench.untilStored(['workbench.parts.editor', 'heaptrail.growth', file]);
  await workbench.reload();
  await expect(growth.headline()).toHaveText(other?.sentence ?? 'no suspect', { timeout: 60_000 });
});

test('two dumps of one program are one trace with two points, compared by path', { tag: '@looks' }, async ({
  workbench,
  view,
  timeline,
  holds,
}) => {
  test.setTimeout(180_000);
  const later = holdsOf(data(), 'later');
  const expectBoth = async (): Promise<void> => {
    await timeline.chooser().selectOption('1');
    expect(await view.objectsOf('QueryKey')).toBe(later.QueryKey);
    await timeline.chooser().selectOption('0');
    await expect.poll(() => view.objectsOf('QueryKey')).toBe(holds.QueryKey);
  };
  await workbench.open();
  await workbench.commandOn([files.later, files.dump], 'Open Heap Dumps Together…');
  await view.untilOpen();
  await expect(view.overview().getByTestId('file-name')).toHaveText(`${files.later} and ${files.dump}`);
  await expect(timeline.pointRows()).toHaveCount(2);
  // Nobody knows a dump by a number.
  await expect(timeline.chooser().locator('option')).toContainText([files.dump, files.later]);
  await workbench.screenshot('dumps-together');
  await expectBoth();

  const both = [files.dump, files.later];
  await workbench.untilStored(
    ['workbench.parts.editor', ...both],
    ['heaptrail', ...both, 'QueryKey', '"at":0,"window"'],
  );
  await workbench.reload();
  await view.untilOpen();
  await expect(view.filter()).toHaveValue('QueryKey');
  await expect(timeline.chooser()).toHaveValue('0');
  await expectBoth();

  await view.tab('Growth').click();
  const growth = new GrowthPart(view.frame);
  await growth.untilKnown();
  const at = (file: string): string => path.join(workbench.workspace, file);
  const { suspects, counts } = growthAnswer(at(files.later), at(files.dump));
  await expect(growth.headline()).toHaveText(suspects[0]?.sentence ?? 'no suspect');
  await expect.poll(() => growth.said()).toContain(`${counts.unmatched} not matched`);
  await expect(growth.counts()).toContainText('by path');
  await lookAt(workbench, view, 'two-dumps', files.source);
});

test('one heap dump alone says what holds the most, with the way to it, and what growth needs', {
  tag: '@looks',
}, async ({ workbench, view }) => {
  test.setTimeout(240_000);
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  const { suspects } = growthAnswer(path.join(workbench.workspace, files.dump));
  const said = suspects[0]?.sentence ?? 'nobody';
  await expect(view.frame.getByTestId('known-growth')).toHaveText(said);
  expect(await workbench.layoutShifts()).toEqual([]);
  await lookAt(workbench, view, 'one-dump-overview', files.source);
  await view.frame.getByTestId('show-growth').click();
  const growth = new GrowthPart(view.frame);
  await expect(growth.headline()).toHaveText(said);
  await expect(view.frame.getByTestId('growth-path-line')).toContainText('JourneyService');
  await expect(view.frame.getByTestId('growth-tree')).toContainText('What holds the heap');
  await expect(view.frame.getByTestId('growth-one-point')).toContainText('What grew takes two points');
  await lookAt(workbench, view, 'one-dump-growth');

  // From the suspect to what is in one of the leaked objects: two clicks.
  await growth.examples().first().click();
  await workbench.screenshot('growth-examples');
  const link = growth.exampleLinks().filter({ hasText: 'QueryKey' }).first();
  const id = (await link.getAttribute('data-id')) ?? '';
  const city = objectAnswer(path.join(workbench.workspace, files.dump), id).fields.find(({ name }) => name === 'city');
  const told = city?.object?.text ?? 'a key has the name of a city';
  await expect(link).toContainText(`city=${told}`);
  await link.click();
  const inspect = new InspectPart(view.frame);
  await expect(inspect.objectTitle()).toContainText(id);
  await expect(inspect.field('city')).toContainText(told);

  // Others look at the screen: what is open shows no values any more.
  mkdirSync(path.join(workbench.workspace, '.vscode'), { recursive: true });
  const settings = path.join(workbench.workspace, '.vscode', 'settings.json');
  writeFileSync(settings, JSON.stringify({ 'heaptrail.values.show': false }));
  await expect(inspect.field('city')).not.toContainText(told);
  await expect(inspect.field('city')).toContainText('String');
});
