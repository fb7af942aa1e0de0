// What was inspected one after the other: forward to something new, and back. A function of what was before; nothing is drawn here.
import { type Inspected, type InspectTrail, mostTrail } from '../../../shared/protocol/view';

export const inspected = ({ entries, at }: InspectTrail): Inspected | undefined => entries[at];

/** To something new: what was ahead is forgotten, and what is too long ago. */
export function goTo(trail: InspectTrail, next: Inspected): InspectTrail {
  const current = inspected(trail);
  if (current && isSame(current, next)) return trail;
  const entries = [...trail.entries.slice(0, trail.at + 1), next].slice(-mostTrail);
  return { entries, at: entries.length - 1 };
}

/** One back, or forward; the same where there is none. */
export function step(trail: InspectTrail, by: -1 | 1): InspectTrail {
  const at = trail.at + by;
  return at >= 0 && at < trail.entries.length ? { ...trail, at } : trail;
}

const isSame = (one: Inspected, other: Inspected) => JSON.stringify(one) === JSON.stringify(other);
