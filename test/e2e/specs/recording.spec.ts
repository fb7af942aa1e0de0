// Recording Java programs from the workbench, in every way there is, and what the views make of a trace with several points.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { classes, program } from '../support/data';
import { heapAnswer, infoAnswer, type Row, timelineAnswer, warningsOf } from '../support/engine';
import { expect, test } from '../support/fixtures';
import type { HeaptrailView } from '../support/heaptrail_view';
import { startProgram } from '../support/java_program';
import { OwnershipPart } from '../support/ownership_part';
import { RecordingStatus, recordCommandLine } from '../support/recording_status';
import { begunRecording, endingCommand, everyCollection, pointsIn, waitingCommand } from '../support/recordings';

test('a program is recorded, its recording opens when it ends, and every point can be looked into', async ({
  workbench,
  view,
  timeline,
}) => {
  workbench.settings(everyCollection);
  await workbench.open();
  await recordCommandLine(workbench, endingCommand);
  await workbench.tab(/^LeakingService-\d+-\d+-\d+\.heaptrail/).waitFor({ timeout: 60_000 });
  await view.untilOpen();

  const { path: recording } = begunRecording(workbench.workspace);
  const { points, gcs, suggestion, suggestedPoint } = timelineAnswer(recording);
  expect(points.length).toBeGreaterThan(3);
  await expect(timeline.pointRows()).toHaveCount(points.length);
  await expect(timeline.legend()).toContainText(`Minor GC (${gcs.length})`);
  await expect(timeline.chosenPoint()).toHaveAttribute('data-index', String(suggestedPoint.index));
  await expect(view.figuresWhy()).toContainText('the heap grew most');
  await expect(view.figuresWhy()).toContainText('as the program ended');
  await expectHeapAt(view, recording, suggestedPoint.index);
  await workbench.screenshot('recording');

  await view.tab('Overview').click();
  // The first ones come so soon after each other that there may not be room for all.
  const marked = await timeline.points();
  const [second = 0, lastButOne = 0] = [marked[1], marked.at(-2)];
  await timeline.point(second).click();
  await expect(timeline.chooser()).toHaveValue(String(second));
  const { heap } = infoAnswer(recording, second);
  await expect.poll(() => view.liveObjects()).toBe(heap.live.objects);
  await expect.poll(() => view.references()).toBe(heap.references);
  await expectHeapAt(view, recording, second);

  await view.tab('Overview').click();
  await view.tab('Overview').focus();
  await view.tabTo(timeline.chosenPoint());
  await workbench.page.keyboard.press('Home');
  await workbench.page.keyboard.press('Enter');
  await expect(timeline.chooser()).toHaveValue('0');
  await expectHeapAt(view, recording, 0);

  await view.tab('Overview').click();
  if (!suggestion) throw new Error('a program that leaks has a window to suggest');
  await timeline.suggest().click();
  await timeline.untilWindow(suggestion);
  // Its handles would be dragged instead of a new window.
  await timeline.clear().click();
  await expect(timeline.handle('from')).toHaveCount(0);
  const window = { from: second, to: lastButOne };
  await timeline.sweep(window.to, window.from);
  await timeline.untilWindow(window);
  // The mark of a point where the window ends can be clicked as well.
  await timeline.point(second).click();
  await expect(timeline.chooser()).toHaveValue(String(second));
  await timeline.point(0).click();
  await expect(timeline.chooser()).toHaveValue('0');
  await workbench.screenshot('recording-window');

  await workbench.untilStored(
    ['workbench.parts.editor', recording],
    ['heaptrail', recording, '"at":0,"window"', `"to":${window.to}`],
  );
  await workbench.reload();
  await view.untilOpen();
  await timeline.untilWindow(window);
  await expect(timeline.chooser()).toHaveValue('0');
  await timeline.clear().click();
  await expect(timeline.handle('from')).toHaveCount(0);
});

