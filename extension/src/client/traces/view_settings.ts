// What the user's settings say about views: groupings with names of their own (heaptrail.groupings), and whether values are shown. What is
// written in settings by hand may be anything: what is no name with a text is left out.
import * as vscode from 'vscode';
import type { SavedGrouping, ViewSettings } from '../../../../shared/protocol/view';
import { showsValues, valuesSetting } from './values_setting';

const groupingsSetting = 'heaptrail.groupings';

/** More would not fit into a menu. */
const mostGroupings = 50;

export function groupingsIn(setting: unknown): SavedGrouping[] {
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return [];
  return Object.entries(setting)
    .flatMap(([name, by]) => (typeof by === 'string' && by.trim() !== '' ? [{ name, by: by.trim() }] : []))
    .slice(0, mostGroupings);
}

export const viewSettings = (): ViewSettings => ({
  groupings: groupingsIn(vscode.workspace.getConfiguration().get<unknown>(groupingsSetting)),
  showsValues: showsValues(),
});

export const onViewSettings = (listener: (settings: ViewSettings) => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    const concerned = [groupingsSetting, valuesSetting].some((setting) => event.affectsConfiguration(setting));
    if (concerned) listener(viewSettings());
  });

/** Asks for a name and keeps the grouping under it: in the workspace, so that all who work on it have it, where one is open. */
export async function saveGrouping(by: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const kept = groupingsIn(configuration.get<unknown>(groupingsSetting));
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save Grouping'),
    prompt: vscode.l10n.t('A name for “{0}”', by),
    validateInput: (value) => {
      const before = kept.find((grouping) => grouping.name === value.trim());
      if (value.trim() === '') return vscode.l10n.t('A name is needed.');
      return (
        before && {
          message: vscode.l10n.t('Replaces “{0}”', before.by),
          severity: vscode.InputBoxValidationSeverity.Info,
        }
      );
    },
  });
  if (!name?.trim()) return;
  const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
  const written = configuration.inspect<Record<string, unknown>>(groupingsSetting);
  const there = (inWorkspace ? written?.workspaceValue : written?.globalValue) ?? {};
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update(groupingsSetting, { ...there, [name.trim()]: by }, target);
}
