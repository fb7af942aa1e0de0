// Trends of a program that runs: new points come into the chart by themselves, the cursor and the zoom stay where somebody put them, and Pause keeps
// what is shown. Points are taken when the test wants them.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { classes, program } from '../support/data';
import { heaptrail, trendAnswer } from '../support/engine';
import { expect, test } from '../support/fixtures';
import { startProgram } from '../support/java_program';
import { RecordingStatus } from '../support/recording_status';
import { begunRecording, pointsIn } from '../support/recordings';
import { TrendsPart } from '../support/trends_part';

test('a chart follows a running recording, and leaves cursor and zoom where they are', async ({ workbench, view }) => {
  test.setTimeout(180_000);
  workbench.settings({ 'heaptrail.recording.every': 'off' });
  const running = await startProgram(path.join(workbench.workspace, classes), program);
  try {
    await workbench.open();
    await workbench.command('Heaptrail: Attach to Running JVM…');
    await workbench.choose(String(running.pid));
    const status = new RecordingStatus(workbench, view);
    await expect(status.item()).toBeVisible({ timeout: 60_000 });
    const { path: recording } = begunRecording(workbench.workspace);
    await status.choose('Open the Recording');
    await view.untilOpen();
    await view.tab('Trends').click();
    const trends = new TrendsPart(view.frame);
    // One point tells no trend.
    await expect.poll(() => pointsIn(recording)).toBe(1);
    await expect(view.frame.getByTestId('trend-one-point')).toBeVisible();

    const { page } = workbench;
    const takePoint = async (points: number): Promise<void> => {
      await status.takePoint().click();
      await expect.poll(() => pointsIn(recording), { timeout: 30_000 }).toBe(points);
    };
    const untilShown = (points: number) =>
      expect(trends.picture()).toHaveAttribute('aria-label', new RegExp(` ${points} points: `), { timeout: 30_000 });
    await takePoint(2);
    await untilShown(2);
    await takePoint(3);
    await untilShown(3);
    await trends.untilKnown();
    expect(await trends.values()).toEqual(trendAnswer(recording).series.map(({ values }) => values.at(-1)));

    // Somebody looks at the second point while another one comes.
    await trends.picture().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const second = await trends.at().textContent();
    expect(second).toContain('1');
    // From elsewhere: a click would take the keyboard away.
    execFileSync(heaptrail, ['point', String(running.pid), '--quiet']);
    await untilShown(4);
    await trends.untilKnown();
    await expect(trends.at()).toHaveText(second ?? '');
    expect(await trends.values()).toEqual(trendAnswer(recording).series.map(({ values }) => values[1]));

    // Pause keeps what is shown, whatever else is asked of it.
    await status.pause().click();
    await takePoint(5);
    await expect(status.line()).toContainText(' 5 points');
    await untilShown(4);
    await trends.choose('metric', 'Objects');
    await trends.untilKnown();
    await untilShown(4);
    await status.follow().click();
    await untilShown(5);

    // Who zooms reads, too; and what came since is there when they follow again.
    await trends.picture().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await untilShown(3);
    const zoomed = await trends.zoom().textContent();
    await takePoint(6);
    await expect(status.line()).toContainText(' 6 points');
    await trends.untilKnown();
    await untilShown(3);
    await expect(trends.zoom()).toHaveText(zoomed ?? '');
    await workbench.screenshot('trends-live');
    await status.follow().click();
    await untilShown(6);
  } finally {
    await running.end();
  }
});
