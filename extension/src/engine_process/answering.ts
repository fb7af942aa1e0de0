// Answers the extension's questions with the addon: checks them at the border, passes cancellation and progress on.
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { type Failure, toFailure } from '../../../shared/protocol/failure';
import { type AskParams, isAskParams, type ProgressValue } from '../../../shared/protocol/questions';
import type { Addon } from './addon';

export type Report = (token: string, value: ProgressValue) => void;

/** The error a failed question is answered with; its data is the Failure. */
function rejection(failure: Failure): ResponseError<Failure> {
  const code = failure.kind === 'cancelled' ? LSPErrorCodes.RequestCancelled : LSPErrorCodes.RequestFailed;
  return new ResponseError(code, failure.message, failure);
}

export class Answering {
  constructor(
    private readonly addon: () => Addon,
    private readonly report: Report,
  ) {}

  async answer(params: unknown, cancellation: CancellationToken): Promise<unknown> {
    if (!isAskParams(params))
      throw rejection({ kind: 'usage', message: 'The engine was asked something it does not know.' });
    try {
      const text = await this.ask(params, cancellation);
      return params.form === 'csv' ? text : JSON.parse(text);
    } catch (thrown) {
      throw rejection(toFailure(thrown));
    }
  }

  private async ask({ question, args, progress, form }: AskParams, cancellation: CancellationToken): Promise<string> {
    const onProgress = progress === undefined ? undefined : (value: ProgressValue) => this.report(progress, value);
    const job = this.addon().ask(question, args, onProgress, form);
    const listener = cancellation.onCancellationRequested(() => job.cancel());
    // The request may have been cancelled before it was begun.
    if (cancellation.isCancellationRequested) job.cancel();
    try {
      return await job.promise;
    } finally {
      listener.dispose();
    }
  }
}
