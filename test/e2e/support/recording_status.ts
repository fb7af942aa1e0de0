// What a user sees and does while something is recorded: the item in the status bar with what it offers, and the line above the views.
import { expect, type Locator } from '@playwright/test';
import type { HeaptrailView } from './heaptrail_view';
import type { Workbench } from './workbench';

/** As one who types the command line. */
export async function recordCommandLine(workbench: Workbench, line: string): Promise<void> {
  await workbench.command('Heaptrail: Record Java Program…');
  await workbench.choose('Type a Command Line…');
  await expect(workbench.page.locator('.quick-input-message')).toContainText('Every JVM');
  await workbench.typeAnswer(line);
  await workbench.page.keyboard.press('Enter');
}

export class RecordingStatus {
  constructor(
    private readonly workbench: Workbench,
    private readonly view: HeaptrailView,
  ) {}

  item(): Locator {
    return this.workbench.page.locator('.statusbar-item').filter({ hasText: / · \d+:\d\d · \d+ points?/ });
  }

  /** Chooses one of the things that the item offers. */
  async choose(what: string): Promise<void> {
    await this.item().click();
    // By keys: rows move while the list is laid out, and a click would meet the one below.
    await expect(this.workbench.choice('Open the Recording')).toBeVisible();
    await this.workbench.typeAnswer(what);
    await expect(this.workbench.page.locator('.quick-input-list .monaco-list-row.focused')).toContainText(what);
    await this.workbench.page.keyboard.press('Enter');
  }

  /** The line above the views. */
  line(): Locator {
    return this.view.frame.getByTestId('recording-bar');
  }

  follow(): Locator {
    return this.view.frame.getByTestId('follow');
  }

  /** What keeps the views as they are. */
  pause(): Locator {
    return this.view.frame.getByTestId('pause');
  }

  takePoint(): Locator {
    return this.view.frame.getByTestId('take-point');
  }
}
