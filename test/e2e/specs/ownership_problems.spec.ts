// Pictures for docs/ownership.md: five ways in which programs use memory, as the Ownership tab shows them. Only when they are asked for
// (HEAPTRAIL_PICTURES=1): that the numbers are right, test/recorder/any_jvm/ownership_problems.test.ts checks.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { heaptrail } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { compile } from '../support/java_program';
import { OwnershipPart } from '../support/ownership_part';
import { root, screenshots } from '../support/places';

const steps = 4;
/** What is to be seen at which point. */
const problems = [
  { name: 'leak', at: 3, says: /Leak\.SESSIONS owns/ },
  { name: 'overhead', at: 1, says: /Overhead\.WORDS owns/ },
  { name: 'churn', at: 2, says: /Churn\.LATEST owns .* objects are new/ },
  { name: 'jump', at: 2, says: /History\.states owns/ },
  { name: 'phases', at: 2, says: /since point 1/ },
] as const;

/** Has a point taken after each step. */
async function record(classes: string, problem: string, file: string): Promise<void> {
  const agent = path.join(root, 'build', 'release', 'libheaptrail-recorder.so');
  const options = `-agentpath:${agent}=every=off,sites=off,exit=no,file=${file}`;
  const program = spawn('java', ['-Xmx400m', options, '-cp', classes, 'OwnershipProblems', problem]);
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  let step = 0;
  for await (const line of createInterface({ input: program.stdout })) {
    if (line !== 'READY') continue;
    execFileSync(heaptrail, ['point', String(program.pid)], { stdio: 'pipe' });
    if (++step < steps) program.stdin.write('\n');
    else program.stdin.end();
  }
  await ended;
}

test('pictures of five problems are taken', { tag: '@pictures' }, async ({ workbench, view, timeline }) => {
  test.setTimeout(300_000);
  const classes = path.join(workbench.workspace, 'classes');
  compile(path.join(root, 'test', 'programs', 'OwnershipProblems.java'), classes);
  for (const { name } of problems) await record(classes, name, path.join(workbench.workspace, `${name}.heaptrail`));
  mkdirSync(screenshots, { recursive: true });
  await workbench.open();
  for (const { name, at, says } of problems) {
    await workbench.openFromExplorer(`${name}.heaptrail`);
    await view.untilOpen();
    await view.tab('Ownership').click();
    const ownership = new OwnershipPart(view.frame);
    await timeline.chooser().selectOption(String(at));
    await expect(ownership.time()).toHaveAttribute('aria-valuenow', String(at));
    await ownership.untilKnown();
    await workbench.page.keyboard.press('ControlOrMeta+KeyB');
    await expect(ownership.sentence()).toContainText(says);
    expect(await ownership.colours()).toBeGreaterThan(8);
    // The line of the heap's history comes after the picture.
    await expect(view.frame.getByTestId('ownership').locator('[aria-busy="true"]')).toHaveCount(0);
    const tab = await view.frame.getByTestId('ownership').boundingBox();
    const table = await view.frame.getByTestId('ownership-twin').boundingBox();
    if (!tab || !table) throw new Error('the Ownership tab is shown, with its table below');
    const clip = { ...tab, height: table.y - tab.y };
    const file = path.join(screenshots, `ownership-${name}.png`);
    await workbench.page.screenshot({ path: file, clip, animations: 'disabled' });
    await workbench.page.keyboard.press('ControlOrMeta+KeyB');
    await workbench.page.keyboard.press('ControlOrMeta+KeyW');
  }
});
