// What can be done with a recording that goes on: open it, take a point, stop the program, or let it run on without being recorded.
import * as vscode from 'vscode';
import type { LiveRecording } from './live_recordings';
import type { PointCommand } from './point_command';
import { back, pick } from './quick_steps';
import { type Recorder, RecordingProblem } from './recorder';
import { progressText } from './recording_status';
import { hasOpen } from './recordings';

interface ActionItem extends vscode.QuickPickItem {
  act?: () => Promise<void>;
}

export class RecordingActions {
  constructor(
    private readonly recorder: Recorder,
    private readonly points: PointCommand,
  ) {}

  /** All that can be done with each. */
  async show(): Promise<void> {
    const live = await this.points.live();
    const picked = await pick<ActionItem>({
      title: vscode.l10n.t('Recordings'),
      placeholder: vscode.l10n.t('What to do?'),
      items: async () => live.flatMap((recording) => this.items(recording)),
    });
    if (picked && picked !== back) await picked.act?.();
  }

  /** Of one program. */
  async detachOne(): Promise<void> {
    const recording = await this.points.choose(
      vscode.l10n.t('Stop Recording'),
      vscode.l10n.t('Which program is to run on without being recorded?'),
    );
    if (recording) await this.detach(recording);
  }

  async detach({ pid, name }: LiveRecording): Promise<void> {
    const result = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Completing the recording of {0} ({1})…', name, pid),
      },
      () => this.recorder.tool.run('detach', '--quiet', String(pid)),
    );
    if (!result.ok) {
      throw new RecordingProblem(
        vscode.l10n.t('The recording of {0} ({1}) could not be ended: {2}', name, pid, result.message),
      );
    }
    await this.recorder.live.fresh();
  }

  private items(recording: LiveRecording): ActionItem[] {
    const { path, pid, points } = recording;
    const open: ActionItem = {
      label: `$(graph) ${vscode.l10n.t('Open the Recording')}`,
      description: points === 0 ? vscode.l10n.t('the first point is on its way') : vscode.l10n.t('follows the program'),
      act: () => this.recorder.open(path),
    };
    const point: ActionItem = {
      label: `$(add) ${vscode.l10n.t('Take a Point Now')}`,
      act: () => this.points.take(recording),
    };
    const stop: ActionItem = {
      label: `$(debug-stop) ${vscode.l10n.t('Stop the Program')}`,
      description: vscode.l10n.t('asks it to end (SIGTERM); a last point is taken'),
      act: () => this.stop(recording),
    };
    const detach: ActionItem = {
      label: `$(debug-disconnect) ${vscode.l10n.t('Stop Recording')}`,
      description: vscode.l10n.t('the program runs on'),
      act: () => this.detach(recording),
    };
    const heading = { label: `${progressText(recording)} (${pid})`, kind: vscode.QuickPickItemKind.Separator };
    return [heading, open, point, detach, stop];
  }

  /** What was only attached to may serve others. */
  private async stop({ path, pid, name }: LiveRecording): Promise<void> {
    if (!(await hasOpen(pid, path))) {
      throw new RecordingProblem(
        vscode.l10n.t(
          'Process {0} does not write this recording: the program has ended, the recording has stopped because the disk is full, or the process has another number here (a container?): then stop it where it was started.',
          pid,
        ),
      );
    }
    const stop = vscode.l10n.t('Stop the Program');
    const question = vscode.l10n.t('Stop {0} ({1})?', name, pid);
    const detail = vscode.l10n.t('The program is asked to end. Whoever uses it is cut off.');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, stop)) !== stop) return;
    try {
      process.kill(pid, 'SIGTERM');
    } catch (problem) {
      throw new RecordingProblem(
        vscode.l10n.t(
          '{0} ({1}) could not be stopped: {2}',
          name,
          pid,
          problem instanceof Error ? problem.message : String(problem),
        ),
      );
    }
  }
}
