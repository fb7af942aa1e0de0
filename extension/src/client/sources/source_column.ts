// In which editor group the source belongs that a view leads to. Counted from where the view is and not from the active group: after a
// first source was opened, that is the source's, and it still is when the next click in the view arrives.

export interface PlaceOfView {
  /** The view's own group, counted from one. */
  readonly column: number;
  /** A panel stands beside code; an editor fills a group of its own. */
  readonly isPanel: boolean;
  /** How many groups there are. */
  readonly columns: number;
}

/** @param beside to the right of the view, in a new group if there is none */
export function columnOfSource({ column, isPanel, columns }: PlaceOfView, beside: boolean): number {
  if (beside) return column + 1;
  if (!isPanel) return column;
  // Panels are opened to the right of the code; the first group has none to its left.
  return column > 1 ? column - 1 : columns;
}
