// Processor time of processes, which hardly depends on what else a machine does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
