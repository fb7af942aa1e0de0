// Where links between traces and sources enter the extension: wires those who know sources, in the order in which they are asked, the command
// that opens one, and what is shown at lines that allocate what leaks.
import * as vscode from 'vscode';
import { commands, settingGroups } from '../contributions';
import type { GrowthStore } from '../growth/growth_store';
import type { ActiveTrace } from '../language/active_trace';
import { archiveDocuments, archiveScheme, archiveUri } from './archive_documents';
import { FolderSources } from './folder_sources';
import { jdkArchives } from './jdk_sources';
import { LanguageServerSources } from './language_server_sources';
import { MarkDecorations } from './mark_decorations';
import { MarkHovers } from './mark_hovers';
import { MarkLenses } from './mark_lenses';
import { isField, isFrame, type OpenOptions, SourceOpener } from './open_source';
import { SampleSources, sampleRecording } from './sample';
import { sourceFolders } from './source_folders';
import { SourceMarks } from './source_marks';
import { WorkspaceSources } from './workspace_sources';

export function registerSources(context: vscode.ExtensionContext, active: ActiveTrace, growth: GrowthStore): void {
  const workspace = new WorkspaceSources();
  const sample = new SampleSources(context.extensionUri, archiveUri);
  const isSample = ([first]: readonly string[]) => first === sampleRecording(context.extensionUri).fsPath;
  const marks = new SourceMarks(active, growth, workspace, (paths) => (isSample(paths) ? [sample] : []));
  const lenses = new MarkLenses(marks);
  const decorations = new MarkDecorations(marks, context.extensionUri);
  const files = { scheme: 'file' };
  const opener = new SourceOpener([
    workspace,
    new LanguageServerSources(),
    new FolderSources(sourceFolders, archiveUri),
    sample,
    new FolderSources(() => jdkArchives(process.env), archiveUri),
  ]);
  context.subscriptions.push(
    marks,
    decorations,
    workspace,
    vscode.languages.registerCodeLensProvider(files, lenses),
    vscode.languages.registerHoverProvider(files, new MarkHovers(marks)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingGroups.sources)) return;
      lenses.refresh();
      decorations.refresh();
    }),
    vscode.workspace.registerTextDocumentContentProvider(archiveScheme, archiveDocuments),
    /** @param wanted a field, a frame, or the chain of a site: then the frame that the user wrote */
    vscode.commands.registerCommand(commands.openSource, async (wanted: unknown, options?: OpenOptions) => {
      if (isField(wanted)) await opener.openField(wanted, options);
      else if (isFrame(wanted)) await opener.open(wanted, options);
      else if (Array.isArray(wanted)) await opener.openSite(wanted.filter(isFrame), options);
    }),
  );
}
