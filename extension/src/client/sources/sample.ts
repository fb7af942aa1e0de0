// The sample that comes with the extension: a recording of a service that leaks, for whoever has no leak at hand, and the service's sources.
import * as vscode from 'vscode';
import { FolderSources } from './folder_sources';

const folder = ['samples', 'travel-cache'];

export const sampleRecording = (extension: vscode.Uri): vscode.Uri =>
  vscode.Uri.joinPath(extension, ...folder, 'travel-cache.heaptrail');

export class SampleSources extends FolderSources {
  constructor(extension: vscode.Uri, uriOf: (archive: string, entry: string) => string) {
    super(() => [vscode.Uri.joinPath(extension, ...folder).fsPath], uriOf);
  }

  /** Whose class is not found does not want to know that the sample has no such class either. */
  override async places(): Promise<never[]> {
    return [];
  }
}
