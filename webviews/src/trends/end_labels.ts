// Where the names at the ends of lines stand: beside their lines, moved apart where they would cover each other, and left out, the last
// ones first, where there is no room for all.
export interface EndLabel {
  /** Index of the line. */
  line: number;
  /** Where the name stands, and where its line ends. */
  y: number;
  end: number;
}

/** Names further from the ends of their lines would be taken for those of others: in heights of a name. */
const mostMoved = 2.5;

/** @param ends where lines end, those that matter most first; null for lines without a name */
export function placeEndLabels(
  ends: readonly (number | null)[],
  top: number,
  bottom: number,
  height: number,
): EndLabel[] {
  const room = Math.max(0, Math.floor((bottom - top) / height) + 1);
  let placed: EndLabel[] = [];
  ends.forEach((end, line) => {
    if (end === null || placed.length === room) return;
    const more = movedApart([...placed, { line, y: end, end }], top, bottom, height);
    if (more.every(({ y, end: own }) => Math.abs(y - own) <= mostMoved * height)) placed = more;
  });
  return placed;
}

/** Downwards, then back up from the lower edge: what is between keeps its order. */
function movedApart(labels: readonly EndLabel[], top: number, bottom: number, height: number): EndLabel[] {
  const sorted = labels.toSorted((a, b) => a.end - b.end || a.line - b.line);
  let free = top;
  const down = sorted.map((label) => {
    const y = Math.max(label.end, free);
    free = y + height;
    return { ...label, y };
  });
  let most = bottom;
  return down
    .toReversed()
    .map((label) => {
      const y = Math.min(label.y, most);
      most = y - height;
      return { ...label, y };
    })
    .toReversed();
}
