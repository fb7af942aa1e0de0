// Where recording enters the extension: wires its parts and commands together.
import * as vscode from 'vscode';
import { AttachCommand } from './attach_command';
import { FinishedOffers } from './finished_offers';
import { LaunchConfigurations } from './launch_configurations';
import { NativeTool } from './native_tool';
import { PointCommand } from './point_command';
import { RecordCommand } from './record_command';
import { Recorder, telling } from './recorder';
import { RecordingTerminal } from './recording_terminal';

/** @param openTrace opens a recording in its editor */
export function registerRecording(
  context: vscode.ExtensionContext,
  openTrace: (uri: vscode.Uri) => Thenable<unknown>,
): void {
  const tool = new NativeTool(vscode.Uri.joinPath(context.extensionUri, 'native').fsPath);
  const recorder = new Recorder(tool, openTrace);
  const offers = new FinishedOffers(recorder);
  const points = new PointCommand(recorder);
  const record = new RecordCommand(recorder, context.workspaceState);
  const attach = new AttachCommand(recorder, points, offers);
  const command = (name: string, run: () => Promise<void>) =>
    vscode.commands.registerCommand(`heaptrail.${name}`, telling(run));
  context.subscriptions.push(
    offers,
    new LaunchConfigurations(recorder),
    new RecordingTerminal(recorder, offers).register(),
    command('recordProgram', () => record.run()),
    command('attachToJvm', () => attach.run()),
    command('takePoint', () => points.run()),
  );
}
