// Where the rectangles of an icicle go: one row for each level of holding, from the place that is looked at down; as wide as a place grew.
// A function of places and width, drawn elsewhere. What would be narrower than a pixel is not there.
import type { Place } from './place_tree';

export interface IcicleCell {
  place: Place;
  x: number;
  y: number;
  width: number;
  /** It holds more than can be shown below it: levels end, or what follows is too narrow. */
  isCut: boolean;
}

export interface Icicle {
  cells: IcicleCell[];
  height: number;
}

export const rowHeight = 24;
/** A pixel between two cells. */
export const cellGap = 1;
const leastWidth = 1;
/** So many levels are shown at once; one looks at a lower place to see more. */
export const mostLevels = 30;

export function layoutIcicle(top: Place, width: number): Icicle {
  const cells: IcicleCell[] = [];
  const put = (place: Place, x: number, cellWidth: number, level: number): void => {
    const cell = { place, x, y: level * rowHeight, width: cellWidth, isCut: false };
    cells.push(cell);
    const shown = level + 1 < mostLevels ? widthsOf(place, cellWidth) : [];
    cell.isCut = shown.length < place.children.length;
    let left = x;
    for (const [child, childWidth] of shown) {
      put(child, left, childWidth, level + 1);
      left += childWidth;
    }
  };
  put(top, 0, width, 0);
  const levels = Math.max(...cells.map(({ y }) => y / rowHeight)) + 1;
  return { cells, height: levels * rowHeight };
}

/**
 * Of what a place holds, as far as it can be seen. Where something else in it shrank, its parts may have grown more than itself: then
 * they share its width.
 */
function widthsOf({ children, growth }: Place, width: number): [Place, number][] {
  const sum = children.reduce((together, child) => together + weightOf(child), 0);
  const whole = Math.max(growth, sum);
  if (whole <= 0) return [];
  return children
    .map((child): [Place, number] => [child, (width * weightOf(child)) / whole])
    .filter(([, childWidth]) => childWidth >= leastWidth);
}

/** What it grew by; of what shrank, what grew in it. */
const weightOf = ({ growth, children }: Place): number =>
  growth > 0 ? growth : children.reduce((together, child) => together + weightOf(child), 0);
