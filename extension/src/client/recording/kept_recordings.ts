// The recordings that go on, kept with the workspace: a window that is loaded again finds them, and its status bar tells of them as before.
// Knows nothing of the editor.
import type { LiveRecordings } from './live_recordings';
import type { Recording } from './recording_files';

type Kept = Required<Recording>;

export interface Store {
  load(): unknown;
  save(recordings: Kept[]): void;
}

/** From now on what goes on is kept, and what was kept is looked at again. */
export function keepRecordings(live: LiveRecordings, store: Store): { dispose(): void } {
  const before = store.load();
  const kept = Array.isArray(before) ? before.filter(isKept) : [];
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

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'pid' in value &&
  typeof value.pid === 'number';
