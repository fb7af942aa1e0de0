// The benchmark of light points: how long a program stands still for one, beside a full point of the same heap on the same JVM. What counts is
// the processor time of the JVM's own thread that walks, so that others on the machine do not change it.
// Prints one table, writes build/bench/light_points.json, and exits with 1 when a limit is broken.
//
//   node test/bench/light_points.mjs [--millions 5] [--points 3]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installedJvms } from './jvms.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const program = join(root, 'build', 'release', 'heaptrail');
const programs = join(root, 'test', 'programs');
const results = join(root, 'build', 'bench');
const { values: options } = parseArgs({
  options: { millions: { type: 'string', default: '5' }, points: { type: 'string', default: '3' } },
});
const millions = Number(options.millions);
const wanted = Number(options.points);
const limits = { lightToFull: 1 / 4, secondsPerMillion: 0.2 };

const jvms = installedJvms(17);

/** Nanoseconds that the thread which runs walks has computed for. */
function walkerTime(pid) {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    if (readFileSync(`${folder}/comm`, 'utf8').trim() === 'VM Thread')
      return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]);
  }
  throw new Error('the JVM has no VM thread');
}

async function measure(jvm, folder) {
  const file = join(folder, `${jvm.feature}.heaptrail`);
  const loads = jvm.feature > 20 ? ['-XX:+EnableDynamicAgentLoading'] : [];
  const words = ['-Xmx8g', ...loads, '-cp', folder, 'ManyObjects', `${millions}`];
  const java = spawn(join(jvm.home, 'bin', 'java'), words, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await new Promise((resolve) => java.stdout.once('data', resolve));
    execFileSync(join(jvm.home, 'bin', 'jcmd'), [`${java.pid}`, 'GC.run']);
    // Until the first point is complete there is nothing to open.
    const points = () => {
      const { status, stdout } = spawnSync(program, ['timeline', file, '--json', '--quiet'], { encoding: 'utf8' });
      return status === 0 ? JSON.parse(stdout).points : [];
    };
    /** Processor time for a light point, of so many that come by themselves. */
    const lightPoints = async (count) => {
      const from = points().length;
      const before = walkerTime(java.pid);
      while (points().length < from + count) await pause(100);
      return (walkerTime(java.pid) - before) / 1e9 / (points().length - from);
    };
    const began = walkerTime(java.pid);
    execFileSync(program, ['attach', `${java.pid}`, '--points', 'light', '--every', '500ms', '-o', file], {
      stdio: 'pipe',
    });
    while (points().length === 0) await pause(20);
    const first = (walkerTime(java.pid) - began) / 1e9 / points().length;
    // Takes away the numbers that the first one needed.
    await lightPoints(1);
    const bytesBefore = statSync(file).size;
    const pointsBefore = points().length;
    const light = await lightPoints(wanted);
    const bytes = (statSync(file).size - bytesBefore) / (points().length - pointsBefore);
    const { objects } = points().at(-1);
    const full = [];
    while (full.length < 2) {
      const before = walkerTime(java.pid);
      const taken = points().length;
      execFileSync(program, ['point', `${java.pid}`], { stdio: 'pipe' });
      const time = (walkerTime(java.pid) - before) / 1e9;
      full.push(time - light * (points().length - taken - 1));
    }
    const later = await lightPoints(1);
    return { version: jvm.version, objects, first, light, bytes, firstFull: full[0], full: full[1], later };
  } finally {
    java.kill('SIGKILL');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'heaptrail-light-'));
const measured = [];
try {
  execFileSync(join(jvms[0].home, 'bin', 'javac'), ['-d', folder, join(programs, 'ManyObjects.java')]);
  for (const jvm of jvms) measured.push(await measure(jvm, folder));
} finally {
  rmSync(folder, { recursive: true });
}
const seconds = (value) => `${value.toFixed(2)} s`;
const perMillion = ({ light, objects }) => (light * 1e6) / objects;
const rows = [
  ['objects', ({ objects }) => `${(objects / 1e6).toFixed(1)} million`],
  ['first light point, later ones', ({ first, light }) => `${seconds(first)}, ${seconds(light)}`],
  ['first full point, later ones', ({ firstFull, full }) => `${seconds(firstFull)}, ${seconds(full)}`],
  [`light ÷ later full ones (limit ${limits.lightToFull})`, ({ light, full }) => (light / full).toFixed(2)],
  ['light ÷ first full one', ({ light, firstFull }) => (light / firstFull).toFixed(2)],
  [`light point, for a million objects (limit ${limits.secondsPerMillion} s)`, (one) => seconds(perMillion(one))],
  ['light point after full ones', ({ later }) => seconds(later)],
  ['light point in the file', ({ bytes }) => `${(bytes / 1024).toFixed(1)} KiB`],
];
console.log(`| | ${measured.map(({ version }) => `JDK ${version}`).join(' | ')} |`);
console.log(`|---|${measured.map(() => '---|').join('')}`);
for (const [name, cell] of rows) console.log(`| ${name} | ${measured.map(cell).join(' | ')} |`);
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'light_points.json'), JSON.stringify({ millions, limits, measured }, null, 2));
const broken = measured.flatMap((one) => [
  ...(one.light > limits.lightToFull * one.full
    ? [`JDK ${one.version}: a light point takes more than a quarter of a full one`]
    : []),
  ...(perMillion(one) > limits.secondsPerMillion ? [`JDK ${one.version}: a light point takes too long`] : []),
]);
for (const words of broken) console.error(words);
process.exitCode = broken.length > 0 ? 1 : 0;
