// One line below the table, where it moves nothing: how far the sizes of all types are, with what can be done about it.
import { button, element } from '../dom';
import { strings } from '../strings';
import type { SizesState } from './closure_sizes';

const text = strings.heap;

export interface SizesActions {
  pause(): void;
  resume(): void;
}

export class SizesStatus {
  readonly element = element('div', { class: 'sizes-status' });
  private shown = '';
  private fill: HTMLElement | undefined;
  private percent: HTMLElement | undefined;

  constructor(private readonly actions: SizesActions) {}

  show(state: SizesState): void {
    // The same line stays while its number changes, so that its button can be clicked and nothing flickers.
    const line = state.kind === 'computing' ? `computing ${state.metric}` : state.kind;
    if (line !== this.shown) {
      this.shown = line;
      this.element.replaceChildren(...this.lineFor(state));
    }
    if (state.kind !== 'computing') return;
    const done = Math.round(100 * state.done);
    if (this.fill) this.fill.style.width = `${done}%`;
    if (this.percent) this.percent.textContent = `${done}\u2009%`;
    this.element.querySelector('[role="progressbar"]')?.setAttribute('aria-valuenow', String(done));
  }

  private lineFor(state: SizesState): HTMLElement[] {
    switch (state.kind) {
      case 'idle':
        return [];
      case 'computing': {
        this.fill = element('span', { class: 'fill' });
        this.percent = element('span', { class: 'percent' });
        const bar = element(
          'span',
          {
            class: 'track',
            role: 'progressbar',
            'aria-label': text.computing[state.metric],
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': 0,
          },
          this.fill,
        );
        const cancel = button(text.stopComputing, () => this.actions.pause(), {
          class: 'link',
          testId: 'sizes-cancel',
        });
        return [
          element(
            'p',
            { testId: 'sizes-progress' },
            `${text.computing[state.metric]} `,
            bar,
            this.percent,
            ' ',
            cancel,
          ),
        ];
      }
      case 'paused':
        return [
          element(
            'p',
            { testId: 'sizes-paused' },
            `${text.paused} `,
            button(text.compute, () => this.actions.resume(), { class: 'link' }),
          ),
        ];
      case 'failed':
        return [
          element(
            'p',
            { role: 'alert', testId: 'sizes-failed' },
            `${text.sizesFailed}: ${state.message} `,
            button(text.retry, () => this.actions.resume(), { class: 'link' }),
          ),
        ];
    }
  }
}
