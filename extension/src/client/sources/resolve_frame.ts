// From a frame to a place in a source: asks those who know sources, one after the other, and finds the line. Knows nothing of the editor; who
// looks where is given.
import type { Frame } from '../../../../shared/protocol/answers';
import type { Cancellation } from '../engine/engine';
import { lineCount } from './code_text';
import { classLine, declarationLine } from './declaration';
import type { SourceFile } from './fitting_file';
import { type SourceNames, sourceNames } from './source_names';

/** Somebody who knows some sources. */
export interface SourceFinder {
  /** Never rejects: what cannot be read has no sources. */
  find(names: SourceNames, cancellation?: Cancellation): Promise<SourceFile | undefined>;
  /** Files of its package, whatever they are called, and perhaps of others; for classes that share their file with one that is called so. */
  ofPackage?(names: SourceNames, cancellation?: Cancellation): Promise<SourceFile[]>;
  /** Where it looks; empty where there is nothing to look at. */
  places(): Promise<LookedAt[]>;
}

/** To be said to people who miss a source. */
export interface LookedAt {
  place: string;
  /** There is nothing. */
  isAbsent?: boolean;
  /** Why it could not be read. */
  fault?: string;
}

export interface SourcePlace {
  uri: string;
  /** Zero-based. */
  line: number;
  /** That of the frame, or of the field; otherwise where the method or the class is declared. */
  exact: boolean;
}

export type Resolved =
  | { kind: 'found'; place: SourcePlace }
  /** What was looked for, and where. */
  | { kind: 'missing'; names: SourceNames; lookedAt: LookedAt[] }
  | { kind: 'cancelled' };

export async function resolveFrame(
  frame: Frame,
  finders: readonly SourceFinder[],
  cancellation?: Cancellation,
): Promise<Resolved> {
  const names = sourceNames(frame);
  for (const finder of finders) {
    if (cancellation?.isCancellationRequested) return { kind: 'cancelled' };
    const file = await finder.find(names, cancellation);
    const place = file && (await placeIn(file, frame, names));
    if (place) return { kind: 'found', place };
  }
  if (cancellation?.isCancellationRequested) return { kind: 'cancelled' };
  const lookedAt = (await Promise.all(finders.map((finder) => finder.places()))).flat();
  return { kind: 'missing', names, lookedAt };
}

/** None where the file cannot be read any more. */
export async function placeIn(file: SourceFile, frame: Frame, names: SourceNames): Promise<SourcePlace | undefined> {
  let text: string;
  try {
    text = await file.text();
  } catch {
    return undefined;
  }
  const { line, method } = frame;
  // A line behind the end is of another version of the file.
  if (line !== undefined && line > 0 && line <= lineCount(text)) return { uri: file.uri, line: line - 1, exact: true };
  const declared = method === '' ? classLine(text, names.classes) : declarationLine(text, names.classes, method);
  return { uri: file.uri, line: declared, exact: false };
}
