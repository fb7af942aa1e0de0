// The life of a recording: a build's main class is recorded, its open recording follows it to the verdict; a server that runs is attached to and let go;
// one that is killed leaves its views, and so does one whose disk is full; a start that fails says why.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { timelineAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';
import type { HeaptrailView } from '../support/heaptrail_view';
import { lookAt } from '../support/looks';
import { OwnershipPart } from '../support/ownership_part';
import { root } from '../support/places';
import { RecordingStatus, recordCommandLine } from '../support/recording_status';
import { begunRecording, everyCollection, waitingCommand, waitsForInput } from '../support/recordings';
import { SmallDisk } from '../support/small_disk';
import type { TimelinePart } from '../support/timeline_part';
import type { Workbench } from '../support/workbench';

/** The travel service with its sources and, where Eclipse and the Java extension put them, its classes. */
function bringService(workspace: string): void {
  cpSync(path.join(root, 'samples', 'travel-cache', 'src'), path.join(workspace, 'src'), { recursive: true });
  const sources = path.join(workspace, 'src', 'travel');
  const classes = path.join(workspace, 'bin');
  mkdirSync(classes);
  execFileSync('javac', ['-d', classes, ...readdirSync(sources).map((file) => path.join(sources, file))]);
}

test('an open recording follows its program to the verdict', { tag: '@looks' }, async ({
  workbench,
  view,
  timeline,
}) => {
  test.setTimeout(300_000);
  bringService(workbench.workspace);
  await workbench.open();
  await recordMainClass(workbench, 'travel.TravelService', '90 3000');

  const status = new RecordingStatus(workbench, view);
  await expect(status.item()).toContainText('TravelService', { timeout: 60_000 });
  await status.item().click();
  await workbench.choice('Open the Recording').waitFor();
  await workbench.screenshot('recording-actions');
  await workbench.page.keyboard.press('Escape');
  await status.choose('Open the Recording');
  await view.untilOpen();
  await expect(status.line()).toContainText('Recording');
  await expect(view.warnings()).toHaveCount(0);
  const first = await timeline.pointRows().count();
  // As the recorder takes them: after 1, 3, 6, 10 and 20 seconds.
  await expect.poll(() => timeline.pointRows().count(), { timeout: 30_000 }).toBeGreaterThan(first);
  // The culprit has its name while the service still runs.
  await expect(view.frame.getByTestId('known-growth')).toContainText(/were added to JourneyService\.cache/, {
    timeout: 30_000,
  });
  await lookAt(workbench, view, 'recording-follows');

  // Whoever reads is left alone, until they want to see more.
  const { path: recording } = begunRecording(workbench.workspace);
  await timeline.chooser().selectOption('0');
  await expect(status.follow()).toBeVisible();
  const shown = await timeline.pointRows().count();
  await expect.poll(() => timelineAnswer(recording).points.length, { timeout: 30_000 }).toBeGreaterThan(shown);
  await expect(status.line()).not.toContainText(` ${shown} points`);
  expect(await timeline.pointRows().count()).toBe(shown);
  await status.follow().click();
  await expect.poll(() => timeline.pointRows().count()).toBeGreaterThan(shown);
  await expect(status.follow()).toBeHidden();

  // Who owns the heap, as it grows: the newest point comes into the picture, until somebody pauses.
  await view.tab('Ownership').click();
  const ownership = new OwnershipPart(view.frame);
  await ownership.untilKnown();
  await expect(ownership.sentence()).toContainText('JourneyService.cache owns');
  const newest = () => timelineAnswer(recording).points.length - 1;
  const before = newest();
  await status.takePoint().click();
  await expect.poll(newest, { timeout: 30_000 }).toBeGreaterThan(before);
  const isShown = async () => Number(await ownership.time().getAttribute('aria-valuenow')) > before;
  await expect.poll(isShown, { timeout: 30_000 }).toBe(true);
  await ownership.untilKnown();
  await expect(ownership.sentence()).toContainText('JourneyService.cache owns');
  await workbench.screenshot('ownership-live');
  await status.pause().click();
  await expect(status.follow()).toBeFocused();
  const kept = await ownership.time().getAttribute('aria-valuenow');
  const paused = newest();
  await status.takePoint().click();
  await expect.poll(newest, { timeout: 30_000 }).toBeGreaterThan(paused);
  await expect(status.line()).toContainText(` ${newest() + 1} points`);
  expect(await ownership.time().getAttribute('aria-valuenow')).toBe(kept);
  await status.follow().click();
  await view.tab('Overview').click();

  // The end, in the same view: the program is asked for it, and has a last point taken.
  await status.choose('Stop the Program');
  await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Stop the Program' }).click();
  await expect(status.line()).toContainText('The program ended', { timeout: 60_000 });
  await expect(timeline.pointRows()).toHaveCount(timelineAnswer(recording).points.length);
  await expect(view.frame.getByTestId('known-growth')).toContainText('were added to');
  await expect(status.item()).toHaveCount(0);
  await expect(workbench.tab(/TravelService-.*\.heaptrail/)).toHaveCount(1);
  await workbench.screenshot('recording-followed');

  await workbench.command('View: Close All Editors');
  await attachWatchAndLetGo(workbench, view, timeline);
});

