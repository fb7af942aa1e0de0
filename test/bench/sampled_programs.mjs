// The programs whose allocations are sampled to see what that costs (recorder.mjs, sampling_turns.mjs, sampling_profile.mjs).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = join(dirname(fileURLToPath(import.meta.url)), '..', 'programs');

/** Into a folder. */
export function compilePrograms(jvm, folder, names) {
  const files = names.map((name) => join(programs, `${name}.java`));
  execFileSync(join(jvm.home, 'bin', 'javac'), ['-d', folder, ...files]);
}

/** The sources of some packages of the JDK, or nothing where they are not installed. */
function unpackSources(jvm, folder) {
  const sources = join(jvm.home, 'lib', 'src.zip');
  if (!existsSync(sources)) return [];
  const unpacked = join(folder, 'sources');
  mkdirSync(unpacked);
  execFileSync(join(jvm.home, 'bin', 'jar'), ['xf', sources, 'java.base/java/util'], { cwd: unpacked });
  return readdirSync(join(unpacked, 'java.base'), { recursive: true })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(unpacked, 'java.base', file));
}

// A fixed heap and one collector's thread: else runs without a recorder differ by a tenth among themselves.
const steady = ['-Xms1g', '-Xmx1g', '-XX:+UseSerialGC'];
const small = ['-Xmx256m', '-XX:+UseSerialGC'];
const h2 = '/usr/share/java/h2.jar';

/** The compiler's own arguments, or nothing where there are no sources. */
function compilersArguments(jvm, folder, packages = '') {
  const sources = unpackSources(jvm, folder).filter((file) => file.includes(`/java/util/${packages}`));
  const list = join(folder, 'sources.txt');
  writeFileSync(list, sources.join('\n'));
  const modules = ['--patch-module', `java.base=${join(folder, 'sources', 'java.base')}`];
  return sources.length > 0 ? [list, join(folder, 'compiled'), ...modules] : null;
}

/** Programs by name: their words, given the option of the agent or none. Null for what is not installed. */
export function programsToSample(jvm, folder) {
  const java = join(jvm.home, 'bin', 'java');
  const own =
    (options, classes, ...words) =>
    (agentWords) => [java, ...options, ...agentWords, '-cp', classes, ...words];
  const compiler = compilersArguments(jvm, folder);
  return {
    loop: own(small, folder, 'AllocationLoop', '300'),
    service: own(small, folder, 'BusyService', '20000'),
    javac: compiler && own(steady, folder, 'SteadyCompiler', '12', ...compiler),
    h2: existsSync(h2) ? own(steady, `${folder}:${h2}`, 'SteadyDatabase', '160') : null,
    exceptions: own(small, folder, 'ThrowingService', '30000', '2048'),
  };
}

/** The same work, but recorded by a library in so many turns, with options for samples: words, given these. */
export function programsInTurns(jvm, folder) {
  const attaching = [
    '-Djdk.attach.allowAttachSelf=true',
    ...(jvm.feature > 20 ? ['-XX:+EnableDynamicAgentLoading'] : []),
  ];
  const inTurns =
    (options, classes, secondsToCompile, ...work) =>
    (library, turns, sites) => [
      ...[join(jvm.home, 'bin', 'java'), ...options, ...attaching, '-cp', classes],
      ...['SampledInTurns', library, folder, sites, secondsToCompile, `${turns}`, ...work],
    ];
  const compiler = compilersArguments(jvm, folder, 'concurrent/atomic/');
  return {
    loop: inTurns(small, folder, '10', 'loop'),
    service: inTurns(small, folder, '10', 'service'),
    javac: compiler && inTurns(steady, folder, '90', 'javac', ...compiler),
    h2: existsSync(h2) ? inTurns(steady, `${folder}:${h2}`, '30', 'h2') : null,
  };
}
