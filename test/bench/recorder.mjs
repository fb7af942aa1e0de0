// The benchmark of the recorder: what a recording costs the program that is recorded. Every cost is a multiple of something
// that is measured in the same run: of the JVM's own heap dump of the same heap, of the same work without a recorder.
// Prints one table, writes build/bench/recorder.json, and exits with 1 when a limit is broken.
//
//   node test/bench/recorder.mjs [--millions 20] [--rounds 5] [--only exact]
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installedJvms } from './jvms.mjs';
import { compilePrograms, programsToSample } from './sampled_programs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const agent = join(root, 'build', 'release', 'libheaptrail-recorder.so');
const bareWalk = join(root, 'build', 'release', 'bare_walk.so');
const program = join(root, 'build', 'release', 'heaptrail');
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: {
    millions: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'all' },
  },
});
const millions = Number(options.millions);
const rounds = Number(options.rounds);
const withWalks = options.only !== 'exact';

// What a point may cost against the dump is what was wanted, and out of reach: JVMTI's walk alone takes longer. So a limit says what a
// point may cost against that.
const limits = { walkToBare: 1.5, pointToDump: 1 / 6, exactExceptions: 1.5, bytesPerObject: 80 };
const wantedWalkToDump = 1.5;

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The oldest and the newest of what is installed; one when there is one. */
function jvms() {
  const homes = installedJvms(11);
  return homes.length > 1 ? [homes[0], homes.at(-1)] : homes;
}

const residentBytes = (pid) =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

function untilLine(stream, line) {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (data) => {
      text += data;
      if (!text.includes(line)) return;
      stream.off('data', onData);
      resolve(text);
    };
    stream.on('data', onData).once('close', () => reject(new Error(`ended before it said ${line}: ${text}`)));
  });
}

const seconds = (action) => {
  const began = process.hrtime.bigint();
  action();
  return Number(process.hrtime.bigint() - began) / 1e9;
};

