// The Heap tab grouped in other ways than by type, as the tests speak of it.
import { expect, type Locator } from '@playwright/test';
import type { HeaptrailView } from './heaptrail_view';

export class ExplorePart {
  constructor(private readonly view: HeaptrailView) {}

  /** Opens the control that says how the table is grouped. */
  async openGroupings(): Promise<void> {
    await this.view.button(/^Group by: /).click();
  }

  grouping(): Locator {
    return this.view.frame.getByRole('combobox', { name: 'Any grouping' });
  }

  condition(): Locator {
    return this.view.frame.getByRole('combobox', { name: 'Only objects for which' });
  }

  /** Keeps the grouping that holds under a name. */
  save(): Locator {
    return this.view.frame.getByTestId('save-grouping');
  }

  /** What is said of the grouping that was written. */
  mistake(): Locator {
    return this.view.frame.getByTestId('grouping-field-message');
  }

  async groupBy(name: string): Promise<void> {
    await this.openGroupings();
    await this.view.frame.getByRole('button', { name }).click();
    await expect(this.view.button(`Group by: ${name}`)).toBeVisible();
  }

  /** What the menu of a row offers. */
  async choose(row: Locator, ...names: string[]): Promise<void> {
    await row.click({ button: 'right' });
    for (const name of names) await this.view.frame.getByRole('menuitem', { name }).click();
  }

  /** The sets that somebody went into. */
  crumbs(): Locator {
    return this.view.frame.getByTestId('crumb');
  }

  /** The condition that holds. */
  chip(): Locator {
    return this.view.frame.getByTestId('chip-where');
  }

  compareWith(): Locator {
    return this.view.frame.getByRole('combobox', { name: 'Compare with a point' });
  }
}