test('a running JVM is attached to, watched point by point, and let go', async ({ workbench, view, timeline }) => {
  workbench.settings({ 'heaptrail.recording.every': 'off' });
  const running = await startProgram(path.join(workbench.workspace, classes), program);
  try {
    await workbench.open();
    await workbench.command('Heaptrail: Attach to Running JVM…');
    await workbench.choose(String(running.pid));
    // The first point is taken when the recorder comes.
    await workbench.answer(`-${running.pid}.heaptrail.`, 'Take a Point Now');
    const { path: recording } = begunRecording(workbench.workspace);
    await expect.poll(() => pointsIn(recording)).toBe(2);
    await workbench.command('Heaptrail: Take a Point Now');
    await expect.poll(() => pointsIn(recording)).toBe(3);

    await workbench.answer('A point was taken', 'Open');
    await view.untilOpen();
    await expect(timeline.pointRows()).toHaveCount(3);
    expect(await view.objectsOf('QueryKey')).toBe(running.holds.QueryKey);

    // What is open follows: whoever looks at a type is left alone.
    const status = new RecordingStatus(workbench, view);
    await view.tab('Overview').click();
    await status.follow().click();
    await status.choose('Take a Point Now');
    await expect(timeline.pointRows()).toHaveCount(4);
    await status.choose('Stop Recording');
    await expect(status.line()).toContainText('The recording was ended');
    await expect(timeline.pointRows()).toHaveCount(5);
    await expect(view.warnings()).toHaveCount(0);
    await expect(status.item()).toHaveCount(0);
    await workbench.screenshot('recording-attached');
  } finally {
    await running.end();
  }
});

test('points that only count tell types and their trends, and what a full one is for', { tag: '@deep' }, async ({
  workbench,
  view,
}) => {
  // Sites have their usual setting, of which such a recording knows nothing.
  workbench.settings({ ...everyCollection, 'heaptrail.recording.points': 'light' });
  await workbench.open();
  await recordCommandLine(workbench, endingCommand);
  await workbench.tab(/^LeakingService-\d+-\d+-\d+\.heaptrail/).waitFor({ timeout: 60_000 });
  await view.untilOpen();
  await expect(view.warnings()).toContainText('This is a light point');
  await view.tab('Heap').click();
  await expect.poll(() => view.objectsOf('QueryKey')).toBeGreaterThan(0);
  await view.tab('Ownership').click();
  const ownership = new OwnershipPart(view.frame);
  await ownership.untilKnown();
  await expect(ownership.sentence()).toContainText(/JourneyService\.cache owns \d+\.\d.% of the heap/);
  await workbench.screenshot('recording-light');
});

test('a JVM started in a recording terminal is recorded, and the recording of one that is killed opens and says that its end is missing', async ({
  workbench,
  view,
  timeline,
}) => {
  workbench.settings(everyCollection);
  await workbench.open();
  await workbench.command('Heaptrail: Open Recording Terminal');
  await workbench.typeIntoTerminal(endingCommand);
  await workbench.answer(/terminal-\S+ is finished/, 'Open');
  await view.untilOpen();
  const { path: finished } = begunRecording(workbench.workspace);
  await expect(timeline.pointRows()).toHaveCount(pointsIn(finished));
  await workbench.screenshot('recording-terminal');

  await workbench.command('View: Close All Editors');
  await expect(workbench.tab(/\.heaptrail/)).toHaveCount(0);
  rmSync(finished);
  await recordCommandLine(workbench, waitingCommand);
  await expect(async () => expect(pointsIn(begunRecording(workbench.workspace).path)).toBeGreaterThan(2)).toPass();
  const { path: recording, pid } = begunRecording(workbench.workspace);
  process.kill(pid, 'SIGKILL');

  await view.untilOpen();
  const [warning = 'none'] = warningsOf(recording);
  await expect(view.warnings()).toContainText(warning, { ignoreCase: true });
  await expect(timeline.pointRows()).toHaveCount(pointsIn(recording));
  await workbench.screenshot('recording-killed');
});

/** The Heap tab and the program agree about a point. */
async function expectHeapAt(view: HeaptrailView, recording: string, at: number): Promise<void> {
  await view.showHeap();
  const wanted = heapAnswer(recording, '--at', String(at), '--sort', 'bytes', '--top', '8').rows;
  await expect.poll(async () => (await view.rows()).slice(0, 8).map(briefly)).toEqual(wanted.map(briefly));
}

const briefly = ({ key, objects, bytes }: Row): string => `${key} ${objects} ${bytes}`;
