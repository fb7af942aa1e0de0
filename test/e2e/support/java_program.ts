// A small Java program that the tests run themselves: compiles it, starts it, waits until it says READY, and ends it by ending its input.
// The program prints what it holds ("holds CLASS COUNT"): the truth that the views are compared with.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Objects per class name, as the program itself counts them. */
export type Holds = Record<string, number>;

export interface RunningProgram {
  readonly pid: number;
  readonly holds: Holds;
  /** Closes its standard input, which it waits for, and waits until it is gone. */
  end(): Promise<void>;
}

export function compile(source: string, classes: string): void {
  mkdirSync(classes, { recursive: true });
  execFileSync('javac', ['-d', classes, source]);
}

/** @param words what comes after the class path: the main class and its arguments */
export async function startProgram(classes: string, ...words: string[]): Promise<RunningProgram> {
  const program = spawn('java', ['-Xmx512m', '-cp', classes, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const end = async (): Promise<void> => {
    program.stdin.end();
    program.stdout.resume();
    await ended;
  };
  try {
    return { pid: program.pid ?? 0, holds: await untilReady(program.stdout), end };
  } catch (problem) {
    await end();
    throw problem;
  }
}

/** What the program says that it holds. */
export async function untilReady(output: NodeJS.ReadableStream): Promise<Holds> {
  const holds: Holds = {};
  for await (const line of createInterface({ input: output })) {
    if (line === 'READY') return holds;
    const [, name, count] = /^holds (\S+) (\d+)$/.exec(line) ?? [];
    if (name !== undefined) holds[name] = Number(count);
  }
  throw new Error('the program ended before it was READY');
}
