// `heaptrail check`: what a build sees of a leak. With exact sites, since rules name the places that allocate, and with limits right
// beside what `heaptrail growth` says, so that each of them is shown to hold and to break.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GrowthRow } from '../../../shared/protocol/growth';
import { growth } from '../support/growth';
import { program } from '../support/heaptrail';
import { jdk17, orSkipped, present } from '../support/jvms';
import { root } from '../support/places';
import { lineOf, recordSample, travelCache } from '../support/samples';

const cache = 'type ConcurrentHashMap from travel.JourneyService.*';
const sources = 'samples/travel-cache/src';

interface CheckAnswer {
  readonly broken: boolean;
  readonly rules: readonly {
    readonly rule: string;
    readonly line: number;
    readonly structures: number;
    readonly broken: number;
    readonly cases: readonly { readonly sentence: string; readonly excess: string; readonly structure: GrowthRow }[];
  }[];
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
}

/** What of SARIF 2.1.0 is written. */
interface Sarif {
  readonly version: string;
  readonly $schema: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string;
        readonly rules: readonly { readonly id: string; readonly shortDescription: { readonly text: string } }[];
      };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly Location[];
      readonly relatedLocations?: readonly Location[];
    }[];
  }[];
}

describe.skipIf(jdk17 === undefined)(`Rules for builds, ${orSkipped(jdk17, 'JDK 17')}`, () => {
  let folder: string;
  let recording: string;
  let row: GrowthRow;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'heaptrail-rules-'));
    recording = recordSample(present(jdk17), travelCache).recording;
    const { structures } = growth(recording);
    if (structures[0] === undefined) throw new Error('nothing grew');
    row = structures[0];
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    rmSync(recording);
  });

  function check(rules: readonly string[], ...options: string[]) {
    const file = path.join(folder, 'growth.rules');
    writeFileSync(file, `${rules.join('\n')}\n`);
    const words = ['check', recording, '--from', 'first', '--to', 'last', '--rules', file, '--quiet', ...options];
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', cwd: root });
    return { status, stdout, stderr, file };
  }

  const answerTo = (rules: readonly string[]) => JSON.parse(check(rules, '--json').stdout) as CheckAnswer;

  it('fail a build where one is broken, and list what broke it', () => {
    const { status, stdout, file } = check([
      '# What is asked once may be remembered.',
      `${cache} may grow by 1 MB`,
      '',
      'from travel.Sessions.* may grow by 100 objects   # as many as ever',
      'any may grow by 95 % of growth',
      'type NoSuchCache may grow by 1 B',
    ]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${file}:2: ${cache} may grow by 1 MB`);
    expect(stdout).toContain(`${file}:5: any may grow by 95 % of growth`);
    expect(stdout).not.toContain(`${file}:4:`);
    expect(stdout).toContain(`${file}:6: type NoSuchCache may grow by 1 B\n  applies to no structure`);
    expect(stdout).toContain('java.util.concurrent.ConcurrentHashMap');
    expect(stdout).toContain('JourneyService.java:');
    expect(stdout).toContain('travel.QueryKey');
    expect(stdout).toMatch(/^2 of 4 rules broken\.$/m);
  });

  it('are told with their structures as JSON', () => {
    const answer = answerTo([`${cache} may grow by 1 MB`, 'from travel.Sessions.* may grow by 100 objects']);
    expect(answer.broken).toBe(true);
    const [broken, held] = answer.rules;
    expect(answer.rules.map(({ line, broken: cases }) => [line, cases])).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(broken?.structures).toBe(1);
    expect(held?.structures).toBeGreaterThan(0);
    const [found] = broken?.cases ?? [];
    expect(found?.structure.id).toBe(row.id);
    expect(found?.structure.metrics).toEqual(row.metrics);
    expect(found?.sentence).toContain('QueryKeys');
  });

  it('hold up to their limit, and break right behind it', () => {
    const added = (metric: 'retained' | 'structure' | 'deepStructure') => {
      const { from, to } = row.metrics[metric];
      return { objects: to.objects - from.objects, bytes: to.bytes - from.bytes };
    };
    const { from, to } = row.metrics.retained;
    const ofItself = (100 * (to.bytes - from.bytes)) / from.bytes;
    const ofGrowth = row.metrics.retained.hgp ?? 0;
    const limits: readonly [holds: string, breaks: string][] = [
      [`by ${added('retained').bytes} B`, `by ${added('retained').bytes - 1} B`],
      [`by ${added('retained').objects} objects`, `by ${added('retained').objects - 1} objects`],
      [
        `in structure by ${added('structure').objects} objects`,
        `in structure by ${added('structure').objects - 1} objects`,
      ],
      [
        `in deep-structure by ${added('deepStructure').bytes} bytes`,
        `in deep-structure by ${added('deepStructure').bytes - 1} bytes`,
      ],
      [`by ${Math.ceil(ofItself)} %`, `by ${Math.floor(ofItself)} %`],
      [`by ${Math.ceil(ofGrowth)} % of growth`, `by ${Math.floor(ofGrowth)} % of growth`],
      ['by 1 GiB or 1000000 objects', 'by 1 GiB or 1 objects'],
    ];
    const rulesOf = (grows: readonly string[]) => grows.map((words) => `${cache} may grow ${words}`);
    const [holding, breaking] = [limits.map(([holds]) => holds), limits.map(([, breaks]) => breaks)].map(rulesOf);
    expect(check(holding ?? []).status).toBe(0);
    const { rules } = answerTo(breaking ?? []);
    expect(rules.map(({ rule, broken }) => [rule, broken])).toEqual(breaking?.map((rule) => [rule, 1]));
  });

  it('that make no sense are refused with their line', () => {
    for (const rule of [
      'type may grow',
      'type X may grow by 5 parsecs',
      'any may shrink by 1 B',
      'any may grow by -1 B',
    ]) {
      const { status, stdout, stderr, file } = check(['# one', rule]);
      expect([rule, status, stdout]).toEqual([rule, 3, '']);
      expect(stderr.trim().split('\n').length).toBe(1);
      expect(stderr).toContain(`${file}`);
      expect(stderr).toMatch(/:2\b|line 2\b/);
    }
    const missing = spawnSync(program, ['check', recording, '--rules', path.join(folder, 'none')], {
      encoding: 'utf8',
    });
    expect(missing.status).toBe(3);
    expect(missing.stderr).toContain(path.join(folder, 'none'));
  });

  it('are written as SARIF with the lines that allocate what piled up', () => {
    const file = path.join(folder, 'growth.sarif');
    const rules = [`${cache} may grow by 1 MB`, 'type NoSuchCache may grow by 1 B', 'any may grow by 95 % of growth'];
    expect(check(rules, '--sarif', file, '--sources', sources).status).toBe(1);
    const sarif = JSON.parse(readFileSync(file, 'utf8')) as Sarif;
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.$schema).toMatch(/sarif-schema-2\.1\.0\.json$/);
    expect(sarif.runs.length).toBe(1);
    const [run] = sarif.runs;
    expect(run?.tool.driver.rules.map(({ shortDescription }) => shortDescription.text)).toEqual(rules);
    expect(new Set(run?.tool.driver.rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(run?.results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 2]);
    for (const result of run?.results ?? []) {
      expect(result.level).toBe('error');
      expect(result.ruleId).toBe(run?.tool.driver.rules[result.ruleIndex]?.id);
      expect(result.message.text).toContain('QueryKeys');
      const places = [...result.locations, ...(result.relatedLocations ?? [])];
      for (const { physicalLocation } of places) {
        const { uri } = physicalLocation.artifactLocation;
        expect([uri, existsSync(path.join(root, uri))]).toEqual([uri, true]);
      }
      const shown = result.locations.map(({ physicalLocation: { artifactLocation, region } }) =>
        [artifactLocation.uri, region.startLine].join(':'),
      );
      const key = lineOf(travelCache, 'travel.JourneyService', 'new QueryKey(');
      expect(shown).toContain(`${sources}/travel/JourneyService.java:${key}`);
      const head = lineOf(travelCache, 'travel.JourneyService', 'new ConcurrentHashMap');
      expect(result.relatedLocations?.map(({ physicalLocation: { region } }) => region.startLine)).toEqual([head]);
    }

    // A build that holds has a file without results.
    expect(check(['any may grow by 1 GiB'], '--sarif', file).status).toBe(0);
    expect((JSON.parse(readFileSync(file, 'utf8')) as Sarif).runs[0]?.results).toEqual([]);
  });
});
