// The Ownership tab, as the tests speak of it.
import { expect, type FrameLocator, type Locator } from '@playwright/test';

export class OwnershipPart {
  constructor(readonly frame: FrameLocator) {}

  /** The picture of the shown point is there. */
  async untilKnown(): Promise<void> {
    await expect(this.sentence()).not.toBeEmpty({ timeout: 60_000 });
    await expect(this.frame.getByTestId('ownership').locator('[aria-busy]')).toHaveCount(0, { timeout: 60_000 });
  }

  sentence(): Locator {
    return this.frame.getByTestId('ownership-sentence');
  }

  /** Takes the keys. */
  picture(): Locator {
    return this.frame.getByTestId('ownership-picture');
  }

  /** What is said of the block that has the keyboard. */
  told(): Locator {
    return this.frame.locator('.ownership-frame [role="status"]');
  }

  /** Names on the way to what is looked at. */
  way(): Locator {
    return this.frame.getByTestId('ownership-way').getByRole('listitem');
  }

  /** A slider that takes keys. */
  time(): Locator {
    return this.frame.getByTestId('ownership-time');
  }

  search(): Locator {
    return this.frame.getByTestId('ownership-search');
  }

  found(): Locator {
    return this.frame.getByTestId('ownership-found');
  }

  pinned(): Locator {
    return this.frame.getByTestId('pinned-card');
  }

  menuItem(name: string): Locator {
    return this.frame.getByRole('menuitem', { name });
  }

  /** The table twin: name and owned bytes of each block, as they are shown. */
  async rows(): Promise<string[][]> {
    const twin = this.frame.getByTestId('ownership-twin');
    if ((await twin.getAttribute('open')) === null) await twin.locator('summary').click();
    const rows = this.frame.getByTestId('ownership-rows').locator('tr');
    // They are written when it opens.
    await expect(rows).not.toHaveCount(0);
    return rows.evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  }

  /** Whether anything but the background was painted, in how many colours. */
  async colours(): Promise<number> {
    return this.frame.getByTestId('ownership-canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const found = new Set<number>();
      for (let i = 0; i < data.length; i += 4 * 97)
        found.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      return found.size;
    });
  }
}
