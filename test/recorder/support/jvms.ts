// The JVMs of this machine: JDK 17, and the newest other one, among the folders where Linux distributions install them.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

const home = '/usr/lib/jvm';

export interface Jvm {
  readonly feature: number;
  readonly version: string;
  tool(name: 'java' | 'javac' | 'jcmd'): string;
}

function jvmAt(folder: string): Jvm | undefined {
  const bin = path.join(folder, 'bin');
  const release = path.join(folder, 'release');
  if (!existsSync(release) || !['java', 'javac', 'jcmd'].every((tool) => existsSync(path.join(bin, tool))))
    return undefined;
  const version = /^JAVA_VERSION="([^"]+)"/m.exec(readFileSync(release, 'utf8'))?.[1];
  if (version === undefined) return undefined;
  return { feature: Number.parseInt(version, 10), version, tool: (name) => path.join(bin, name) };
}

function installed(): Jvm[] {
  if (!existsSync(home)) return [];
  const folders = new Set(readdirSync(home).map((name) => realpathSync(path.join(home, name))));
  return [...folders].flatMap((folder) => jvmAt(folder) ?? []).sort((a, b) => b.feature - a.feature);
}

const all = installed();

export const jdk17 = all.find((jvm) => jvm.feature === 17);
export const newerJdk = all.find((jvm) => jvm.feature > 17);

/** Where time is no matter (`./run test deep`). */
export const allJvms = process.env.HEAPTRAIL_JVMS === 'all';

interface TestedJvm {
  readonly wanted: string;
  readonly jvm: Jvm | undefined;
}
const everyChange: TestedJvm = { wanted: 'JDK 17', jvm: jdk17 };
const deepAlone: TestedJvm = { wanted: 'a JDK newer than 17', jvm: newerJdk };

/** The JVMs whose heaps and recordings are looked at: JDK 17 alone, or all. */
export const testedJvms: readonly TestedJvm[] = allJvms ? [everyChange, deepAlone] : [everyChange];

const oneOfThem = allJvms && newerJdk !== undefined ? deepAlone : everyChange;

/** Those of tests that one JVM is enough for: where time is no matter, what each change is tried with need not be tried again if there is another. */
export const untriedJvms: readonly TestedJvm[] = [oneOfThem];
export const oneJvm = oneOfThem.jvm;

/** Full sizes, and programs that HotSpot's second compiler optimises: with one JVM. Others differ in classes and headers. */
export const isTriedInFull = (jvm: Jvm | undefined): boolean => allJvms && jvm === oneJvm;

/** What each change need not try. */
export const inDeep = <T>(cases: readonly T[]): readonly T[] => (allJvms ? cases : []);

/** The JVM, for tests that are skipped when there is none. */
export function present(jvm: Jvm | undefined): Jvm {
  if (jvm === undefined) throw new Error('This test needs a JVM that is not installed; it should have been skipped.');
  return jvm;
}

/** What a describe block adds to its name when its JVM is missing, so that skipping is not silent. */
export function orSkipped(jvm: Jvm | undefined, wanted: string): string {
  return jvm === undefined ? `${wanted} (SKIPPED: none with javac and jcmd below ${home})` : `JDK ${jvm.version}`;
}
