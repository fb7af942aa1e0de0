// The description language in the editor. The engine process answers; here it is decided when it runs, which files it knows, and which
// trace's types.
import * as vscode from 'vscode';
import { toFailure } from '../../../../shared/protocol/failure';
import {
  descriptionFilesMethod,
  descriptionLanguage,
  shippedScheme,
  shippedTextMethod,
  workspaceTypesMethod,
} from '../../../../shared/protocol/language';
import { commands, ownCommands } from '../contributions';
import type { WorkspaceDescriptions } from '../descriptions/workspace_descriptions';
import type { EngineClient } from '../engine/engine_client';
import { ownPackages } from '../sources/own_packages';
import type { ActiveTrace } from './active_trace';
import { typeNameOf } from './source_types';

// So many sources are looked at; their classes are only proposals.
const mostSources = 5000;

export function registerLanguage(
  context: vscode.ExtensionContext,
  engine: EngineClient,
  descriptions: WorkspaceDescriptions,
  active: ActiveTrace,
): void {
  const tellFiles = async () => {
    const { files } = await descriptions.read();
    engine.tell(
      descriptionFilesMethod,
      files.map(({ uri, text }) => ({ uri, text })),
    );
  };
  const tellTypes = async () => {
    const sources = await vscode.workspace.findFiles('**/*.{java,kt,groovy,scala}', undefined, mostSources);
    const names = sources.flatMap(({ path }) => typeNameOf(path) ?? []);
    engine.tell(workspaceTypesMethod, [...new Set(names)].sort());
  };
  const begin = () => {
    if (!descriptionsAreOpen()) return;
    engine.start();
    active.teach();
  };

  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isDescription(document)) begin();
    }),
    engine.onState((running) => {
      if (!running) {
        // Whoever edits descriptions goes on, and so must the engine.
        begin();
        return;
      }
      void tellFiles();
      void tellTypes();
      active.teach();
    }),
    descriptions.onChange(() => void tellFiles()),
    vscode.commands.registerCommand(commands.describeType, (clicked?: TypeContext) =>
      describeType(active, clicked).catch((problem) => vscode.window.showErrorMessage(toFailure(problem).message)),
    ),
    vscode.commands.registerCommand(ownCommands.saveInferred, (inferred: InferredContext) =>
      saveInferred(active, inferred).catch((problem) => vscode.window.showErrorMessage(toFailure(problem).message)),
    ),
    vscode.workspace.registerTextDocumentContentProvider(shippedScheme, {
      provideTextDocumentContent: (uri) => engine.request<string>(shippedTextMethod, uri.toString()),
    }),
  );
  begin();
}

/** What a row of the Heap tab tells of itself (webviews/src/editor_context.ts), and what the Growth tab asks for. */
interface TypeContext {
  type?: string;
  at?: string;
}

/** Of what was inferred in a window, the type that the user looks at. */
interface InferredContext {
  type: string;
  from: string;
  to: string;
}

/** Opens a first description for the user to correct, as an unsaved file. */
async function describeType(active: ActiveTrace, clicked: TypeContext = {}): Promise<void> {
  const session = active.current;
  if (!session) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a trace first: a description is made from what is in its heap.'),
    );
    return;
  }
  const prompt = vscode.l10n.t('The class that is the head of the data structure, with its package');
  const type = clicked.type ?? (await vscode.window.showInputBox({ prompt, placeHolder: 'com.example.Cache' }));
  if (!type) return;
  const at = clicked.at === undefined ? {} : { at: clicked.at };
  const { text: content } = await session.ask('proposal', { type: type.trim(), ...at });
  const document = await vscode.workspace.openTextDocument({ language: descriptionLanguage, content });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

/** Saves what was inferred where the user says, and shows it; nothing where she gives it up. */
async function saveInferred(active: ActiveTrace, { type, from, to }: InferredContext): Promise<void> {
  const session = active.current;
  if (!session) return;
  const { text: content } = await session.ask('inferred', { from, to, own: ownPackages() });
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const name = `${type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1)}.ds`;
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {}),
    filters: { [vscode.l10n.t('Descriptions of data structures')]: ['ds'] },
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), vscode.ViewColumn.Beside);
}

/** Whether somebody writes descriptions. */
export const descriptionsAreOpen = () => vscode.workspace.textDocuments.some(isDescription);

const isDescription = ({ languageId, uri }: vscode.TextDocument) =>
  languageId === descriptionLanguage && uri.scheme !== shippedScheme;
