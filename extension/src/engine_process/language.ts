// The description language as a language server: passes what the editor asks on to the addon, whose answers have the protocol's
// shapes already. Each text is given to the addon when it changes, so that every question is about what the user sees.
import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type TextEdit,
} from 'vscode-languageserver';
import { toFailure } from '../../../shared/protocol/failure';
import {
  type DescriptionFile,
  descriptionFilesMethod,
  forgetTraceMethod,
  shippedTextMethod,
  workspaceTypesMethod,
} from '../../../shared/protocol/language';
import type { Addon } from './addon';

interface Fix {
  title: string;
  edits: TextEdit[];
}

export class Language {
  /** Texts that are open in an editor, by URI; the editor's word counts for these. */
  private readonly open = new Set<string>();
  /** Texts of files that lie in the workspace. */
  private readonly stored = new Map<string, string>();

  constructor(
    private readonly connection: Connection,
    private readonly addon: () => Addon,
  ) {}

  capabilities(): ServerCapabilities {
    return {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
      hoverProvider: true,
      completionProvider: { triggerCharacters: ['.', '$'] },
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      foldingRangeProvider: true,
      documentFormattingProvider: true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      semanticTokensProvider: {
        legend: { tokenTypes: this.addon().tokenTypes, tokenModifiers: this.addon().tokenModifiers },
        full: true,
      },
    };
  }

  listen(): void {
    const { connection } = this;
    connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => {
      this.open.add(uri);
      this.setText(uri, text);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) => {
      const last = contentChanges.at(-1);
      if (last) this.setText(uri, last.text);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.open.delete(uri);
      const text = this.stored.get(uri);
      if (text === undefined) this.remove(uri);
      else this.setText(uri, text);
    });
    connection.onNotification(descriptionFilesMethod, (files: DescriptionFile[]) => this.setStored(files));
    connection.onNotification(forgetTraceMethod, () => {
      this.addon().language('forgetTrace', {});
      this.diagnoseOpen();
    });
    connection.onNotification(workspaceTypesMethod, (names: string[]) => {
      this.addon().language('setWorkspaceTypes', { names });
    });
    connection.onRequest(shippedTextMethod, (uri: string) => this.ask('text', { file: uri }));

    const at = ({ textDocument, position }: { textDocument: { uri: string }; position: Position }) => ({
      file: textDocument.uri,
      ...position,
    });
    connection.onHover((params) => this.ask('hover', at(params)));
    connection.onCompletion((params) => this.ask('completion', at(params)));
    connection.onDefinition((params) => this.ask('definition', at(params)));
    connection.onReferences((params) =>
      this.ask('references', { ...at(params), withDescriptions: params.context.includeDeclaration }),
    );
    connection.onPrepareRename((params) => this.ask('prepareRename', at(params)));
    connection.onRenameRequest((params) => this.ask('rename', { ...at(params), text: params.newName }));
    connection.onDocumentSymbol(({ textDocument }) => this.ask('symbols', { file: textDocument.uri }));
    connection.onWorkspaceSymbol(({ query }) => this.ask('workspaceSymbols', { text: query }));
    connection.onFoldingRanges(({ textDocument }) => this.ask('folds', { file: textDocument.uri }));
    connection.onDocumentFormatting(({ textDocument }) => this.ask('format', { file: textDocument.uri }));
    connection.languages.semanticTokens.on(({ textDocument }) => this.ask('tokens', { file: textDocument.uri }));
    connection.onCodeAction(({ textDocument, context }) =>
      context.diagnostics.flatMap((d) => fixes(textDocument.uri, d)),
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: each answer has the shape that the protocol asks for; the engine's tests check it
  private ask(request: string, args: object): any {
    try {
      return JSON.parse(this.addon().language(request, args) ?? 'null');
    } catch (thrown) {
      const failure = toFailure(thrown);
      throw new ResponseError(LSPErrorCodes.RequestFailed, failure.message, failure);
    }
  }

  private setText(uri: string, text: string): void {
    this.addon().language('setFile', { file: uri, text });
    this.diagnoseOpen();
  }

  private remove(uri: string): void {
    this.addon().language('removeFile', { file: uri });
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    this.diagnoseOpen();
  }

  private setStored(files: DescriptionFile[]): void {
    const gone = [...this.stored.keys()].filter((uri) => !files.some((file) => file.uri === uri));
    for (const uri of gone) {
      this.stored.delete(uri);
      if (!this.open.has(uri)) this.addon().language('removeFile', { file: uri });
    }
    for (const { uri, text } of files) {
      if (this.stored.get(uri) === text) continue;
      this.stored.set(uri, text);
      if (!this.open.has(uri)) this.addon().language('setFile', { file: uri, text });
    }
    this.diagnoseOpen();
  }

  /** The types of another trace are known from now on. */
  typesChanged(): void {
    this.diagnoseOpen();
  }

  /** All open ones: a description in one file changes what is to be said about another. */
  private diagnoseOpen(): void {
    for (const uri of this.open) {
      void this.connection.sendDiagnostics({ uri, diagnostics: this.ask('diagnostics', { file: uri }) });
    }
  }
}

function fixes(uri: string, diagnostic: Diagnostic): CodeAction[] {
  const { fixes: known = [] } = (diagnostic.data ?? {}) as { fixes?: Fix[] };
  return known.map(({ title, edits }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    isPreferred: known.length === 1 && diagnostic.severity !== DiagnosticSeverity.Hint,
    edit: { changes: { [uri]: edits } },
  }));
}
