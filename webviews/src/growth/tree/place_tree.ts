// The places of a growth tree so that one can walk them: what each holds, how much it grew, and which of them have a text in their names.
import type { GrowthTreeAnswer, GrowthTreeNode } from '../../../../shared/protocol/growth_tree';

export interface Place {
  /** In the answer. */
  index: number;
  node: GrowthTreeNode;
  parent: Place | undefined;
  /** 0 for the whole heap. */
  depth: number;
  /** Those that grew most first. */
  children: Place[];
  /** Bytes by which what it retains grew. */
  growth: number;
}

const growthOf = ({ from, to }: GrowthTreeNode): number => to.bytes - from.bytes;

/** All places, in the order of the answer; the first one is the whole heap. */
export function placesOf({ nodes }: Pick<GrowthTreeAnswer, 'nodes'>): Place[] {
  const places: Place[] = [];
  for (const [index, node] of nodes.entries()) {
    // Parents come first, so a place that names a later one has none.
    const parent = places[node.parent];
    const depth = parent ? parent.depth + 1 : 0;
    const place = { index, node, parent, depth, children: [], growth: growthOf(node) };
    parent?.children.push(place);
    places.push(place);
  }
  return places;
}

/** From the whole heap down to this place. */
export function wayTo(place: Place): Place[] {
  const way = [place];
  for (let { parent } = place; parent; { parent } = parent) way.unshift(parent);
  return way;
}

/** Whether it is this place, or below it. */
export function isWithin(place: Place, outer: Place): boolean {
  let at: Place | undefined = place;
  while (at && at.depth > outer.depth) at = at.parent;
  return at === outer;
}

/** Places of which the field or the type contains the words, in either case; none for no words. */
export function placesWith(places: readonly Place[], words: string): Set<Place> {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return new Set();
  const says = ({ type, via, field }: GrowthTreeNode) =>
    [type, via, field ? `${field.class}.${field.name}` : ''].some((text) => text.toLowerCase().includes(wanted));
  return new Set(places.filter(({ node }) => says(node)));
}

/** What these places grew by together: what is within another one of them counts once. */
export function growthTogether(found: ReadonlySet<Place>): number {
  let sum = 0;
  for (const place of found) {
    const isInner = wayTo(place).some((outer) => outer !== place && found.has(outer));
    if (!isInner) sum += place.growth;
  }
  return sum;
}

/** Share of the objects at a place that were born in the window, 0…1; undefined where nobody knows, and of the whole heap, which is none. */
export function bornShare({ members: { born, to } }: Pick<GrowthTreeNode, 'members'>): number | undefined {
  return born === undefined || to === 0 ? undefined : Math.min(1, born / to);
}
