// The text editor in front, as somebody who writes descriptions uses it.
import { expect, type Locator, type Page } from '@playwright/test';

export class DescriptionEditor {
  constructor(private readonly page: Page) {}

  private front(): Locator {
    return this.page.locator('.editor-instance .monaco-editor:visible').first();
  }

  lines(): Locator {
    return this.front().locator('.view-line');
  }

  squiggles(severity: 'error' | 'warning'): Locator {
    return this.front().locator(`.squiggly-${severity}`);
  }

  private word(text: string): Locator {
    return this.lines().locator('span span').filter({ hasText: text }).first();
  }

  async placeCursorIn(word: string): Promise<void> {
    await this.word(word).click({ force: true });
  }

  /** Chooses among what is offered at the cursor. */
  async quickFix(title: string): Promise<void> {
    const offered = this.page.locator('.action-widget').getByText(title, { exact: true });
    await expect(async () => {
      await this.page.keyboard.press('ControlOrMeta+Period');
      await expect(offered).toBeVisible({ timeout: 3000 });
    }).toPass();
    await this.page.keyboard.press('Enter');
    await expect(offered).toBeHidden();
  }

  async hover(word: string): Promise<void> {
    // What the mouse meets first is the cursor that stands there, or the explanation itself.
    await this.word(word).hover({ force: true });
    await expect(this.hoverText()).toBeVisible();
  }

  hoverText(): Locator {
    return this.page.locator('.monaco-editor .monaco-hover:visible').first();
  }

  async typeAtEnd(text: string): Promise<void> {
    await this.lines().first().click();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.type(text, { delay: 20 });
  }

  proposals(): Locator {
    return this.page.locator('.suggest-widget:visible .monaco-list-row');
  }

  async rename(name: string): Promise<void> {
    await this.page.keyboard.press('F2');
    const input = this.page.locator('.rename-box input');
    await input.fill(name);
    await input.press('Enter');
    await expect(input).toBeHidden();
  }
}
