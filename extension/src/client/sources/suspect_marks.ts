// Which lines allocate what suspects hold: each site counts at its innermost frame that the workspace has, because that is the line that the
// user wrote. Knows nothing of the editor.
import type { Frame } from '../../protocol/answers';
import type { Grown, Suspect } from '../../protocol/growth';
import type { SourcePlace } from './resolve_frame';
import { isWritten } from './source_names';

/** Objects of one type that one site allocated. */
export interface Allocation extends Grown {
  suspect: Suspect;
  type: string;
  /** Held by the suspect, or the suspect itself. */
  role: 'leaf' | 'head';
  site: Frame[];
}

/** A type at a line, from whatever sites. */
export interface MarkedType extends Grown {
  type: string;
  role: 'leaf' | 'head';
}

export interface Mark extends SourcePlace {
  /** Those held before those that hold, each with most objects first. */
  types: MarkedType[];
  /** The strongest first. */
  suspects: Suspect[];
}

const none = { objects: 0, bytes: 0 };

export function allocationsOf(suspects: readonly Suspect[]): Allocation[] {
  return suspects.flatMap((suspect) => [
    ...suspect.leaves.map(({ type, site, from, to }) => ({ suspect, type, role: 'leaf' as const, site, from, to })),
    // How many heads there were at the beginning is not told.
    {
      suspect,
      type: suspect.type,
      role: 'head' as const,
      site: suspect.site,
      from: none,
      to: { ...none, objects: suspect.count },
    },
  ]);
}

/** All frames that have to be known to tell where these belong, each once. */
export function framesOf(allocations: readonly Allocation[]): Frame[] {
  const frames = allocations.flatMap(({ site }) => site.filter(isWritten));
  return [...new Map(frames.map((frame) => [keyOf(frame), frame])).values()];
}

export const keyOf = ({ class: type, method, file, line }: Frame): string => `${type} ${method} ${file} ${line}`;

/** @param placeOf where a frame is in the workspace, if it is */
export function marksOf(
  allocations: readonly Allocation[],
  placeOf: (frame: Frame) => SourcePlace | undefined,
): Mark[] {
  const lines = new Map<string, { place: SourcePlace; allocations: Allocation[] }>();
  for (const allocation of allocations) {
    const place = firstOf(allocation.site, placeOf);
    if (!place) continue;
    const key = `${place.uri}#${place.line}`;
    const line = lines.get(key);
    if (line) line.allocations.push(allocation);
    else lines.set(key, { place, allocations: [allocation] });
  }
  return [...lines.values()].map(({ place, allocations }) => ({
    ...place,
    types: typesOf(allocations),
    suspects: [...new Set(allocations.map(({ suspect }) => suspect))].sort((a, b) => a.rank - b.rank),
  }));
}

function firstOf(site: readonly Frame[], placeOf: (frame: Frame) => SourcePlace | undefined): SourcePlace | undefined {
  for (const frame of site.filter(isWritten)) {
    const place = placeOf(frame);
    if (place) return place;
  }
  return undefined;
}

function typesOf(allocations: readonly Allocation[]): MarkedType[] {
  const types = new Map<string, MarkedType>();
  for (const role of ['leaf', 'head'] as const) {
    // Of one suspect, rows of one type are different objects; several suspects may hold the same ones.
    const sums = new Map<string, { suspect: Suspect; type: string } & Grown>();
    for (const { suspect, type, from, to } of allocations.filter((allocation) => allocation.role === role)) {
      const key = `${suspect.rank} ${type}`;
      const before = sums.get(key);
      sums.set(key, { suspect, type, from: sum(before?.from, from), to: sum(before?.to, to) });
    }
    for (const { type, from, to } of sums.values()) {
      const key = `${role} ${type}`;
      const known = types.get(key);
      if (!known || known.to.objects < to.objects) types.set(key, { type, role, from, to });
    }
  }
  const order = ({ role }: MarkedType) => (role === 'leaf' ? 0 : 1);
  // What one suspect holds may be another one: it is the same objects, and as leaves more is known of them.
  const all = [...types.values()].filter(({ type, role }) => role === 'leaf' || !types.has(`leaf ${type}`));
  return all.sort((a, b) => order(a) - order(b) || b.to.objects - a.to.objects);
}

const sum = (before: Grown['from'] | undefined, more: Grown['from']) => ({
  objects: (before?.objects ?? 0) + more.objects,
  bytes: (before?.bytes ?? 0) + more.bytes,
});
