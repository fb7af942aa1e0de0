import { describe, expect, it } from 'vitest';
import { afterKey, nearestPoint, swept, type WindowChoice, withEnd } from '../../webviews/src/timeline/window_choice';

const none: WindowChoice = { window: null, active: 'to' };

/** What the window is after some keys, in a trace of `points`; `⇧` stands for shift. */
function typed(keys: string[], points: number, start = none) {
  let choice = start;
  for (const key of keys) {
    const shift = key.startsWith('⇧');
    choice = afterKey(choice, shift ? key.slice(1) : key, shift, points) ?? choice;
  }
  return choice.window;
}

describe('the window, chosen by keys,', () => {
  it('begins at either end of the trace, or is all of it', () => {
    expect(typed(['ArrowRight'], 12)).toEqual({ from: 0, to: 1 });
    expect(typed(['ArrowLeft'], 12)).toEqual({ from: 10, to: 11 });
    expect(typed(['Home'], 12)).toEqual({ from: 0, to: 11 });
    expect(typed(['End'], 12)).toEqual({ from: 0, to: 11 });
  });
  it('grows by the end that it began to grow by, with shift by the other', () => {
    expect(typed(['ArrowRight', 'ArrowRight', 'ArrowUp'], 12)).toEqual({ from: 0, to: 3 });
    expect(typed(['ArrowRight', 'ArrowRight', 'ArrowRight', '⇧ArrowRight'], 12)).toEqual({ from: 1, to: 3 });
    expect(typed(['ArrowLeft', 'ArrowLeft', '⇧ArrowLeft'], 12)).toEqual({ from: 9, to: 10 });
  });
  it('never turns inside out and never leaves the trace', () => {
    expect(typed(['ArrowRight', 'ArrowLeft', 'ArrowLeft'], 12)).toEqual({ from: 0, to: 1 });
    expect(typed(['ArrowRight', '⇧ArrowRight', '⇧End'], 12)).toEqual({ from: 0, to: 1 });
    expect(typed(['Home', 'ArrowLeft'], 3)).toEqual({ from: 0, to: 2 });
    expect(withEnd({ from: 2, to: 5 }, 'from', 99, 12)).toEqual({ from: 4, to: 5 });
    expect(withEnd({ from: 2, to: 5 }, 'to', 99, 12)).toEqual({ from: 2, to: 11 });
  });
  it('is cleared by Escape, and left alone by other keys', () => {
    expect(typed(['Home', 'Escape'], 12)).toBeNull();
    expect(afterKey(none, 'Escape', false, 12)).toBeUndefined();
    expect(afterKey(none, 'a', false, 12)).toBeUndefined();
  });
  it('needs two points', () => {
    expect(afterKey(none, 'ArrowRight', false, 1)).toBeUndefined();
  });
});

describe('the window, chosen by pointer,', () => {
  it('goes from the point nearest to where the sweep began to the one nearest to where it is', () => {
    const places = [10, 20, 50, 51, 90];
    expect([0, 14, 16, 49, 70.6, 500].map((x) => nearestPoint(places, x))).toEqual([0, 0, 1, 2, 4, 4]);
    expect(swept(3, 1)).toEqual({ from: 1, to: 3 });
    expect(swept(2, 2)).toBeNull();
  });
});