/** A large heap: dumped by the JVM, and recorded. */
async function measureWalks(jvm, folder) {
  const java = spawn(
    join(jvm.home, 'bin', 'java'),
    [
      '-Xmx8g',
      `-agentpath:${agent}=every=off,exit=no,file=${folder}/%p.heaptrail`,
      '-cp',
      folder,
      'ManyObjects',
      `${millions}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    await untilLine(java.stdout, 'READY');
    const jcmd = (...command) =>
      execFileSync(join(jvm.home, 'bin', 'jcmd'), [`${java.pid}`, ...command], { encoding: 'utf8' });
    const point = () => execFileSync(program, ['point', `${java.pid}`], { stdio: 'pipe' });
    jcmd('GC.run');
    const dump = join(folder, 'heap.hprof');
    const dumps = [];
    const dumpOnce = () => {
      rmSync(dump, { force: true });
      dumps.push(seconds(() => jcmd('GC.heap_dump', dump)));
    };
    dumpOnce();
    const before = residentBytes(java.pid);
    const first = seconds(point);
    const after = residentBytes(java.pid);
    const recording = join(folder, `${java.pid}.heaptrail`);
    const later = [];
    const sizes = [];
    for (let round = 1; round < Math.min(rounds, 3); round++) {
      dumpOnce();
      java.stdin.write('\n');
      await untilLine(java.stdout, 'READY');
      const sizeBefore = statSync(recording).size;
      later.push(seconds(point));
      sizes.push(statSync(recording).size - sizeBefore);
    }
    const opening = [];
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      opening.push(seconds(() => execFileSync(program, ['info', recording, '--json', '--quiet'], { stdio: 'pipe' })));
    }
    const { points } = JSON.parse(
      execFileSync(program, ['timeline', recording, '--json', '--quiet'], { encoding: 'utf8' }),
    );
    const dumpBytes = statSync(dump).size;
    return {
      objects: points[0].objects,
      dumpSeconds: median(dumps),
      dumpBytes,
      firstSeconds: first,
      laterSeconds: median(later),
      pointBytes: median(sizes),
      bytesPerObject: (after - before) / points[0].objects,
      openSeconds: median(opening),
    };
  } finally {
    java.kill('SIGKILL');
  }
}

/** The same heap, walked by an agent that only numbers objects: the first time, and from then on. */
async function measureBareWalks(jvm, folder) {
  const java = spawn(
    join(jvm.home, 'bin', 'java'),
    [
      '-Xmx8g',
      ...(jvm.feature > 20 ? ['-XX:+EnableDynamicAgentLoading'] : []),
      '-cp',
      folder,
      'ManyObjects',
      `${millions}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    await untilLine(java.stdout, 'READY');
    const jcmd = (...command) => execFileSync(join(jvm.home, 'bin', 'jcmd'), [`${java.pid}`, ...command]);
    jcmd('GC.run');
    const walk = () => {
      jcmd('JVMTI.agent_load', bareWalk, join(folder, 'seconds'));
      return Number(readFileSync(join(folder, 'seconds'), 'utf8'));
    };
    return { bareFirstSeconds: walk(), bareLaterSeconds: median([walk(), walk()]) };
  } finally {
    java.kill('SIGKILL');
  }
}

/** Processor time in seconds, of all threads: on a machine that does other things as well, the clock says little. */
function processorSeconds(words) {
  const timed = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1';
  const printed = execFileSync('bash', ['-c', timed, 'bash', ...words], { encoding: 'utf8' });
  const [user, system] = printed.trim().split(' ').map(Number);
  return user + system;
}

/** Processor time with every allocation reported to the recorder, which takes no points, over that without: the median of pairs. */
function measureExact(program, folder, pairs) {
  const ratios = [];
  for (let pair = 0; pair < pairs; pair++) {
    const file = join(folder, `sampled-${pair}.heaptrail`);
    const recorded = () => {
      rmSync(file, { force: true });
      return processorSeconds(program([`-agentpath:${agent}=every=off,sites=exact,exit=no,file=${file}`]));
    };
    const plain = () => processorSeconds(program([]));
    const [without, withAgent] = pair % 2 === 0 ? [plain(), recorded()] : [recorded(), plain()].reverse();
    ratios.push(withAgent / without);
  }
  return { ratio: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

async function measureAllWalks(jvm, folder) {
  process.stderr.write(`${millions} million objects, `);
  return { ...(await measureWalks(jvm, folder)), ...(await measureBareWalks(jvm, folder)) };
}

async function bench(jvm) {
  const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
  try {
    compilePrograms(jvm, folder, ['ManyObjects', 'ThrowingService']);
    process.stderr.write(`JDK ${jvm.version}: `);
    const walks = withWalks ? await measureAllWalks(jvm, folder) : {};
    process.stderr.write('exact sites\n');
    return {
      version: jvm.version,
      ...walks,
      exceptions: measureExact(programsToSample(jvm, folder).exceptions, folder, 2 * rounds + 1),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const measured = [];
for (const jvm of jvms()) measured.push(await bench(jvm));

const walkRows = [
  ['heap dump by the JVM, s', (r) => r.dumpSeconds.toFixed(2)],
  ['first point, s', (r) => r.firstSeconds.toFixed(2)],
  ['later points, s', (r) => r.laterSeconds.toFixed(2)],
  ['JVMTI alone, first walk, s', (r) => r.bareFirstSeconds.toFixed(2)],
  ['JVMTI alone, later walks, s', (r) => r.bareLaterSeconds.toFixed(2)],
  [`first point ÷ JVMTI alone (limit ${limits.walkToBare})`, (r) => (r.firstSeconds / r.bareFirstSeconds).toFixed(2)],
  [`later point ÷ JVMTI alone (limit ${limits.walkToBare})`, (r) => (r.laterSeconds / r.bareLaterSeconds).toFixed(2)],
  [`first point ÷ dump (wanted ${wantedWalkToDump})`, (r) => (r.firstSeconds / r.dumpSeconds).toFixed(2)],
  [`later point ÷ dump (wanted ${wantedWalkToDump})`, (r) => (r.laterSeconds / r.dumpSeconds).toFixed(2)],
  ['dump, MB', (r) => (r.dumpBytes / 1e6).toFixed(0)],
  ['point, MB', (r) => (r.pointBytes / 1e6).toFixed(1)],
  ['dump ÷ point (limit 6)', (r) => (r.dumpBytes / r.pointBytes).toFixed(1)],
  [`memory per object, bytes (limit ${limits.bytesPerObject})`, (r) => r.bytesPerObject.toFixed(0)],
  ['opening a point, s', (r) => r.openSeconds.toFixed(2)],
];
const share = (found) => `${found.ratio.toFixed(3)} (${found.least.toFixed(2)} to ${found.most.toFixed(2)})`;
const sampleRows = [
  [`sites=exact, 10,000 exceptions a second (limit ${limits.exactExceptions})`, (r) => share(r.exceptions)],
];
const rows = [...(withWalks ? walkRows : []), ...sampleRows];
const head = ['', ...measured.map((result) => `JDK ${result.version}`)];
const lines = [head, ...rows.map(([name, value]) => [name, ...measured.map(value)])];
const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
console.log(
  lines
    .map((line) => line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
    .join('\n'),
);

const broken = measured.flatMap((result) => {
  const found = [];
  const must = (what, value, limit) => {
    if (value > limit) found.push(`JDK ${result.version}: ${what}: ${value.toFixed(3)}, limit ${limit.toFixed(3)}`);
  };
  if (withWalks) checkWalks(result, must);
  must('sites=exact beside exceptions', result.exceptions.ratio, limits.exactExceptions);
  return found;
});

function checkWalks(result, must) {
  must('first point ÷ JVMTI alone', result.firstSeconds / result.bareFirstSeconds, limits.walkToBare);
  must('later point ÷ JVMTI alone', result.laterSeconds / result.bareLaterSeconds, limits.walkToBare);
  must('point ÷ dump, bytes', result.pointBytes / result.dumpBytes, limits.pointToDump);
  must('memory per object', result.bytesPerObject, limits.bytesPerObject);
}
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, 'recorder.json'),
  `${JSON.stringify({ date: new Date().toISOString(), cpu: cpus()[0].model, millions, rounds, limits, measured, broken }, null, 2)}\n`,
);
for (const breach of broken) console.log(`LIMIT BROKEN: ${breach}`);
process.exit(broken.length > 0 ? 1 : 0);
