// The Heaptrail view inside an editor, as the tests speak of it. All that is known of its page (roles, test ids) is in here.
import { expect, type FrameLocator, type Locator } from '@playwright/test';
import { accessibilityFaults } from './accessibility';
import type { Row } from './engine';
import type { Workbench } from './workbench';

export type Tab = 'Overview' | 'Growth' | 'Trends' | 'Ownership' | 'Heap' | 'Inspect';
export type Column = 'Type' | 'Objects' | 'Structures' | 'Shallow' | 'Deep' | 'Retained';

export class HeaptrailView {
  constructor(private readonly workbench: Workbench) {}

  get frame(): FrameLocator {
    return this.workbench.view();
  }

  /** The trace is open: its tabs are there. */
  async untilOpen(): Promise<void> {
    await expect(this.tab('Overview')).toBeVisible({ timeout: 60_000 });
  }

  tab(name: Tab): Locator {
    return this.frame.getByRole('tab', { name });
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name });
  }

  // What is said in place of the heap.

  opening(): Locator {
    return this.frame.getByTestId('opening');
  }

  cancelled(): Locator {
    return this.frame.getByTestId('open-cancelled');
  }

  error(): Locator {
    return this.frame.getByTestId('open-error');
  }

  engineStopped(): Locator {
    return this.frame.getByTestId('engine-stopped');
  }

  warnings(): Locator {
    return this.frame.getByTestId('warnings');
  }

  // Overview

  overview(): Locator {
    return this.frame.getByTestId('overview');
  }

  /** The number of live objects that the Overview states. */
  async liveObjects(): Promise<number> {
    return numberIn(await this.overview().getByTestId('figure-live').locator('.detail').textContent());
  }

  /** The number of references that the Overview states. */
  async references(): Promise<number> {
    return numberIn(await this.overview().getByTestId('detail-references').textContent());
  }

  /** Says which of several points the figures are of. */
  figuresPoint(): Locator {
    return this.frame.getByTestId('figures-point');
  }

  /** Says why this point is shown. */
  figuresWhy(): Locator {
    return this.frame.getByTestId('figures-why');
  }

  largestTypes(): Locator {
    return this.frame.getByTestId('type-bar');
  }

  // Heap

  async showHeap(): Promise<void> {
    await this.tab('Heap').click();
    await expect(this.table()).toBeVisible();
  }

  filter(): Locator {
    return this.frame.getByRole('searchbox', { name: 'Search types' });
  }

  /** A grid of types, or a tree grid of types and their structures. */
  table(): Locator {
    return this.frame.locator('[role=grid], [role=treegrid]');
  }

  /** The rows stand for objects from now on: types, if nothing else was chosen. */
  async showObjects(): Promise<void> {
    await this.frame.getByTestId('rows-objects').click();
    await expect(this.frame.getByRole('radio', { name: 'Objects', exact: true })).toBeChecked();
  }

  /** The rows stand for data structures from now on. */
  async showStructures(): Promise<void> {
    await this.frame.getByTestId('rows-structures').click();
    await expect(this.frame.getByRole('radio', { name: 'Data structures' })).toBeChecked();
  }

  /** Below the types that are unfolded. */
  structureRows(): Locator {
    return this.table().getByTestId('structure-row');
  }

  /** What the rows of structures say: bytes, and how many leaves. */
  async structures(): Promise<{ leaves: number; structure: number; deepStructure: number; retained: number }[]> {
    const rows = await this.structureRows().evaluateAll((elements) =>
      elements.map((element) =>
        ['objects', 'bytes .value', 'deep .value', 'retained .value'].map((cell) => {
          const shown = element.querySelector<HTMLElement>(`.cell.${cell}`);
          return shown?.dataset.exact ?? shown?.textContent ?? '';
        }),
      ),
    );
    return rows.map((cells) => {
      const [leaves = 0, structure = 0, deepStructure = 0, retained = 0] = cells.map(numberIn);
      return { leaves, structure, deepStructure, retained };
    });
  }

  column(name: Column): Locator {
    return this.table().getByRole('columnheader', { name });
  }

  async sortBy(name: Column): Promise<void> {
    await this.column(name).getByRole('button').click();
  }

  /** Types into the filter and waits until the rows follow it. */
  async search(text: string): Promise<void> {
    await this.filter().fill(text);
    await this.untilFiltered(text);
  }

  async untilFiltered(text: string): Promise<void> {
    const strangers = async (): Promise<string[]> =>
      (await this.settledRows()).map((row) => row.key).filter((key) => !key.toLowerCase().includes(text.toLowerCase()));
    await expect.poll(strangers, `types that do not contain "${text}"`).toEqual([]);
  }

  /** The part of the table that scrolls and takes the keyboard. */
  scroller(): Locator {
    return this.frame.getByTestId('heap-scroller');
  }

  /** What is said when there are no rows. */
  noRows(): Locator {
    return this.frame.getByTestId('heap-empty');
  }

  selectedRow(): Locator {
    return this.table().getByRole('row', { selected: true });
  }

  rowElements(): Locator {
    return this.table().getByTestId('heap-row');
  }

  row(key: string): Locator {
    return this.rowElements().and(this.frame.locator(`[data-key="${key}"]`));
  }

  /** The rows that are in the page now, from top to bottom. */
  async rows(): Promise<Row[]> {
    const rows = await this.rowElements().evaluateAll((elements) =>
      elements.map((element) => ({
        top: element.getBoundingClientRect().top,
        key: element.getAttribute('data-key') ?? '',
        cells: [...element.querySelectorAll('[role=gridcell]')].map((cell) => {
          const value = cell.querySelector<HTMLElement>('.value');
          return value?.dataset.exact ?? (value ?? cell).textContent ?? '';
        }),
      })),
    );
    return rows
      .sort((one, other) => one.top - other.top)
      .map(({ key, cells }) => ({ key, objects: numberIn(cells[1]), bytes: numberIn(cells[2]) }));
  }

  /** What the rows in the page show as deep and retained bytes; NaN where that is not known yet. */
  async closures(): Promise<{ key: string; deep: number; retained: number }[]> {
    const rows = await this.rowElements().evaluateAll((elements) =>
      elements.map((element) => {
        const value = (metric: string): string => {
          const shown = element.querySelector<HTMLElement>(`.${metric} .value`);
          return shown?.dataset.exact ?? shown?.textContent ?? '';
        };
        return { key: element.getAttribute('data-key') ?? '', deep: value('deep'), retained: value('retained') };
      }),
    );
    const known = (text: string): number => (/\d/.test(text) ? numberIn(text) : Number.NaN);
    return rows.map(({ key, deep, retained }) => ({ key, deep: known(deep), retained: known(retained) }));
  }

  /** All types have their sizes, or they could not be computed. */
  async untilSized(): Promise<void> {
    await expect
      .poll(async () => (await this.closures()).every((row) => row.deep >= 0 && row.retained >= 0))
      .toBe(true);
    await expect(this.frame.locator('.sizes-status')).toBeEmpty({ timeout: 30_000 });
  }

  /** The rows once they have stopped changing. */
  async settledRows(): Promise<Row[]> {
    let last = await this.rows();
    await expect(async () => {
      const now = await this.rows();
      const before = last;
      last = now;
      expect(now.length).toBeGreaterThan(0);
      expect(now).toEqual(before);
    }).toPass({ intervals: [150, 150, 300] });
    return last;
  }

  /** How many objects of exactly this type the table shows. */
  async objectsOf(type: string): Promise<number | undefined> {
    if ((await this.tab('Heap').getAttribute('aria-selected')) !== 'true') await this.showHeap();
    await this.search(type);
    return (await this.settledRows()).find((row) => row.key === type)?.objects;
  }

  /** The row in the page has all its sizes. */
  async untilRowSized(key: string): Promise<void> {
    const sizes = async () => (await this.closures()).find((row) => row.key === key);
    await expect.poll(async () => Number.isFinite((await sizes())?.deep)).toBe(true);
    await expect.poll(async () => Number.isFinite((await sizes())?.retained)).toBe(true);
  }

  /** Scrolls to a place between the first row (0) and the last (1). */
  async scrollTo(place: number): Promise<void> {
    await this.scroller().evaluate((element, place) => {
      element.scrollTop = place * (element.scrollHeight - element.clientHeight);
    }, place);
  }

  /** Scrolls from the first row to the last in a hundred steps; returns how long the slowest frame took, in milliseconds. */
  async scrollThrough(): Promise<number> {
    return this.scroller().evaluate(async (element) => {
      let slowest = 0;
      let last = performance.now();
      for (let step = 1; step <= 100; step++) {
        element.scrollTop = (step / 100) * (element.scrollHeight - element.clientHeight);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        slowest = Math.max(slowest, now - last);
        last = now;
      }
      return slowest;
    });
  }

  // Keyboard and accessibility

  /** Presses Tab until the element has the focus, as somebody without a mouse does. */
  async tabTo(target: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element.ownerDocument.activeElement === element)) return;
      await this.workbench.page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not reach ${target}`);
  }

  /** Names of tabs that reach beyond the edge of the view. */
  async tabsOutOfSight(): Promise<string[]> {
    return this.frame
      .getByRole('tab')
      .evaluateAll((tabs) =>
        tabs
          .filter((tab) => tab.getBoundingClientRect().right > document.documentElement.clientWidth)
          .map((tab) => tab.textContent ?? ''),
      );
  }

  /** What axe finds in the view, as short sentences. */
  async accessibilityFaults(): Promise<string[]> {
    const handle = await this.frame.owner().elementHandle();
    const frame = await handle?.contentFrame();
    if (!frame) throw new Error('the view has no frame');
    return accessibilityFaults(frame);
  }
}

/** Whatever groups its digits. */
function numberIn(text: string | null | undefined): number {
  return Number((text ?? '').replace(/\D/g, ''));
}
