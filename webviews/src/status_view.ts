// What is shown while there is no heap to show: being opened, failed, cancelled, engine gone. Each says what happened and
// offers the next step.

import { count } from '../../shared/format';
import type { Failure } from '../../shared/protocol/failure';
import type { TraceStatus } from '../../shared/protocol/view';
import { button, element } from './dom';
import type { Host } from './host';
import { strings } from './strings';

type Status = Exclude<TraceStatus, { kind: 'open' }>;

export class StatusView {
  readonly element = element('main', { class: 'status' });
  private shown: Status['kind'] | undefined;
  private progress: { bar: HTMLElement; fill: HTMLElement; phase: HTMLElement; percent: HTMLElement } | undefined;

  constructor(
    private readonly host: Host,
    private readonly fileName: string,
  ) {}

  show(status: Status): void {
    // Progress comes many times a second: the parts stay, so that focus and screen readers are left alone.
    if (status.kind !== this.shown) {
      this.shown = status.kind;
      this.element.replaceChildren(this.card(status));
      this.element.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    }
    if (status.kind === 'opening') this.showProgress(status.phase, status.done);
  }

  private card(status: Status): HTMLElement {
    switch (status.kind) {
      case 'opening':
        return this.openingCard();
      case 'failed':
        return element(
          'section',
          { class: 'card failed', role: 'alert', testId: 'open-error' },
          element('h1', {}, strings.failed.title),
          ...failureText(status.failure),
          this.reopen(strings.failed.reopen),
        );
      case 'cancelled':
        return element(
          'section',
          { class: 'card', role: 'status', testId: 'open-cancelled' },
          element('h1', {}, strings.cancelled.title),
          element('p', { class: 'file' }, this.fileName),
          element('p', {}, strings.cancelled.text),
          this.reopen(strings.cancelled.reopen),
        );
      case 'engine-stopped':
        return element(
          'section',
          { class: 'card failed', role: 'alert', testId: 'engine-stopped' },
          element('h1', {}, strings.stopped.title),
          element('p', {}, status.failure.message),
          element('p', {}, strings.stopped.text),
          this.reopen(strings.stopped.reopen),
        );
    }
  }

  private openingCard(): HTMLElement {
    const fill = element('div', { class: 'fill' });
    const bar = element(
      'div',
      {
        class: 'progress',
        role: 'progressbar',
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-label': strings.opening.title,
        testId: 'open-progress',
      },
      fill,
    );
    const phase = element('span', {});
    const percent = element('span', { class: 'number' });
    this.progress = { bar, fill, phase, percent };
    return element(
      'section',
      { class: 'card', testId: 'opening' },
      element('h1', {}, `${strings.opening.title} ${this.fileName}`),
      bar,
      element('p', { class: 'phase' }, phase, percent),
      button(strings.opening.cancel, () => this.host.cancel(), { class: 'secondary', testId: 'cancel-open' }),
    );
  }

  private showProgress(phase: string, done: number): void {
    if (!this.progress) return;
    const percent = Math.round(done * 100);
    this.progress.fill.style.width = `${percent}%`;
    this.progress.bar.setAttribute('aria-valuenow', String(percent));
    this.progress.phase.textContent = phase === '' ? strings.opening.starting : phase;
    this.progress.percent.textContent = phase === '' ? '' : `${percent} %`;
  }

  private reopen(label: string): HTMLElement {
    return button(label, () => this.host.reopen(), { testId: 'reopen' });
  }
}

function failureText(failure: Failure): HTMLElement[] {
  const message = failure.message.charAt(0).toUpperCase() + failure.message.slice(1);
  const parts = [element('p', { class: 'message' }, message)];
  if (failure.where) {
    const { file, offset } = failure.where;
    const at = offset === undefined ? '' : `, ${strings.failed.atByte} ${count(offset)}`;
    parts.push(element('p', { class: 'file' }, `${file}${at}`));
  }
  return parts;
}
