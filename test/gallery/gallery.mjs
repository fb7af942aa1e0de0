// The gallery from the command line.
//
//   node test/gallery/gallery.mjs record [--dumps] [--ballast | --often] [NAME…]   records what is not recorded yet, in build/gallery
//   node test/gallery/gallery.mjs score [NAME…]                          prints the scores; exits with 1 when a limit is broken
//   node test/gallery/gallery.mjs table                                  writes the table of docs/gallery.md
//
//   GALLERY_SECONDS=35    how long each program runs; 40 with --often
//   GALLERY_AT_ONCE=4     how many run at the same time (two for each core)
//   JAVA_HOME             another JDK than the one on PATH
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreAll } from './answers.mjs';
import { isBesideBallast, programsNamed, root } from './programs.mjs';
import { recordAll } from './record.mjs';
import { markdownTable, textTable, verdicts } from './table.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dumps: { type: 'boolean', default: false },
    ballast: { type: 'boolean', default: false },
    often: { type: 'boolean', default: false },
  },
});
const [command, ...names] = positionals;

const document = join(root, 'docs', 'gallery.md');
const marks = ['<!-- table -->', '<!-- end of table -->'];

/** @returns {number} */
function numberIn(/** @type {string} */ name, /** @type {number} */ usual) {
  const value = Number(process.env[name] ?? usual);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1 on`);
  return value;
}

async function record() {
  const run = {
    // For half as many points more as tell what grows steadily: a busy machine takes fewer.
    seconds: numberIn('GALLERY_SECONDS', options.often ? 40 : 35),
    atOnce: numberIn('GALLERY_AT_ONCE', 2 * availableParallelism()),
    dumps: options.dumps,
    kind: /** @type {import('./programs.mjs').Kind} */ (
      options.ballast ? 'ballast' : options.often ? 'often' : 'usual'
    ),
  };
  const programs = programsNamed(names).filter((program) => run.kind !== 'ballast' || isBesideBallast(program));
  const problems = await recordAll(programs, run, (line) => console.log(`  ${line}`));
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}

async function printScores() {
  const scored = await scoreAll(programsNamed(names));
  console.log(textTable(scored));
  return verdicts(scored).every(({ passed }) => passed);
}

async function writeTable() {
  const text = readFileSync(document, 'utf8');
  const [begin = -1, end = -1] = marks.map((mark) => text.indexOf(mark));
  if (begin < 0 || end < begin)
    throw new Error(`${document} has no place for the table between ${marks.join(' and ')}`);
  const table = markdownTable(await scoreAll(programsNamed([])));
  writeFileSync(document, `${text.slice(0, begin)}${marks[0]}\n${table}\n${text.slice(end)}`);
  return true;
}

/** @type {Record<string, () => Promise<boolean>>} */
const commands = { record, score: printScores, table: writeTable };
const run = commands[command ?? ''];
if (run === undefined) {
  console.error(`gallery: what to do? One of: ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (problem) {
  console.error(`gallery: ${problem instanceof Error ? problem.message : problem}`);
  process.exitCode = 1;
}
