// What every way of recording shares: the settings, the native program, the recordings begun, and how they are opened.
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { RecordingLook } from '../../../../shared/protocol/questions';
import { settings } from '../contributions';
import { agentOption, isEvery, isPointKind, isSites, type RecordingOptions } from './agent';
import { LiveRecordings } from './live_recordings';
import type { NativeTool } from './native_tool';
import { chooseRecordings, expandFolder, type FoundRecording, recordingName, recordingTitle } from './recording_files';
import { makeFolder, Recordings } from './recordings';

/** A recording that is about to begin. */
export interface Plan {
  options: RecordingOptions;
  /** Absolute, with `%p` for the process id. */
  file: string;
}

/** Something is in the way of recording that the user can do something about. */
export class RecordingProblem extends Error {}

export class Recorder {
  readonly recordings = new Recordings();
  /** Those that go on. */
  readonly live: LiveRecordings;

  /**
   * @param lookFrom how far a recording is
   * @param traces opens a recording in its editor, and knows whether it is open
   */
  constructor(
    readonly tool: NativeTool,
    private readonly lookFrom: (path: string, from: number) => Promise<RecordingLook>,
    private readonly traces: { open(uri: vscode.Uri): Thenable<unknown>; isOpen(path: string): boolean },
  ) {
    this.live = new LiveRecordings(this.recordings, lookFrom, recordingTitle);
  }

  /** Throws a RecordingProblem where nothing can be recorded. */
  check(): void {
    if (!vscode.workspace.isTrusted) {
      throw new RecordingProblem(vscode.l10n.t('Heaptrail records programs in trusted workspaces only.'));
    }
    const { missing } = this.tool;
    if (missing !== undefined) {
      throw new RecordingProblem(
        vscode.l10n.t(
          'This installation of Heaptrail has no recorder for {0}: “{1}” is missing. Install the package made for this platform; recorders exist for Linux.',
          `${process.platform}-${process.arch}`,
          missing,
        ),
      );
    }
  }

  /** How many points a recording has, and of which main class or jar: nothing of what cannot be read. */
  async look(path: string): Promise<{ points: number; program: string }> {
    const { points, program } = await this.lookFrom(path, 0).catch(() => ({ points: 0, program: undefined }));
    return { points, program: program ?? '' };
  }

  /** From the settings; the folder is made. */
  async plan(program: string, folder: vscode.WorkspaceFolder | undefined): Promise<Plan> {
    this.check();
    const options = this.options(folder);
    const file = join(this.folder(folder), recordingName(program, new Date()));
    await this.makeFolderOf(file);
    return { options, file };
  }

  options(scope: vscode.WorkspaceFolder | undefined): RecordingOptions {
    const configuration = vscode.workspace.getConfiguration(undefined, scope);
    const every = configuration.get<unknown>(settings.recordingEvery, 'auto');
    const sites = configuration.get<unknown>(settings.recordingSites, 'auto');
    const points = configuration.get<unknown>(settings.recordingPoints, 'full');
    if (!isEvery(every)) throw wrongValue(settings.recordingEvery, every, 'auto, 10s, 5gc, off');
    if (!isSites(sites)) throw wrongValue(settings.recordingSites, sites, 'off, auto, sampled, exact');
    if (!isPointKind(points)) throw wrongValue(settings.recordingPoints, points, 'full, light');
    return { every, sites, points };
  }

  /** Without a folder open, recordings go below the home directory. */
  folder(scope: vscode.WorkspaceFolder | undefined): string {
    const setting = vscode.workspace.getConfiguration(undefined, scope).get(settings.recordingFolder, '');
    const base = (scope ?? vscode.workspace.workspaceFolders?.[0])?.uri.fsPath ?? homedir();
    return expandFolder(setting || '.heaptrail', base, homedir());
  }

  async makeFolderOf(file: string): Promise<void> {
    try {
      await makeFolder(dirname(file));
    } catch (problem) {
      throw new RecordingProblem(
        vscode.l10n.t('The folder for recordings cannot be made: {0}', problem instanceof Error ? problem.message : ''),
      );
    }
  }

  agentOption({ options, file }: Plan): string {
    return agentOption(this.tool.agent, options, file);
  }

  /** What a finished program left, in the editor. */
  async openAll(found: FoundRecording[], whenNone: string): Promise<void> {
    const choice = chooseRecordings(found);
    switch (choice.kind) {
      case 'none':
        void vscode.window.showWarningMessage(whenNone);
        return;
      case 'running':
        return this.offer(
          choice.recordings,
          vscode.l10n.t('The recorded JVMs go on: {0}.', choice.recordings.map(nameOf).join(', ')),
        );
      case 'open':
        for (const recording of choice.recordings) await this.open(recording.path);
        return;
      case 'ask':
        return this.ask(choice.recordings);
    }
  }

  /** A notification with a button. */
  async offer(found: FoundRecording[], message: string): Promise<void> {
    const open = vscode.l10n.t('Open');
    if ((await vscode.window.showInformationMessage(message, open)) !== open) return;
    const [only, ...others] = found;
    if (only && others.length === 0) await this.open(only.path);
    else await this.ask(found);
  }

  async open(path: string): Promise<void> {
    await this.traces.open(vscode.Uri.file(path));
  }

  /** Whether a view shows it, which then tells itself how it goes on. */
  isOpen(path: string): boolean {
    return this.traces.isOpen(path);
  }

  private async ask(found: FoundRecording[]): Promise<void> {
    const picked = await vscode.window.showQuickPick(
      found.map((recording, i) => ({
        label: nameOf(recording),
        description: sizeText(recording.bytes),
        picked: i === 0,
        recording,
      })),
      { canPickMany: true, title: vscode.l10n.t('Open Which of {0} Recordings?', found.length) },
    );
    for (const { recording } of picked ?? []) await this.open(recording.path);
  }
}

function wrongValue(setting: string, value: unknown, possible: string): RecordingProblem {
  return new RecordingProblem(
    vscode.l10n.t('The setting “{0}” is {1}. It can be: {2}.', setting, JSON.stringify(value), possible),
  );
}

export const nameOf = ({ path }: { path: string }) => basename(path);

function sizeText(bytes: number): string {
  const number = (value: number) => value.toLocaleString(vscode.env.language, { maximumFractionDigits: 1 });
  return bytes < 2 ** 20 ? `${number(bytes / 2 ** 10)} KiB` : `${number(bytes / 2 ** 20)} MiB`;
}

/** A command whose problems are told and not thrown. */
export function telling<Given extends unknown[]>(command: (...given: Given) => Promise<void>) {
  return async (...given: Given): Promise<void> => {
    try {
      await command(...given);
    } catch (problem) {
      if (!(problem instanceof RecordingProblem)) throw problem;
      void vscode.window.showErrorMessage(problem.message);
    }
  };
}
