// Runs one of test/programs (or another program that prints READY) in a JVM and stops the clock there: the program has printed READY and
// waits, so a dump and the JVM's own histogram show the same heap.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isTriedInFull, type Jvm } from './jvms';
import { build, programs } from './places';

const startSeconds = 60;

/** Of a JVM that ends soon: to optimise what it runs takes longer than it saves. Programs are optimised in `./run test deep`, with one JVM. */
const quickCompiler = '-XX:TieredStopAtLevel=1';
/** Of the JDK's tools. To collect in parallel takes longer than it saves, too. */
const forTools = [`-J${quickCompiler}`, '-J-XX:+UseSerialGC'];

export interface RunningProgram {
  readonly pid: number;
  /** All that the program printed before it was ready. */
  readonly printed: string;
  /** What the program said that it holds: class name → objects. */
  readonly holds: ReadonlyMap<string, number>;
  jcmd(...command: string[]): string;
  /** Collects until nothing is left that a collection would change: cleaners and finalizers run between collections. */
  settle(): void;
  heapDump(name: string, ...options: string[]): string;
  /** Gives a program that waits for lines some, and lets it go on until it is ready again; gives what it printed meanwhile. */
  step(lines?: string): Promise<string>;
  /** Lets the program end by itself; gives what it printed since it was ready, and its exit status. */
  end(): Promise<{ status: number | null; printed: string }>;
  stop(): Promise<void>;
}

/** Compiles all of test/programs for Java 17, once and together, because starting the compiler takes longest, and returns the class path. */
export function compiled(jvm: Jvm): string {
  const files = readdirSync(programs).filter((name) => name.endsWith('.java'));
  return compiledSources(
    jvm,
    'programs',
    files.map((name) => path.join(programs, name)),
  );
}

/** Compiles the files for Java 17, once, and returns the class path. @param libraries what they are compiled against */
export function compiledSources(jvm: Jvm, name: string, sources: readonly string[], libraries = ''): string {
  const newest = Math.max(...sources.map((source) => statSync(source).mtimeMs));
  const folder = path.join(build, 'classes');
  const versions = `${name}-${jvm.version}-`;
  const classes = path.join(folder, `${versions}${Math.floor(newest)}`);
  if (existsSync(classes)) return classes;
  const fresh = path.join(folder, `fresh-${versions}${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  const options = ['--release', '17', '-nowarn', '-Xlint:none', '-d', fresh];
  if (libraries !== '') options.push('-cp', libraries);
  execFileSync(jvm.tool('javac'), [...forTools, ...options, ...sources], { stdio: 'pipe' });
  takeOver(fresh, classes);
  for (const old of readdirSync(folder)) {
    if (old.startsWith(versions) && old !== path.basename(classes))
      rmSync(path.join(folder, old), { recursive: true, force: true });
  }
  return classes;
}

/** Another test may have been quicker, and compiled the same. */
function takeOver(fresh: string, classes: string): void {
  try {
    renameSync(fresh, classes);
  } catch (error) {
    if (!existsSync(classes)) throw error;
    rmSync(fresh, { recursive: true });
  }
}

/** Waits for READY. Fails with what the program printed instead. */
function untilReady(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const finish = () => {
      clearTimeout(timer);
      process.stdout?.off('data', onData);
      process.stderr?.off('data', onData);
      process.off('exit', onExit);
    };
    const fail = (why: string) => {
      finish();
      reject(new Error(`The program ${why}. It printed:\n${output}`));
    };
    const onData = (data: Buffer) => {
      output += data.toString();
      if (!/^READY$/m.test(output)) return;
      finish();
      resolve(output);
    };
    const onExit = (code: number | null) => fail(`ended with ${code}`);
    const timer = setTimeout(() => fail(`was not ready after ${startSeconds} s`), startSeconds * 1000);
    process.stdout?.on('data', onData);
    process.stderr?.on('data', onData);
    process.on('exit', onExit);
  });
}

export function start(
  jvm: Jvm,
  program: string,
  options: readonly string[] = [],
  more: readonly string[] = [],
): Promise<RunningProgram> {
  return startJava(jvm, ['-Xmx400m', ...options, '-cp', compiled(jvm), program, ...more]);
}

/** @param lines what it reads before it is ready */
export async function startJava(jvm: Jvm, words: readonly string[], lines = ''): Promise<RunningProgram> {
  const java = spawn(jvm.tool('java'), [...(isTriedInFull(jvm) ? [] : [quickCompiler]), ...words]);
  java.stdin.write(lines);
  const output = await untilReady(java);
  const pid = java.pid ?? 0;
  const jcmd = (...command: string[]) =>
    execFileSync(jvm.tool('jcmd'), [...forTools, `${pid}`, ...command], { encoding: 'utf8' });
  const holds = [...output.matchAll(/^holds (\S+) (\d+)$/gm)].map((line): [string, number] => [
    line[1] ?? '',
    Number(line[2]),
  ]);
  return {
    pid,
    printed: output,
    holds: new Map(holds),
    jcmd,
    // Each line is a command: one jcmd instead of three, which is a JVM itself.
    settle: () => void jcmd(Array(3).fill('GC.run').join('\n')),
    heapDump: (name, ...dumpOptions) => {
      const folder = path.join(build, 'dumps');
      mkdirSync(folder, { recursive: true });
      const file = path.join(folder, `${name}-${process.pid}.hprof`);
      rmSync(file, { force: true });
      const answer = jcmd('GC.heap_dump', ...dumpOptions, file);
      if (!existsSync(file)) throw new Error(`jcmd wrote no dump: ${answer}`);
      return file;
    },
    step: (more = '\n') => {
      java.stdin.write(more);
      return untilReady(java);
    },
    end: () => {
      let printed = '';
      for (const stream of [java.stdout, java.stderr])
        stream.on('data', (data: Buffer) => (printed += data.toString()));
      return new Promise((resolve) => {
        java.once('close', (status) => resolve({ status, printed }));
        java.stdin.end();
      });
    },
    stop: () =>
      new Promise((resolve) => {
        java.once('exit', () => resolve());
        java.kill('SIGKILL');
      }),
  };
}
