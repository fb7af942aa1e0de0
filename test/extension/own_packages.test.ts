// The setting that names the packages of the user's own program.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ownPackages } from '../../extension/src/client/sources/own_packages';

const editor = vi.hoisted(() => ({
  folders: undefined as unknown[] | undefined,
  settings: new Map<unknown, unknown>(),
}));
vi.mock('vscode', () => ({
  workspace: {
    get workspaceFolders() {
      return editor.folders;
    },
    getConfiguration: (_: undefined, scope: unknown) => ({ get: () => editor.settings.get(scope) }),
  },
}));

describe('the packages of the program', () => {
  beforeEach(() => {
    editor.folders = undefined;
    editor.settings.clear();
  });
  it('are those of all folders of the workspace, each once', () => {
    editor.folders = ['shop', 'travel'];
    editor.settings.set('shop', ['shop', 'com.example']);
    editor.settings.set('travel', ['com.example']);
    expect(ownPackages()).toEqual(['com.example', 'shop']);
  });
  it('are named without what people write behind them', () => {
    editor.settings.set(undefined, ['com.example.', 'org.shop.*', ' net.travel ', '', '*', 7, null]);
    expect(ownPackages()).toEqual(['com.example', 'net.travel', 'org.shop']);
    editor.settings.set(undefined, 5);
    expect(ownPackages()).toEqual([]);
  });
});
