// The way from a type in a description to its source: a file of the workspace that is called like its outermost class.
import * as vscode from 'vscode';
import { classNames } from './source_types';

const endings = 'java,kt,groovy,scala';
// Several modules may have a class of one name; more would be a guess.
const mostFiles = 5;

export async function sourceDefinitions(type: string): Promise<vscode.Location[]> {
  const names = classNames(type);
  if (!names) return [];
  const files = await vscode.workspace.findFiles(`**/${names.outer}.{${endings}}`, undefined, mostFiles);
  return Promise.all(files.map(async (uri) => new vscode.Location(uri, await declaration(uri, names.inner))));
}

async function declaration(uri: vscode.Uri, name: string): Promise<vscode.Position> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const declared = new RegExp(`\\b(?:class|interface|enum|record|object|trait)\\s+${name}\\b`);
  const line = text.split(/\r\n|\r|\n/).findIndex((candidate) => declared.test(candidate));
  return new vscode.Position(Math.max(line, 0), 0);
}
