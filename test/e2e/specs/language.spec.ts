// The description language as its users meet it: a misspelt type is underlined and mended, types of the open trace are proposed and
// explained, a name is followed and changed in all files, a file is laid out.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { files } from '../support/data';
import { DescriptionEditor } from '../support/description_editor';
import { ExplorePart } from '../support/explore_part';
import { expect, test } from '../support/fixtures';

test('a description is written with the help of the trace that is open', async ({ workbench, view }) => {
  const services = path.join(workbench.workspace, 'services.ds');
  const routes = path.join(workbench.workspace, 'routes.ds');
  writeFileSync(services, 'DS JourneyServise {\n  java.util.concurrent.ConcurrentHashMap;\n}\n');
  writeFileSync(routes, 'DS Routes {\n  JourneyService;\n}\n');
  await workbench.open();
  await workbench.openFromExplorer(files.dump);
  await view.untilOpen();
  await workbench.openFromExplorer('services.ds');
  const editor = new DescriptionEditor(workbench.page);

  // Underlined, and mended by what is proposed.
  await expect(editor.squiggles('warning')).not.toHaveCount(0);
  await workbench.screenshot('language-squiggle');
  await editor.placeCursorIn('JourneyServise');
  await editor.quickFix('Write JourneyService');
  await expect(editor.squiggles('warning')).toHaveCount(0);
  await expect(editor.lines()).toContainText(['DS JourneyService {']);

  // Explained with what the trace has of it.
  await editor.hover('JourneyService');
  await expect(editor.hoverText()).toContainText('the head of a data structure');
  await expect(editor.hoverText()).toContainText(`in ${files.dump}`);
  await workbench.screenshot('language-hover');

  // Proposed while it is written; the editor closes the brace by itself.
  await editor.typeAtEnd('DS   Pages {');
  await workbench.page.keyboard.press('Enter');
  await workbench.page.keyboard.type('ConcurrentHashMap$N', { delay: 20 });
  await expect(editor.proposals().first()).toContainText('ConcurrentHashMap$Node');
  await workbench.screenshot('language-completion');
  await workbench.page.keyboard.press('Enter');
  await workbench.page.keyboard.type(';');
  await expect(editor.lines().filter({ hasText: 'java.util.concurrent.ConcurrentHashMap$Node;' })).toHaveCount(1);

  // Laid out.
  await workbench.command('Format Document');
  // What is saved before the engine has answered is saved as it was.
  await expect(editor.lines().filter({ hasText: /^DS\sPages\s\{/ })).toHaveCount(1);
  await workbench.page.keyboard.press('ControlOrMeta+KeyS');
  const described = 'DS Pages {\n  java.util.concurrent.ConcurrentHashMap$Node;\n}\n';
  await expect.poll(() => readFileSync(services, 'utf8')).toContain(described);

  // Followed from one file to the other, and changed in both.
  await workbench.openFromExplorer('routes.ds');
  await editor.placeCursorIn('JourneyService');
  await workbench.page.keyboard.press('F12');
  await expect(workbench.tab('services.ds')).toHaveAttribute('aria-selected', 'true');
  await editor.placeCursorIn('JourneyService');
  await editor.rename('TravelService');
  await expect.poll(() => readFileSync(services, 'utf8')).toContain('DS TravelService {');
  await expect.poll(() => readFileSync(routes, 'utf8')).toBe('DS Routes {\n  TravelService;\n}\n');

  // And a first one is made from a type in the heap.
  await workbench.tab(files.dump).click();
  await view.showHeap();
  await view.filter().fill('JourneyService');
  await new ExplorePart(view).choose(view.row('JourneyService'), 'New Data Structure Description');
  await expect(editor.lines().filter({ hasText: 'DS JourneyService {' })).toHaveCount(1);
  await expect(editor.lines().filter({ hasText: 'java.util.concurrent.ConcurrentHashMap;' })).toHaveCount(1);
  await expect(editor.squiggles('error')).toHaveCount(0);
  await workbench.screenshot('language-proposal');
});
