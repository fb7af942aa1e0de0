// The window as two lists of points, with how the heap grew between them and why it is this window. Times come with the timeline.
import type { Point } from '../../../shared/protocol/answers';
import type { GrowthWindow } from '../../../shared/protocol/growth';
import type { PointWindow } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { strings } from '../strings';
import { capital, growthWords, pointChoice } from '../timeline/point_words';
import type { TimelineSource } from '../timeline/timeline_source';
import { type End, withEnd } from '../timeline/window_choice';
import { fellWords } from './growth_words';

const text = strings.growth;

export class WindowPicker {
  readonly element: HTMLElement;
  private readonly ends = { from: this.list('from'), to: this.list('to') };
  private readonly words = element('p', { class: 'window-words', role: 'status', testId: 'growth-window' });
  private readonly suggest: HTMLButtonElement;
  private unfollow: (() => void) | undefined;
  private window: PointWindow;
  /** Whether anybody has said that it is this one: until then it follows what the timeline suggests. */
  private isKnown: boolean;

  constructor(
    private points: number,
    chosen: PointWindow | null,
    private readonly choose: (window: PointWindow | null) => void,
  ) {
    this.window = chosen ?? { from: 0, to: points - 1 };
    this.isKnown = chosen !== null;
    this.suggest = button(text.suggest, () => this.choose(null), {
      class: 'secondary',
      testId: 'growth-suggest',
      title: strings.timeline.suggestTitle,
    });
    // Where none is chosen, it will be the suggested one.
    this.suggest.hidden = chosen === null;
    this.fill([]);
    this.element = element(
      'div',
      { class: 'window-picker', role: 'group', 'aria-label': text.window },
      element(
        'span',
        { class: 'ends' },
        // A list never stands on another line than what it is called.
        ...(['from', 'to'] as const).map((end) =>
          element('span', { class: 'end' }, element('span', { 'aria-hidden': true }, text.ends[end]), this.ends[end]),
        ),
        this.suggest,
      ),
      this.words,
    );
  }

  start(source: TimelineSource | undefined): void {
    this.unfollow = source?.follow((state) => {
      if (state.kind !== 'loaded') return;
      const { points, suggestion } = state.timeline;
      if (!this.isKnown && suggestion) this.window = suggestion;
      this.fill(points);
    });
  }

  stop(): void {
    this.unfollow?.();
  }

  /** There are more points; the timeline will tell their times. */
  renew(points: number): void {
    this.points = points;
    this.fill([]);
  }

  /** The window that the answer is about. */
  show(window: GrowthWindow): void {
    this.window = { from: window.from.index, to: window.to.index };
    this.isKnown = true;
    this.showEnds();
    // Where it is shown already, there is nothing to ask for.
    this.suggest.hidden = window.chosen === 'suggested' || window.chosen === 'lows';
    const { from, to } = window;
    const grown = growthWords(from.bytes, to.bytes, 'bytes');
    this.words.replaceChildren(
      element('span', { class: 'grown' }, capital(grown)),
      element('span', { class: 'why' }, text.chosen[window.chosen] + fellWords(window)),
    );
  }

  /** Another window was chosen; what is known is of the one before. */
  await(): void {
    this.words.replaceChildren();
    this.suggest.hidden = false;
  }

  private list(end: End): HTMLSelectElement {
    const select = element('select', { testId: `growth-${end}`, 'aria-label': strings.timeline.ends[end] });
    select.addEventListener('change', () => {
      this.window = withEnd(this.window, end, Number(select.value), this.points);
      this.showEnds();
      this.choose(this.window);
    });
    return select;
  }

  private fill(known: Point[]): void {
    const options = (last: number, first: number) =>
      Array.from({ length: last - first }, (_, i) => first + i).map(
        (index) => new Option(pointChoice(index, known[index], false), String(index)),
      );
    // The window has an extent: neither the last point begins it, nor the first one ends it.
    this.ends.from.replaceChildren(...options(this.points - 1, 0));
    this.ends.to.replaceChildren(...options(this.points, 1));
    this.showEnds();
  }

  private showEnds(): void {
    this.ends.from.value = String(this.window.from);
    this.ends.to.value = String(this.window.to);
  }
}
