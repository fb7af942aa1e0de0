// What samples cost, by where processor time goes: a profile of each program with the recorder, which takes no point, beside one without.
// Of two runs one may take a tenth longer than the other for reasons of its own; which part of its time a program spends in the recorder,
// in the JVM's sampling, and in allocating, differs by a thousandth. Needs perf, and a JVM whose library has symbols.
//
//   node test/bench/sampling_profile.mjs [--rounds 3]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installedJvms } from './jvms.mjs';
import { compilePrograms, programsToSample } from './sampled_programs.mjs';

const build = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'build');
const agent = join(build, 'release', 'libheaptrail-recorder.so');
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(options.rounds);
const limit = 2;

/** Where the time of samples can go; of the JVM, as far as its functions are called so. */
const groups = {
  recorder: /libheaptrail-recorder/,
  'sampling and stacks': /jvmti|HeapSampler|_sampl|vframe|compiledVFrame|ScopeDesc|PcDesc|RegisterMap|frame::.*sender/i,
  'handles of objects': /JNIHandle|^jni_|WeakHandle|OopStorage/,
  'slow allocation':
    /MemAllocator|ThreadLocalAllocBuffer|OptoRuntime::new_|Runtime1::new_|::mem_allocate|allocate_new_tlab/,
};

/** Per cent of the processor time, by group. */
function profile(words, folder) {
  const data = join(folder, 'perf.data');
  execFileSync('perf', ['record', '-q', '-e', 'task-clock', '-F', '499', '-o', data, ...words], { stdio: 'ignore' });
  const report = ['report', '-i', data, '--stdio', '--sort', 'dso,symbol', '-t', '|', '--percent-limit', '0'];
  const lines = execFileSync('perf', report, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });
  rmSync(data);
  const sums = Object.fromEntries(Object.keys(groups).map((name) => [name, 0]));
  for (const line of lines.split('\n')) {
    const [share, library = '', symbol = ''] = line.split('|').map((cell) => cell.trim());
    if (!share.endsWith('%')) continue;
    const subject = library.startsWith('libheaptrail') ? library : symbol.replace(/^\[.\] /, '');
    const group = Object.keys(groups).find((name) => groups[name].test(subject));
    if (group !== undefined) sums[group] += Number.parseFloat(share);
  }
  return sums;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const rows = [];
for (const jvm of installedJvms(17)) {
  const folder = mkdtempSync(join(tmpdir(), 'heaptrail-profile-'));
  try {
    compilePrograms(jvm, folder, ['AllocationLoop', 'BusyService', 'SteadyCompiler', 'SteadyDatabase']);
    const { exceptions: _, ...programs } = programsToSample(jvm, folder);
    for (const [name, program] of Object.entries(programs)) {
      if (program === null) continue;
      const file = join(folder, 'sampled.heaptrail');
      const added = Object.fromEntries(Object.keys(groups).map((group) => [group, []]));
      for (let round = 0; round < rounds; round++) {
        rmSync(file, { force: true });
        const recorded = profile(program([`-agentpath:${agent}=every=off,sites=auto,exit=no,file=${file}`]), folder);
        const plain = profile(program([]), folder);
        for (const group of Object.keys(groups)) added[group].push(recorded[group] - plain[group]);
      }
      const shares = Object.fromEntries(Object.entries(added).map(([group, all]) => [group, mean(all)]));
      const totals = Array.from({ length: rounds }, (_, i) =>
        Object.values(added).reduce((sum, all) => sum + all[i], 0),
      );
      rows.push({ program: name, jvm: jvm.version, shares, total: mean(totals), totals });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

console.log(`| per cent of the time | ${Object.keys(groups).join(' | ')} | together (limit ${limit}) |`);
console.log(`|---|${'---|'.repeat(Object.keys(groups).length + 1)}`);
for (const { program, jvm, shares, total, totals } of rows) {
  const cells = Object.values(shares).map((share) => share.toFixed(2));
  const range = `${Math.min(...totals).toFixed(2)} to ${Math.max(...totals).toFixed(2)}`;
  console.log(`| ${program}, JDK ${jvm} | ${cells.join(' | ')} | ${total.toFixed(2)} (${range}) |`);
}
mkdirSync(join(build, 'bench'), { recursive: true });
writeFileSync(join(build, 'bench', 'sampling_profile.json'), JSON.stringify({ rounds, limit, rows }, null, 2));
process.exitCode = rows.some(({ total }) => total > limit) ? 1 : 0;
