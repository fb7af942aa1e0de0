// A file system of a few megabytes in a folder of its own, to be filled. Only root may mount one.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class SmallDisk {
  readonly isMounted: boolean;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    this.isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0;
  }

  /** Leaves no byte. */
  fill(): void {
    const room = Buffer.alloc(4096);
    const file = path.join(this.folder, 'filler');
    for (;;) {
      try {
        writeFileSync(file, room, { flag: 'a' });
      } catch (problem) {
        if ((problem as NodeJS.ErrnoException).code !== 'ENOSPC') throw problem;
        return;
      }
    }
  }

  /** Also while somebody has a file open in it. */
  remove(): void {
    if (this.isMounted) execFileSync('umount', ['--lazy', this.folder]);
  }
}
