// Recordings that nobody waits for, of a recording terminal or an attached JVM: when their process ends, one quiet offer to open
// them. What ends while an offer is still shown is in the next one.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { nameOf, type Recorder } from './recorder';
import { type FoundRecording, recordingsAmong } from './recording_files';
import { isRunning } from './recordings';

const lookMs = 2000;

interface Followed {
  path: string;
  pid: number;
}

export class FinishedOffers implements vscode.Disposable {
  private readonly watchers = new Map<string, vscode.Disposable>();
  private readonly patterns = new Set<string>();
  private readonly followed = new Map<string, Followed>();
  private finished: FoundRecording[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;
  private offering = false;

  constructor(private readonly recorder: Recorder) {}

  /** Follows all recordings of a pattern, as they appear. */
  watch(pattern: string): void {
    this.recorder.recordings.begin(pattern);
    this.patterns.add(pattern);
    const folder = dirname(pattern);
    if (this.watchers.has(folder)) return;
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(folder), '*.heaptrail'),
      false,
      true,
      true,
    );
    watcher.onDidCreate(({ fsPath }) => {
      for (const { path, pid } of [...this.patterns].flatMap((watched) => recordingsAmong(watched, [fsPath]))) {
        if (pid !== undefined) this.follow({ path, pid });
      }
    });
    this.watchers.set(folder, watcher);
  }

  follow(recording: Followed): void {
    this.followed.set(recording.path, recording);
    this.timer ??= setInterval(() => void this.look(), lookMs);
  }

  dispose(): void {
    clearInterval(this.timer);
    for (const watcher of this.watchers.values()) watcher.dispose();
  }

  private async look(): Promise<void> {
    for (const { path, pid } of [...this.followed.values()]) {
      // A look that takes long meets the next one: what that one took is not found again.
      if (isRunning(pid) || !this.followed.delete(path)) continue;
      const bytes = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      if (bytes > 0) this.finished.push({ path, pid, bytes, running: false });
    }
    if (this.followed.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    void this.offer();
  }

  private async offer(): Promise<void> {
    if (this.offering) return;
    this.offering = true;
    try {
      while (this.finished.length > 0) {
        const found = this.finished.sort((a, b) => b.bytes - a.bytes);
        this.finished = [];
        const [first, ...others] = found;
        if (!first) return;
        await this.recorder.offer(
          found,
          others.length === 0
            ? vscode.l10n.t('The recording {0} is finished.', nameOf(first))
            : vscode.l10n.t('{0} recordings are finished.', found.length),
        );
      }
    } finally {
      this.offering = false;
    }
  }
}