test('the views of a program that is killed stay as they are, and say so; a start that fails says why', async ({
  workbench,
  view,
  timeline,
}) => {
  workbench.settings(everyCollection);
  const status = await openWhileRecorded(workbench, view);
  await view.tab('Ownership').click();
  const ownership = new OwnershipPart(view.frame);
  const { path: recording, pid } = begunRecording(workbench.workspace);
  await expect(async () => {
    expect(waitsForInput(pid)).toBe(true);
    const { points, suggestedPoint } = timelineAnswer(recording);
    expect(points.length).toBeGreaterThan(2);
    const shown = { last: String(points.length - 1), now: String(suggestedPoint.index) };
    await expect(ownership.time()).toHaveAttribute('aria-valuemax', shown.last, { timeout: 2000 });
    await expect(ownership.time()).toHaveAttribute('aria-valuenow', shown.now, { timeout: 2000 });
  }).toPass();
  await ownership.untilKnown();
  const said = await ownership.sentence().textContent();

  process.kill(pid, 'SIGKILL');
  await expect(status.line()).toContainText('The program was killed');
  await expect(view.warnings()).toHaveCount(1);
  await expect(status.takePoint()).toBeHidden();
  await expect(ownership.sentence()).toHaveText(said ?? '');
  expect(await ownership.colours()).toBeGreaterThan(8);
  await view.tab('Overview').click();
  await expect(timeline.pointRows()).toHaveCount(timelineAnswer(recording).points.length);
  await workbench.screenshot('recording-killed-while-open');

  // One that does not even start says why, and opens nothing.
  await workbench.command('View: Close All Editors');
  await expect(workbench.tab(/\.heaptrail/)).toHaveCount(0);
  await recordCommandLine(workbench, 'java -cp classes com.example.Missing');
  const failure = workbench.notification().filter({ hasText: 'Missing ended with status 1' });
  await expect(failure).toContainText('Could not find or load main class com.example.Missing', { timeout: 60_000 });
  await expect(workbench.tab(/\.heaptrail/)).toHaveCount(0);
  await workbench.screenshot('recording-failed');
  await workbench.answer('Missing ended with status 1', 'Change the Command…');
  await expect(workbench.page.locator('.quick-input-widget input.input')).toHaveValue(/com\.example\.Missing$/);
});
test('a full disk ends a recording that is open, but neither its views nor its program', { tag: '@deep' }, async ({
  workbench,
  view,
  timeline,
}) => {
  const disk = new SmallDisk(path.join(workbench.workspace, '.heaptrail'));
  test.skip(!disk.isMounted, 'only root may mount a small file system');
  try {
    const status = await openWhileRecorded(workbench, view);
    const { path: recording, pid } = begunRecording(workbench.workspace);
    await status.takePoint().click();
    await expect.poll(() => timelineAnswer(recording).points.length).toBeGreaterThan(1);
    disk.fill();
    await status.takePoint().click();
    await expect(status.line()).toContainText('or the disk is full');
    // It stops with the point, or before it, with what else the recorder writes: how full pools were.
    const said = workbench.notification().filter({ hasText: /(its|the) recording has stopped/ });
    await expect(said).toContainText('because the disk is full');
    await expect(view.warnings()).toHaveCount(1);
    await expect(view.warnings()).toContainText('the disk was full');
    await expect(status.takePoint()).toBeHidden();
    await expect(timeline.pointRows()).toHaveCount(timelineAnswer(recording).points.length);
    await workbench.screenshot('recording-disk-full');
    // Throws where the program is gone.
    process.kill(pid, 0);
    process.kill(pid);
  } finally {
    disk.remove();
  }
});

/** The recording of the program that waits when it has done its work, while it runs. */
async function openWhileRecorded(workbench: Workbench, view: HeaptrailView): Promise<RecordingStatus> {
  await workbench.open();
  await recordCommandLine(workbench, waitingCommand);
  const status = new RecordingStatus(workbench, view);
  await expect(status.item()).toContainText('LeakingService', { timeout: 60_000 });
  await status.choose('Open the Recording');
  await view.untilOpen();
  return status;
}

/** As one whose server runs already: it grows before one's eyes, and goes on when one has seen enough. */
async function attachWatchAndLetGo(workbench: Workbench, view: HeaptrailView, timeline: TimelinePart): Promise<void> {
  const server = spawn('java', ['-cp', path.join(workbench.workspace, 'bin'), 'travel.TravelService', '300', '3000']);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.stdout.resume();
  try {
    const status = new RecordingStatus(workbench, view);
    await workbench.command('Heaptrail: Attach to Running JVM…');
    await workbench.choose(String(server.pid));
    await expect(status.item()).toContainText('TravelService', { timeout: 60_000 });
    await status.choose('Open the Recording');
    await view.untilOpen();
    await expect(status.line()).toContainText('Recording');
    const first = await timeline.pointRows().count();
    await expect.poll(() => timeline.pointRows().count(), { timeout: 30_000 }).toBeGreaterThan(first);
    await expect(view.frame.getByTestId('known-growth')).toContainText('were added to', { timeout: 30_000 });
    await expect(view.overview().getByTestId('file-name')).toHaveText(/^TravelService · \d\d:\d\d · \d+ points$/);
    await lookAt(workbench, view, 'attached', 'JourneyService.java');

    await status.choose('Stop Recording');
    await expect(status.line()).toContainText('The recording was ended');
    await expect(status.item()).toHaveCount(0);
    await expect(view.warnings()).toHaveCount(0);
    expect(server.exitCode, 'the server runs on').toBeNull();
  } finally {
    server.kill();
    await ended;
  }
}

/** As one who picks it from the list, and gives it arguments. */
async function recordMainClass(workbench: Workbench, name: string, words: string): Promise<void> {
  await workbench.command('Heaptrail: Record Java Program…');
  await workbench.choose(name);
  const input = workbench.page.locator('.quick-input-widget input.input');
  await expect(input).toHaveValue(`java -cp bin ${name}`);
  await workbench.typeAnswer(`java -cp bin ${name} ${words}`);
  await workbench.page.keyboard.press('Enter');
}
