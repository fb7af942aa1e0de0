// Quick picks and input boxes as steps of one question, with a way back to the step before.
import * as vscode from 'vscode';

export const back = Symbol('back');
export type Step<T> = T | typeof back | undefined;

export interface PickOptions<Item extends vscode.QuickPickItem> {
  title: string;
  placeholder: string;
  /** Asked again when the list is refreshed. */
  items: () => Promise<Item[]>;
  mayGoBack?: boolean;
  mayRefresh?: boolean;
}

export async function pick<Item extends vscode.QuickPickItem>(options: PickOptions<Item>): Promise<Step<Item>> {
  const box = vscode.window.createQuickPick<Item>();
  const refresh = { iconPath: new vscode.ThemeIcon('refresh'), tooltip: vscode.l10n.t('Refresh') };
  box.title = options.title;
  box.placeholder = options.placeholder;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.buttons = [
    ...(options.mayGoBack ? [vscode.QuickInputButtons.Back] : []),
    ...(options.mayRefresh ? [refresh] : []),
  ];
  const fill = async () => {
    box.busy = true;
    box.items = await options.items();
    box.busy = false;
  };
  try {
    return await new Promise<Step<Item>>((resolve, reject) => {
      box.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) resolve(back);
        else fill().catch(reject);
      });
      box.onDidAccept(() => {
        const [item] = box.selectedItems;
        if (item) resolve(item);
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
      fill().catch(reject);
    });
  } finally {
    box.dispose();
  }
}

export interface InputOptions {
  title: string;
  prompt: string;
  placeholder: string;
  value: string;
  /** What is wrong with a text, if anything. */
  validate: (text: string) => string | undefined;
}

/** Always a later step: the way back is always there. */
export async function input(options: InputOptions): Promise<Step<string>> {
  const box = vscode.window.createInputBox();
  box.title = options.title;
  box.prompt = options.prompt;
  box.placeholder = options.placeholder;
  box.value = options.value;
  box.valueSelection = [options.value.length, options.value.length];
  box.ignoreFocusOut = true;
  box.buttons = [vscode.QuickInputButtons.Back];
  try {
    return await new Promise<Step<string>>((resolve) => {
      box.onDidTriggerButton(() => resolve(back));
      box.onDidChangeValue(() => {
        box.validationMessage = undefined;
      });
      box.onDidAccept(() => {
        box.validationMessage = options.validate(box.value);
        if (!box.validationMessage) resolve(box.value);
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
