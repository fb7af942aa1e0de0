import { describe, expect, it } from 'vitest';
import {
  bytes,
  count,
  objects,
  pause,
  percent,
  shortenType,
  signedPercent,
  splitType,
  timeSince,
} from '../../shared/format';

const plain = (text: string) => text.replaceAll('\u2009', ' ');

describe('numbers', () => {
  it('have their digits grouped', () => {
    expect(plain(count(0))).toBe('0');
    expect(plain(count(38_048_974))).toBe('38,048,974');
  });
  it('count objects in words', () => {
    expect(plain(objects(1))).toBe('1 object');
    expect(plain(objects(2))).toBe('2 objects');
  });
  it('have binary units', () => {
    expect(plain(bytes(1023))).toBe('1023 B');
    expect(plain(bytes(1024))).toBe('1.0 KiB');
    expect(plain(bytes(1024 ** 2 - 1))).toBe('1.0 MiB');
    expect(plain(bytes(5 * 1024 ** 4))).toBe('5.0 TiB');
  });
  it('are shares with one digit, and say when there is nothing to share', () => {
    expect(plain(percent(1, 3))).toBe('33.3 %');
    expect(plain(percent(1, 1_000_000))).toBe('< 0.1 %');
    expect(plain(percent(0, 10))).toBe('0.0 %');
    expect(percent(1, 0)).toBe('–');
  });
  it('grow and shrink by a share of what was before', () => {
    expect(plain(signedPercent(26, 20))).toBe('+130.0 %');
    expect(plain(signedPercent(-5, 20))).toBe('−25.0 %');
    expect(signedPercent(7, 0)).toBe('');
  });
});

describe('times', () => {
  it('since the start are as exact as it takes to tell points apart', () => {
    const told = [0, 34.52, 59.96, 105.8, 599.9, 725, 3725.4, 360_000].map((seconds) => plain(timeSince(seconds)));
    expect(told).toEqual([
      '0.0 s',
      '34.5 s',
      '1 min 00.0 s',
      '1 min 45.8 s',
      '9 min 59.9 s',
      '12 min 05 s',
      '1 h 02 min 05 s',
      '100 h 00 min 00 s',
    ]);
  });
  it('of a pause have three digits', () => {
    const told = [0, 0.000_001, 0.001_234, 0.1806, 0.9999, 12.34].map((seconds) => plain(pause(seconds)));
    expect(told).toEqual(['0 ms', '< 0.01 ms', '1.23 ms', '181 ms', '1 s', '12.3 s']);
  });
});

describe('type names', () => {
  it('fall into package and own name', () => {
    expect(splitType('java.util.HashMap$Node[]')).toEqual({ packagePart: 'java.util.', ownPart: 'HashMap$Node[]' });
    expect(splitType('int[]')).toEqual({ packagePart: '', ownPart: 'int[]' });
    expect(splitType('a.b.C$$Lambda/0x00007f.1')).toEqual({ packagePart: 'a.b.', ownPart: 'C$$Lambda/0x00007f.1' });
  });
  it('stay whole where there is room', () => {
    expect(shortenType('java.lang.String', 16)).toBe('java.lang.String');
  });
  it('lose their packages first, from the left', () => {
    expect(shortenType('java.util.concurrent.ConcurrentHashMap', 33)).toBe('j.u.concurrent.ConcurrentHashMap');
    expect(shortenType('java.util.concurrent.ConcurrentHashMap', 24)).toBe('j.u.c.ConcurrentHashMap');
  });
  it('lose their middle only then, and never exceed the room', () => {
    for (let most = 6; most < 60; most++) {
      expect(
        shortenType('org.example.deeply.nested.SomethingWithAVeryLongName$Inner', most).length,
      ).toBeLessThanOrEqual(most);
    }
    expect(shortenType('SomethingLong', 7)).toBe('Som…ong');
  });
});
