import { describe, expect, it } from 'vitest';
import { byteTicks, countTicks, timeTicks } from '../../webviews/src/axis_ticks';

const labels = (ticks: { label: string }[]) => ticks.map(({ label }) => label.replaceAll('\u2009', ' '));

describe('the ticks of an axis', () => {
  it('of bytes are round in the unit they are told in', () => {
    const mebibyte = 1024 ** 2;
    expect(byteTicks(3 * mebibyte, 4).map(({ value }) => value)).toEqual([0, 1, 2, 3].map((some) => some * mebibyte));
    expect(labels(byteTicks(170 * mebibyte, 4))).toEqual(['0', '50 MiB', '100 MiB', '150 MiB']);
    expect(labels(byteTicks(1.1 * 1024 ** 3, 6))).toEqual(['0', '0.2 GiB', '0.4 GiB', '0.6 GiB', '0.8 GiB', '1 GiB']);
    expect(labels(byteTicks(4.1 * mebibyte, 2))).toEqual(['0', '2 MiB', '4 MiB']);
    expect(labels(byteTicks(3, 5))).toEqual(['0', '1 B', '2 B', '3 B']);
    expect(labels(byteTicks(0, 4))).toEqual(['0']);
    for (const most of [1, 999, 12_345, 1e7, 1e11, 1e16]) expect(byteTicks(most, 5).length).toBeLessThan(12);
  });
  it('of objects are whole numbers', () => {
    expect(labels(countTicks(2, 5))).toEqual(['0', '1', '2']);
    expect(labels(countTicks(18_000_000, 4))).toEqual(['0', '5,000,000', '10,000,000', '15,000,000']);
    expect(labels(countTicks(0, 4))).toEqual(['0']);
  });
  it('of time are divided as clocks are', () => {
    expect(labels(timeTicks(0, 0.35, 4))).toEqual(['0', '0.1 s', '0.2 s', '0.3 s']);
    expect(labels(timeTicks(0, 100, 5))).toEqual(['0', '30 s', '1 min', '1 min 30 s']);
    expect(labels(timeTicks(0, 254, 5))).toEqual(['0', '1 min', '2 min', '3 min', '4 min']);
    expect(labels(timeTicks(0, 5400, 4))).toEqual(['0', '30 min', '1 h', '1 h 30 min']);
    expect(labels(timeTicks(0, 500_000, 6))).toEqual(['0', '24 h', '48 h', '72 h', '96 h', '120 h']);
    expect(labels(timeTicks(5, 5, 4))).toEqual(['5 s']);
  });
  it('are few, however long it took', () => {
    for (const seconds of [0.001, 7, 61, 3599, 86_400, 1e7]) {
      const ticks = timeTicks(0, seconds, 10);
      expect(ticks.length).toBeGreaterThan(2);
      expect(ticks.length).toBeLessThan(12);
      expect(new Set(labels(ticks)).size).toBe(ticks.length);
    }
  });
});
