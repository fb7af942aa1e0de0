// Heap dumps made by generate_dump, whose contents are known exactly.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Tally } from './histogram';
import { build, root } from './places';

export interface Truth {
  readonly fileBytes: number;
  readonly references: number;
  readonly live: Tally;
  readonly unreachable: Tally;
  readonly classes: Readonly<Record<string, { readonly live: Tally; readonly unreachable: Tally }>>;
}

export interface Generated {
  readonly dump: string;
  readonly truth: Truth;
  remove(): void;
}

export function generate(name: string, ...options: string[]): Generated {
  const folder = path.join(build, 'generated');
  mkdirSync(folder, { recursive: true });
  const dump = path.join(folder, `${name}-${process.pid}.hprof`);
  const generator = path.join(root, 'build/release/generate_dump');
  const truth = JSON.parse(
    execFileSync(generator, ['--out', dump, ...options], { encoding: 'utf8', maxBuffer: 1 << 30 }),
  );
  return { dump, truth, remove: () => rmSync(dump) };
}

export function contents(generated: Generated): Buffer {
  return readFileSync(generated.dump);
}
