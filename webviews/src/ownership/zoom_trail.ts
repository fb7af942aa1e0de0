// Which nodes were looked at one after the other: forward to another one, and back. Functions of what was before.
import { mostTrail, type OwnershipZoom } from '../../../shared/protocol/view';

/** The way to the node that is looked at, from the whole heap. */
export const shownWay = ({ entries, at }: OwnershipZoom): string[] => entries[at] ?? [];

/** To another node: what was ahead is forgotten, and what is too long ago. */
export function lookAt(zoom: OwnershipZoom, way: string[]): OwnershipZoom {
  if (isSame(shownWay(zoom), way)) return zoom;
  const entries = [...zoom.entries.slice(0, zoom.at + 1), way].slice(-mostTrail);
  return { entries, at: entries.length - 1 };
}

/** One back, or forward; the same where there is none. */
export function step(zoom: OwnershipZoom, by: -1 | 1): OwnershipZoom {
  const at = zoom.at + by;
  return at >= 0 && at < zoom.entries.length ? { ...zoom, at } : zoom;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key, i) => key === other[i]);
