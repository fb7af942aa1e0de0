// Sources that an installed Java language server knows, in the workspace or in libraries: by its symbols. Only what fits counts, for it answers
// with everything that is called alike.
import * as vscode from 'vscode';
import type { SourceFile } from './fitting_file';
import type { LookedAt, SourceFinder } from './resolve_frame';
import type { SourceNames } from './source_names';

const servers = ['redhat.java', 'oracle.oracle-java', 'georgewfraser.vscode-javac', 'fwcd.kotlin', 'scalameta.metals'];
// One that is busy with a new project does not answer before that is done.
const patienceMs = 4000;
const kinds = new Set([
  vscode.SymbolKind.Class,
  vscode.SymbolKind.Interface,
  vscode.SymbolKind.Enum,
  vscode.SymbolKind.Struct,
  vscode.SymbolKind.Object,
]);

export class LanguageServerSources implements SourceFinder {
  async find({ package: packageName, classes }: SourceNames): Promise<SourceFile | undefined> {
    const [outer] = classes;
    if (outer === undefined || packageName === undefined || installed().length === 0) return undefined;
    const symbols = await Promise.race([symbolsOf(outer), afterPatience()]);
    const fitting = symbols.find(
      ({ name, containerName, kind }) => kinds.has(kind) && name === outer && (containerName ?? '') === packageName,
    );
    if (!fitting) return undefined;
    const { uri } = fitting.location;
    return {
      uri: uri.toString(),
      path: uri.path,
      // Of a class in a library it is the server itself that has the text.
      text: async () => (await vscode.workspace.openTextDocument(uri)).getText(),
    };
  }

  async places(): Promise<LookedAt[]> {
    return installed().map(({ packageJSON }) => ({ place: String(packageJSON.displayName ?? packageJSON.name) }));
  }
}

const installed = () => servers.flatMap((id) => vscode.extensions.getExtension(id) ?? []);

async function symbolsOf(name: string): Promise<vscode.SymbolInformation[]> {
  try {
    const symbols: unknown = await vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', name);
    return Array.isArray(symbols) ? symbols : [];
  } catch {
    // What a server answers with an error has no symbols.
    return [];
  }
}

const afterPatience = () =>
  new Promise<vscode.SymbolInformation[]>((resolve) => setTimeout(() => resolve([]), patienceMs));
