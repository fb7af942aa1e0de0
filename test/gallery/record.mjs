// Compiles and records programs of the gallery with default settings, several at a time: they mostly sleep, and what does not is recorded alone,
// as a user would. A recording is kept until the program's sources, the recorder's library, the JVM or what was asked for change. A run in which
// requests failed, in which no dump could be taken, or which did not keep its pace is repeated alone, since a busy machine may be the reason; if
// that fails, it is an error.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { classes, common, folderOf, outputsOf, programsNamed, root } from './programs.mjs';

/**
 * @typedef {import('./programs.mjs').Program} Program
 * @typedef {{ seconds: number; dumps: boolean; kind: import('./programs.mjs').Kind; atOnce: number }} Run
 * @typedef {{ requests: number; failed: number; worst: number; last: number }} Pace milliseconds
 */

const jars = '/usr/share/java';
const program = join(root, 'build', 'release', 'heaptrail');
const recorder = join(root, 'build', 'release', 'libheaptrail-recorder.so');

const smallHeap = '-Xmx600m';

/**
 * What the JVM, and what `heaptrail record` is told, by the kind of run. Nobody gets so many points by default, so those runs need no default JVM
 * either: of Lucene's program, the optimising compiler takes a third of the time.
 */
const options = {
  usual: { java: [smallHeap], record: [] },
  ballast: { java: ['-Xmx900m', '-Dballast=105'], record: [] },
  often: { java: [smallHeap, '-XX:TieredStopAtLevel=1'], record: ['--every', '3s'] },
};

/** When the two heap dumps of a run are taken. */
const dumpsAt = [1 / 3, 3 / 4];

/** A program that was later than this, in milliseconds, did not keep its pace. Some delay is usual: points and dumps stop the program. */
const latest = { ever: 5000, atItsEnd: 2000 };
const timeToStart = 60_000;

const execute = promisify(execFile);

const tool = (/** @type {string} */ name) =>
  process.env.JAVA_HOME === undefined ? name : join(process.env.JAVA_HOME, 'bin', name);

/** @returns {string[]} all Java files below the folder */
const sourcesIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .sort()
    .map((file) => join(folder, file));

/** @returns {string[]} */
function jarsOf(/** @type {Program} */ { name, jars: wanted }) {
  const files = wanted.map((jar) => join(jars, `${jar}.jar`));
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new Error(`${name}: there is no ${missing}; scripts/packages.txt lists what the gallery needs`);
  return files;
}

