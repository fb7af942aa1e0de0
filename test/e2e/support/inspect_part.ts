// The Inspect tab, as the tests speak of it.
import { expect, type FrameLocator, type Locator } from '@playwright/test';

export class InspectPart {
  constructor(readonly frame: FrameLocator) {}

  /** All of its questions are answered. */
  async untilKnown(): Promise<void> {
    await expect(this.page()).toBeVisible({ timeout: 60_000 });
    await expect(this.page().locator('[aria-busy]')).toHaveCount(0, { timeout: 60_000 });
  }

  page(): Locator {
    return this.frame.getByTestId('inspect');
  }

  title(): Locator {
    return this.frame.getByTestId('inspect-title');
  }

  /** Bytes are told exactly on hover. */
  figure(name: 'shallow' | 'retained' | 'deep'): Locator {
    return this.frame.getByTestId(`inspect-${name}`);
  }

  /** Which reference to clear. */
  advice(): Locator {
    return this.frame.getByTestId('path-advice');
  }

  pathNodes(): Locator {
    return this.frame.getByTestId('path-node');
  }

  /** What is said of the box that was chosen. */
  chosen(): Locator {
    return this.frame.getByTestId('path-card');
  }

  roots(): Locator {
    return this.frame.getByTestId('inspect-roots');
  }

  /** Links to the largest objects of the group. */
  objects(): Locator {
    return this.frame.getByTestId('inspect-list').getByTestId('object-link');
  }

  // The page about one object.

  objectTitle(): Locator {
    return this.frame.getByTestId('object-title');
  }

  field(name: string): Locator {
    return this.frame.getByTestId('object-member').filter({ has: this.frame.getByRole('rowheader', { name }) });
  }

  back(): Locator {
    return this.frame.getByTestId('inspect-back');
  }
}
