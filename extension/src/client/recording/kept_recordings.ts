// The recordings that go on, kept with the workspace: a window that is loaded again finds them, and its status bar tells of them as before.
// Knows nothing of the editor.
import type { LiveRecordings } from './live_recordings';
import { isRecordingOfProcess, type RecordingOfProcess } from './recording_files';

export interface Store {
  load(): unknown;
  save(recordings: RecordingOfProcess[]): void;
}

/** From now on what goes on is kept, and what was kept is looked at again. */
export function keepRecordings(live: LiveRecordings, store: Store): { dispose(): void } {
  const before = store.load();
  const kept = Array.isArray(before) ? before.filter(isRecordingOfProcess) : [];
  let saved = JSON.stringify(kept);
  const listening = live.onDidChange(() => {
    const now = live.all.map(({ path, pid }) => ({ path, pid }));
    if (JSON.stringify(now) === saved) return;
    saved = JSON.stringify(now);
    store.save(now);
  });
  live.resume(kept);
  return listening;
}
