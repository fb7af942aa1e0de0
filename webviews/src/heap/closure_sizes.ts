// Decides which deep and retained sizes to ask for next: those of the rows in sight first, then all. One question about rows and
// one about everything run at the same time at the most. Those of all types live as long as the trace is shown, so that what is being
// computed, or was given up, stays so while another tab is looked at. Knows nothing of how rows are drawn.
import type { HeapRow, Size, SizeMetric, SizesAnswer } from '../../../shared/protocol/answers';
import { parameterLimits } from '../../../shared/protocol/question_args';
import type { ViewState } from '../../../shared/protocol/view';
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

export type AskSizes = (wanted: SizesWanted, onProgress: OnProgress) => Running<SizesAnswer>;

/** A row whose sizes are wanted. */
export interface SizedRow {
  row: HeapRow;
  /** The keys of the rows that it is below; none for those of the first level. */
  above: readonly string[];
}

/** Of some rows of one level. */
export interface SizesWanted {
  metric: SizeMetric;
  /** Of rows below others. */
  above?: string[];
  /** None for all of the first level. */
  keys?: string[];
}

const idOf = (above: readonly string[], key: string) => [...above, key].join('\n');

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
  private visible: SizedRow[] = [];
  private rows: (Question & { ids: string[] }) | undefined;
  private all: Question | undefined;
  private first: SizeMetric = 'retained';
  /** Somebody waits for the first of them. */
  private isAwaited = false;
  private current: SizesState = { kind: 'idle' };
  private events: SizesEvents | undefined;
  private ended = false;

  /** @param computesAll whether the sizes of all rows are computed without being asked for */
  constructor(
    private readonly ask: AskSizes,
    private readonly computesAll = true,
  ) {}

  get state(): SizesState {
    return this.current;
  }

  isKnown(metric: SizeMetric): boolean {
    return this.known[metric];
  }

  of({ row, above }: SizedRow, metric: SizeMetric): Size | undefined {
    return row[metric] ?? this.values[metric].get(idOf(above, row.key));
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
  show(rows: SizedRow[]): void {
    this.visible = rows;
    const inSight = new Set(rows.map(({ row, above }) => idOf(above, row.key)));
    if (this.rows && !this.rows.ids.some((id) => inSight.has(id))) this.cancel(this.rows);
    this.next();
  }

  /** Of all rows, this metric comes first: someone waits for it. */
  prefer(metric: SizeMetric): void {
    this.first = metric;
    this.isAwaited = true;
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
      const missing = this.visible.filter((sized) => this.isMissing(sized, metric));
      const [first] = missing;
      if (!first) continue;
      // One question is about one level.
      const level = idOf(first.above, '');
      const keys = missing.filter(({ above }) => idOf(above, '') === level).map(({ row }) => row.key);
      this.askForRows(metric, first.above, keys.slice(0, parameterLimits.sizes.keys.most));
      return;
    }
    this.askForAll();
  }

  private isMissing(sized: SizedRow, metric: SizeMetric): boolean {
    return !this.of(sized, metric) && !this.unanswered[metric].has(idOf(sized.above, sized.row.key));
  }

  private askForRows(metric: SizeMetric, above: readonly string[], keys: string[]): void {
    const wanted = { metric, keys, ...(above.length > 0 ? { above: [...above] } : {}) };
    const ids = keys.map((key) => idOf(above, key));
    const question = { ids, running: this.ask(wanted, () => undefined), cancelled: false };
    this.rows = question;
    question.running.promise
      .then(
        ({ rows }) => {
          this.rows = undefined;
          for (const id of ids) this.unanswered[metric].add(id);
          for (const { key, objects, bytes } of rows) this.values[metric].set(idOf(above, key), { objects, bytes });
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
    if (!this.computesAll) return this.isAwaited && !this.known[this.first] ? this.first : undefined;
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
