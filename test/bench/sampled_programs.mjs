// The programs whose allocations are sampled to see what that costs (recorder.mjs, sampling_profile.mjs).
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

/** Programs by name: their words, given the option of the agent or none. Null for what is not installed. */
export function programsToSample(jvm, folder) {
  const java = join(jvm.home, 'bin', 'java');
  const own =
    (name, ...words) =>
    (agentWords) => [...[java, '-Xmx256m', '-XX:+UseSerialGC', ...agentWords, '-cp', folder, name], ...words];
  const sources = unpackSources(jvm, folder);
  const list = join(folder, 'sources.txt');
  writeFileSync(list, sources.join('\n'));
  // A fixed heap and one collector's thread: else runs without a recorder differ by a tenth among themselves.
  const steady = [java, '-Xms1g', '-Xmx1g', '-XX:+UseSerialGC'];
  const modules = ['--patch-module', `java.base=${join(folder, 'sources', 'java.base')}`];
  const compiler = (agentWords) => [
    ...[...steady, ...agentWords, '-cp', folder, 'SteadyCompiler'],
    ...['12', list, join(folder, 'compiled'), ...modules],
  ];
  const jar = '/usr/share/java/h2.jar';
  const database = (agentWords) => [...steady, ...agentWords, '-cp', `${folder}:${jar}`, 'SteadyDatabase', '160'];
  return {
    loop: own('AllocationLoop', '300'),
    service: own('BusyService', '20000'),
    javac: sources.length > 0 ? compiler : null,
    h2: existsSync(jar) ? database : null,
    exceptions: own('ThrowingService', '30000', '2048'),
  };
}
