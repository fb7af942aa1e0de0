import { describe, expect, it } from 'vitest';
import { traceName, traceTitle } from '../../extension/src/client/traces/trace_names';

describe('a trace', () => {
  it('of ours is called by its program and the time', () => {
    const paths = ['/w/shop.Main-20261120-204512-4711.heaptrail'];
    expect(traceName(paths)).toEqual({ name: 'shop.Main', time: '20:45' });
    expect(traceTitle(paths)).toBe('shop.Main · 20:45');
  });
  it('that somebody named keeps its name', () => {
    expect(traceName(['/w/before-release.heaptrail'])).toEqual({ name: 'before-release.heaptrail' });
    expect(traceName(['/w/app.hprof'])).toEqual({ name: 'app.hprof' });
    expect(traceTitle(['/w/app.hprof'])).toBe('app.hprof');
  });
  it('of several dumps is called by its files', () => {
    expect(traceName(['/w/monday.hprof', '/w/friday.hprof'])).toEqual({ name: 'monday.hprof and friday.hprof' });
    expect(traceTitle(['/w/monday.hprof', '/w/friday.hprof'])).toBe('monday.hprof and friday.hprof');
    expect(traceName(['/w/1.hprof', '/w/2.hprof', '/w/3.hprof'])).toEqual({ name: '1.hprof and 2 more' });
  });
});
