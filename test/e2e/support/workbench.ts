// The VS Code workbench as a user sees it: open a folder, open a file, run a command, find the view inside the editor. What is in the view
// is heaptrail_view.ts's business.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { screenshots } from './places';

export class Workbench {
  constructor(
    readonly page: Page,
    private readonly url: string,
    /** The folder that is open; a copy of this test's own. */
    readonly workspace: string,
  ) {}

  async open(parameters = ''): Promise<void> {
    await this.page.addInitScript(watchLayout);
    await this.page.goto(`${this.url}/?folder=${encodeURIComponent(this.workspace)}${parameters}`);
    await this.ready();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /**
   * The workbench does not write what it remembers (open editors, extensions' state) when the page goes away, but every five seconds if
   * the page has the focus and is idle just then, and whenever the window loses the focus. Neither may come for long, so leaves the window
   * again and again until, for each list of words, one stored entry has them all.
   */
  async untilStored(...entries: string[][]): Promise<void> {
    const areStored = async (entries: string[][]): Promise<boolean> => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const stored: string[] = [];
      for (const { name } of await indexedDB.databases()) {
        if (!name?.startsWith('vscode-web-state-db-')) continue;
        const database = await done(indexedDB.open(name));
        const table = database.transaction('ItemTable').objectStore('ItemTable');
        const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
        database.close();
        stored.push(...values.map((value, index) => `${keys[index]} ${value}`));
      }
      return entries.every((words) => stored.some((entry) => words.every((word) => entry.includes(word))));
    };
    const areStoredNow = async (): Promise<boolean> => {
      await this.leaveWindow();
      return this.page.evaluate(areStored, entries);
    };
    await expect.poll(areStoredNow, { timeout: 30_000 }).toBe(true);
  }

  /** As if another window came to the front: to the page it is always Playwright's own that is there. */
  private async leaveWindow(): Promise<void> {
    await this.page.evaluate(() => {
      for (const focused of [true, false]) {
        document.hasFocus = () => focused;
        document.dispatchEvent(new Event('visibilitychange'));
      }
      Reflect.deleteProperty(document, 'hasFocus');
    });
  }

