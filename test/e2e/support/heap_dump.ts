// A real heap dump of a real JVM: compiles and starts a small Java program, lets jcmd dump its heap, and ends it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { compile, type Holds, startProgram } from './java_program';

export type { Holds };

/** @param words the program's arguments */
export async function takeHeapDump(source: string, dump: string, classes: string, ...words: string[]): Promise<Holds> {
  compile(source, classes);
  mkdirSync(path.dirname(dump), { recursive: true });
  // jcmd refuses to write over a file.
  rmSync(dump, { force: true });
  const program = await startProgram(classes, path.basename(source, '.java'), ...words);
  try {
    execFileSync('jcmd', [String(program.pid), 'GC.heap_dump', dump]);
    return program.holds;
  } finally {
    await program.end();
  }
}
