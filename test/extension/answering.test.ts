import { describe, expect, it } from 'vitest';
import { CancellationTokenSource, type ResponseError } from 'vscode-languageserver';
import type { Addon, Job } from '../../extension/src/engine_process/addon';
import { loadAddon } from '../../extension/src/engine_process/addon';
import { Answering } from '../../extension/src/engine_process/answering';
import type { Failure } from '../../shared/protocol/failure';

/** An addon whose jobs end when the test says so. */
class FakeAddon implements Addon {
  readonly version = 'test';
  readonly tokenTypes: string[] = [];
  readonly tokenModifiers: string[] = [];
  asked: { question: string; args: object; form?: string }[] = [];
  report: ((p: { phase: string; done: number }) => void) | undefined;
  finish: (json: string) => void = () => undefined;

  language(): undefined {}

  ask(question: string, args: object, onProgress?: (p: { phase: string; done: number }) => void, form?: 'csv'): Job {
    this.asked.push({ question, args, ...(form ? { form } : {}) });
    this.report = onProgress;
    let cancel = () => {};
    const promise = new Promise<string>((resolve, reject) => {
      this.finish = resolve;
      cancel = () => reject(Object.assign(new Error('Cancelled.'), { kind: 'cancelled' }));
    });
    return { promise, cancel: () => cancel() };
  }
}

const setUp = () => {
  const addon = new FakeAddon();
  const reports: unknown[] = [];
  const answering = new Answering(
    () => addon,
    (token, value) => reports.push({ token, ...value }),
  );
  return { addon, answering, reports, source: new CancellationTokenSource() };
};

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it was answered'),
    (error: ResponseError<Failure>) => error.data,
  );

describe('the engine process', () => {
  it('passes a question on and its answer back', async () => {
    const { addon, answering, source } = setUp();
    const answer = answering.answer({ question: 'info', args: { trace: 3 } }, source.token);
    addon.finish('{"trace":{"points":1}}');
    expect(await answer).toEqual({ trace: { points: 1 } });
    expect(addon.asked).toEqual([{ question: 'info', args: { trace: 3 } }]);
  });

  it('passes a table on as it is', async () => {
    const { addon, answering, source } = setUp();
    const answer = answering.answer({ question: 'heap', args: { trace: 3 }, form: 'csv' }, source.token);
    addon.finish('type,objects\n');
    expect(await answer).toBe('type,objects\n');
    expect(addon.asked).toEqual([{ question: 'heap', args: { trace: 3 }, form: 'csv' }]);
  });

  it('reports progress under the token of the asker, and none where none is wanted', async () => {
    const { addon, answering, reports, source } = setUp();
    const answer = answering.answer({ question: 'open', args: {}, progress: 'p1' }, source.token);
    addon.report?.({ phase: 'Reading', done: 0.5 });
    addon.finish('{}');
    await answer;
    expect(reports).toEqual([{ token: 'p1', phase: 'Reading', done: 0.5 }]);
    const silent = answering.answer({ question: 'open', args: {} }, source.token);
    expect(addon.report).toBeUndefined();
    addon.finish('{}');
    await silent;
  });

  it('cancels the job when the request is cancelled', async () => {
    const { answering, source } = setUp();
    const answer = failureOf(answering.answer({ question: 'open', args: {} }, source.token));
    source.cancel();
    expect(await answer).toMatchObject({ kind: 'cancelled' });
  });

  it('cancels a job whose request was cancelled before it began', async () => {
    const { answering, source } = setUp();
    source.cancel();
    expect(await failureOf(answering.answer({ question: 'open', args: {} }, source.token))).toMatchObject({
      kind: 'cancelled',
    });
  });

  it('refuses what it does not know without asking the addon', async () => {
    const { addon, answering, source } = setUp();
    expect(await failureOf(answering.answer({ question: 'rm -rf' }, source.token))).toMatchObject({ kind: 'usage' });
    expect(addon.asked).toEqual([]);
  });

  it('says that the engine is missing for this platform', () => {
    expect(() => loadAddon('/nowhere/heaptrail.node')).toThrow(/no native engine for/);
  });
});
