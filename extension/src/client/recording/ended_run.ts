// What a recorded run left, when it has ended: its recordings are opened, but for those of build tools and of starts that failed. What
// went wrong is said in the program's own words.
import * as vscode from 'vscode';
import { failureMessage } from './failure_message';
import type { Recorder } from './recorder';
import type { FoundRecording } from './recording_files';
import { isTool } from './tool_programs';

export interface Run {
  name: string;
  /** Undefined where its process never started. */
  status: number | undefined;
  /** The end of what it said on its standard error stream, where it failed. */
  said: string;
}

/** A program that failed with fewer had not run for a second: the only point is that of its end. */
const fewestPointsOfRun = 2;
/** How shells tell that a signal ended a program: somebody stopped it. */
const firstOfSignals = 128;

export class EndedRun {
  constructor(
    private readonly recorder: Recorder,
    private readonly run: Run,
  ) {}

  /** What the user wants then: nothing, or another command. */
  async show(found: FoundRecording[]): Promise<'change' | undefined> {
    const looked = await Promise.all(found.map((recording) => this.lookAt(recording)));
    const programs = looked.filter(({ program }) => !isTool(program));
    const { hasFailed } = this;
    const useful = programs.filter(({ points, running }) => running || points >= (hasFailed ? fewestPointsOfRun : 1));
    if (useful.length > 0) {
      await this.recorder.openAll(useful, this.ending);
      return hasFailed ? this.tellFailure() : undefined;
    }
    if (hasFailed) return this.tellFailure();
    if (looked.length > programs.length) return this.offerTools(looked);
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{0} It left no recording: it started no JVM that could be recorded.', this.ending),
    );
    return undefined;
  }

  private get hasFailed(): boolean {
    const { status } = this.run;
    return status !== undefined && status !== 0 && status < firstOfSignals;
  }

  private get ending(): string {
    const { name, status } = this.run;
    if (status === undefined) return vscode.l10n.t('{0} could not be started.', name);
    return vscode.l10n.t('{0} ended with status {1}.', name, status);
  }

  private async tellFailure(): Promise<'change' | undefined> {
    const message = failureMessage(this.run.said);
    const change = vscode.l10n.t('Change the Command…');
    const text =
      message === '' ? vscode.l10n.t('{0} Its terminal tells more.', this.ending) : `${this.ending} ${message}`;
    const chosen = await vscode.window.showErrorMessage(text, change);
    return chosen === change ? 'change' : undefined;
  }

  /** Nothing else was recorded: the program runs within the tool, or in a JVM that was there before. */
  private async offerTools(looked: FoundRecording[]): Promise<undefined> {
    const open = vscode.l10n.t('Open Anyway');
    const text = vscode.l10n.t(
      '{0} Only build tools were recorded. A program that runs in a daemon which was there before is not recorded: stop the daemon first, or record the program itself.',
      this.ending,
    );
    if ((await vscode.window.showWarningMessage(text, open)) === open) await this.recorder.openAll(looked, this.ending);
  }

  private async lookAt(recording: FoundRecording): Promise<FoundRecording & { points: number; program: string }> {
    const { points, program } = await this.recorder.look(recording.path);
    return { ...recording, points, program };
  }
}
