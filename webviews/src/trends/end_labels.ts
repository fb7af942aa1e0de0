// Where the names at the ends of lines stand: beside their lines, moved apart where they would cover each other, and left out, the last
// ones first, where there is no room for all.
export interface EndLabel {
  /** Index of the line. */
  line: number;
  /** Where the name stands, and where its line ends. */
  y: number;
  end: number;
}

/** @param ends where lines end, those that matter most first; null for lines without a name */
export function placeEndLabels(
  ends: readonly (number | null)[],
  top: number,
  bottom: number,
  height: number,
): EndLabel[] {
  const room = Math.max(0, Math.floor((bottom - top) / height) + 1);
  const labels = ends
    .flatMap((end, line): EndLabel[] => (end === null ? [] : [{ line, y: end, end }]))
    .slice(0, room)
    .sort((a, b) => a.end - b.end || a.line - b.line);
  // Downwards, then back up from the lower edge: what is between keeps its order.
  let free = top;
  for (const label of labels) {
    label.y = Math.max(label.y, free);
    free = label.y + height;
  }
  let most = bottom;
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, most);
    most = label.y - height;
  }
  return labels;
}
