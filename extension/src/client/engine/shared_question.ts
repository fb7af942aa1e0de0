// One question that several views ask: the engine hears it once, all who wait learn how far it is, and it is cancelled when nobody
// waits any more.
import { FailureError } from '../../../../shared/protocol/failure';
import type { ProgressValue } from '../../../../shared/protocol/questions';
import { Cancel } from './cancel';
import type { Cancellation } from './engine';

type OnProgress = (value: ProgressValue) => void;

export class SharedQuestion<Answer> {
  private readonly cancel = new Cancel();
  private readonly waiting = new Set<OnProgress>();
  private readonly answer: Promise<Answer>;
  private latest: ProgressValue | undefined;
  private answered = false;

  constructor(ask: (onProgress: OnProgress, cancellation: Cancellation) => Promise<Answer>) {
    this.answer = ask((value) => {
      this.latest = value;
      for (const onProgress of this.waiting) onProgress(value);
    }, this.cancel).finally(() => {
      this.answered = true;
    });
  }

  /** Whoever comes after it was answered or given up has to ask anew. */
  get over(): boolean {
    return this.answered || this.cancel.isCancellationRequested;
  }

  async join(onProgress: OnProgress, cancellation?: Cancellation): Promise<Answer> {
    // A function of its own, so that who joins twice also waits twice.
    const tell: OnProgress = (value) => onProgress(value);
    this.waiting.add(tell);
    if (this.latest) tell(this.latest);
    let watch: { dispose(): void } | undefined;
    const left = new Promise<never>((_, reject) => {
      watch = cancellation?.onCancellationRequested(() => {
        this.waiting.delete(tell);
        if (this.waiting.size === 0) this.cancel.cancel();
        reject(new FailureError({ kind: 'cancelled', message: 'Cancelled.' }));
      });
    });
    try {
      return await Promise.race([this.answer, left]);
    } finally {
      watch?.dispose();
      this.waiting.delete(tell);
    }
  }
}
