// Heaptrail's own program and the recorder, beside the addon in the installed extension.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agentLibrary } from './agent';

export type ToolResult = { ok: true; text: string } | { ok: false; message: string };

export class NativeTool {
  readonly program: string;
  readonly agent: string;

  constructor(folder: string) {
    this.program = join(folder, 'heaptrail');
    this.agent = join(folder, agentLibrary);
  }

  /** The file that this installation lacks. */
  get missing(): string | undefined {
    return [this.program, this.agent].find((file) => !existsSync(file));
  }

  /** Never rejects: what went wrong is told in the program's words. */
  run(...args: string[]): Promise<ToolResult> {
    return new Promise((resolve) => {
      execFile(this.program, args, { timeout: 10 * 60_000 }, (problem, stdout, stderr) => {
        if (!problem) resolve({ ok: true, text: stdout.trim() });
        else resolve({ ok: false, message: stderr.trim() || problem.message });
      });
    });
  }
}
