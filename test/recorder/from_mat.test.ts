// Every command that docs/from-mat.md offers to those who know Eclipse MAT, on a real dump: each must have an answer.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heaptrail, inspect } from './support/heaptrail';
import { type RunningProgram, start } from './support/java_program';
import { type Jvm, orSkipped, present, testedJvms } from './support/jvms';
import { root } from './support/places';

/** The commands in the page's last column; `…` stands for the command of the row above. */
function commandsOf(page: string): string[] {
  const commands: string[] = [];
  for (const line of page.split('\n')) {
    const command = /`((?:heaptrail|…) [^`]*)` \|$/.exec(line)?.[1];
    if (command === undefined) continue;
    commands.push(command.replace('…', commands.at(-1) ?? ''));
  }
  return commands;
}

/** As a shell would take it apart. */
const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const commands = commandsOf(readFileSync(path.join(root, 'docs', 'from-mat.md'), 'utf8'));

it('The page for those who know MAT has a command for nearly everything', () => {
  expect(commands.length).toBeGreaterThan(25);
});

const [first] = testedJvms;
describe.skipIf(first?.jvm === undefined)(orSkipped(first?.jvm, first?.wanted ?? ''), () => {
  let running: RunningProgram;
  let dump = '';
  let later = '';
  let id = '';
  beforeAll(async () => {
    running = await start(present(first?.jvm as Jvm | undefined), 'DeployedLoaders');
    dump = running.heapDump('from-mat');
    later = running.heapDump('from-mat-later');
    id = inspect(dump, '--where', 'type=java.lang.Thread', '--objects').objects?.[0]?.id ?? '';
  });
  afterAll(async () => {
    await running.stop();
    rmSync(dump, { force: true });
    rmSync(later, { force: true });
  });

  it.each(commands)('%s', (command) => {
    const words = wordsOf(command)
      .slice(1)
      .map(
        (word) =>
          ({ DUMP: dump, LATER: later, ID: id })[word] ?? word.replaceAll('com.acme.Session', 'java.lang.Thread'),
      );
    expect(heaptrail(...words).split('\n').length).toBeGreaterThan(1);
  });
});
