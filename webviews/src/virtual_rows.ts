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

/** Where the scroll area must stand so that a row is in sight: where it stands, if it is already. */
export function scrollTopToShow(index: number, scrollTop: number, rows: number, viewport: number): number {
  const first = rowAt(scrollTop, rows, viewport);
  const visible = viewport / rowHeight;
  if (index < first) return scrollTopOf(index, rows, viewport);
  return index + 1 > first + visible ? scrollTopOf(index + 1 - visible, rows, viewport) : scrollTop;
}

/** The row that a key goes to from the one that is selected; undefined where it is no key that moves, or there is no row. */
export function rowByKey(key: string, selected: number, rows: number, viewport: number): number | undefined {
  const page = Math.max(1, Math.floor(viewport / rowHeight) - 1);
  const moves: Record<string, number> = {
    ArrowDown: selected + 1,
    ArrowUp: selected - 1,
    PageDown: selected + page,
    PageUp: selected - page,
    Home: 0,
    End: rows - 1,
  };
  const to = moves[key];
  return to === undefined || rows === 0 ? undefined : Math.min(rows - 1, Math.max(0, to));
}
