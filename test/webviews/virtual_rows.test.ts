import { describe, expect, it } from 'vitest';
import { contentHeight, rowAt, rowHeight, scrollTopOf, visibleRange } from '../../webviews/src/virtual_rows';

const viewport = 600;

describe('the rows in sight', () => {
  it('are a screenful and a few more, wherever one is', () => {
    for (const rows of [0, 1, 10, 1000, 100_000, 50_000_000]) {
      const bottom = Math.max(0, contentHeight(rows) - viewport);
      for (const scrollTop of [0, bottom / 3, bottom]) {
        const { from, to } = visibleRange(scrollTop, rows, viewport);
        expect(to - from).toBeLessThan(viewport / rowHeight + 20);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(rows);
      }
    }
  });
  it.each([1000, 100_000, 50_000_000])('reach from the first to the last of %i', (rows) => {
    expect(visibleRange(0, rows, viewport).from).toBe(0);
    expect(visibleRange(contentHeight(rows) - viewport, rows, viewport).to).toBe(rows);
  });
  it.each([1000, 100_000, 50_000_000])('come back to where they were among %i', (rows) => {
    for (const row of [0, 17, Math.floor(rows / 2), rows - 30]) {
      expect(rowAt(scrollTopOf(row, rows, viewport), rows, viewport)).toBeCloseTo(row, 3);
    }
  });
  it('never need more pixels than browsers scroll over', () => {
    expect(contentHeight(1_000_000_000)).toBeLessThan(10_000_000);
  });
});
