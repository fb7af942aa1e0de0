// Which order rows are in: the one that was chosen, or, while its sizes are still computed, the one before. The engine would compute
// them before it answers.
import type { HeapOrder, SizeMetric } from '../../../shared/protocol/answers';

export interface ChosenOrder {
  sort: HeapOrder;
  ascending: boolean;
}

export interface OrderFacts {
  /** Whether these rows have deep and retained sizes at all. */
  hasClosures: boolean;
  hasComparison: boolean;
  hasGain: boolean;
  isKnown(metric: SizeMetric): boolean;
}

export const isMetric = (order: HeapOrder): order is SizeMetric => order === 'deep' || order === 'retained';

const usual: ChosenOrder = { sort: 'bytes', ascending: false };

export class RowOrder {
  shown = usual;

  constructor(private readonly facts: () => OrderFacts) {}

  isPossible(order: HeapOrder): boolean {
    const { hasClosures, hasComparison, hasGain, isKnown } = this.facts();
    if (order === 'growth') return hasComparison;
    if (order === 'gain') return hasGain;
    return !isMetric(order) || (hasClosures && isKnown(order));
  }

  /** Takes over what was chosen, if it is possible. */
  choose(chosen: ChosenOrder): void {
    if (this.isPossible(chosen.sort)) this.shown = { sort: chosen.sort, ascending: chosen.ascending };
    else if (!this.isPossible(this.shown.sort)) this.shown = usual;
  }

  /** The order that is waited for. */
  awaited({ sort }: ChosenOrder): SizeMetric | null {
    return isMetric(sort) && this.facts().hasClosures && !this.isPossible(sort) ? sort : null;
  }
}

/** What a click on the header of a column means: names read from A to Z at first, numbers from the largest. */
export const directionOf = (order: HeapOrder, before: ChosenOrder): boolean =>
  order === before.sort ? !before.ascending : order === 'name';
