// The native addon as TypeScript sees it, and how it is found: next to the bundle it belongs to.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FailureError } from '../../../shared/protocol/failure';
import type { ProgressValue } from '../../../shared/protocol/questions';

export interface Job {
  /** The answer as text, JSON unless CSV was asked for; rejects with a Failure's properties on an Error. */
  promise: Promise<string>;
  cancel(): void;
}

export interface Addon {
  readonly version: string;
  ask(question: string, args: object, onProgress?: (progress: ProgressValue) => void, form?: 'json' | 'csv'): Job;
  /** The description language, answered at once with JSON text; throws a Failure's properties. */
  language(request: string, args: object): string | undefined;
  readonly tokenTypes: string[];
  readonly tokenModifiers: string[];
}

export function loadAddon(path: string): Addon {
  if (!existsSync(path)) {
    throw new FailureError({
      kind: 'engine',
      message: `This installation has no native engine for ${process.platform}-${process.arch}. Install the Heaptrail package made for this platform.`,
      where: { file: path },
    });
  }
  try {
    return createRequire(path)(path) as Addon;
  } catch (problem) {
    throw new FailureError({
      kind: 'engine',
      message: `The native engine cannot be loaded: ${problem instanceof Error ? problem.message : String(problem)}`,
      where: { file: path },
    });
  }
}
