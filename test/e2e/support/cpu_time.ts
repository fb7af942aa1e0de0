// Processor time of processes, which hardly depends on what else a machine does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds, user and system, of these processes so far. proc(5): behind the name in parentheses they are the 12th and 13th words. */
export function cpuMilliseconds(processes: readonly number[]): number {
  const ticks = processes.map((id) => {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return user + system;
  });
  return (1000 * ticks.reduce((sum, some) => sum + some, 0)) / ticksPerSecond;
}

/** Waits until the machine has next to nothing to do, as a workbench that has started; not for ever, where others use it. */
export async function untilAtRest(): Promise<void> {
  const patience = Date.now() + 20_000;
  for (let before = idleMilliseconds(); Date.now() < patience; ) {
    const began = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const idle = idleMilliseconds();
    if (idle - before > 0.85 * cpus().length * (Date.now() - began)) return;
    before = idle;
  }
}

/** Of all processors together, since the machine was started. proc(5): the 4th and 5th numbers are idle and waiting for disks. */
function idleMilliseconds(): number {
  const [, , , , idle = 0, waiting = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/).map(Number) ?? [];
  return (1000 * (idle + waiting)) / ticksPerSecond;
}
