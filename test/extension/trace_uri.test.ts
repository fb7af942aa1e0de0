import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTrace, pathsOf, queryOf, together } from '../../extension/src/client/traces/trace_uri';

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

describe('a file of an AntTracks trace', () => {
  it('is opened as its folder, which may have the name of such a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heaptrail-'));
    const trace = join(folder, 'trace');
    mkdirSync(trace);
    writeFileSync(join(trace, 'symbols'), '');
    expect(pathsOf(join(trace, 'symbols'), '')).toEqual([trace]);
    expect(pathsOf(trace, '')).toEqual([trace]);
    rmSync(folder, { recursive: true });
  });
  it.each(['symbols', 'class_definitions', 'trace', 'trace_0', 'trace_12'])('%s stands for its folder', (name) => {
    expect(folderOfTrace(`/runs/service 1/${name}`)).toBe('/runs/service 1');
  });
  it.each(['trace.hprof', 'trace_', 'trace_1.gz', 'Symbols', 'symbols.heaptrail', 'backtrace'])(
    '%s is none',
    (name) => {
      expect(folderOfTrace(`/runs/trace/${name}`)).toBeUndefined();
    },
  );
});
