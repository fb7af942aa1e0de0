import { describe, expect, it } from 'vitest';
import { pathsOf, queryOf, together } from '../../extension/src/client/trace_uri';

describe('files opened together', () => {
  it('are the URI of the first with the others in its query, and come back from it', () => {
    const others = ['/dumps/b.hprof', '/odd folder/100% & more=?#.hprof', '/ünïcode.hprof.gz'];
    expect(pathsOf('/dumps/a.hprof', queryOf(others))).toEqual(['/dumps/a.hprof', ...others]);
  });
  it('are the same trace in whatever order they were selected, and however often', () => {
    const trace = together(['/b', '/a', '/c', '/a']);
    expect(trace).toEqual(together(['/c', '/b', '/a']));
    expect(pathsOf(trace?.first ?? '', trace?.query ?? '')).toEqual(['/a', '/b', '/c']);
  });
  it('are one file where there is no query, or one that says something else', () => {
    expect(queryOf([])).toBe('');
    expect(pathsOf('/a', '')).toEqual(['/a']);
    expect(pathsOf('/a', 'version=3&and=&and=/a')).toEqual(['/a']);
    expect(pathsOf('/a', 'and=%E0%A4')).toEqual(['/a', '%E0%A4']);
    expect(together([])).toBeUndefined();
  });
});
