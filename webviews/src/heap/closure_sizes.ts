// Decides which deep and retained sizes to ask for next: those of the rows in sight first, then all. One question about rows and
// one about everything run at the same time at the most. Lives as long as the trace is shown, so that what is being computed, or was
// given up, stays so while another tab is looked at. Knows nothing of how rows are drawn.
import type { HeapRow, Size, SizeMetric, SizesAnswer, SizesArgs } from '../../../extension/src/protocol/answers';
import { parameterLimits } from '../../../extension/src/protocol/question_args';
import type { ViewState } from '../../../extension/src/protocol/view';
import type { OnProgress, Running } from '../host';

export const metrics = ['retained', 'deep'] as const satisfies readonly SizeMetric[];

export type SizesState =
  /** Nothing runs: nothing is missing, or nobody asked yet. */
  | { kind: 'idle' }
  | { kind: 'computing'; metric: SizeMetric; done: number }
  | { kind: 'paused' }
  | { kind: 'failed'; message: string };

/** Those of one point's types, by what their rows stand for. */
export type PointSizes = Record<ViewState['rows'], ClosureSizes>;

export interface SizesEvents {
  /** Values of some rows came. */
  filled(): void;
  /** All rows have this size from now on. */
  complete(metric: SizeMetric): void;
  state(state: SizesState): void;
}

export type AskSizes = (args: SizesArgs, onProgress: OnProgress) => Running<SizesAnswer>;

interface Question {
  running: Running<SizesAnswer>;
  /** Given up here: that it ends as cancelled is no news. */
  cancelled: boolean;
}

export class ClosureSizes {
  private readonly values: Record<SizeMetric, Map<string, Size>> = { deep: new Map(), retained: new Map() };
  private readonly known: Record<SizeMetric, boolean> = { deep: false, retained: false };
  /** Rows that were asked for and not answered, which is asked once only. */
  private readonly unanswered: Record<SizeMetric, Set<string>> = { deep: new Set(), retained: new Set() };
  private visible: HeapRow[] = [];
  private rows: (Question & { keys: string[] }) | undefined;
  private all: Question | undefined;
  private first: SizeMetric = 'retained';
  private current: SizesState = { kind: 'idle' };
  private events: SizesEvents | undefined;
  private ended = false;

  constructor(private readonly ask: AskSizes) {}

  get state(): SizesState {
    return this.current;
  }

  isKnown(metric: SizeMetric): boolean {
    return this.known[metric];
  }

  of(row: HeapRow, metric: SizeMetric): Size | undefined {
    return row[metric] ?? this.values[metric].get(row.key);
  }

  /** A table is there to be filled. */
  attach(events: SizesEvents): void {
    this.events = events;
  }

  /** The table is gone: nobody waits for its rows, but what is computed of all goes on. */
  detach(): void {
    this.events = undefined;
    this.visible = [];
    this.cancel(this.rows);
  }

  /** The trace is gone. */
  end(): void {
    this.ended = true;
    this.detach();
    this.cancel(this.all);
  }

  /** What the engine said it knows of all rows. */
  learn(known: Record<SizeMetric, boolean>): void {
    for (const metric of metrics) this.known[metric] ||= known[metric];
  }

  /** The rows in sight: their sizes are wanted first, then all. */
  show(rows: HeapRow[]): void {
    this.visible = rows;
    const inSight = new Set(rows.map((row) => row.key));
    if (this.rows && !this.rows.keys.some((key) => inSight.has(key))) this.cancel(this.rows);
    this.next();
  }

  /** Of all rows, this metric comes first: someone waits for it. */
  prefer(metric: SizeMetric): void {
    this.first = metric;
  }

  pause(): void {
    this.become({ kind: 'paused' });
    this.cancel(this.rows);
    this.cancel(this.all);
  }

  resume(): void {
    if (!this.halted || this.ended) return;
    const metric = this.missingOfAll();
    this.become(metric ? { kind: 'computing', metric, done: 0 } : { kind: 'idle' });
    this.next();
  }

  private get halted(): boolean {
    return this.ended || this.current.kind === 'paused' || this.current.kind === 'failed';
  }

  private next(): void {
    if (this.halted || this.rows) return;
    for (const metric of metrics) {
      const keys = this.visible
        .filter((row) => !this.of(row, metric) && !this.unanswered[metric].has(row.key))
        .map((row) => row.key);
      if (keys.length === 0) continue;
      this.askForRows(metric, keys.slice(0, parameterLimits.sizes.keys.most));
      return;
    }
    this.askForAll();
  }

  private askForRows(metric: SizeMetric, keys: string[]): void {
    const question = { keys, running: this.ask({ metric, keys }, () => undefined), cancelled: false };
    this.rows = question;
    question.running.promise
      .then(
        ({ rows }) => {
          this.rows = undefined;
          for (const key of keys) this.unanswered[metric].add(key);
          for (const { key, objects, bytes } of rows) this.values[metric].set(key, { objects, bytes });
          this.events?.filled();
        },
        (thrown: unknown) => {
          this.rows = undefined;
          this.fail(question, thrown);
        },
      )
      .then(() => this.next());
  }

  private missingOfAll(): SizeMetric | undefined {
    return this.known[this.first] ? metrics.find((metric) => !this.known[metric]) : this.first;
  }

  private askForAll(): void {
    if (this.all) return;
    const metric = this.missingOfAll();
    if (!metric) {
      this.become({ kind: 'idle' });
      return;
    }
    this.become({ kind: 'computing', metric, done: 0 });
    const running = this.ask({ metric }, (_, done) => {
      if (this.all === question && !this.halted) this.become({ kind: 'computing', metric, done });
    });
    const question: Question = { running, cancelled: false };
    this.all = question;
    running.promise
      .then(
        () => {
          this.all = undefined;
          this.known[metric] = true;
          // Rows of pages that are still there get their values with their page.
          this.events?.complete(metric);
        },
        (thrown: unknown) => {
          this.all = undefined;
          this.fail(question, thrown);
        },
      )
      .then(() => this.next());
  }

  private cancel(question: Question | undefined): void {
    if (!question || question.cancelled) return;
    question.cancelled = true;
    question.running.cancel();
  }

  private fail(question: Question, thrown: unknown): void {
    if (question.cancelled) return;
    const { kind, message } = thrown as { kind?: string; message?: string };
    // Cancelled by someone else: to ask again at once could go on for ever.
    this.become(kind === 'cancelled' ? { kind: 'paused' } : { kind: 'failed', message: message ?? String(thrown) });
  }

  private become(state: SizesState): void {
    this.current = state;
    this.events?.state(state);
  }
}
