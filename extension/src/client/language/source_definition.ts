// The way from a type in a description to its source: a file of the workspace that is called like its outermost class. A description may leave
// the package out, so all files of that name count.
import * as vscode from 'vscode';
import { classLine } from '../sources/declaration';
import { classNames, sourceEndings } from '../sources/source_names';
import { textOf } from '../sources/workspace_sources';

// Several modules may have a class of one name; more would be a guess.
const mostFiles = 5;

export async function sourceDefinitions(type: string): Promise<vscode.Location[]> {
  const { classes } = classNames(type);
  const [outer] = classes;
  if (outer === undefined || type.includes('*')) return [];
  const files = await vscode.workspace.findFiles(`**/${outer}.{${sourceEndings.join(',')}}`, undefined, mostFiles);
  return Promise.all(
    files.map(async (uri) => new vscode.Location(uri, new vscode.Position(classLine(await textOf(uri), classes), 0))),
  );
}
