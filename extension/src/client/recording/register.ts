// Where recording enters the extension: wires its parts and commands together.
import * as vscode from 'vscode';
import { commands } from '../contributions';
import type { Engine } from '../engine/engine';
import { AttachCommand } from './attach_command';
import { FinishedOffers } from './finished_offers';
import { keepRecordings } from './kept_recordings';
import { LaunchConfigurations } from './launch_configurations';
import { NativeTool } from './native_tool';
import { PointCommand } from './point_command';
import { RecordCommand } from './record_command';
import { Recorder, telling } from './recorder';
import { RecordingActions } from './recording_actions';
import { RecordingStatus } from './recording_status';
import { RecordingTerminal } from './recording_terminal';

/** @param traces opens a recording in its editor, and knows whether it is open */
export function registerRecording(
  context: vscode.ExtensionContext,
  engine: Engine,
  traces: { open(uri: vscode.Uri): Thenable<unknown>; isOpen(path: string): boolean },
): void {
  const tool = new NativeTool(vscode.Uri.joinPath(context.extensionUri, 'native').fsPath);
  const recorder = new Recorder(tool, (path, from) => engine.ask('look', { path, from }), traces);
  const offers = new FinishedOffers(recorder);
  const points = new PointCommand(recorder);
  const record = new RecordCommand(recorder, context.workspaceState);
  const attach = new AttachCommand(recorder, points, offers);
  const actions = new RecordingActions(recorder, points);
  const command = (id: string, run: () => Promise<void>) => vscode.commands.registerCommand(id, telling(run));
  context.subscriptions.push(
    recorder.live,
    offers,
    new RecordingStatus(recorder.live),
    keepRecordings(recorder.live, {
      load: () => context.workspaceState.get('recordings'),
      save: (recordings) => void context.workspaceState.update('recordings', recordings),
    }),
    new LaunchConfigurations(recorder),
    new RecordingTerminal(recorder, offers).register(),
    command(commands.recordProgram, () => record.run()),
    command(commands.attachToJvm, () => attach.run()),
    vscode.commands.registerCommand(
      commands.takePoint,
      telling((recorded: unknown) => points.run(recorded)),
    ),
    command(commands.showRecordings, () => actions.show()),
    command(commands.stopRecording, () => actions.detachOne()),
  );
}
