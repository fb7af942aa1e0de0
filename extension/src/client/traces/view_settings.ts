// What the user's settings say about views: groupings and conditions with names of their own (heaptrail.groupings, heaptrail.conditions), and
// whether values are shown. What is written in settings by hand may be anything: what is no name with a text is left out.
import * as vscode from 'vscode';
import type { SavedWords, ViewSettings } from '../../../../shared/protocol/view';
import { settings } from '../contributions';
import { showsValues } from './values_setting';

/** What can be kept under a name: where, and what the question for the name is called. */
const kinds = {
  grouping: { setting: settings.groupings, title: () => vscode.l10n.t('Save Grouping') },
  condition: { setting: settings.conditions, title: () => vscode.l10n.t('Save Condition') },
} as const;
export type SavedKind = keyof typeof kinds;

/** More would not fit into a menu. */
const mostSaved = 50;

export function savedIn(setting: unknown): SavedWords[] {
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return [];
  return Object.entries(setting)
    .flatMap(([name, words]) =>
      typeof words === 'string' && words.trim() !== '' ? [{ name, words: words.trim() }] : [],
    )
    .slice(0, mostSaved);
}

const savedOf = (kind: SavedKind) => savedIn(vscode.workspace.getConfiguration().get<unknown>(kinds[kind].setting));

export const growthCompute = (): string => vscode.workspace.getConfiguration().get(settings.growthCompute, 'automatic');
/** Whether what grew is looked for without being asked for. */
export const looksByItself = (): boolean => growthCompute() !== 'onDemand';

export const viewSettings = (): ViewSettings => ({
  groupings: savedOf('grouping'),
  conditions: savedOf('condition'),
  showsValues: showsValues(),
});

export const onViewSettings = (listener: (settings: ViewSettings) => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    const shown = [settings.groupings, settings.conditions, settings.showValues];
    if (shown.some((setting) => event.affectsConfiguration(setting))) listener(viewSettings());
  });

/** Asks for a name and keeps the words under it: in the workspace, so that all who work on it have it, where one is open. */
export async function saveWords(kind: SavedKind, words: string): Promise<void> {
  const { setting, title } = kinds[kind];
  const kept = savedOf(kind);
  const name = await vscode.window.showInputBox({
    title: title(),
    prompt: vscode.l10n.t('A name for “{0}”', words),
    validateInput: (value) => {
      const before = kept.find((saved) => saved.name === value.trim());
      if (value.trim() === '') return vscode.l10n.t('A name is needed.');
      return (
        before && {
          message: vscode.l10n.t('Replaces “{0}”', before.words),
          severity: vscode.InputBoxValidationSeverity.Info,
        }
      );
    },
  });
  if (!name?.trim()) return;
  const configuration = vscode.workspace.getConfiguration();
  const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
  const written = configuration.inspect<Record<string, unknown>>(setting);
  const there = (inWorkspace ? written?.workspaceValue : written?.globalValue) ?? {};
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update(setting, { ...there, [name.trim()]: words }, target);
}
