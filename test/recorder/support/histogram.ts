// The JVM's own histogram (jcmd GC.class_histogram), as objects and bytes per class name.

export interface Tally {
  readonly objects: number;
  readonly bytes: number;
}

export type Histogram = ReadonlyMap<string, Tally>;

const primitives: Readonly<Record<string, string>> = {
  Z: 'boolean',
  C: 'char',
  F: 'float',
  D: 'double',
  B: 'byte',
  S: 'short',
  I: 'int',
  J: 'long',
};

/** `[[I` is int[][], `[Ljava.lang.String;` is java.lang.String[]. */
export function readableName(name: string): string {
  const dimensions = /^\[*/.exec(name)?.[0].length ?? 0;
  if (dimensions === 0) return name;
  const element = name.slice(dimensions);
  return (primitives[element] ?? element.slice(1, -1)) + '[]'.repeat(dimensions);
}

/** Classes of the same name and of different loaders are added up: a name is all that both sides can be compared by. */
export function tallies(rows: Iterable<{ key: string; objects: number; bytes: number }>): Histogram {
  const sums = new Map<string, Tally>();
  for (const { key, objects, bytes } of rows) {
    const sum = sums.get(key);
    sums.set(key, { objects: objects + (sum?.objects ?? 0), bytes: bytes + (sum?.bytes ?? 0) });
  }
  return sums;
}

export function parseHistogram(text: string): Histogram {
  const lines = [...text.matchAll(/^\s*\d+:\s+(\d+)\s+(\d+)\s+(\S+)/gm)];
  if (lines.length === 0) throw new Error(`This is no histogram:\n${text}`);
  return tallies(
    lines.map(([, objects, bytes, name]) => ({
      key: readableName(name ?? ''),
      objects: Number(objects),
      bytes: Number(bytes),
    })),
  );
}
