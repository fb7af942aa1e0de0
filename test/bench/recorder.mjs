// The benchmark of the recorder: what a recording costs the program that is recorded. Every cost is a multiple of something
// that is measured in the same run: of the JVM's own heap dump of the same heap, of the same work without a recorder.
// Prints one table, writes build/bench/recorder.json, and exits with 1 when a limit is broken.
//
//   node test/bench/recorder.mjs [--millions 20] [--rounds 5]
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const agent = join(root, 'build', 'release', 'libheaptrail-recorder.so');
const bareWalk = join(root, 'build', 'release', 'bare_walk.so');
const program = join(root, 'build', 'release', 'heaptrail');
const programs = join(root, 'test', 'programs');
const results = join(root, 'build', 'bench');

const { values: options } = parseArgs({
  options: { millions: { type: 'string', default: '20' }, rounds: { type: 'string', default: '5' } },
});
const millions = Number(options.millions);
const rounds = Number(options.rounds);

// What a point may cost against the dump is what was wanted, and out of reach: JVMTI's walk alone takes longer. So a limit says what a
// point may cost against that.
const limits = { walkToBare: 1.5, pointToDump: 1 / 6, sampled: 1.02, bytesPerObject: 80 };
const wantedWalkToDump = 1.5;

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The oldest and the newest of what is installed; one when there is one. */
function jvms() {
  const homes = readdirSync('/usr/lib/jvm', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join('/usr/lib/jvm', entry.name, 'bin', 'javac')))
    .map((entry) => {
      const home = join('/usr/lib/jvm', entry.name);
      const version = /^JAVA_VERSION="([^"]+)"/m.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1] ?? '0';
      return { home, version, feature: Number.parseInt(version, 10) };
    })
    .filter(({ feature }) => feature >= 11)
    .sort((a, b) => a.feature - b.feature);
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

/** Work that allocates, with a recorder that only samples and without one, in turn. */
function measureSampling(jvm, folder) {
  const work = (...more) => {
    const printed = execFileSync(
      join(jvm.home, 'bin', 'java'),
      ['-Xmx256m', '-XX:+UseSerialGC', ...more, '-cp', folder, 'BusyService', '20000'],
      { encoding: 'utf8' },
    );
    return Number(/took (\d+)/.exec(printed)[1]);
  };
  const ratios = [];
  for (let round = 0; round < 2 * rounds + 1; round++) {
    const file = join(folder, `busy-${round}.heaptrail`);
    const recorded = `-agentpath:${agent}=every=off,sites=sampled,exit=no,file=${file}`;
    const [without, withAgent] = round % 2 === 0 ? [work(), work(recorded)] : [work(recorded), work()].reverse();
    ratios.push(withAgent / without);
  }
  return median(ratios);
}

async function bench(jvm) {
  const folder = mkdtempSync(join(tmpdir(), 'heaptrail-bench-'));
  try {
    execFileSync(join(jvm.home, 'bin', 'javac'), [
      ...['-d', folder],
      ...['ManyObjects', 'BusyService'].map((name) => join(programs, `${name}.java`)),
    ]);
    process.stderr.write(`JDK ${jvm.version}: ${millions} million objects`);
    const walks = await measureWalks(jvm, folder);
    const bare = await measureBareWalks(jvm, folder);
    process.stderr.write(', sampling\n');
    return { version: jvm.version, ...walks, ...bare, sampled: measureSampling(jvm, folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const measured = [];
for (const jvm of jvms()) measured.push(await bench(jvm));

const rows = [
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
  [`run time when sampled (limit ${limits.sampled})`, (r) => r.sampled.toFixed(3)],
  ['opening a point, s', (r) => r.openSeconds.toFixed(2)],
];
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
  must('first point ÷ JVMTI alone', result.firstSeconds / result.bareFirstSeconds, limits.walkToBare);
  must('later point ÷ JVMTI alone', result.laterSeconds / result.bareLaterSeconds, limits.walkToBare);
  must('point ÷ dump, bytes', result.pointBytes / result.dumpBytes, limits.pointToDump);
  must('memory per object', result.bytesPerObject, limits.bytesPerObject);
  must('run time when sampled', result.sampled, limits.sampled);
  return found;
});
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, 'recorder.json'),
  `${JSON.stringify({ date: new Date().toISOString(), cpu: cpus()[0].model, millions, rounds, limits, measured, broken }, null, 2)}\n`,
);
for (const breach of broken) console.log(`LIMIT BROKEN: ${breach}`);
process.exit(broken.length > 0 ? 1 : 0);
