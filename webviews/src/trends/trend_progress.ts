// How far a chart is: what is known already, with a way to give up and one to go on; or why it failed.
import { button, element } from '../dom';
import { strings } from '../strings';
import type { TrendState } from './trend_source';

const text = strings.trends;
/** In milliseconds: most answers are known already, and who waits so short sees no bar flash by. */
const unseen = 250;

export interface TrendProgressEvents {
  cancel(): void;
  goOn(): void;
}

export class TrendProgress {
  readonly element = element('div', { class: 'trend-progress' });
  private readonly fill = element('div', { class: 'fill' });
  private readonly words = element('span', { class: 'words' });
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private isShown = false;
  private known = { points: 0, wanted: 0 };

  constructor(private readonly events: TrendProgressEvents) {}

  show({ stage, answer, isOutdated }: TrendState): void {
    const points = isOutdated ? 0 : (answer?.points.length ?? 0);
    this.known = { points, wanted: isOutdated ? 0 : (answer?.wanted ?? 0) };
    if (stage.kind === 'asking') {
      this.begin();
      return;
    }
    this.clear();
    if (stage.kind === 'stopped') {
      const words = `${text.stopped}: ${this.counted()}`;
      const on = button(text.goOn, () => this.events.goOn(), { class: 'link', testId: 'trend-go-on' });
      this.element.replaceChildren(element('p', { role: 'status', testId: 'trend-stopped' }, `${words} `, on));
    } else if (stage.kind === 'failed') {
      const again = button(text.retry, () => this.events.goOn(), { class: 'link', testId: 'trend-retry' });
      const words = `${text.failed}: ${stage.message}`;
      this.element.replaceChildren(
        element('p', { role: 'alert', class: 'failed', testId: 'trend-failed' }, `${words} `, again),
      );
    }
  }

  /** @param done of what is asked for now: the points that are not known yet */
  progress(phase: string, done: number): void {
    const { points, wanted } = this.known;
    const share = wanted === 0 ? done : (points + done * (wanted - points)) / wanted;
    this.fill.style.width = `${Math.round(100 * share)}%`;
    if (points === 0) this.words.textContent = phase === '' ? text.computing : phase;
    this.tell();
  }

  clear(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.isShown = false;
    this.element.replaceChildren();
  }

  private counted(): string {
    const { points, wanted } = this.known;
    return wanted === 0 ? `${points} ${text.known}` : `${points} ${text.of} ${wanted} ${text.points[1]}`;
  }

  private begin(): void {
    const { points, wanted } = this.known;
    this.words.textContent = wanted > 0 ? this.counted() : text.computing;
    this.fill.style.width = wanted > 0 ? `${Math.round((100 * points) / wanted)}%` : '0';
    if (this.isShown) this.tell();
    else this.waiting ??= setTimeout(() => this.draw(), unseen);
  }

  private draw(): void {
    this.isShown = true;
    const bar = element(
      'div',
      {
        class: 'progress',
        role: 'progressbar',
        'aria-label': text.computing,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      },
      this.fill,
    );
    const cancel = button(text.cancel, () => this.events.cancel(), { class: 'link', testId: 'trend-cancel' });
    this.element.replaceChildren(bar, element('p', { testId: 'trend-progress' }, this.words, ' ', cancel));
    this.tell();
  }

  private tell(): void {
    const done = Number.parseInt(this.fill.style.width, 10) || 0;
    this.element.querySelector('[role="progressbar"]')?.setAttribute('aria-valuenow', String(done));
  }
}
