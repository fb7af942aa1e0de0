// Which other point the rows are compared with, where a trace has several.
import type { Point } from '../../../shared/protocol/answers';
import { element } from '../dom';
import { strings } from '../strings';
import { pointChoice } from '../timeline/point_words';
import type { TimelineSource } from '../timeline/timeline_source';

const text = strings.explore.compared;

export class CompareSelect {
  readonly element = element('select', { class: 'compare', 'aria-label': text.label, testId: 'compare-with' });
  private known: Point[] = [];
  private shown = { points: 1, at: 0, from: null as number | null };
  private unfollow: (() => void) | undefined;

  constructor(
    private readonly timeline: TimelineSource | undefined,
    choose: (from: number | null) => void,
  ) {
    this.element.addEventListener('change', () => {
      choose(this.element.value === '' ? null : Number(this.element.value));
    });
  }

  start(): void {
    this.unfollow = this.timeline?.follow((state) => {
      this.known = state.kind === 'loaded' ? state.timeline.points : [];
      this.fill();
    });
  }

  stop(): void {
    this.unfollow?.();
  }

  /** @param at index of the point that is shown, which is not compared with itself */
  show(points: number, at: number, from: number | null): void {
    this.shown = { points, at, from };
    this.fill();
  }

  private fill(): void {
    const { points, at, from } = this.shown;
    this.element.hidden = points < 2;
    const options = [new Option(text.none, '')];
    for (let index = 0; index < points; index++) {
      const words = `${text.with} ${pointChoice(index, this.known[index], false)}`;
      if (index !== at) options.push(new Option(words, String(index)));
    }
    this.element.replaceChildren(...options);
    this.element.value = from === null ? '' : String(from);
    this.element.classList.toggle('chosen', from !== null);
  }
}
