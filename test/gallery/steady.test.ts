// Programs that do not leak raise no alarm: twenty that fill up and stay, come and go, swing or are replaced (test/programs/SteadyPrograms.java)
// are recorded, and `trend` must say of at most one that something grows steadily.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { TrendAnswer } from '../../shared/protocol/trend';
import { root } from './programs.mjs';

const run = promisify(execFile);
const program = join(root, 'build', 'release', 'heaptrail');
const folder = join(root, 'build', 'gallery-steady');
const programs =
  'idle churn cache-recent fills-early fills-late fills-by-chance phases batches random-walk weak-cache sessions-expire load-swings pool warm-up queue-bursts log-ring configuration index-rebuilt one-leap shrinks'.split(
    ' ',
  );
const atOnce = Number(process.env.GALLERY_AT_ONCE ?? 5);

it('says of at most one of twenty steady programs that something grows steadily', { timeout: 600_000 }, async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('javac', ['-nowarn', '-d', folder, join(root, 'test', 'programs', 'SteadyPrograms.java')]);
  const alarms: string[] = [];
  const waiting = [...programs];
  const takeTurns = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const recording = join(folder, `${name}.heaptrail`);
      const java = ['java', '-Xmx256m', '-XX:TieredStopAtLevel=1', '-cp', folder, 'SteadyPrograms', name, '24'];
      await run(program, ['record', '--quiet', '--every', '2s', '-o', recording, '--', ...java]);
      const { stdout } = await run(program, ['trend', recording, '--json', '--quiet']);
      const answer: TrendAnswer = JSON.parse(stdout);
      expect(answer.points.length, name).toBeGreaterThanOrEqual(8);
      if (!answer.sentence.startsWith('Nothing grows steadily')) alarms.push(`${name}: ${answer.sentence}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(1);
});
