// Heaptrail's side bar, and what it leaves in source editors.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Workbench } from './workbench';

export type SideBarView = 'Traces' | 'Leak Suspects' | 'Descriptions';

export class SideBar {
  constructor(private readonly workbench: Workbench) {}

  private get page(): Page {
    return this.workbench.page;
  }

  async open(): Promise<void> {
    const icon = this.page.locator('.activitybar').getByRole('tab', { name: 'Heaptrail' });
    await expect(async () => {
      await icon.click();
      await expect(this.view('Traces')).toBeVisible({ timeout: 2000 });
    }).toPass();
  }

  view(name: SideBarView): Locator {
    const header = this.page.locator('.pane-header').filter({ hasText: new RegExp(`^${name}`) });
    return this.page.locator('.sidebar .pane').filter({ has: header });
  }

  rows(view: SideBarView): Locator {
    return this.view(view).getByRole('treeitem');
  }

  /** The first whose label begins so. */
  row(view: SideBarView, label: string): Locator {
    const plain = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return this.view(view)
      .getByRole('treeitem', { name: new RegExp(`^${plain}(?!\\w)`) })
      .first();
  }

  /** Below a type of what a suspect took in: a line that feeds a suspect is called alike. */
  site(label: string): Locator {
    const plain = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return this.view('Leak Suspects')
      .getByRole('treeitem', { name: new RegExp(`^${plain}(?!\\w)`), level: 3 })
      .first();
  }

  suspect(rank: number): Locator {
    return this.row('Leak Suspects', `Suspect ${rank}:`);
  }

  /** Shows what is below a row, without what a click on it does. */
  async unfold(row: Locator): Promise<void> {
    await expect(async () => {
      if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
      await expect(row).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
    }).toPass();
  }

  /** What a view says where it has no rows. */
  welcome(view: SideBarView): Locator {
    return this.view(view).locator('.welcome-view-content');
  }

  async unfoldView(view: SideBarView): Promise<void> {
    const header = this.view(view).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  }

  async chooseOn(row: Locator, title: string): Promise<void> {
    await row.click({ button: 'right' });
    await this.workbench.chooseFromMenu(title);
  }

  // In the source editor in front.

  lenses(): Locator {
    return this.page.locator('.editor-instance .codelens-decoration:visible');
  }

  markedLines(): Locator {
    return this.page.locator('.editor-instance .view-overlays [class*="ced-"]:visible');
  }

  hovers(): Locator {
    return this.page.locator('.monaco-editor .monaco-hover:visible');
  }

  /** Of the first place where the editor shows this text. */
  async hover(text: string): Promise<Locator> {
    const hover = this.hovers().first();
    await expect(async () => {
      await this.page.locator('.editor-instance .view-line').getByText(text).first().hover({ force: true });
      await expect(hover).toBeVisible({ timeout: 3000 });
    }).toPass();
    return hover;
  }

  cursor(): Locator {
    return this.page.locator('#status\\.editor\\.selection');
  }
}
