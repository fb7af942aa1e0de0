// The program that computes of a dump what the engine does, as plainly as it is defined (test/oracle).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { root } from './places';

const oracle = path.join(root, 'build/release/retained_oracle');

interface Compared {
  readonly objects: number;
  readonly liveObjects: number;
  readonly objectsInDominatorTree: number;
  readonly closuresOfGroups: number;
  readonly overlappingGroups: number;
  readonly typesOfPartition: number;
  readonly groupsOfNeighbours: number;
}

/** Runs the oracle; what it says of a difference is how the test fails. */
export function compared(dump: string, ...options: string[]): Compared {
  const run = spawnSync(oracle, [dump, ...options], { encoding: 'utf8' });
  if (run.error !== undefined) throw run.error;
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return JSON.parse(run.stdout);
}
