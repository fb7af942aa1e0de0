// What stands where the answer will be: how far it is, with a way out; that it was given up; or that it failed.
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.growth;
// Most answers are known already: who waits so short sees no bar flash by.
const patience = 200;

export interface ProgressEvents {
  cancel(): void;
  ask(): void;
}

export class GrowthProgress {
  readonly element = element('div', { class: 'growth-progress' });
  private fill: HTMLElement | undefined;
  private phase: HTMLElement | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /** `computing`: what is being found out. */
  constructor(
    private readonly computing: string,
    private readonly events: ProgressEvents,
  ) {}

  begin(): void {
    this.clear();
    this.waiting = setTimeout(() => this.showBar(), patience);
  }

  show(phase: string, done: number): void {
    const percent = Math.round(100 * done);
    const words = phase === '' ? text.starting : `${phase} ${percent}\u2009%`;
    const bar = this.element.querySelector('[role="progressbar"]');
    if (!this.phase || !this.fill || !bar) return;
    // Several times a second it is as far as before.
    if (this.phase.textContent === words && bar.getAttribute('aria-valuenow') === String(percent)) return;
    this.phase.textContent = words;
    this.fill.style.width = `${percent}%`;
    bar.setAttribute('aria-valuenow', String(percent));
  }

  clear(): void {
    clearTimeout(this.waiting);
    this.fill = undefined;
    this.phase = undefined;
    this.element.replaceChildren();
  }

  showCancelled(): void {
    this.clear();
    const again = button(text.analyse, () => this.events.ask(), { testId: 'growth-analyse' });
    this.element.replaceChildren(
      element(
        'section',
        { class: 'card', role: 'status', testId: 'growth-cancelled' },
        element('p', {}, text.cancelled),
        again,
      ),
    );
  }

  showFailure(message: string): void {
    this.clear();
    const again = button(text.retry, () => this.events.ask(), { testId: 'growth-retry' });
    this.element.replaceChildren(
      element(
        'section',
        { class: 'card failed', role: 'alert', testId: 'growth-failed' },
        element('p', {}, `${text.failed}: ${message}`),
        again,
      ),
    );
  }

  private showBar(): void {
    this.fill = element('div', { class: 'fill' });
    this.phase = element('span', {}, text.starting);
    const bar = element(
      'div',
      {
        class: 'progress',
        role: 'progressbar',
        'aria-label': this.computing,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': 0,
      },
      this.fill,
    );
    this.element.replaceChildren(
      element(
        'section',
        { class: 'card', testId: 'growth-progress' },
        element('p', {}, `${this.computing} …`),
        bar,
        element('p', { class: 'phase' }, this.phase),
        element('p', { class: 'hint' }, text.takesLong),
        button(text.cancel, () => this.events.cancel(), { class: 'secondary', testId: 'growth-cancel' }),
      ),
    );
  }
}
