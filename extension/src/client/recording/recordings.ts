// Which files the recordings of a pattern became, and which of their JVMs still run.
import { mkdir, readdir, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FoundRecording, recordingsAmong } from './recording_files';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    // A process of someone else is there, too.
    return (problem as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether it is this process that writes the file: a number in a file's name may be one of a container. */
export async function hasOpen(pid: number, path: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(join(folder, file)).catch(() => '')));
  return targets.includes(await realpath(path).catch(() => path));
}

/** Makes a folder for recordings. One that is new is kept out of version control: recordings are large, and show what a program holds. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await writeFile(join(folder, '.gitignore'), '*\n');
}

export class Recordings {
  constructor(private readonly running: (pid: number) => boolean = isRunning) {}

  /** @param pattern an absolute path with `%p` for the process id */
  async find(pattern: string): Promise<FoundRecording[]> {
    const folder = dirname(pattern);
    const names = await readdir(folder).catch(() => []);
    const found = recordingsAmong(
      pattern,
      names.map((name) => join(folder, name)),
    ).map(async (recording) => {
      const size = await stat(recording.path).then(
        ({ size }) => size,
        () => 0,
      );
      const running = recording.pid !== undefined && this.running(recording.pid);
      return { ...recording, bytes: size, running };
    });
    return Promise.all(found);
  }

  /** Waits until no JVM of the pattern runs any more, but not for ever. */
  async ended(pattern: string, patienceMs: number): Promise<FoundRecording[]> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const found = await this.find(pattern);
      if (!found.some(({ running }) => running) || Date.now() >= until) return found;
      await sleep(200);
    }
  }
}
