// Recordings that nobody waits for, of a recording terminal or an attached JVM: when one ends that no view shows, one quiet offer to open
// it. What ends while an offer is still shown is in the next one.
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { nameOf, type Recorder } from './recorder';
import { type FoundRecording, type Recording, recordingsAmong } from './recording_files';

export class FinishedOffers implements vscode.Disposable {
  private readonly patterns = new Set<string>();
  private readonly listening: { dispose(): void };
  private finished: FoundRecording[] = [];
  private offering = false;

  constructor(private readonly recorder: Recorder) {
    this.listening = recorder.live.onDidEnd((ended) => void this.noteEnd(ended));
  }

  /** Those of this pattern are offered. Ends when the function that it returns is called: no more come then. */
  expect(pattern: string): () => void {
    this.patterns.add(pattern);
    return this.recorder.live.expect(pattern);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async noteEnd({ path, pid }: Recording): Promise<void> {
    const isOurs = [...this.patterns].some((pattern) => recordingsAmong(pattern, [path]).length > 0);
    // A view that shows it tells the end itself.
    if (!isOurs || this.recorder.isOpen(path)) return;
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes === 0) return;
    this.finished.push({ path, ...(pid === undefined ? {} : { pid }), bytes, running: false });
    await this.offer();
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
