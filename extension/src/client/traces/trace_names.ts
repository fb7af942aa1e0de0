// What people call a trace: a recording by its program, the time and its points, `Main · 20:45 · 5 points`; dumps by their files. Knows
// nothing of the editor.
import { basename } from 'node:path';

/** What a recording's file is called where nobody named it: program, day, time of day, process. */
const ownPattern = /^(?<program>.+)-\d{8}-(?<hours>\d\d)(?<minutes>\d\d)\d\d-\d+\.heaptrail$/;

export interface TraceName {
  name: string;
  /** When it was recorded, `20:45`, where its file's name tells. */
  time?: string;
}

/** `Main · 20:45`: what views and panels call a trace. How many points it has changes while it is recorded: whoever knows says it. */
export function traceTitle(paths: readonly string[]): string {
  const { name, time } = traceName(paths);
  return time === undefined ? name : `${name} · ${time}`;
}

/** Of the files of a trace; of a folder where that is the trace. */
export function traceName([first = '', second, ...others]: readonly string[]): TraceName {
  const name = basename(first);
  const { program, hours, minutes } = ownPattern.exec(name)?.groups ?? {};
  if (second === undefined && program !== undefined) return { name: program, time: `${hours}:${minutes}` };
  if (second === undefined) return { name };
  // In which order they were written, their names do not tell.
  return { name: others.length === 0 ? `${name} and ${basename(second)}` : `${name} and ${others.length + 1} more` };
}
