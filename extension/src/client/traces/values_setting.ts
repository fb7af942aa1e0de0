// The setting heaptrail.values.show: whether views may show what fields hold. Screens are shared, and heap dumps hold names, keys and
// addresses of people.
import * as vscode from 'vscode';
import { settings } from '../contributions';

export const showsValues = (): boolean =>
  vscode.workspace.getConfiguration().get<unknown>(settings.showValues, true) !== false;
