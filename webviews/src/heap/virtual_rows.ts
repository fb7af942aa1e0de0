// Which rows are in sight, and where: a scroll area stands for all rows, only those in sight exist as elements.
//
// Browsers cannot scroll over more than some ten million pixels, so very long lists are compressed: the scroll position then
// maps to a row instead of to a pixel.
export const rowHeight = 24;
const mostPixels = 8_000_000;
const overscan = 8;

export interface VisibleRange {
  /** First and one past the last row to draw. */
  from: number;
  to: number;
  /** Where row `from` is drawn, in the scroll area's pixels. */
  top: number;
}

export function contentHeight(rows: number): number {
  return Math.min(rows * rowHeight, mostPixels);
}

/** The row at the top edge for a scroll position; not rounded. */
export function rowAt(scrollTop: number, rows: number, viewport: number): number {
  const height = contentHeight(rows);
  if (height === rows * rowHeight) return scrollTop / rowHeight;
  const scrollable = height - viewport;
  const most = rows - viewport / rowHeight;
  return scrollable <= 0 ? 0 : (scrollTop / scrollable) * most;
}

export function scrollTopOf(row: number, rows: number, viewport: number): number {
  const height = contentHeight(rows);
  if (height === rows * rowHeight) return row * rowHeight;
  const most = rows - viewport / rowHeight;
  return most <= 0 ? 0 : (row / most) * (height - viewport);
}

export function visibleRange(scrollTop: number, rows: number, viewport: number): VisibleRange {
  const first = rowAt(scrollTop, rows, viewport);
  const from = Math.max(0, Math.floor(first) - overscan);
  const to = Math.min(rows, Math.ceil(first + viewport / rowHeight) + overscan);
  return { from, to, top: scrollTop - (first - from) * rowHeight };
}
