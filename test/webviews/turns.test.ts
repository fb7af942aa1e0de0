import { describe, expect, it } from 'vitest';
import { inTurn, Turns } from '../../webviews/src/trends/turns';

/** A question that is answered, or fails, when the test says so. */
function asked() {
  let answer: (words: string) => void = () => {};
  let fail: (reason: unknown) => void = () => {};
  const promise = new Promise<string>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { running: { promise, cancel: () => fail({ kind: 'cancelled' }) }, answer: (words: string) => answer(words) };
}

describe('turns', () => {
  it('asks one after the other', async () => {
    const turns = new Turns();
    const questions = [asked(), asked()] as const;
    const begun: number[] = [];
    const ask = (which: 0 | 1) => () => {
      begun.push(which);
      return questions[which].running;
    };
    const first = inTurn(turns, ask(0));
    const second = inTurn(turns, ask(1));
    await Promise.resolve();
    await Promise.resolve();
    expect(begun).toEqual([0]);
    questions[0].answer('one');
    expect(await first.promise).toBe('one');
    questions[1].answer('two');
    expect(await second.promise).toBe('two');
    expect(begun).toEqual([0, 1]);
  });

  it('does not ask what was given up before its turn, and lets the next one ask', async () => {
    const turns = new Turns();
    const first = asked();
    const running = inTurn(turns, () => first.running);
    let isAsked = false;
    const second = inTurn(turns, () => {
      isAsked = true;
      return asked().running;
    });
    const third = inTurn(turns, () => ({ promise: Promise.resolve('three'), cancel: () => {} }));
    second.cancel();
    first.answer('one');
    await running.promise;
    await expect(second.promise).rejects.toMatchObject({ kind: 'cancelled' });
    expect(isAsked).toBe(false);
    expect(await third.promise).toBe('three');
  });

  it('gives up what is being asked, and lets the next one ask', async () => {
    const turns = new Turns();
    const first = inTurn(turns, () => asked().running);
    const second = inTurn(turns, () => ({ promise: Promise.resolve('two'), cancel: () => {} }));
    await Promise.resolve();
    first.cancel();
    await expect(first.promise).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await second.promise).toBe('two');
  });
});
