// Which point the views show: a list of all, with a step back and forth. Says the points' times as soon as they are known.
import type { Point } from '../../../shared/protocol/answers';
import { button, element } from '../dom';
import { strings } from '../strings';
import { pointChoice } from './point_words';
import type { TimelineSource } from './timeline_source';

const text = strings.timeline;

interface PointList {
  /** How many there are. */
  points: number;
  /** Index of the one that is shown while none is chosen. */
  suggested: number;
}

export class PointChooser {
  readonly element: HTMLElement;
  private readonly select = element('select', { testId: 'point-chooser', 'aria-label': text.chooser });
  private readonly previous: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private known: Point[] = [];

  constructor(
    private list: PointList,
    private chosen: number,
    source: TimelineSource,
    private readonly choose: (index: number) => void,
  ) {
    const step = (label: string, sign: string, by: number, testId: string) =>
      button(sign, () => this.choose(this.chosen + by), {
        class: 'step',
        'aria-label': label,
        title: label,
        testId,
      });
    this.previous = step(text.previous, '‹', -1, 'point-previous');
    this.next = step(text.next, '›', 1, 'point-next');
    this.element = element(
      'div',
      { class: 'point-chooser' },
      element('span', { class: 'label', 'aria-hidden': true }, text.chooser),
      this.previous,
      this.select,
      this.next,
    );
    this.select.addEventListener('change', () => this.choose(Number(this.select.value)));
    source.follow((state) => {
      this.known = state.kind === 'loaded' ? state.timeline.points : [];
      this.fill();
    });
  }

  /** There are more points, or another is suggested. */
  renew(list: PointList): void {
    this.list = list;
    this.fill();
  }

  /** Shows a point as the chosen one without telling anybody. */
  show(index: number): void {
    this.chosen = index;
    this.select.value = String(index);
    this.previous.disabled = index === 0;
    this.next.disabled = index === this.list.points - 1;
  }

  private fill(): void {
    const { points, suggested } = this.list;
    const name = (i: number) => pointChoice(i, this.known[i], i === suggested);
    const { options } = this.select;
    options.length = Math.min(options.length, points);
    // Those that are there stay: somebody may just be choosing.
    for (let i = 0; i < points; i++) {
      const known = options[i];
      if (known) known.text = name(i);
      else options.add(new Option(name(i), String(i)));
    }
    this.show(this.chosen);
  }
}
