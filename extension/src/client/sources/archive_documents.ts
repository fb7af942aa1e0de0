// Sources in archives as documents that can be read, but not edited: the path is the entry's, so that the tab is called like the file and the
// language is known; the query says in which archive.
import * as vscode from 'vscode';
import { readEntry } from './source_archive';

export const archiveScheme = 'heaptrail-source';

export const archiveUri = (archive: string, entry: string): string =>
  vscode.Uri.from({ scheme: archiveScheme, path: `/${entry}`, query: archive }).toString();

export const archiveDocuments: vscode.TextDocumentContentProvider = {
  provideTextDocumentContent: async ({ path, query }) => readEntry(query, path.slice(1)),
};
