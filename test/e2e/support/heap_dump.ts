// A real heap dump of a real JVM: compiles a small Java program, starts it, waits until it says READY, lets jcmd dump its heap, and ends it.
// The program prints what it holds ("holds CLASS COUNT"): the truth that the views are compared with.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Objects per class name, as the program itself counts them. */
export type Holds = Record<string, number>;

export async function takeHeapDump(source: string, dump: string, classes: string): Promise<Holds> {
  mkdirSync(classes, { recursive: true });
  mkdirSync(path.dirname(dump), { recursive: true });
  // jcmd refuses to write over a file.
  rmSync(dump, { force: true });
  execFileSync('javac', ['-d', classes, source]);

  const program = spawn('java', ['-Xmx512m', '-cp', classes, path.basename(source, '.java')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  try {
    const holds = await untilReady(program.stdout);
    execFileSync('jcmd', [String(program.pid), 'GC.heap_dump', dump]);
    return holds;
  } finally {
    // It waits for the end of its input.
    program.stdin.end();
    program.stdout.resume();
    await ended;
  }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<Holds> {
  const holds: Holds = {};
  for await (const line of createInterface({ input: output })) {
    if (line === 'READY') return holds;
    const [, name, count] = /^holds (\S+) (\d+)$/.exec(line) ?? [];
    if (name !== undefined) holds[name] = Number(count);
  }
  throw new Error('the program ended before it was READY');
}
