// The timeline of the Overview and the chooser of points above all tabs, as the tests speak of them.
import { expect, type Locator } from '@playwright/test';
import type { HeaptrailView } from './heaptrail_view';

export type End = 'from' | 'to';

export class TimelinePart {
  constructor(private readonly view: HeaptrailView) {}

  element(): Locator {
    return this.view.frame.getByTestId('timeline');
  }

  legend(): Locator {
    return this.element().getByTestId('timeline-legend');
  }

  chart(): Locator {
    return this.element().getByTestId('chart-timeline');
  }

  /** One row for each point, for those who do not see the chart. */
  pointRows(): Locator {
    return this.element().getByTestId('timeline-table').locator('tbody tr');
  }

  /** A point on the axis. Where there is no room for all, some are not there. */
  point(index: number): Locator {
    return this.element().locator(`[data-testid=point-mark][data-index="${index}"]`);
  }

  /** The indexes of the points that are on the axis. */
  async points(): Promise<number[]> {
    const marks = await this.element().getByTestId('point-mark').all();
    const indexes = await Promise.all(marks.map((mark) => mark.getAttribute('data-index')));
    return indexes.map(Number).toSorted((one, other) => one - other);
  }

  chosenPoint(): Locator {
    return this.element().locator('[data-testid=point-mark][aria-selected=true]');
  }

  /** The list of all points; its value is the index of the one that all tabs show. */
  chooser(): Locator {
    return this.view.frame.getByTestId('point-chooser');
  }

  // The window

  suggest(): Locator {
    return this.element().getByTestId('suggest-window');
  }

  clear(): Locator {
    return this.element().getByTestId('clear-window');
  }

  words(): Locator {
    return this.element().getByTestId('window-words');
  }

  handle(end: End): Locator {
    return this.element().getByTestId(`window-${end}`);
  }

  async untilWindow({ from, to }: Record<End, number>): Promise<void> {
    await expect(this.handle('from')).toHaveAttribute('aria-valuenow', String(from));
    await expect(this.handle('to')).toHaveAttribute('aria-valuenow', String(to));
    await expect(this.words()).toContainText(new RegExp(`point ${from} .*point ${to} `));
  }

  /** Drags over the plot from above one point to above another. */
  async sweep(from: number, to: number): Promise<void> {
    const { mouse } = this.chart().page();
    const above = async (index: number): Promise<{ x: number; y: number }> => {
      const box = await this.point(index).boundingBox();
      if (!box) throw new Error(`point ${index} is not on the axis`);
      return { x: box.x + box.width / 2, y: box.y - 60 };
    };
    const [start, end] = [await above(from), await above(to)];
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(end.x, end.y, { steps: 5 });
    await mouse.up();
  }
}
