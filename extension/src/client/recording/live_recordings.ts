// The recordings that go on at the moment, of programs that were started or attached to from this window: how long, how many points. Looks
// at them once a second, and only while there are some or some may come. Knows nothing of the editor.
import { toFailure } from '../../../../shared/protocol/failure';
import type { RecordingLook } from '../../../../shared/protocol/questions';
import type { Recording } from './recording_files';
import { isRunning, type Recordings } from './recordings';

const lookMs = 1000;

export interface LiveRecording extends Recording {
  pid: number;
  /** For people: the main class or jar without package and folder; the start of the file's name where the JVM does not tell. */
  name: string;
  startMillis: number;
  points: number;
}

export interface EndedRecording extends LiveRecording {
  /** Whether its program runs on. */
  isDetached: boolean;
}

interface Looked {
  recording: LiveRecording;
  /** From where to look the next time. */
  end: number;
  isRunning: boolean;
  /** Whether it ever was seen to go on: one of another time may have such a name. */
  wasRunning: boolean;
}

export class LiveRecordings {
  /** Where recordings may come to be. */
  private readonly patterns = new Set<string>();
  private readonly looked = new Map<string, Looked>();
  private readonly changeListeners = new Set<() => void>();
  private readonly endListeners = new Set<(ended: EndedRecording) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly recordings: Pick<Recordings, 'find'>,
    private readonly look: (path: string, from: number) => Promise<RecordingLook>,
    private readonly nameOf: (recording: Recording, program: string) => string,
    private readonly isThere: (pid: number) => boolean = isRunning,
  ) {}

  /** From now on recordings of this pattern count, until the function that it returns is called; those that go on then still do. */
  expect(pattern: string): () => void {
    this.patterns.add(pattern);
    this.schedule(0);
    return () => void this.patterns.delete(pattern);
  }

  /** Goes on with those that went on when the window was closed; they may have ended since. */
  resume(recordings: readonly Required<Recording>[]): void {
    for (const recording of recordings) {
      if (!this.looked.has(recording.path)) this.looked.set(recording.path, this.begun(recording));
    }
    if (recordings.length > 0) this.schedule(0);
  }

  /** Those whose program is being recorded, as they were a moment ago. */
  get all(): LiveRecording[] {
    return [...this.looked.values()].filter((each) => each.isRunning && each.wasRunning).map((each) => each.recording);
  }

  /** As they are now. */
  async fresh(): Promise<LiveRecording[]> {
    await this.looking;
    await this.lookAtAll();
    return this.all;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.changeListeners.add(listener);
    return { dispose: () => void this.changeListeners.delete(listener) };
  }

  onDidEnd(listener: (ended: EndedRecording) => void): { dispose(): void } {
    this.endListeners.add(listener);
    return { dispose: () => void this.endListeners.delete(listener) };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.patterns.clear();
    this.looked.clear();
    this.changeListeners.clear();
    this.endListeners.clear();
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    const isOver = this.patterns.size === 0 && ![...this.looked.values()].some((each) => each.isRunning);
    this.timer = isOver ? undefined : setTimeout(() => void this.lookAtAll(), ms);
  }

  private lookAtAll(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => {
      this.looking = undefined;
      this.schedule(lookMs);
    });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    const found = await Promise.all([...this.patterns].map((pattern) => this.recordings.find(pattern)));
    for (const { path, pid } of found.flat()) {
      if (pid !== undefined && !this.looked.has(path)) this.looked.set(path, this.begun({ path, pid }));
    }
    const before = this.all.length;
    await Promise.all([...this.looked.values()].filter((each) => each.isRunning).map((each) => this.lookAt(each)));
    if (before > 0 || this.all.length > 0) for (const listener of this.changeListeners) listener();
  }

  private begun({ path, pid }: Recording & { pid: number }): Looked {
    const recording = { path, pid, name: this.nameOf({ path, pid }, ''), startMillis: Date.now(), points: 0 };
    return { recording, end: 0, isRunning: true, wasRunning: false };
  }

  private async lookAt(looked: Looked): Promise<void> {
    const { recording } = looked;
    try {
      const { end, points, running, startMillis, program } = await this.look(recording.path, looked.end);
      looked.end = end;
      recording.points += points;
      if (startMillis !== undefined) recording.startMillis = startMillis;
      if (program) recording.name = this.nameOf(recording, program);
      looked.wasRunning ||= running;
      // The file may be there before anything is in it.
      looked.isRunning = running || (!looked.wasRunning && points === 0 && this.isThere(recording.pid));
    } catch (thrown) {
      // A file that has gone is of no use to anybody; an engine that stopped comes back.
      const isGone = toFailure(thrown).kind === 'input';
      looked.isRunning = !isGone && this.isThere(recording.pid);
      looked.wasRunning &&= !isGone;
    }
    if (!looked.isRunning && looked.wasRunning) this.tellEnd(recording);
  }

  private tellEnd(recording: LiveRecording): void {
    const ended = { ...recording, isDetached: this.isThere(recording.pid) };
    for (const listener of this.endListeners) listener(ended);
  }
}
