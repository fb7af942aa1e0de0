// What the rest of the extension needs of the engine: so much can also be faked in a test.
import type { Answer, Args, ProgressValue, Question } from '../../../../shared/protocol/questions';

export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

export interface Engine {
  ask<Q extends Question>(
    question: Q,
    args: Args<Q>,
    onProgress?: (value: ProgressValue) => void,
    cancellation?: Cancellation,
  ): Promise<Answer<Q>>;
  /** The same answer as a table, in the words of the command line. */
  csv<Q extends Question>(question: Q, args: Args<Q>): Promise<string>;
}
