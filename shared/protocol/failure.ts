// How a failure travels between engine process, extension and views: as data, with the engine's own words.

export type FailureKind = 'input' | 'not-yet' | 'usage' | 'cancelled' | 'memory' | 'internal' | 'engine';

export interface Failure {
  /** `engine`: the engine process itself is not there, or ended. `not-yet`: the file grows, and may soon have what is asked for. */
  kind: FailureKind;
  message: string;
  where?: { file: string; offset?: number };
}

const kinds: readonly string[] = ['input', 'not-yet', 'usage', 'cancelled', 'memory', 'internal', 'engine'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Makes a Failure of whatever was thrown. */
export function toFailure(thrown: unknown): Failure {
  if (!isRecord(thrown)) return { kind: 'internal', message: String(thrown) };
  const kind =
    typeof thrown.kind === 'string' && kinds.includes(thrown.kind) ? (thrown.kind as FailureKind) : 'internal';
  const failure: Failure = { kind, message: typeof thrown.message === 'string' ? thrown.message : String(thrown) };
  if (isRecord(thrown.where) && typeof thrown.where.file === 'string') {
    failure.where = { file: thrown.where.file };
    if (typeof thrown.where.offset === 'number') failure.where.offset = thrown.where.offset;
  }
  return failure;
}

/** A Failure that can be thrown. */
export class FailureError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
  get kind(): FailureKind {
    return this.failure.kind;
  }
  get where(): Failure['where'] {
    return this.failure.where;
  }
}
