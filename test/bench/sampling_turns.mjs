// What samples cost a program: the same work in one JVM, recorded with samples and without in turns, in processor time of all threads.
// Whole runs cannot tell: two of the same program differ by a tenth, because each is compiled a little differently. No point is taken but
// the first of each recording, before anything is measured.
//
//   node test/bench/sampling_turns.mjs [--turns 1] [--only loop] [--jvm 17] [--budget 5]
//
// Without a budget (in percent) the recorder's own default is measured, one percent. That costs less than how unevenly programs run. With
// five percent samples cost five times as much, and as many turns tell five times as well what one percent takes; the limit is for that much.
//
// Prints one table, writes build/bench/sampling_turns.json, and exits with 1 when a limit is broken. Takes a quarter of an hour for each JVM;
// --turns 2 makes twice as many.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installedJvms } from './jvms.mjs';
import { compilePrograms, programsInTurns } from './sampled_programs.mjs';

const build = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'build');
const library = join(build, 'release', 'libheaptrail-recorder.so');
const { values: options } = parseArgs({
  options: {
    turns: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    jvm: { type: 'string', default: '' },
    budget: { type: 'string' },
  },
});
const percent = Number(options.budget ?? 1);
const sites = options.budget === undefined ? 'sites=auto' : `sites=auto,budget=${percent}%`;
const limit = 1 + 0.02 * percent;

/** How many turns it takes until the mean is known to one to three percent: some programs are more even than others. */
const turnsOf = { loop: 12, service: 16, javac: 24, h2: 40 };

/** The ratio of each turn, of what a piece of work took with samples to what it took without. */
function ratiosOf(printed) {
  const times = { sampled: [], plain: [] };
  for (const [, kind, pieces, nanoseconds] of printed.matchAll(/^(sampled|plain) (\d+) (\d+)$/gm)) {
    times[kind].push(Number(nanoseconds) / Number(pieces));
  }
  return times.sampled.map((sampled, turn) => sampled / times.plain[turn]);
}

/** The geometric mean, and between what it lies nineteen times of twenty. */
function meanOf(ratios) {
  const logarithms = ratios.map(Math.log);
  const mean = logarithms.reduce((sum, one) => sum + one, 0) / logarithms.length;
  const variance = logarithms.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (logarithms.length - 1);
  const error = 1.96 * Math.sqrt(variance / logarithms.length);
  return { ratio: Math.exp(mean), least: Math.exp(mean - error), most: Math.exp(mean + error), turns: ratios.length };
}

const rows = [];
for (const jvm of installedJvms(17)) {
  if (options.jvm !== '' && Number(options.jvm) !== jvm.feature) continue;
  const folder = mkdtempSync(join(tmpdir(), 'heaptrail-turns-'));
  try {
    compilePrograms(jvm, folder, [
      'SampledInTurns',
      'AllocationLoop',
      'BusyService',
      'SteadyCompiler',
      'SteadyDatabase',
    ]);
    for (const [name, program] of Object.entries(programsInTurns(jvm, folder))) {
      if (options.only !== '' && options.only !== name) continue;
      if (program === null) {
        process.stderr.write(`JDK ${jvm.version}: ${name} is left out, since it is not installed\n`);
        continue;
      }
      const turns = Math.ceil(turnsOf[name] * Number(options.turns));
      process.stderr.write(`JDK ${jvm.version}: ${name}, ${turns} turns\n`);
      const words = program(library, turns, sites);
      const printed = execFileSync(words[0], words.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      const ratios = ratiosOf(printed);
      rows.push({ program: name, jvm: jvm.version, ...meanOf(ratios), ratios });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

console.log(
  `| with samples ÷ without (budget ${percent} %, limit ${limit.toFixed(2)}) | mean | 19 of 20 lie between | turns |`,
);
console.log('|---|---|---|---|');
for (const { program, jvm, ratio, least, most, turns } of rows) {
  console.log(
    `| ${program}, JDK ${jvm} | ${ratio.toFixed(3)} | ${least.toFixed(3)} and ${most.toFixed(3)} | ${turns} |`,
  );
}
mkdirSync(join(build, 'bench'), { recursive: true });
writeFileSync(join(build, 'bench', 'sampling_turns.json'), JSON.stringify({ budget: percent, limit, rows }, null, 2));
if (rows.length === 0) process.stderr.write('nothing was measured: --only and --jvm leave nothing over\n');
process.exitCode = rows.length === 0 || rows.some(({ ratio }) => ratio > limit) ? 1 : 0;
