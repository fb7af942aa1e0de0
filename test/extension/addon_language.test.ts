// The description language through the real addon: answers have the shapes of the language server protocol.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addon, loadAddon } from '../../extension/src/engine_process/addon';

const build = join(__dirname, '..', '..', 'build', 'release');
const file = 'file:///a.ds';
let addon: Addon;
let folder: string;

const language = (request: string, args: object = {}) =>
  JSON.parse(addon.language(request, { file, ...args }) ?? 'null');
const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

beforeAll(async () => {
  addon = loadAddon(join(build, 'heaptrail.node'));
  folder = mkdtempSync(join(tmpdir(), 'heaptrail-language-'));
  const dump = join(folder, 'small.hprof');
  execFileSync(join(build, 'generate_dump'), ['--objects', '20000', '--out', dump]);
  const { handle } = JSON.parse(await addon.ask('open', { paths: [dump] }).promise) as { handle: number };
  await addon.ask('knownTypes', { trace: handle, name: 'small.hprof' }).promise;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the language', () => {
  it('says what is wrong with the fixes, in UTF-16 units', () => {
    language('setFile', { text: '/* 𝄞 */ DS a.A { java.util.HashMapp; }' });
    const found = language('diagnostics').find(({ code }: { code: string }) => code === 'unknown-type');
    expect(language('diagnostics').map(({ code }: { code: string }) => code)).toContain('unknown-type');
    expect(found.severity).toBe(2);
    const misspelt = language('diagnostics').find(({ message }: { message: string }) => message.includes('HashMapp'));
    expect(misspelt.range).toEqual(range(0, 18, 36));
    expect(misspelt.data.fixes[0].edits).toEqual([{ range: range(0, 18, 36), newText: 'java.util.HashMap' }]);
  });
  it('explains what a name stands for in the trace', () => {
    language('setFile', { text: 'DS java.util.HashMap { }' });
    const hover = language('hover', { line: 0, character: 5 });
    expect(hover.contents.value).toMatch(
      /^`java.util.HashMap`: the head of a data structure\n\n[\d,]+ objects.* in small.hprof/,
    );
    expect(hover.range).toEqual(range(0, 3, 20));
    expect(language('hover', { line: 0, character: 22 })).toBeNull();
  });
  it('knows that the description of a class that ships is replaced, and leads there', () => {
    language('setFile', { text: 'DS java.util.HashMap { }' });
    const overrides = language('diagnostics').find(({ code }: { code: string }) => code === 'overrides');
    expect(overrides.relatedInformation[0].location.uri).toBe('heaptrail:java.util.ds');
    expect(language('text', { file: 'heaptrail:java.util.ds' })).toContain('DS HashMap+');
  });
  it('lays out, folds and names what is there', () => {
    language('setFile', { text: 'namespace p {\nDS A {\nB;\n}\n}\n' });
    expect(language('symbols')[0].children.map(({ name }: { name: string }) => name)).toEqual(['A']);
    expect(language('folds')).toEqual([
      { startLine: 0, endLine: 4 },
      { startLine: 1, endLine: 3 },
    ]);
    expect(language('format')[0].newText).toContain('  DS A {');
    expect(language('tokens').data.slice(0, 5)).toEqual([0, 0, 9, addon.tokenTypes.indexOf('keyword'), 0]);
    expect(language('workspaceSymbols', { text: 'p.a' }).map(({ name }: { name: string }) => name)).toContain('p.A');
  });
  it('refuses with a reason', () => {
    language('setFile', { text: 'DS A { B; }' });
    const rename = () => language('rename', { line: 0, character: 3, text: 'no name' });
    expect(rename).toThrow('"no name" cannot be the name of a class');
    expect(() => language('hover', { file: 'file:///other.ds' })).toThrow('file:///other.ds');
    expect(() => language('nothing')).toThrow('nothing');
    language('removeFile');
    expect(() => language('hover')).toThrow(file);
  });
});
