// Where a name in a description leads: to the descriptions, which the engine knows, and to the source, which the editor knows.
import * as vscode from 'vscode';
import type { ProvideDefinitionSignature } from 'vscode-languageclient';
import { sourceDefinitions } from './source_definition';

export async function definitionWithSource(
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
  next: ProvideDefinitionSignature,
): Promise<vscode.Definition | vscode.DefinitionLink[] | undefined> {
  const word = document.getWordRangeAtPosition(position, /[\p{L}\p{N}_$.*-]+/u);
  const [described, inSource] = await Promise.all([
    next(document, position, token),
    word ? sourceDefinitions(document.getText(word)) : [],
  ]);
  if (inSource.length === 0) return described ?? undefined;
  const places = Array.isArray(described) ? described : described ? [described] : [];
  return [
    ...places.map((place) => ('targetUri' in place ? new vscode.Location(place.targetUri, place.targetRange) : place)),
    ...inSource,
  ];
}
