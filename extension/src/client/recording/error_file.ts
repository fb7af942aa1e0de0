// A file for what a recorded program says before it fails: its terminal is for people, and no extension may read it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export class ErrorFile {
  private constructor(readonly path: string) {}

  static async make(): Promise<ErrorFile> {
    return new ErrorFile(join(await mkdtemp(join(tmpdir(), 'heaptrail-')), 'errors'));
  }

  /** Empty where the program did not fail. */
  async read(): Promise<string> {
    return readFile(this.path, 'utf8').catch(() => '');
  }

  async remove(): Promise<void> {
    await rm(dirname(this.path), { recursive: true, force: true });
  }
}