  /**
   * The explorer shows files before extensions have registered their editors, and the workbench makes its custom-editor service lazily in
   * an idle callback: a dump opened before that opens as text and stays so. So wait for the mark that says extensions are registered, then
   * for two idle callbacks (they run in order).
   */
  async ready(): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
    await this.page.waitForFunction(() => performance.getEntriesByName('code/didLoadExtensions').length > 0, null, {
      timeout: 60_000,
    });
    for (let callback = 0; callback < 2; callback++) {
      await this.page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    }
  }

  async openFromExplorer(file: string): Promise<void> {
    await this.inExplorer(file).dblclick();
    await this.tab(file).waitFor();
  }

  /** Types at the end of the file whose editor is in front, and saves it. */
  async typeAtEnd(file: string, text: string): Promise<void> {
    // The tab is there before its editor takes keys.
    await this.page.locator('.editor-instance .monaco-editor .view-line').first().click();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('ControlOrMeta+KeyS');
    await expect.poll(() => readFileSync(path.join(this.workspace, file), 'utf8').endsWith(text)).toBe(true);
  }

  inExplorer(file: string): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row').getByText(file, { exact: true });
  }

  /** Selects files in the explorer and chooses from their context menu. */
  async commandOn(files: string[], title: string): Promise<void> {
    const [first = '', ...others] = files;
    await this.inExplorer(first).click({ modifiers: ['ControlOrMeta'] });
    for (const file of others) await this.inExplorer(file).click({ modifiers: ['ControlOrMeta'] });
    await this.inExplorer(files.at(-1) ?? '').click({ button: 'right' });
    await this.chooseFromMenu(title);
  }

  /** In the context menu that is shown. */
  async chooseFromMenu(title: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name: title });
    // A menu that has just opened takes no click, lest the one that opened it counts twice.
    await expect(async () => {
      await item.click();
      await expect(item).toBeHidden({ timeout: 1000 });
    }).toPass();
  }

  /** Only the keyboard: Quick Open, wait until the wanted row is there and has the focus, Enter. */
  async openByKeyboard(file: string): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('ControlOrMeta+KeyP');
      await this.page.locator('.quick-input-widget input.input').waitFor({ timeout: 2000 });
      await this.page.locator('.quick-input-widget input.input').fill(file);
      await this.page
        .locator('.quick-input-list .monaco-list-row.focused')
        .filter({ hasText: file })
        .waitFor({ timeout: 5000 });
      await this.page.keyboard.press('Enter');
      await this.tab(file).waitFor({ timeout: 5000 });
    }).toPass();
  }

  /** A palette that is opened before the workbench knows whether its folder is trusted lacks what needs trust, and stays so. */
  async command(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    await expect(async () => {
      if (await input.isVisible()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('F1');
      await input.waitFor({ timeout: 2000 });
      await input.fill(`>${title}`);
      await this.page
        .locator('.quick-input-list .monaco-list-row.focused')
        .filter({ hasText: title })
        .waitFor({ timeout: 3000 });
    }).toPass();
    await this.page.keyboard.press('Enter');
  }

  /** The row of the quick pick that is shown. */
  choice(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  }

  /** Chooses in the quick pick that is shown, by typing until one row is left. */
  async choose(text: string): Promise<void> {
    await this.typeAnswer(text);
    await expect(this.choice(text)).toHaveCount(1);
    await this.page.keyboard.press('Enter');
  }

  /** Types into the question that is shown. */
  async typeAnswer(text: string): Promise<void> {
    await this.page.locator('.quick-input-widget input.input').fill(text);
  }

  /** A dialog that asks where to save begins with a name of its own, which comes late: answers until it is taken. */
  async answerDialog(file: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    await expect(async () => {
      await expect(input).toHaveValue(/\.\w+$/, { timeout: 2000 });
      await input.fill(file);
      await this.page.keyboard.press('Enter');
      await expect(input).toBeHidden({ timeout: 3000 });
    }).toPass();
  }

  /** Types a line into the terminal that has just been opened. */
  async typeIntoTerminal(line: string): Promise<void> {
    await expect(this.page.locator('.terminal-wrapper.active .xterm-helper-textarea')).toBeFocused();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }

  private made: Record<string, unknown> = {};

  /** Settings of this test's folder; to be made before it is opened. */
  settings(settings: Record<string, unknown>): void {
    const folder = path.join(this.workspace, '.vscode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
    this.made = settings;
  }

  /** Others stay as they are. */
  change(settings: Record<string, unknown>): void {
    this.settings({ ...this.made, ...settings });
  }

  tab(file: string | RegExp): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name: file });
  }

  editorGroups(): Locator {
    return this.page.locator('.editor-group-container');
  }

  notification(): Locator {
    return this.page.locator('.notification-toast');
  }

  /** Presses a notification's button, when it comes. In the list of all: as a toast it may go soon, or never come if others did just before. */
  async answer(notification: string | RegExp, button: string): Promise<void> {
    const item = this.page.locator('.notifications-center .notification-list-item').filter({ hasText: notification });
    const wanted = item.getByRole('button', { name: button, exact: true }).first();
    let isTried = false;
    await expect(async () => {
      // The list hides where there is nothing to list.
      if (!(await wanted.isVisible())) await this.command('Notifications: Show Notifications');
      // A click can count and still come back too late; what was answered is gone.
      if (isTried && (await item.count()) === 0) return;
      await wanted.waitFor({ timeout: 2000 });
      isTried = true;
      await wanted.click({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
  }

  /** The visible webview: the workbench's own frame, and in it the extension's. Hidden ones stay in the page, so ask for the visible. */
  view(): FrameLocator {
    return this.page.locator('iframe.webview.ready:visible').contentFrame().frameLocator('iframe#active-frame');
  }

  /** What has moved in the view since it was painted first, in words; what a key or a click moves in the view itself does not count. */
  async layoutShifts(): Promise<string[]> {
    return this.view()
      .locator('body')
      .evaluate(() => (globalThis as unknown as { layoutShifts: string[] }).layoutShifts);
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: path.join(screenshots, `${name}.png`), animations: 'disabled' });
  }
}

/** Runs in each frame of the page before anything else does. */
function watchLayout(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const shifts: string[] = [];
  Object.assign(globalThis, { layoutShifts: shifts });
  const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const name =
          node instanceof Element ? `${node.tagName}.${node.getAttribute('class') ?? ''}` : node?.textContent;
        return `${name} from ${place(previousRect)} to ${place(currentRect)}`;
      });
      shifts.push(`${value}: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
