// The Growth tab, and the same view in a panel beside code, as the tests speak of them.
import { expect, type FrameLocator, type Locator } from '@playwright/test';

export class GrowthPart {
  constructor(readonly frame: FrameLocator) {}

  /** Both heaps were rebuilt and compared. */
  async untilKnown(): Promise<void> {
    await expect(this.counts()).toContainText('alive at both ends', { timeout: 60_000 });
  }

  headline(): Locator {
    return this.frame.getByTestId('growth-sentence');
  }

  /** Of the structure that is selected: the strongest suspect, unless another was chosen. */
  pattern(): Locator {
    return this.details().locator('.pattern');
  }

  /** What keeps the structure alive that is selected, one step a line. */
  path(): Locator {
    return this.frame.getByTestId('growth-path');
  }

  /** To what holds the structure that is selected. */
  inspect(): Locator {
    return this.details().getByTestId('details-inspect');
  }

  /** Where the structure that is selected was allocated. */
  site(): Locator {
    return this.details().locator('.allocated').getByTestId('site-link');
  }

  /** What a sentence says as links: the field that holds, and the line that feeds it. */
  link(words: string): Locator {
    return this.headline().getByTestId('sentence-link').filter({ hasText: words });
  }

  /** The lines of the program that make what the strongest suspect took in, the largest share first. */
  lines(): Locator {
    return this.frame.getByTestId('growth-headline').getByTestId('suspect-line');
  }

  /** Wants to see some objects of a type that the structure holds. */
  examples(): Locator {
    return this.details().getByTestId('leaf-examples');
  }

  /** Each leads to the page of an object. */
  exampleLinks(): Locator {
    return this.details().getByTestId('leaf-example').getByRole('button');
  }

  /** What marks structures that nobody described. */
  inferred(): Locator {
    return this.frame.getByTestId('inferred');
  }

  /** Of the structure that is selected. */
  saveDescription(): Locator {
    return this.frame.getByTestId('save-description').first();
  }

  /** The places where the heap grew, instead of the structures. */
  async showTree(): Promise<void> {
    await this.frame.getByTestId('growth-shown-tree').click();
    await expect(this.places().first()).toBeVisible({ timeout: 60_000 });
  }

  places(): Locator {
    return this.frame.getByTestId('tree-place');
  }

  /** Numbers and links of the place that was chosen. */
  place(): Locator {
    return this.frame.getByTestId('tree-card');
  }

  counts(): Locator {
    return this.frame.getByTestId('growth-counts');
  }

  /** How many there are of each kind, with digits that are not grouped. */
  async said(): Promise<string> {
    return ((await this.counts().textContent()) ?? '').replaceAll(/[\u2009,]/g, '');
  }

  window(): Locator {
    return this.frame.getByTestId('growth-window');
  }

  end(end: 'from' | 'to'): Locator {
    return this.frame.getByTestId(`growth-${end}`);
  }

  /** In the chart, the strongest first. */
  bars(): Locator {
    return this.frame.getByTestId('growth-bars');
  }

  rows(): Locator {
    return this.frame.getByTestId('growth-table').getByTestId('growth-row');
  }

  /** The ids of the structures of the rows in sight. */
  async rowIds(): Promise<string[]> {
    return this.rows().evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id') ?? ''));
  }

  details(): Locator {
    return this.frame.getByTestId('growth-details');
  }

  /** Exact bytes at both ends, as the tooltips of the details say them. */
  async retained(): Promise<{ from: number; to: number }> {
    const cells = this.details().locator('tr[data-metric=retained] td[title]');
    const titles = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title') ?? ''));
    const [from = Number.NaN, to = Number.NaN] = titles.map((title) => Number(title.replace(/\D/g, '')));
    return { from, to };
  }

  leafTypes(): Locator {
    return this.details().getByTestId('leaf-type');
  }

  leafType(type: string): Locator {
    return this.leafTypes().and(this.frame.locator(`[data-type="${type}"]`));
  }

  /** The sites of a type of leaves. */
  async leafSites(type: string): Promise<Locator> {
    const row = this.leafType(type);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    return this.details().getByTestId('leaf-site').getByTestId('site-link');
  }
}
