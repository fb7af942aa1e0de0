// Asks the engine what grew in a program of the gallery, in each of the ways that count: from its recording, from the same without any
// descriptions, from two heap dumps of that run, from the second of them alone, and from a recording beside a large table that does not grow.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectedOf, isBesideBallast, outputsOf, root } from './programs.mjs';
import { score } from './score.mjs';

/**
 * @typedef {import('./programs.mjs').Program} Program
 * @typedef {import('./score.mjs').Score} Score
 * @typedef {'recording' | 'undescribed' | 'dumps' | 'alone' | 'ballast'} Way
 * @typedef {Record<Exclude<Way, 'ballast'>, Score> & { ballast?: Score }} Answers of a program that is not recorded beside ballast nothing is asked
 * @typedef {{ program: Program; answers: Answers }} Scored
 */

const heaptrail = join(root, 'build', 'release', 'heaptrail');

/** @type {Record<Way, { kind: import('./programs.mjs').Kind; dumps: boolean; options: string[] }>} */
const ways = {
  recording: { kind: 'usual', dumps: false, options: [] },
  undescribed: { kind: 'usual', dumps: false, options: ['--no-builtin-ds'] },
  dumps: { kind: 'usual', dumps: true, options: [] },
  alone: { kind: 'usual', dumps: true, options: [] },
  ballast: { kind: 'ballast', dumps: false, options: [] },
};

/** An answer that could not be had is one that names nobody. @returns {Promise<Score>} */
async function ask(/** @type {string} */ name, /** @type {Way} */ way) {
  const { kind, dumps, options } = ways[way];
  const outputs = outputsOf(name, kind);
  const files = dumps ? outputs.dumps.slice(way === 'alone' ? -1 : 0) : [outputs.recording];
  const missing = [outputs.made, ...files].find((file) => !existsSync(file));
  if (missing !== undefined) {
    const how = kind === 'ballast' ? '--ballast' : '--dumps';
    throw new Error(`${name} is not recorded (no ${missing}): node test/gallery/gallery.mjs record ${how} ${name}`);
  }
  const expected = expectedOf(name);
  try {
    const command = ['growth', ...files, '--json', '--quiet', ...options];
    const { stdout } = await promisify(execFile)(heaptrail, command, { maxBuffer: 1 << 30 });
    return score(JSON.parse(stdout).suspects ?? [], expected);
  } catch (problem) {
    const { stderr = `${problem}` } = /** @type {{ stderr?: string }} */ (problem);
    return { ...score([], expected), sentence: `growth failed: ${stderr.trim()}` };
  }
}

/** @returns {Promise<Scored[]>} one after the other: the engine uses all cores itself */
export async function scoreAll(/** @type {Program[]} */ programs) {
  const scored = [];
  for (const program of programs) {
    const { name } = program;
    const answers = {
      recording: await ask(name, 'recording'),
      undescribed: await ask(name, 'undescribed'),
      dumps: await ask(name, 'dumps'),
      alone: await ask(name, 'alone'),
      ...(isBesideBallast(program) ? { ballast: await ask(name, 'ballast') } : {}),
    };
    scored.push({ program, answers });
  }
  return scored;
}
