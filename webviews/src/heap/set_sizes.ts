// Deep and retained sizes of the set that is shown. Those of all types, and of all top-level structures, belong to the trace: they are
// computed whole. Those of any other set are computed for the rows in sight, and live as long as the set is shown.
import type { SizesArgs } from '../../../shared/protocol/answers';
import type { Host } from '../host';
import { ClosureSizes, type PointSizes } from './closure_sizes';
import { isPlain, type SetArgs } from './shown_set';

export class SetSizes {
  private own: { set: string; sizes: ClosureSizes } | undefined;

  constructor(
    private readonly host: Host,
    private ofPoint: PointSizes,
  ) {}

  /** Those of another point, or under other descriptions. */
  replace(ofPoint: PointSizes): void {
    this.end();
    this.ofPoint = ofPoint;
  }

  of(args: SetArgs & { at?: string }): ClosureSizes {
    if (isPlain(args)) {
      this.end();
      return args.filter ? this.ofPoint.structures : this.ofPoint.objects;
    }
    const set = JSON.stringify(args);
    if (this.own?.set !== set) {
      this.end();
      const { path = [] } = args;
      const sizes = new ClosureSizes(({ above, metric, keys }, onProgress) => {
        const asked: SizesArgs = { ...args, metric, ...(keys ? { keys } : {}) };
        return this.host.ask('sizes', above ? { ...asked, path: [...path, ...above] } : asked, onProgress);
      }, false);
      this.own = { set, sizes };
    }
    return this.own.sizes;
  }

  end(): void {
    this.own?.sizes.end();
    this.own = undefined;
  }
}
