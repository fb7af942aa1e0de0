// The VS Code workbench as a user sees it: open a folder, open a file, run a command, find the view inside the editor. What is in the view
// is heaptrail_view.ts's business.
import { mkdirSync, writeFileSync } from 'node:fs';
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
    await this.page.goto(`${this.url}/?folder=${encodeURIComponent(this.workspace)}${parameters}`);
    await this.ready();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /**
   * The workbench writes what it remembers (open editors, extensions' state) into the browser's storage every five seconds, not when the
   * page goes away. Waits until, for each list of words, one stored entry has them all.
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
    await expect.poll(() => this.page.evaluate(areStored, entries), { timeout: 30_000 }).toBe(true);
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
    await this.page.locator('.explorer-folders-view .monaco-list-row').getByText(file, { exact: true }).dblclick();
    await this.tab(file).waitFor();
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

  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input.input');
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: title }).waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Settings of this test's folder; to be made before it is opened. */
  settings(settings: Record<string, unknown>): void {
    const folder = path.join(this.workspace, '.vscode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
  }

  tab(file: string): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name: file });
  }

  notification(): Locator {
    return this.page.locator('.notification-toast');
  }

  /** The visible webview: the workbench's own frame, and in it the extension's. Hidden ones stay in the page, so ask for the visible. */
  view(): FrameLocator {
    return this.page.locator('iframe.webview.ready:visible').contentFrame().frameLocator('iframe#active-frame');
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: path.join(screenshots, `${name}.png`), animations: 'disabled' });
  }
}