const hashOf = (/** @type {(string | Buffer)[]} */ ...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** @type {string | undefined} */
let javaVersion;

/** All that a program is compiled from, in one word. */
function compiledFrom(/** @type {Program} */ of) {
  javaVersion ??= execFileSync(tool('java'), ['--version'], { encoding: 'utf8' });
  const files = [...sourcesIn(common), ...sourcesIn(folderOf(of.name))];
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  return hashOf(javaVersion, ...texts, ...jarsOf(of).map((jar) => `${jar} ${statSync(jar).size}`));
}

/** Everything that a recording depends on, in one word. */
function ingredients(/** @type {Program} */ of, /** @type {Run} */ { seconds, dumps, kind }) {
  const way = [of, seconds, dumps, options[kind]];
  return hashOf(readFileSync(recorder), compiledFrom(of), JSON.stringify(way));
}

/** All programs at once, unless they are compiled: to start the compiler for each takes ten times as long. */
function compile() {
  const programs = programsNamed([]);
  const made = `${classes}.made`;
  const from = hashOf(...programs.map(compiledFrom));
  if (existsSync(made) && readFileSync(made, 'utf8') === from) return;
  for (const old of [made, classes]) rmSync(old, { recursive: true, force: true });
  const folders = [common, ...programs.map(({ name }) => folderOf(name))];
  const path = [...new Set(programs.flatMap(jarsOf))].join(':');
  const words = ['-nowarn', '-proc:none', '-g', '--release', '17', '-d', classes, '-cp', path];
  execFileSync(tool('javac'), [...words, ...folders.flatMap(sourcesIn)], { stdio: 'pipe' });
  writeFileSync(made, from);
}

/** @returns {Promise<void>} when both dumps are written */
async function takeDumps(/** @type {string} */ pid, /** @type {string[]} */ files, /** @type {number} */ seconds) {
  const began = performance.now();
  for (const [index, file] of files.entries()) {
    const due = began + (dumpsAt[index] ?? 0) * seconds * 1000;
    await sleep(Math.max(0, due - performance.now()));
    await execute(tool('jcmd'), [pid, 'GC.heap_dump', file]);
    if (performance.now() - began > seconds * 1000) throw new Error(`${file} was not taken before the program ended`);
  }
}

/** @returns {Pace} what the program says of itself at its end */
function paceIn(/** @type {string} */ printed) {
  const said = /^(\d+) requests, (\d+) failed, at worst (\d+) ms late, at last (\d+) ms/m.exec(printed);
  if (said === null) throw new Error(`the program did not come to its end. It printed:\n${printed}`);
  const [requests = 0, failed = 0, worst = 0, last = 0] = said.slice(1).map(Number);
  return { requests, failed, worst, last };
}

/** Runs a program once, recorded. @returns {Promise<Pace>} */
async function recordOnce(/** @type {Program} */ of, /** @type {Run} */ run) {
  const { folder, recording, dumps, made } = outputsOf(of.name, run.kind);
  const before = ingredients(of, run);
  rmSync(folder, { recursive: true, force: true });
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const java = [
    tool('java'),
    ...options[run.kind].java,
    `-Djava.io.tmpdir=${temporary}`,
    ...(of.java ?? []),
    '-cp',
    [classes, ...jarsOf(of)].join(':'),
    of.main,
    `${run.seconds}`,
    ...(of.arguments ?? []),
  ];
  const running = spawn(program, ['record', ...options[run.kind].record, '-o', recording, '--', ...java]);

  let printed = '';
  /** @type {Promise<void> | undefined} */
  let dumping;
  const listen = (/** @type {Buffer} */ data) => {
    printed += data.toString();
    const pid = /^process (\d+)$/m.exec(printed)?.[1];
    if (!run.dumps || pid === undefined || dumping !== undefined) return;
    dumping = takeDumps(pid, dumps, run.seconds);
    // Whether they failed is asked when the program has ended.
    dumping.catch(() => {});
  };
  running.stdout.on('data', listen);
  running.stderr.on('data', listen);
  const timer = setTimeout(() => running.kill('SIGTERM'), run.seconds * 2000 + timeToStart);
  const status = await new Promise((resolve) => running.once('close', resolve));
  clearTimeout(timer);
  writeFileSync(join(folder, 'printed.txt'), printed);
  await dumping;
  if (status !== 0) throw new Error(`the program ended with ${status}. It printed:\n${printed}`);
  const pace = paceIn(printed);
  const { failed, worst, last } = pace;
  if (failed > 0) throw new Error(`${failed} requests failed. The program printed:\n${printed}`);
  // Where points are taken that often, they take what time they need: how fast the program leaks is not asked then.
  if (run.kind !== 'often' && (worst > latest.ever || last > latest.atItsEnd))
    throw new Error(`the program did not keep its pace: it was ${worst} ms late, and ${last} ms at its end`);
  writeFileSync(made, JSON.stringify({ ingredients: before, ...pace }));
  return pace;
}

function isMade(/** @type {Program} */ of, /** @type {Run} */ run) {
  const { made } = outputsOf(of.name, run.kind);
  return existsSync(made) && JSON.parse(readFileSync(made, 'utf8')).ingredients === ingredients(of, run);
}

/**
 * Records those that are not recorded yet.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} what went wrong
 */
export async function recordAll(/** @type {Program[]} */ programs, /** @type {Run} */ run, say) {
  const waiting = programs.filter((of) => !isMade(of, run));
  if (waiting.length < programs.length) say(`${programs.length - waiting.length} recordings are up to date`);
  /** @type {string[]} */
  const problems = [];
  /** @type {Program[]} */
  const again = [];
  if (waiting.length > 0) compile();

  const record = async (/** @type {Program} */ of, /** @type {boolean} */ alone) => {
    try {
      const { requests, worst, last } = await recordOnce(of, run);
      say(`${of.name}: ${requests} requests, at worst ${worst} ms late, at last ${last} ms${alone ? ' (alone)' : ''}`);
    } catch (problem) {
      const why = `${of.name}: ${problem instanceof Error ? problem.message : problem}`;
      if (alone) {
        problems.push(why);
      } else {
        say(`${why.split('\n')[0]}; once more, alone`);
        again.push(of);
      }
    }
  };
  // What recording may cost is a share of the program's time: with others beside them, such programs afford half as many samples.
  for (const of of waiting.filter(({ busy }) => busy)) await record(of, false);
  const together = waiting.filter(({ busy }) => !busy);
  const takeTurns = async () => {
    for (let next = together.shift(); next !== undefined; next = together.shift()) await record(next, false);
  };
  await Promise.all(Array.from({ length: run.atOnce }, takeTurns));
  for (const of of again) await record(of, true);
  return problems;
}
