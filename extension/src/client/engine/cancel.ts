// A cancellation that needs no editor.
import type { Cancellation } from './engine';

export class Cancel implements Cancellation {
  isCancellationRequested = false;
  private readonly listeners = new Set<() => void>();

  onCancellationRequested(listener: () => void) {
    // As the editor's own: who listens too late hears of it too, but not before the call returns.
    if (this.isCancellationRequested) queueMicrotask(listener);
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }
  cancel(): void {
    if (this.isCancellationRequested) return;
    this.isCancellationRequested = true;
    for (const listener of this.listeners) listener();
  }
}
