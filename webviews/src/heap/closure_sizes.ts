// Decides which deep and retained sizes to ask for next: those of the rows in sight first, then all. One question about rows and
// one about everything run at the same time at the most. Knows nothing of how rows are drawn.
import type { HeapRow, Size, SizeMetric, SizesAnswer, SizesArgs } from '../../../extension/src/protocol/answers';
import type { OnProgress, Running } from '../host';

export const metrics = ['retained', 'deep'] as const satisfies readonly SizeMetric[];
const mostKeys = 64;

export type SizesState =
  | { kind: 'idle' }
  | { kind: 'computing'; metric: SizeMetric; done: number }
  | { kind: 'paused' }
  | { kind: 'failed'; message: string };

export interface SizesEvents {
  /** Values of some rows came. */
  filled(): void;
  /** All rows have this size from now on. */
  complete(metric: SizeMetric): void;
  state(state: SizesState): void;
}

export type AskSizes = (args: SizesArgs, onProgress: OnProgress) => Running<SizesAnswer>;

export class ClosureSizes {
  private readonly values: Record<SizeMetric, Map<string, Size>> = { deep: new Map(), retained: new Map() };
  private known: Record<SizeMetric, boolean> = { deep: false, retained: false };
  private visible: HeapRow[] = [];
  private rowsRunning: { keys: string[]; running: Running<SizesAnswer> } | undefined;
  private allRunning: Running<SizesAnswer> | undefined;
  private first: SizeMetric = 'retained';
  private stopped: SizesState | undefined = { kind: 'idle' };

  constructor(
    private readonly ask: AskSizes,
    private readonly events: SizesEvents,
  ) {}

  isKnown(metric: SizeMetric): boolean {
    return this.known[metric];
  }

  of(row: HeapRow, metric: SizeMetric): Size | undefined {
    return row[metric] ?? this.values[metric].get(row.key);
  }

  /** What the engine said it knows of all rows. */
  learn(known: Record<SizeMetric, boolean>): void {
    this.known = { deep: this.known.deep || known.deep, retained: this.known.retained || known.retained };
  }

  /** The rows in sight. Sizes are asked for from now on. */
  show(rows: HeapRow[]): void {
    this.visible = rows;
    if (this.stopped?.kind === 'idle') this.stopped = undefined;
    const inSight = new Set(rows.map((row) => row.key));
    if (this.rowsRunning && !this.rowsRunning.keys.some((key) => inSight.has(key))) this.rowsRunning.running.cancel();
    this.next();
  }

  /** Nobody looks any more. */
  stop(): void {
    this.stopped = { kind: 'idle' };
    this.rowsRunning?.running.cancel();
    this.allRunning?.cancel();
  }

  /** Of all rows, this metric comes first. */
  prefer(metric: SizeMetric): void {
    this.first = metric;
    if (this.stopped?.kind !== 'idle') this.resume();
  }

  pause(): void {
    this.stopped = { kind: 'paused' };
    this.rowsRunning?.running.cancel();
    this.allRunning?.cancel();
    this.events.state(this.stopped);
  }

  resume(): void {
    this.stopped = undefined;
    this.next();
  }

  private next(): void {
    if (this.stopped) return;
    const asked = this.askForRows();
    if (!asked && !this.rowsRunning) this.askForAll();
  }

  private askForRows(): boolean {
    if (this.rowsRunning) return false;
    for (const metric of metrics) {
      if (this.known[metric]) continue;
      const missing = this.visible.filter((row) => !this.of(row, metric)).map((row) => row.key);
      if (missing.length === 0) continue;
      const keys = missing.slice(0, mostKeys);
      const running = this.ask({ metric, keys }, () => undefined);
      this.rowsRunning = { keys, running };
      const ended = () => {
        this.rowsRunning = undefined;
      };
      running.promise.then(
        (answer) => {
          ended();
          for (const { key, objects, bytes } of answer.rows) this.values[metric].set(key, { objects, bytes });
          // A row that the engine does not have is not asked for again.
          for (const key of keys) {
            if (!this.values[metric].has(key)) this.values[metric].set(key, { objects: 0, bytes: 0 });
          }
          this.events.filled();
          this.next();
        },
        (failure: unknown) => {
          ended();
          this.fail(failure);
        },
      );
      return true;
    }
    return false;
  }

  private askForAll(): void {
    if (this.allRunning) return;
    const order = this.first === 'deep' ? (['deep', 'retained'] as const) : metrics;
    const metric = order.find((one) => !this.known[one]);
    if (!metric) {
      this.events.state({ kind: 'idle' });
      return;
    }
    this.events.state({ kind: 'computing', metric, done: 0 });
    const running = this.ask({ metric }, (_, done) => {
      if (!this.stopped) this.events.state({ kind: 'computing', metric, done });
    });
    this.allRunning = running;
    running.promise.then(
      () => {
        this.allRunning = undefined;
        this.known[metric] = true;
        this.events.complete(metric);
        this.next();
      },
      (failure: unknown) => {
        this.allRunning = undefined;
        this.fail(failure);
      },
    );
  }

  private fail(thrown: unknown): void {
    const { kind, message } = thrown as { kind?: string; message?: string };
    if (kind === 'cancelled') {
      // Either everything was stopped, or the rows went out of sight and others want to be asked for.
      this.next();
      return;
    }
    this.stopped = { kind: 'failed', message: message ?? String(thrown) };
    this.events.state(this.stopped);
  }
}
