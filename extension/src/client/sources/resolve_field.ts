// From a field to the line that declares it: asks those who know sources, as for a frame, but nobody knows the name of the file. It is that
// of the class, or else any file of its package that declares it. Knows nothing of the editor.
import type { Field } from '../../../../shared/protocol/growth';
import type { Cancellation } from '../engine/engine';
import { packageOf } from './code_text';
import { fieldLine } from './field_declaration';
import type { SourceFile } from './fitting_file';
import type { Resolved, SourceFinder, SourcePlace } from './resolve_frame';
import { type SourceNames, sourceNames } from './source_names';

// Each has to be read.
const mostFiles = 300;

export async function resolveField(
  field: Field,
  finders: readonly SourceFinder[],
  cancellation?: Cancellation,
): Promise<Resolved> {
  const names = sourceNames(field);
  for (const finder of finders) {
    if (cancellation?.isCancellationRequested) return { kind: 'cancelled' };
    const named = await finder.find(names, cancellation);
    const place =
      (named && (await placeIn(named, field, names))) ?? (await amongAll(finder, field, names, cancellation));
    if (place) return { kind: 'found', place };
  }
  if (cancellation?.isCancellationRequested) return { kind: 'cancelled' };
  const lookedAt = (await Promise.all(finders.map((finder) => finder.places()))).flat();
  return { kind: 'missing', names, lookedAt };
}

async function amongAll(
  finder: SourceFinder,
  field: Field,
  names: SourceNames,
  cancellation?: Cancellation,
): Promise<SourcePlace | undefined> {
  const files = (await finder.ofPackage?.(names, cancellation)) ?? [];
  for (const file of files.slice(0, mostFiles)) {
    if (cancellation?.isCancellationRequested) return undefined;
    const place = await placeIn(file, field, names);
    if (place) return place;
  }
  return undefined;
}

/** None where the file cannot be read, is of another package, or does not declare the class. */
async function placeIn(file: SourceFile, { name }: Field, names: SourceNames): Promise<SourcePlace | undefined> {
  let text: string;
  try {
    text = await file.text();
  } catch {
    return undefined;
  }
  if (packageOf(text) !== names.package) return undefined;
  const declared = fieldLine(text, names.classes, name);
  return declared && { uri: file.uri, ...declared };
}
