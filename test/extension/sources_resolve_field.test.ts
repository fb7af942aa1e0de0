// From a field to a place in somebody's sources: folders, archives, and files that are not called like the class.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancel } from '../../extension/src/client/engine/cancel';
import { FolderSources } from '../../extension/src/client/sources/folder_sources';
import { resolveField } from '../../extension/src/client/sources/resolve_field';
import type { SourceFinder } from '../../extension/src/client/sources/resolve_frame';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heaptrail-fields-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

const sourcesIn = (...roots: string[]) =>
  new FolderSources(
    () => roots,
    (archive, entry) => `in:${archive}!${entry}`,
  );
const store =
  'package shop;\nclass SessionStore {\n  private final Map<String, Session> byToken;\n}\nclass Session { Object data; }\n';
const field = (type: string, name: string) => ({ class: type, name, static: false });

describe('a field', () => {
  it('is found in the file of its class, in folders', async () => {
    const path = write('one/src/main/java/shop/SessionStore.java', store);
    expect(await resolveField(field('shop.SessionStore', 'byToken'), [sourcesIn(join(folder, 'one'))])).toEqual({
      kind: 'found',
      place: { uri: `file://${path}`, line: 2, exact: true },
    });
  });
  it('is found where the class shares the file of another one, in folders and in archives', async () => {
    const path = write('two/shop/SessionStore.java', store);
    write('two/shop/Readme.md', 'class Session { Object data; }');
    write('two/shop/Wrong.java', 'package other;\nclass Session { Object data; }');
    const archive = join(folder, 'shop-sources.jar');
    execFileSync('jar', ['--create', '--no-manifest', '--file', archive, '-C', join(folder, 'two'), '.']);
    const wanted = field('shop.Session', 'data');
    expect(await resolveField(wanted, [sourcesIn(join(folder, 'two'))])).toEqual({
      kind: 'found',
      place: { uri: `file://${path}`, line: 4, exact: true },
    });
    for (const root of [archive, folder])
      expect(await resolveField(wanted, [sourcesIn(root)])).toMatchObject({
        place: { uri: expect.stringMatching(/SessionStore\.java$/), line: 4 },
      });
    expect(await resolveField(wanted, [sourcesIn(archive)])).toMatchObject({
      place: { uri: `in:${archive}!shop/SessionStore.java` },
    });
  });
  it('without a declaration leads to its class, without a class to the next who knows sources', async () => {
    write('three/shop/SessionStore.java', store);
    write('four/shop/SessionStore.java', 'package shop;\nclass Elsewhere { Object byToken; }\n');
    const three = sourcesIn(join(folder, 'three'));
    expect(await resolveField(field('shop.SessionStore', 'this$0'), [three])).toMatchObject({
      place: { line: 1, exact: false },
    });
    const both = [sourcesIn(join(folder, 'four')), three];
    expect(await resolveField(field('shop.SessionStore', 'byToken'), both)).toMatchObject({
      place: { uri: expect.stringContaining('/three/'), line: 2 },
    });
  });
  it('that is nowhere is told with all places; who gives up is told no more', async () => {
    const nowhere: SourceFinder = { find: async () => undefined, places: async () => [{ place: 'x' }] };
    expect(await resolveField(field('shop.Gone', 'a'), [nowhere])).toMatchObject({
      kind: 'missing',
      names: { files: expect.arrayContaining(['Gone.java']) },
      lookedAt: [{ place: 'x' }],
    });
    const cancel = new Cancel();
    cancel.cancel();
    expect(await resolveField(field('shop.Gone', 'a'), [nowhere], cancel)).toEqual({ kind: 'cancelled' });
  });
});
