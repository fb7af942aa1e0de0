// Traces of the AntTracks VM for the workbench: test/bench/generate_anttracks.mjs writes them, and knows what is in them.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './places';

interface Collection {
  kind: 'minor' | 'major';
  objects: number;
  classes: Record<string, { objects: number; bytes: number }>;
}

/** Writes a trace into a new folder, and says what is in it after each collection. */
export function makeAntTracksTrace(folder: string): Collection[] {
  const truth = `${folder}.json`;
  const generator = path.join(root, 'test/bench/generate_anttracks.mjs');
  const size = ['--sessions', '6000', '--collections', '12', '--major-every', '4'];
  execFileSync(process.execPath, [generator, '--out', folder, '--truth', truth, ...size]);
  const { collections } = JSON.parse(readFileSync(truth, 'utf8')) as { collections: Collection[] };
  rmSync(truth);
  return collections;
}
