// Deep and retained sizes of the rows in sight, as the table shows them, and the line below it that says how far they are. Asks for them
// when scrolling comes to rest.
import type { Counted, HeapAnswer, HeapOrder, SizeMetric } from '../../../shared/protocol/answers';
import type { Host } from '../host';
import type { ClosureSizes, PointSizes, SizedRow, SizesState } from './closure_sizes';
import type { ClosureCell } from './row_cells';
import { isMetric } from './row_order';
import { SetSizes } from './set_sizes';
import type { SetArgs } from './shown_set';
import { SizesStatus } from './sizes_status';
import type { GroupTreeRow } from './tree_rows';

const scrollingPause = 150;

export interface RowSizesFacts {
  set(): SetArgs & { at?: string };
  /** Only live objects have such sizes. */
  counted(): Counted;
  /** The order that was chosen. */
  sort(): HeapOrder;
}

export interface RowSizesEvents {
  filled(): void;
  /** All rows have this size from now on. */
  complete(metric: SizeMetric): void;
}

export class RowSizes {
  private readonly ofSet: SetSizes;
  private readonly status = new SizesStatus({
    pause: () => this.sizes.pause(),
    resume: () => this.sizes.resume(),
  });
  private sizes: ClosureSizes;
  private inSight: SizedRow[] = [];
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: Host,
    ofPoint: PointSizes,
    private readonly facts: RowSizesFacts,
    private readonly events: RowSizesEvents,
  ) {
    this.ofSet = new SetSizes(host, ofPoint);
    this.sizes = this.ofSet.of(facts.set());
  }

  get element(): HTMLElement {
    return this.status.element;
  }

  isKnown(metric: SizeMetric): boolean {
    return this.sizes.isKnown(metric);
  }

  /** What the engine said it knows of all rows. */
  learn({ known }: HeapAnswer): void {
    this.sizes.learn(known);
  }

  /** The set that is shown from now on has these sizes. */
  attach(): void {
    this.sizes = this.ofSet.of(this.facts.set());
    this.sizes.attach({
      filled: () => this.events.filled(),
      complete: (metric) => this.isLive && this.events.complete(metric),
      state: (state) => this.show(state),
    });
    const sort = this.facts.sort();
    if (isMetric(sort)) this.sizes.prefer(sort);
    this.show(this.sizes.state);
  }

  /** Nobody waits for them: something else will be shown. */
  detach(): void {
    clearTimeout(this.resting);
    this.sizes.detach();
  }

  /** Those of another point, or under other descriptions. */
  replace(ofPoint: PointSizes): void {
    this.detach();
    this.ofSet.replace(ofPoint);
    this.attach();
  }

  stop(): void {
    this.detach();
    this.ofSet.end();
  }

  /** What counts is another. */
  renewStatus(): void {
    this.show(this.sizes.state);
  }

  cellOf({ row, path }: GroupTreeRow, metric: SizeMetric): ClosureCell {
    if (!this.isLive) return 'none';
    // It was at the point to compare with only.
    if (row.objects === 0) return { objects: 0, bytes: 0 };
    return this.sizes.of({ row, above: path.slice(0, -1) }, metric) ?? 'waiting';
  }

  /** These rows are in sight. */
  want(rows: SizedRow[]): void {
    this.inSight = rows.filter(({ row }) => row.objects > 0);
    clearTimeout(this.resting);
    // Before the first rows are there, nothing is to be computed: they come first.
    if (!this.isLive || rows.length === 0) return;
    this.resting = setTimeout(() => this.sizes.show(this.inSight), scrollingPause);
  }

  /** Somebody waits for this size of all rows. */
  computeAll(metric: SizeMetric): void {
    this.sizes.prefer(metric);
    this.sizes.resume();
    this.sizes.show(this.inSight);
  }

  private get isLive(): boolean {
    return this.facts.counted() === 'live';
  }

  /** What stopped concerns only those who see the columns it would fill; what runs can be given up anywhere. */
  private show(state: SizesState): void {
    const matters = this.isLive || state.kind === 'computing';
    this.status.show(matters ? state : { kind: 'idle' });
  }
}
