// The Trends tab, as the tests speak of it.
import { expect, type FrameLocator, type Locator } from '@playwright/test';

export class TrendsPart {
  constructor(readonly frame: FrameLocator) {}

  charts(): Locator {
    return this.frame.getByTestId('trend');
  }

  /** All points of all charts are there. */
  async untilKnown(): Promise<void> {
    await expect(this.frame.locator('.trend[aria-busy="false"]')).toHaveCount(await this.charts().count(), {
      timeout: 60_000,
    });
    await expect(this.frame.locator('.trend.outdated')).toHaveCount(0);
  }

  async choosePreset(name: string): Promise<void> {
    await this.frame.getByRole('button', { name }).click();
    await expect(this.frame.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    await this.untilKnown();
  }

  sentence(chart = 0): Locator {
    return this.charts().nth(chart).getByTestId('trend-sentence');
  }

  /** A row of the legend for each line. */
  series(chart = 0): Locator {
    return this.charts().nth(chart).getByTestId('trend-series');
  }

  async names(chart = 0): Promise<string[]> {
    return this.series(chart).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key') ?? ''));
  }

  /** What the legend tells of its lines: at the cursor, or at the last point. */
  async values(chart = 0): Promise<number[]> {
    const cells = this.series(chart).getByTestId('trend-value');
    return cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-exact'))));
  }

  /** A setting of a chart, by the words that it offers. */
  async choose(setting: 'metric' | 'order' | 'display', words: string, chart = 0): Promise<void> {
    await this.charts().nth(chart).getByTestId(`trend-${setting}`).selectOption(words);
  }

  /** The point of which the legend tells. */
  at(chart = 0): Locator {
    return this.charts().nth(chart).getByTestId('trend-at');
  }

  async goInto(name: string, chart = 0): Promise<void> {
    await this.series(chart)
      .and(this.frame.locator(`[data-key="${name}"]`))
      .getByTestId('trend-name')
      .click();
    await this.untilKnown();
  }

  /** The way to the objects of a chart. */
  way(chart: number): Locator {
    return this.charts().nth(chart).getByTestId('trend-way');
  }

  picture(chart = 0): Locator {
    return this.charts().nth(chart).getByTestId('chart-trend');
  }

  zoom(): Locator {
    return this.frame.getByTestId('trend-zoom');
  }
}
