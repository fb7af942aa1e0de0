// AntTracks traces made by test/bench/generate_anttracks.mjs, whose contents are known exactly.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Counted } from './anttracks';
import { allJvms } from './jvms';
import { build, root } from './places';

export interface KnownCollection extends Counted {
  readonly id: number;
  readonly kind: 'minor' | 'major';
  /** When it ended. */
  readonly seconds: number;
  readonly classes: Readonly<Record<string, Counted>>;
  /** How many objects lie in which space and have survived how many collections: `survivor 1`, `old 3`. Without what fills gaps. */
  readonly generations: Readonly<Record<string, number>>;
}

export interface GeneratedTrace {
  readonly folder: string;
  readonly collections: readonly KnownCollection[];
  remove(): void;
}

/** Of so many it is made unless a test says so itself: what a trace has in it does not depend on their number. */
const sessions = allJvms ? [] : ['--sessions', '700'];

export function generateTrace(name: string, ...options: string[]): GeneratedTrace {
  const folder = path.join(build, 'generated', `${name}-${process.pid}`);
  const truth = `${folder}.json`;
  const generator = path.join(root, 'test/bench/generate_anttracks.mjs');
  execFileSync(process.execPath, [generator, '--out', folder, '--truth', truth, ...sessions, ...options]);
  const { collections } = JSON.parse(readFileSync(truth, 'utf8'));
  rmSync(truth);
  return { folder, collections, remove: () => rmSync(folder, { recursive: true }) };
}
