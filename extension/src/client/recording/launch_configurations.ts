// The property "heaptrail" of Java launch configurations: adds the recorder to the JVM's arguments, and opens the recording when
// the session has ended.
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import {
  isVmArgs,
  type LaunchOption,
  partsWithVmArgs,
  type ReadLaunchOption,
  readLaunchOption,
  withVmArg,
} from './launch_option';
import { type Plan, type Recorder, RecordingProblem, telling } from './recorder';
import { expandFolder } from './recording_files';

/** A JVM that is asked to end takes a last point first. */
const patienceMs = 60_000;

export class LaunchConfigurations implements vscode.DebugConfigurationProvider, vscode.Disposable {
  private readonly listening: vscode.Disposable;
  /** By the recordings that sessions are to make: says that no more will come. */
  private readonly expected = new Map<string, () => void>();

  constructor(private readonly recorder: Recorder) {
    this.listening = vscode.Disposable.from(
      vscode.debug.registerDebugConfigurationProvider('java', this),
      vscode.debug.onDidTerminateDebugSession(telling((session) => this.sessionEnded(session))),
    );
  }

  dispose(): void {
    this.listening.dispose();
  }

  /** Before or after the Java extension has seen it: after, all arguments are one text. */
  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined | null> {
    try {
      const read = readLaunchOption(config.heaptrail);
      if (read.kind === 'off') return config;
      if (read.kind !== 'record') throw problemOf(config.name, read);
      return await this.withRecorder(folder, config, read.option);
    } catch (problem) {
      if (!(problem instanceof RecordingProblem)) throw problem;
      const show = vscode.l10n.t('Open launch.json');
      const chosen = await vscode.window.showErrorMessage(problem.message, { modal: true }, show);
      // VS Code then shows the configuration, and starts nothing either way.
      return chosen === show ? null : undefined;
    }
  }

  private async withRecorder(
    folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
    option: LaunchOption,
  ): Promise<vscode.DebugConfiguration> {
    if (config.request !== 'launch') {
      throw new RecordingProblem(
        vscode.l10n.t(
          'The launch configuration “{0}” attaches to a JVM; “heaptrail” is for those that launch one. Use “Heaptrail: Attach to Running JVM…”.',
          config.name,
        ),
      );
    }
    const plan = await this.plan(folder, config, option);
    for (const part of partsWithVmArgs(config, process.platform)) {
      const given: unknown = part.vmArgs ?? defaultVmArgs(folder);
      if (!isVmArgs(given)) {
        throw new RecordingProblem(
          vscode.l10n.t('“vmArgs” of the launch configuration “{0}” must be a text or a list of texts.', config.name),
        );
      }
      part.vmArgs = withVmArg(given, this.recorder.agentOption(plan));
    }
    config.heaptrail = { record: true, ...plan.options, file: plan.file };
    if (!this.expected.has(plan.file)) this.expected.set(plan.file, this.recorder.live.expect(plan.file));
    return config;
  }

  /** What the configuration says goes before the settings. */
  private async plan(
    folder: vscode.WorkspaceFolder | undefined,
    { name }: vscode.DebugConfiguration,
    { file, ...options }: LaunchOption,
  ): Promise<Plan> {
    if (file === undefined) {
      const plan = await this.recorder.plan(name, folder);
      return { ...plan, options: { ...plan.options, ...options } };
    }
    this.recorder.check();
    const base = folder?.uri.fsPath;
    if (!isAbsolute(file) && base === undefined) {
      throw new RecordingProblem(
        vscode.l10n.t('“heaptrail.file” of the launch configuration “{0}” must be an absolute path.', name),
      );
    }
    const absolute = expandFolder(file, base ?? '', homedir());
    await this.recorder.makeFolderOf(absolute);
    return { options: { ...this.recorder.options(folder), ...options }, file: absolute };
  }

  private async sessionEnded({ type, name, configuration }: vscode.DebugSession): Promise<void> {
    if (type !== 'java') return;
    const read = readLaunchOption(configuration.heaptrail);
    if (read.kind !== 'record' || read.option.file === undefined) return;
    const { file } = read.option;
    const found = await this.recorder.recordings.ended(file, patienceMs);
    this.expected.get(file)?.();
    this.expected.delete(file);
    await this.recorder.openAll(found, vscode.l10n.t('“{0}” ended and left no recording.', name));
  }
}

/** What the Java extension would take where a configuration has no vmArgs. */
function defaultVmArgs(folder: vscode.WorkspaceFolder | undefined): unknown {
  return vscode.workspace.getConfiguration('java.debug.settings', folder).get<unknown>('vmArgs');
}

function problemOf(name: string, read: Extract<ReadLaunchOption, { kind: 'wrong' | 'unknown' }>): RecordingProblem {
  if (read.kind === 'unknown') {
    return new RecordingProblem(
      vscode.l10n.t(
        '“heaptrail” of the launch configuration “{0}” has no property “{1}”. It can have: {2}.',
        name,
        read.key,
        'record, every, sites, points, file',
      ),
    );
  }
  const expected: Record<string, string> = {
    '': 'true, false, { "record": true, "every": "10s" }',
    record: 'true, false',
    every: '"auto", "10s", "5gc", "off"',
    sites: '"off", "auto", "sampled", "exact"',
    points: '"full", "light"',
    file: '"/tmp/app-%p.heaptrail"',
  };
  return new RecordingProblem(
    vscode.l10n.t(
      '“{0}” of the launch configuration “{1}” has a value that is not understood. It can be: {2}.',
      read.key === '' ? 'heaptrail' : `heaptrail.${read.key}`,
      name,
      expected[read.key] ?? '',
    ),
  );
}
