// The setting heaptrail.values.show: whether views may show what fields hold. Screens are shared, and heap dumps hold names, keys and
// addresses of people.
import * as vscode from 'vscode';

export const valuesSetting = 'heaptrail.values.show';

export const showsValues = (): boolean =>
  vscode.workspace.getConfiguration().get<unknown>(valuesSetting, true) !== false;
