// Which lines allocate what suspects hold, and which fields hold them. A site counts at its innermost frame that the workspace has, because
// that is the line that the user wrote; a line that a suspect names counts itself. Knows nothing of the editor.
import type { Frame } from '../../../../shared/protocol/answers';
import type { Field, Grown, Suspect, SuspectLine } from '../../../../shared/protocol/growth';
import type { SourcePlace } from './resolve_frame';
import { isWritten } from './source_names';

/** Objects of one type that one site allocated. */
export interface Allocation extends Grown {
  suspect: Suspect;
  type: string;
  /** Held by the suspect, or the suspect itself. */
  role: 'leaf' | 'head';
  site: Frame[];
  estimated?: boolean;
}

/** A type at a line, from whatever sites. */
export interface MarkedType extends Grown {
  type: string;
  role: 'leaf' | 'head';
  /** How many there are is worked out from samples. */
  estimated?: boolean;
}

/** A field that holds a suspect. */
export interface Holder {
  suspect: Suspect;
  name: string;
  field: Field;
}

export interface Mark extends SourcePlace {
  /** Those held before those that hold, each with most objects first. */
  types: MarkedType[];
  /** What the line feeds, as the suspects say it themselves. */
  feeds: { suspect: Suspect; line: SuspectLine }[];
  /** What the field that is declared here holds; the strongest first. */
  holds: Holder[];
  /** The strongest first. */
  suspects: Suspect[];
}

/** By which a view knows a suspect: its largest structure, or where nothing describes it, what it begins with. */
export const idOf = ({ structures: [largest], head }: Suspect): string | undefined => largest ?? head ?? undefined;

const none = { objects: 0, bytes: 0 };

export function allocationsOf(suspects: readonly Suspect[]): Allocation[] {
  return suspects.flatMap((suspect) => [
    ...suspect.leaves.map(({ type, site, from, to, estimated }) => ({
      suspect,
      type,
      role: 'leaf' as const,
      site,
      from,
      to,
      ...(estimated ? { estimated } : {}),
    })),
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

/** The fields that hold suspects; of several that hold the same, all. */
export function holdersOf(suspects: readonly Suspect[]): Holder[] {
  return suspects.flatMap((suspect) => {
    const holders = suspect.owners.length > 0 ? suspect.owners : [suspect];
    return holders.flatMap(({ name, field }) => (field ? [{ suspect, name, field }] : []));
  });
}

/** All frames that have to be known to tell where these belong, each once. */
export function framesOf(suspects: readonly Suspect[]): Frame[] {
  const sites = allocationsOf(suspects).flatMap(({ site }) => site);
  const frames = [...sites, ...suspects.flatMap(({ lines }) => lines)].filter(isWritten);
  return [...new Map(frames.map((frame) => [keyOf(frame), frame])).values()];
}

export const keyOf = ({ class: type, method, file, line }: Frame): string => `${type} ${method} ${file} ${line}`;

interface Line {
  place: SourcePlace;
  allocations: Allocation[];
  feeds: Mark['feeds'];
  holds: Holder[];
}

/** Where frames and fields are in the workspace, if they are. */
export interface WorkspacePlaces {
  /** Sites of only some objects are known: those that have one stand for others, unless it is said for how many. */
  sampled?: boolean;
  frame(frame: Frame): SourcePlace | undefined;
  field(field: Field): SourcePlace | undefined;
}

export function marksOf(suspects: readonly Suspect[], places: WorkspacePlaces): Mark[] {
  const lines = new Map<string, Line>();
  const at = (place: SourcePlace): Line => {
    const key = `${place.uri}#${place.line}`;
    const line = lines.get(key) ?? { place, allocations: [], feeds: [], holds: [] };
    lines.set(key, line);
    return line;
  };
  const isSample = ({ role, estimated }: Allocation) => role === 'leaf' && places.sampled === true && !estimated;
  for (const allocation of allocationsOf(suspects).filter((each) => !isSample(each))) {
    const place = firstOf(allocation.site, (frame) => places.frame(frame));
    if (place) at(place).allocations.push(allocation);
  }
  for (const suspect of suspects) {
    for (const line of suspect.lines) {
      const place = isWritten(line) ? places.frame(line) : undefined;
      if (place) at(place).feeds.push({ suspect, line: places.sampled ? { ...line, estimated: true } : line });
    }
  }
  for (const holder of holdersOf(suspects)) {
    const place = places.field(holder.field);
    if (place) at(place).holds.push(holder);
  }
  return [...lines.values()].map(markOf);
}

function markOf({ place, allocations, feeds, holds }: Line): Mark {
  const byRank = (a: { suspect: Suspect }, b: { suspect: Suspect }) => a.suspect.rank - b.suspect.rank;
  const fed = feeds.flatMap((feed) => takenFrom(feed, allocations));
  const all = [...allocations, ...feeds, ...holds].map(({ suspect }) => suspect);
  // What is declared here says that it holds; that it was made here, too, adds nothing.
  const isHeld = ({ role, suspect }: Allocation) =>
    role === 'head' && holds.some((holder) => holder.suspect === suspect);
  return {
    ...place,
    types: typesOf([...allocations.filter((allocation) => !isHeld(allocation)), ...fed]),
    feeds: feeds.toSorted(byRank),
    holds: holds.toSorted(byRank),
    suspects: [...new Set(all)].sort((a, b) => a.rank - b.rank),
  };
}

/**
 * What a suspect took in, as far as it came from this line. Only where no site says which types those were.
 */
function takenFrom({ suspect, line }: Mark['feeds'][number], allocations: readonly Allocation[]): Allocation[] {
  // Of several types, the share of the line is that of all of them together.
  if (suspect.taken.length !== 1 || suspect.linesOf === 'retained') return [];
  if (allocations.some((allocation) => allocation.suspect === suspect && allocation.role === 'leaf')) return [];
  const part = (objects: number) => ({ objects: Math.round(line.share * objects), bytes: 0 });
  return suspect.taken.map(({ type, from, to }) => ({
    suspect,
    type,
    role: 'leaf',
    site: [line],
    from: part(from),
    to: part(to),
    ...(line.estimated || line.share < 1 ? { estimated: true } : {}),
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
    const sums = new Map<string, MarkedType>();
    for (const { suspect, type, from, to, estimated } of allocations.filter((allocation) => allocation.role === role)) {
      const key = `${suspect.rank} ${type}`;
      const before = sums.get(key);
      const guessed = estimated || before?.estimated ? { estimated: true } : {};
      sums.set(key, { type, role, from: sum(before?.from, from), to: sum(before?.to, to), ...guessed });
    }
    for (const marked of sums.values()) {
      const key = `${role} ${marked.type}`;
      const known = types.get(key);
      if (!known || known.to.objects < marked.to.objects) types.set(key, marked);
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
