// The manifest and the texts agree with each other and with the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeInManifest, homePage } from '../../extension/home_page.mjs';
import * as ids from '../../extension/src/client/contributions';
import { isEvery, pointKinds, siteModes } from '../../extension/src/client/recording/agent';
import { folderOfTrace } from '../../extension/src/client/traces/trace_uri';

const folder = join(__dirname, '..', '..', 'extension');
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const manifestText = read('package.json');
const { contributes, activationEvents } = JSON.parse(manifestText);
const source = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read('src', file))
  .join('\n');

const captured = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part);
const sorted = (keys: Iterable<string | undefined>) => [...new Set(keys)].toSorted();

describe('the manifest', () => {
  it('has exactly the texts that it names', () => {
    const named = [...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    expect(sorted(named)).toEqual(sorted(Object.keys(JSON.parse(read('package.nls.json')))));
  });
  it('contributes exactly the ids that the code has', () => {
    const idsOf = (entries: object[]) => sorted(entries.map((entry) => Object.values(entry)[0]));
    expect(idsOf(contributes.commands)).toEqual(sorted(Object.values(ids.commands)));
    expect(idsOf(contributes.views.heaptrail)).toEqual(sorted(Object.values(ids.views)));
    expect(idsOf(contributes.customEditors)).toEqual(sorted(Object.values(ids.editors)));
    expect(sorted(Object.keys(contributes.configuration.properties))).toEqual(sorted(Object.values(ids.settings)));
    for (const group of Object.values(ids.settingGroups)) {
      expect(Object.values(ids.settings).some((setting) => setting.startsWith(`${group}.`))).toBe(true);
    }
    expect(idsOf(contributes.colors)).toEqual(sorted(Object.values(ids.colours)));
    expect(idsOf(contributes.terminal.profiles)).toEqual(sorted(Object.values(ids.terminalProfiles)));
    const restored = activationEvents.flatMap((event: string) => event.match(/(?<=^onWebviewPanel:).*/) ?? []);
    expect(sorted(restored)).toEqual(sorted(Object.values(ids.panels)));
  });
  it('asks in conditions, menus and links for nothing else', () => {
    const { menus, viewsWelcome, commands, walkthroughs } = contributes;
    const conditions: string[] = [...Object.values<object[]>(menus).flat(), ...viewsWelcome, ...commands].flatMap(
      ({ when, enablement }) => [when, enablement].filter(Boolean),
    );
    const keys = conditions.flatMap((condition) => condition.match(/(?<![\w.])heaptrail\.[\w.]+/g) ?? []);
    const { contextKeys, views } = ids;
    const asked = keys.filter((key) => !Object.values<string>(views).includes(key) || key === contextKeys.suspects);
    expect(sorted(asked)).toEqual(sorted(Object.values(contextKeys)));
    const known: string[] = Object.values(ids.commands);
    const run = [
      ...Object.values<{ command: string }[]>(menus).flatMap((entries) => entries.map(({ command }) => command)),
      ...captured(JSON.stringify(walkthroughs), /onCommand:([\w.]+)/g),
      ...captured(read('package.nls.json'), /command:(heaptrail[\w.]+)/g),
    ];
    expect(run.filter((id) => !known.includes(id))).toEqual([]);
    expect(viewsWelcome.map(({ view }: { view: string }) => view)).toEqual(
      expect.arrayContaining(Object.values(views)),
    );
    const [, webviews] = /webviewId =~ \/(.*?)\/ /.exec(menus['webview/context'][0].when) ?? [];
    for (const id of [...Object.values(ids.editors), ...Object.values(ids.panels)]) {
      expect(id).toMatch(new RegExp(webviews ?? '^$'));
    }
  });
  it('has its ids in the code once', () => {
    const literals = captured(source, /['"`](heaptrail\.\w[\w.]*)['"`]/g);
    const declared = Object.values(ids).flatMap((group): string[] => Object.values(group));
    expect(literals.toSorted()).toEqual([...declared, 'heaptrail.node'].toSorted());
  });
  it('offers files of AntTracks traces the editor that takes them, and the command', () => {
    const [, optional] = contributes.customEditors;
    expect(optional).toMatchObject({ viewType: 'heaptrail.traceFile', priority: 'option' });
    const patterns: string[] = optional.selector.map(
      ({ filenamePattern }: { filenamePattern: string }) => filenamePattern,
    );
    const { when } = contributes.menus['explorer/context'].find(
      ({ command }: { command: string }) => command === 'heaptrail.openTraceFolder',
    );
    const inMenu = new RegExp(/=~ \/(.*)\/$/.exec(when)?.[1] ?? '^$');
    for (const name of ['symbols', 'class_definitions', 'trace', 'trace_0', 'trace_12', 'trace.txt', 'symbols.md']) {
      const taken = folderOfTrace(`/run/${name}`) !== undefined;
      expect([name, inMenu.test(name)]).toEqual([name, taken]);
      expect([name, patterns.some((pattern) => new RegExp(`^${pattern.replace('*', '.*')}$`).test(name))]).toEqual([
        name,
        taken,
      ]);
    }
  });
  it('takes the values that the recorder takes', () => {
    const settings = contributes.configuration.properties;
    const { every, sites, points } =
      contributes.debuggers[0].configurationAttributes.launch.properties.heaptrail.oneOf[1].properties;
    for (const property of [every, settings['heaptrail.recording.every']]) {
      const accepts = (value: string) => new RegExp(property.pattern).test(value);
      for (const value of ['auto', 'off', '10s', '500ms', '2m', '1h', '5gc', '0s', '10', '1d', '99999999s', '']) {
        expect([value, accepts(value)]).toEqual([value, isEvery(value)]);
      }
      expect(isEvery(property.default)).toBe(true);
    }
    for (const property of [sites, settings['heaptrail.recording.sites']])
      expect(property.enum).toEqual([...siteModes]);
    for (const property of [points, settings['heaptrail.recording.points']])
      expect(property.enum).toEqual([...pointKinds]);
  });
});

describe('the manifest of a package says where the project lives', () => {
  it('by the remote that the clone came from, however it is written', () => {
    for (const remote of [
      'https://git.example.org/team/project.git',
      'https://git.example.org/team/project/',
      'https://anna:secret@git.example.org/team/project',
      'git@git.example.org:team/project.git',
      'ssh://git@git.example.org:2222/team/project.git',
    ]) {
      expect([remote, homePage(remote)]).toEqual([remote, 'https://git.example.org/team/project']);
    }
  });
  it('unless a stranger could not open that', () => {
    for (const remote of ['/srv/project.git', 'file:///srv/project', '../project', 'C:\\project', '']) {
      expect([remote, homePage(remote)]).toEqual([remote, undefined]);
    }
    for (const host of ['127.0.0.1:3000', '10.0.0.7', 'localhost', 'builder', 'git.team.internal']) {
      expect([host, homePage(`http://${host}/team/project`)]).toEqual([host, undefined]);
    }
    expect(homeInManifest(undefined)).toEqual({});
  });
  it('with page, repository and the place for questions', () => {
    expect(homeInManifest('https://git.example.org/team/project')).toEqual({
      homepage: 'https://git.example.org/team/project#readme',
      repository: { type: 'git', url: 'https://git.example.org/team/project.git' },
      bugs: { url: 'https://git.example.org/team/project/issues' },
    });
  });
});

describe('the walkthrough', () => {
  it('has no line of code that the column beside its steps cuts off', () => {
    for (const { media } of contributes.walkthroughs[0].steps) {
      const blocks = [...read(media.markdown).matchAll(/^```\w*\n([\s\S]*?)^```/gm)];
      const lines = blocks.flatMap(([, code = '']) => code.split('\n'));
      expect([media.markdown, lines.filter((line) => line.length > 48)]).toEqual([media.markdown, []]);
      // Words in the text that look like code are not broken either.
      const inline = [...read(media.markdown).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
      expect([media.markdown, inline.filter((code) => code.length > 48)]).toEqual([media.markdown, []]);
    }
  });
});

describe('the bundle of texts', () => {
  it('has exactly those of the code', () => {
    const used = [...source.matchAll(/l10n\.t\(\s*'([^']*)'/g)].map(([, text]) => text);
    expect(sorted(used)).toEqual(sorted(Object.keys(JSON.parse(read('l10n', 'bundle.l10n.json')))));
  });
});
