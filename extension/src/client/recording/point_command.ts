// "Take a Point Now": in a JVM that is recorded from this window, or in the one whose recording a view shows, whoever records it.
import * as vscode from 'vscode';
import type { LiveRecording } from './live_recordings';
import { back, pick } from './quick_steps';
import { type Recorder, RecordingProblem } from './recorder';
import { isRecordingOfProcess, type RecordingOfProcess } from './recording_files';
import { progressText } from './recording_status';
import { hasOpen } from './recordings';

export class PointCommand {
  constructor(private readonly recorder: Recorder) {}

  /** @param recorded what a view shows; anything else comes from a menu, and the user is asked */
  async run(recorded?: unknown): Promise<void> {
    if (isRecordingOfProcess(recorded)) {
      await this.takeOf(recorded);
      return;
    }
    const recording = await this.choose(vscode.l10n.t('Take a Point Now'), vscode.l10n.t('In which JVM?'));
    if (recording) await this.take(recording);
  }

  /** The recordings that go on, at least one. */
  async live(): Promise<LiveRecording[]> {
    this.recorder.check();
    const live = await this.recorder.live.fresh();
    if (live.length > 0) return live;
    throw new RecordingProblem(
      vscode.l10n.t(
        'No JVM is recorded from this window. Record a program or attach to a running JVM first; the name of its recording must contain %p.',
      ),
    );
  }

  /** The only one that goes on, or the one that the user picks. */
  async choose(title: string, placeholder: string): Promise<LiveRecording | undefined> {
    const live = await this.live();
    const [only, ...others] = live;
    if (others.length === 0) return only;
    const items = async () =>
      live.map((recording) => ({ label: progressText(recording), description: String(recording.pid), recording }));
    const picked = await pick({ title, placeholder, items });
    return picked === back ? undefined : picked?.recording;
  }

  /** The number that a recording tells is one of the system on which its program runs. */
  private async takeOf(recorded: RecordingOfProcess): Promise<void> {
    this.recorder.check();
    const { path, pid } = recorded;
    if (!(await hasOpen(pid, path))) {
      throw new RecordingProblem(
        vscode.l10n.t(
          'Process {0} does not write this recording: the program has ended, the recording has stopped because the disk is full, or the process has another number here (a container?): then take the point where it was started, with heaptrail point.',
          pid,
        ),
      );
    }
    await this.take(recorded);
  }

  async take(recording: RecordingOfProcess): Promise<void> {
    const { path, pid } = recording;
    const result = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Taking a point in process {0}…', pid) },
      () => this.recorder.tool.run('point', String(pid)),
    );
    if (!result.ok) {
      throw new RecordingProblem(vscode.l10n.t('No point was taken in process {0}: {1}', pid, result.message));
    }
    // Where it is open, the point comes into the view.
    if (!this.recorder.isOpen(path))
      await this.offer(vscode.l10n.t('A point was taken in process {0}.', pid), recording);
  }

  /** What can be done with a recording that goes on. */
  async offer(message: string, recording: RecordingOfProcess): Promise<void> {
    const point = vscode.l10n.t('Take a Point Now');
    const open = vscode.l10n.t('Open');
    const chosen = await vscode.window.showInformationMessage(message, point, open);
    if (chosen === point) await this.take(recording);
    if (chosen === open) await this.recorder.open(recording.path);
  }
}
