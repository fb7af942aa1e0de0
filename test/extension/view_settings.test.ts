// What settings say about views: groupings with names, whatever somebody wrote there, and how one is added.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onViewSettings, savedIn, saveWords, viewSettings } from '../../extension/src/client/traces/view_settings';

const settings = vi.hoisted(() => ({
  values: {} as Record<string, unknown>,
  inWorkspace: {} as Record<string, unknown>,
  written: [] as unknown[],
  folders: [{}] as object[] | undefined,
  typed: undefined as string | undefined,
  validate: undefined as ((value: string) => unknown) | undefined,
  changed: undefined as ((event: { affectsConfiguration(name: string): boolean }) => void) | undefined,
}));

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...words: unknown[]) => text.replace(/\{(\d)\}/g, (_, index) => String(words[index])) },
  ConfigurationTarget: { Global: 'global', Workspace: 'workspace' },
  InputBoxValidationSeverity: { Info: 'info' },
  window: {
    showInputBox: async (options: { validateInput(value: string): unknown }) => {
      settings.validate = options.validateInput;
      return settings.typed;
    },
  },
  workspace: {
    get workspaceFolders() {
      return settings.folders;
    },
    onDidChangeConfiguration: (listener: typeof settings.changed) => {
      settings.changed = listener;
      return { dispose: () => undefined };
    },
    getConfiguration: () => ({
      get: (name: string, otherwise: unknown) => settings.values[name] ?? otherwise,
      inspect: () => ({ globalValue: { Everywhere: 'age' }, workspaceValue: settings.inWorkspace }),
      update: async (...written: unknown[]) => void settings.written.push(written),
    }),
  },
}));

beforeEach(() => {
  Object.assign(settings, {
    values: {},
    inWorkspace: { Here: 'site' },
    written: [],
    folders: [{}],
    typed: undefined,
  });
});

describe('groupings in settings', () => {
  it('are names with a text; whatever else stands there is left out', () => {
    expect(savedIn({ Mine: ' type, site ', Empty: ' ', Number: 3, None: null })).toEqual([
      { name: 'Mine', words: 'type, site' },
    ]);
    for (const faulty of [undefined, null, 'type', ['type'], 3]) expect(savedIn(faulty)).toEqual([]);
  });
  it('are told to views whenever they change, with whether values are shown', () => {
    settings.values = {
      'heaptrail.groupings': { Mine: 'site' },
      'heaptrail.conditions': { Large: 'bytes>=1000' },
      'heaptrail.values.show': false,
    };
    expect(viewSettings()).toEqual({
      groupings: [{ name: 'Mine', words: 'site' }],
      conditions: [{ name: 'Large', words: 'bytes>=1000' }],
      showsValues: false,
    });
    const told = vi.fn();
    onViewSettings(told);
    settings.changed?.({ affectsConfiguration: (name) => name === 'editor.fontSize' });
    expect(told).not.toHaveBeenCalled();
    for (const changed of ['heaptrail.groupings', 'heaptrail.conditions', 'heaptrail.values.show']) {
      settings.changed?.({ affectsConfiguration: (name) => name === changed });
      expect(told).toHaveBeenLastCalledWith(viewSettings());
    }
    expect(told).toHaveBeenCalledTimes(3);
  });
});

describe('saving a grouping', () => {
  it('asks for its name, and keeps it beside the others of the workspace', async () => {
    settings.values = { 'heaptrail.groupings': { Here: 'site', Everywhere: 'age' } };
    settings.typed = ' Keys ';
    await saveWords('grouping', 'type, site');
    expect(settings.written).toEqual([['heaptrail.groupings', { Here: 'site', Keys: 'type, site' }, 'workspace']]);
    expect([settings.validate?.(' '), settings.validate?.('New')]).toEqual(['A name is needed.', undefined]);
    expect(settings.validate?.('Here')).toEqual({ message: 'Replaces “site”', severity: 'info' });
  });
  it('keeps it for all of the user’s windows where no folder is open', async () => {
    settings.folders = undefined;
    settings.typed = 'Keys';
    await saveWords('grouping', 'type, site');
    expect(settings.written).toEqual([['heaptrail.groupings', { Everywhere: 'age', Keys: 'type, site' }, 'global']]);
  });
  it('keeps a condition in a setting of its own', async () => {
    settings.typed = 'Large';
    await saveWords('condition', 'bytes>=1000');
    expect(settings.written).toEqual([['heaptrail.conditions', { Here: 'site', Large: 'bytes>=1000' }, 'workspace']]);
  });
  it('writes nothing when nobody gives it a name', async () => {
    await saveWords('grouping', 'type, site');
    expect(settings.written).toEqual([]);
  });
});
