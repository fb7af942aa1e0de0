// Tens of thousands of collections in a few hundred columns of pixels: what each column has to show and to tell.
import type { Gc } from '../../../shared/protocol/answers';

export type GcKind = Gc['kind'];
export const gcKinds = ['minor', 'concurrent', 'major'] as const satisfies readonly GcKind[];

export interface GcColumn {
  /** The column's middle. */
  x: number;
  gcs: number;
  kinds: Set<GcKind>;
  /** The one that paused the program longest: its bar is drawn, and its words are told. */
  longest: Gc;
}

/** As wide as a tick, so that neighbours do not cover each other. */
export const columnWidth = 2;

export const pauseOf = (gc: Gc): number => Math.max(0, gc.end - gc.t);

export function gcColumns(gcs: Gc[], xOf: (seconds: number) => number): GcColumn[] {
  const columns = new Map<number, GcColumn>();
  for (const gc of gcs) {
    const x = Math.floor(xOf(gc.t) / columnWidth) * columnWidth + columnWidth / 2;
    const column = columns.get(x);
    if (!column) {
      columns.set(x, { x, gcs: 1, kinds: new Set([gc.kind]), longest: gc });
      continue;
    }
    column.gcs++;
    column.kinds.add(gc.kind);
    if (pauseOf(gc) > pauseOf(column.longest)) column.longest = gc;
  }
  return [...columns.values()].sort((a, b) => a.x - b.x);
}

/** The column at `x`, or the nearest one that the pointer can still be meant for. */
export function columnAt(columns: GcColumn[], x: number, reach = 4): GcColumn | undefined {
  let nearest: GcColumn | undefined;
  for (const column of columns) {
    if (Math.abs(column.x - x) > reach) continue;
    if (!nearest || Math.abs(column.x - x) < Math.abs(nearest.x - x)) nearest = column;
  }
  return nearest;
}
