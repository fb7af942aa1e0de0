// "Take a Point Now", in a JVM that is recorded from this window.
import * as vscode from 'vscode';
import { back, pick } from './quick_steps';
import { nameOf, type Recorder, RecordingProblem } from './recorder';
import type { Recording } from './recording_files';

export class PointCommand {
  constructor(private readonly recorder: Recorder) {}

  async run(): Promise<void> {
    this.recorder.check();
    const live = await this.recorder.recordings.live();
    const [only] = live;
    if (!only) {
      throw new RecordingProblem(
        vscode.l10n.t(
          'No JVM is recorded from this window. Record a program or attach to a running JVM first; the name of its recording must contain %p.',
        ),
      );
    }
    if (live.length === 1) return this.take(only.pid);
    const picked = await pick({
      title: vscode.l10n.t('Take a Point Now'),
      placeholder: vscode.l10n.t('In which JVM?'),
      items: async () => live.map(({ path, pid }) => ({ label: nameOf({ path }), description: String(pid), pid })),
    });
    if (picked && picked !== back) await this.take(picked.pid);
  }

  async take(pid: number): Promise<void> {
    const result = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Taking a point in process {0}…', pid) },
      () => this.recorder.tool.run('point', String(pid)),
    );
    if (!result.ok) {
      throw new RecordingProblem(vscode.l10n.t('No point was taken in process {0}: {1}', pid, result.message));
    }
    const recording = (await this.recorder.recordings.live()).find((live) => live.pid === pid);
    if (recording) await this.offer(vscode.l10n.t('A point was taken in process {0}.', pid), recording);
  }

  /** What can be done with a recording that goes on. */
  async offer(message: string, { path, pid }: Recording & { pid: number }): Promise<void> {
    const point = vscode.l10n.t('Take a Point Now');
    const open = vscode.l10n.t('Open');
    const chosen = await vscode.window.showInformationMessage(message, point, open);
    if (chosen === point) await this.take(pid);
    if (chosen === open) await this.recorder.open(path);
  }
}
